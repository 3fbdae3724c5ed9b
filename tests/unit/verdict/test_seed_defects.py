"""Regression tests for the verdict defects of the original designs, one test each."""

from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from backend.domain.article import PassageKind
from backend.domain.claim import AtomicClaim, ClaimEdge, EdgeKind
from backend.domain.claim_form import absolute
from backend.domain.evidence import Stance
from backend.domain.trust import SourceTier
from backend.domain.verdict import Belief, Label, Voice
from backend.domain.verdict import SegmentStatus as S
from backend.pipeline.conclude import Gathered, conclude
from backend.verdict import combine
from backend.verdict.citations import cited, validated
from backend.verdict.contract import Guards, status_of, truth_score, truthfulness
from backend.verdict.explain import citations, resolving
from backend.verdict.links import links
from backend.verdict.propagation import propagated
from backend.verdict.settings import VERDICT
from backend.verdict.temporal import window
from tests.evidence_maker import BALANCED
from tests.evidence_strategies import passage

PRO, CON, NONE = Stance.SUPPORTS, Stance.REFUTES, Stance.NEUTRAL


def _concluded(*found, claim="The bridge reopened in March 2024", tier=None):
    part = AtomicClaim(id="c1", text=claim)
    return conclude(
        Gathered(part=part, evidence=found, found=(), searched=True), policy=BALANCED, top_k=5, page_tier=tier
    )


class TestAbsoluteQuantifiers:
    def test_claims_about_prevention_are_not_absolute(self):
        assert not any(map(absolute, ["Masks prevent infection", "Quinine cures malaria", "A cure exists"]))


class TestRefutations:
    def test_refuting_evidence_makes_a_claim_false(self):
        verdict = _concluded(passage(1, CON), passage(2, CON, tier="B", domain="b.example"), passage(3, NONE))
        assert verdict.label is Label.FALSE
        assert verdict.status is S.INVALID
        assert verdict.confidence > 0.5

    def test_strong_refutation_decides(self):
        verdict = _concluded(passage(1, CON, strength=0.99, relevance=0.98))
        assert verdict.label is Label.FALSE


class TestPenaltiesOfTruthfulness:
    def test_contradiction_lowers_truthfulness(self):
        assert truth_score([S.INVALID, S.VALID]) == pytest.approx(0.35)

    def test_fully_supported_claim_gets_high_truthfulness(self):
        assert truth_score([S.STRONGLY_VALID] * 3) >= 0.98

    def test_truthfulness_cap_is_applied(self):
        assert truthfulness([S.STRONGLY_VALID], Label.TRUE, Guards(probability=0.9, diversity=0.0)) == 85.0

    def test_partially_valid_parts_do_not_make_a_claim_true(self):
        for label in Label:
            if status_of(label, 0.7, strong=False) is S.PARTIALLY_VALID:
                assert label in (Label.PARTIALLY_TRUE, Label.MISLEADING)

    def test_misleading_is_a_final_label(self):
        assert combine.headline([Label.MISLEADING, Label.TRUE]) is Label.MISLEADING
        assert truthfulness([S.PARTIALLY_INVALID], Label.MISLEADING, Guards(probability=0.3)) == 25.0


class TestConfidence:
    def test_undecided_claim_has_capped_confidence(self):
        leads = [passage(n, PRO, kind=PassageKind.SNIPPET, domain=f"d{n}.example") for n in range(9)]
        verdict = _concluded(*leads)
        assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
        assert verdict.confidence <= 0.35

    def test_undecided_comparison_has_at_most_45_percent_confidence(self):
        leads = [passage(n, PRO, kind=PassageKind.SNIPPET, domain=f"d{n}.example") for n in range(9)]
        assert _concluded(*leads, claim="The bridge is longer than the tunnel").confidence <= 0.45

    def test_certainty_grows_with_evidence(self):
        one, two = _concluded(passage(1, PRO)), _concluded(passage(1, PRO), passage(2, CON, domain="b.example"))
        assert 0 == _concluded().belief.certainty < one.belief.certainty < two.belief.certainty < 1


class TestConsensus:
    def test_neutral_domains_do_not_change_the_belief(self):
        supported, neutral = passage(1, PRO), passage(2, NONE, domain="b.example")
        assert _concluded(supported, neutral).belief == _concluded(supported).belief

    def test_several_refuting_domains_keep_the_belief_above_zero(self):
        refuting = [passage(n, CON, domain=f"d{n}.example") for n in range(4)]
        assert 1e-6 < _concluded(*refuting).belief.probability < 0.5


class TestRgba:
    def test_rgba_values_follow_the_verdict(self):
        verdict = _concluded(passage(1, CON), claim="Drinking bleach cures cancer", tier=SourceTier.D)
        assert verdict.rgba.danger > 0.5
        assert verdict.rgba.veracity == verdict.belief.probability
        assert verdict.rgba.explainability > 0.5


def _belief(odds, name):
    voice = Voice(domain="nasa.gov", passage=name, log_odds=odds)
    return Belief(log_odds=odds, probability=0.5, consensus=0.98, voices=(voice,))


class TestClaimGraph:
    def _edge(self, source, target, kind=EdgeKind.SUPPORTS):
        return ClaimEdge(source=source, target=target, kind=kind)

    def test_belief_stays_bounded_along_a_chain_of_twelve_parts(self):
        names = [f"n{n:02}" for n in range(12)]
        joined = links(names, [self._edge(a, b) for a, b in pairwise(names)])
        assert max(b.log_odds for b in propagated({n: _belief(2.0, n) for n in names}, joined).values()) < 3.9

    def test_cycle_is_broken_independently_of_edge_order(self):
        edges = [self._edge("a", "b"), self._edge("b", "c"), self._edge("c", "a")]
        results = [links(("a", "b", "c"), order).flows for order in (edges, edges[::-1], edges[1:] + edges[:1])]
        assert results[0] == results[1] == results[2]
        assert len(links(("a", "b", "c"), edges).cyclic) == 1

    def test_shared_evidence_of_two_claims_counts_once(self):
        joined = links(("a", "b"), [self._edge("a", "b")])
        assert propagated({"a": _belief(1.9, "p"), "b": _belief(1.9, "p")}, joined)["b"].log_odds == 1.9

    def test_dependency_is_not_support(self):
        joined = links(("a", "b"), [self._edge("b", "a", EdgeKind.DEPENDS_ON)])
        none = Belief(log_odds=0.0, probability=0.5, consensus=0.5)
        assert propagated({"a": _belief(2.0, "p"), "b": none}, joined)["b"].log_odds == 0.0

    def test_edge_direction_follows_the_edge_kind(self):
        """ "a supports b" and "a depends on b": evidence about a changes b, but evidence about b changes a."""
        assert links(("a", "b"), [self._edge("a", "b")]).flows[0][:2] == ("a", "b")
        assert links(("a", "b"), [self._edge("a", "b", EdgeKind.DEPENDS_ON)]).flows[0][:2] == ("b", "a")


class TestVerdictOfTiers:
    def test_social_posts_alone_decide_nothing(self):
        posts = [passage(n, PRO, tier="lead", domain=f"s{n}.example") for n in range(20)]
        assert _concluded(*posts).label is Label.NOT_ENOUGH_EVIDENCE
        assert _concluded(*posts).belief.probability == 0.5

    def test_two_equal_conflicting_sources_give_at_least_50_percent(self):
        verdict = _concluded(passage(1, PRO), passage(2, CON, domain="other.gov"))
        assert verdict.label is Label.PARTIALLY_TRUE
        assert verdict.truthfulness_percent >= 50


class TestCitations:
    def test_neutral_passages_are_not_cited(self):
        assert cited([passage(1, NONE), passage(2, PRO)]) == (passage(2, PRO),)

    def test_one_unrated_support_among_neutral_passages_decides_nothing(self):
        verdict = _concluded(
            passage(0, PRO, tier="C", domain="blog.example"), *(passage(n, NONE) for n in range(1, 10))
        )
        assert verdict.label is Label.NOT_ENOUGH_EVIDENCE

    def test_citations_are_checked_against_the_source_text(self):
        invented = replace(passage(1, PRO), quote="words that stand in no source")
        assert validated(Label.TRUE, [invented]) is Label.NOT_ENOUGH_EVIDENCE

    def test_minimum_source_count_is_applied(self):
        three = replace(VERDICT.citations, min_sources=3)
        two = [passage(1, PRO), passage(2, PRO, domain="b.example")]
        assert validated(Label.TRUE, two, three) is Label.NOT_ENOUGH_EVIDENCE


class TestNoEvidence:
    def test_no_evidence_gives_an_undecided_verdict(self):
        verdict = _concluded()
        assert (verdict.label, verdict.confidence, verdict.evidence) == (Label.NOT_ENOUGH_EVIDENCE, 0.0, ())
        assert verdict.evidence_quality_percent == 0.0

    def test_unknown_labels_are_refused_and_confidence_is_a_number(self):
        with pytest.raises(ValueError, match="Banana"):
            Label("Banana")
        assert isinstance(_concluded(passage(1, PRO)).confidence, float)

    def test_keywords_in_the_claim_decide_nothing(self):
        hoax = _concluded(claim="The hoax is a fake myth")
        assert hoax.label is Label.NOT_ENOUGH_EVIDENCE
        assert hoax.truthfulness_percent == 50.0


class TestExplanations:
    def test_citations_are_numbered_from_one(self):
        verdict = _concluded(passage(1, PRO))
        assert citations(verdict.reasoning)[0] == 1
        assert verdict.belief.voices[0].passage == verdict.evidence[0].passage.id

    def test_dangling_citation_is_removed(self):
        assert resolving("So it is [99].", 3) == "So it is."

    def test_neutral_evidence_leaves_the_status_unknown(self):
        assert _concluded(passage(1, NONE), passage(2, NONE, domain="b.example")).status is S.UNKNOWN


class TestTime:
    def test_timeless_claim_has_no_time_window(self):
        assert window("Water boils at 100 degrees", date(2026, 11, 22)) is None

    def test_one_outdated_source_does_not_lower_confidence(self):
        old = passage(1, PRO)
        dated = replace(old.passage, published="2019-01-01")
        old = replace(old, candidate=replace(old.candidate, passage=dated))
        new = passage(2, PRO, tier="B", domain="b.example")
        fresh = replace(new, candidate=replace(new.candidate, passage=replace(new.passage, published="2024-05-01")))
        part = AtomicClaim(id="c1", text="The bridge reopened in March 2024")

        def confidence_of(*found):
            gathered = Gathered(part=part, evidence=found, found=(), searched=True)
            return conclude(gathered, policy=BALANCED, top_k=5, today=date(2026, 11, 22)).confidence

        assert confidence_of(old, fresh) == confidence_of(passage(1, PRO), fresh)
        assert confidence_of(old) < confidence_of(passage(1, PRO))

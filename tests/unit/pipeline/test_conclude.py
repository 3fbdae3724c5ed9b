"""Whatever the evidence, no verdict is firm without an admissible verbatim quote, and every citation resolves."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Origin, Stance
from backend.domain.verdict import DataSource, Label
from backend.pipeline.conclude import Gathered, conclude, mean_logit, siding, weighed
from backend.trust.sufficiency import countable, may_stop
from backend.verdict.explain import citations
from tests.evidence_maker import BALANCED, evidence

PART = AtomicClaim(id="c1", text="The bridge reopened in March 2024")

items = st.builds(
    lambda n, stance, tier, strength, relevance, kind, origin, quarantined, broken: replace(
        made := evidence(
            stance,
            text=f"Passage number {n} tells of river crossing {n * 7} in town {n}.",
            tier=tier,
            domain=f"d{n % 4}.example" if tier != "A" else "",
            strength=strength,
            relevance=relevance,
            kind=kind,
            origin=origin,
            quarantined=quarantined,
        ),
        quote="words that stand in no source" if broken else made.quote,
    ),
    st.integers(0, 30),
    st.sampled_from(Stance),
    st.sampled_from(["A", "B", "C", "lead"]),
    st.floats(0.34, 1.0),
    st.floats(0.0, 1.0),
    st.sampled_from(PassageKind),
    st.sampled_from(Origin),
    st.booleans(),
    st.booleans(),
)


def _concluded(found, top_k=5):
    return conclude(Gathered(part=PART, evidence=tuple(found), found=(), searched=True), policy=BALANCED, top_k=top_k)


@given(st.lists(items, max_size=12), st.integers(1, 20))
def test_a_firm_verdict_always_has_a_verbatim_quote_and_citations_resolve(found, top_k):
    verdict = _concluded(found, top_k)
    for item in verdict.evidence:
        assert item.quote in item.passage.text
    assert all(1 <= n <= len(verdict.evidence) for n in citations(verdict.reasoning))
    if verdict.label.firm:
        assert any(countable(e) and e.passage.kind is not PassageKind.REVIEW for e in verdict.evidence)
    if verdict.label is Label.TRUE:
        assert any(countable(e) and e.stance is Stance.SUPPORTS for e in verdict.evidence)
    if verdict.label is Label.FALSE:
        assert any(countable(e) and e.stance is Stance.REFUTES for e in verdict.evidence)


@settings(max_examples=50)
@given(st.lists(items, max_size=12))
def test_search_stops_early_only_with_a_firm_verdict(found):
    verdict = _concluded(found)
    if may_stop(verdict.trust, siding(found), mean_logit(weighed(found))).stop:
        assert verdict.label.firm


def test_snippets_alone_are_leads():
    verdict = _concluded([evidence(kind=PassageKind.SNIPPET)])
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert "lead" in verdict.reasoning


def test_equal_support_and_refutation_is_partially_true_and_shows_both():
    verdict = _concluded([evidence(), evidence(Stance.REFUTES, domain="other.gov", text="It stayed shut all year.")])
    assert verdict.label is Label.PARTIALLY_TRUE
    assert {e.stance for e in verdict.evidence} == {Stance.SUPPORTS, Stance.REFUTES}


def test_one_unrated_refutation_is_shown_but_does_not_change_the_verdict():
    blog = evidence(Stance.REFUTES, tier="C", domain="blog.example", text="It never opened at all.")
    verdict = _concluded([evidence(), blog])
    assert verdict.label is Label.TRUE
    assert "A weaker source contradicts it: blog.example [2]" in verdict.reasoning
    assert verdict.confidence < _concluded([evidence()]).confidence


def test_opposing_leads_lower_confidence_but_never_reverse_a_verdict():
    snippets = [
        evidence(
            Stance.REFUTES, kind=PassageKind.SNIPPET, domain=f"s{n}.gov", text=f"Snippet {n} about town {n} says no."
        )
        for n in range(8)
    ]
    both = [evidence(), evidence(domain="second.gov", text="The town opened its bridge again in March 2024.")]
    verdict = _concluded([*both, snippets[0]])
    assert verdict.label is Label.TRUE
    assert verdict.confidence < _concluded(both).confidence
    assert _concluded([evidence(), *snippets]).label is Label.NOT_ENOUGH_EVIDENCE


def test_data_source_says_where_the_deciding_evidence_came_from():
    known = evidence(origin=Origin.KNOWLEDGE)
    assert _concluded([known]).data_source is DataSource.KNOWLEDGE_BASE
    assert _concluded([evidence()]).data_source is DataSource.WEB
    assert _concluded([]).data_source is DataSource.NONE


RATED = "checker rates the claim “The bridge reopened in March 2024” as “{}”."


def _rated(words, tier="A", **more):
    return evidence(Stance.REFUTES, kind=PassageKind.REVIEW, text=RATED.format(words), tier=tier, **more)


def test_a_fact_checkers_misleading_is_misleading():
    quoted = evidence(Stance.REFUTES, text="The picture shows another bridge in another year.")
    assert _concluded([_rated("Misleading"), quoted]).label is Label.MISLEADING
    assert _concluded([_rated("Misleading")]).label is Label.NOT_ENOUGH_EVIDENCE, "it is no listed fact-checker"
    assert _concluded([_rated("Misleading", tier="checker")]).label is Label.MISLEADING


def test_a_page_cannot_call_a_claim_misleading_by_rating_it_itself():
    spam = _rated("Misleading", tier="C", domain="spam.example")
    assert (
        _concluded([evidence(), evidence(tier="B", domain="b.example", text="It did reopen."), spam]).label
        is Label.TRUE
    )


def test_weak_judgement_of_one_good_source_does_not_decide():
    unsure = evidence(Stance.REFUTES, text="The bridge is old.", strength=0.65)
    assert _concluded([unsure]).label is Label.NOT_ENOUGH_EVIDENCE


@settings(max_examples=50)
@given(st.lists(items, max_size=12))
def test_number_of_shown_passages_does_not_change_the_verdict(found):
    verdicts = [_concluded(found, top_k) for top_k in (1, 5, 20)]
    assert len({(v.label, v.confidence, v.truthfulness_percent) for v in verdicts}) == 1
    for verdict in verdicts:
        sides = {e.stance for e in verdict.evidence if e.decisive}
        assert verdict.label is not Label.PARTIALLY_TRUE or sides == {Stance.SUPPORTS, Stance.REFUTES}

"""Presentation of a decision: firm only with rated sources, and a leaning only with a quote."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.claim import AtomicClaim
from backend.domain.coverage import Gate
from backend.domain.evidence import WEAK, Evidence, Stance
from backend.domain.verdict import AtomicVerdict, Label, LeaningLabel
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.policy import Policy
from backend.verdict.decider import shipped
from tests.evidence_maker import evidence
from tests.evidence_strategies import NUMBERS, different, passage

PRO, CON = Stance.SUPPORTS, Stance.REFUTES
CLAIM = "The bridge reopened in March 2024."
RISKS = ("cautious", "balanced", "bold")


def verdict(*found: Evidence, risk: str = "balanced") -> AtomicVerdict:
    gathered = Gathered(part=AtomicClaim(id="c1", text=CLAIM), evidence=found, found=(), searched=True)
    return conclude(gathered, policy=Policy(weights=shipped(), risk=risk), top_k=5)


def several_passages(stance: Stance, count: int, tier: str, strength: float = 0.97) -> list[Evidence]:
    return [
        passage(n, stance, tier=tier, domain=f"{tier.lower()}-{n}.example", strength=strength) for n in range(count)
    ]


@pytest.mark.parametrize(("stance", "label"), [(PRO, Label.TRUE), (CON, Label.FALSE)])
def test_agreeing_rated_sources_give_a_firm_verdict(stance: Stance, label: Label) -> None:
    found = verdict(*several_passages(stance, 3, "A"))
    assert found.label is label
    assert found.leaning is None
    assert found.trust.threshold_met
    assert found.confidence >= shipped().firm["balanced"]


@given(
    st.lists(st.builds(passage, NUMBERS, st.sampled_from([PRO, CON]), tier=st.just("C"), strength=st.floats(0.6, 1.0)), max_size=30),
    st.sampled_from(RISKS),
)  # fmt: skip
def test_unrated_sites_alone_never_give_a_firm_verdict(found: list[Evidence], risk: str) -> None:
    assert not Policy(weights=shipped(), risk=risk).label(found).firm


def test_many_unrated_sites_give_a_leaning() -> None:
    found = verdict(*several_passages(PRO, 9, "C"), risk="bold")
    assert found.label is Label.NOT_ENOUGH_EVIDENCE
    assert found.leaning
    assert found.leaning.label is LeaningLabel.PROBABLY_TRUE
    assert found.leaning.probability >= shipped().leaning
    assert not found.trust.threshold_met


def test_one_reputable_source_is_not_enough() -> None:
    one = several_passages(PRO, 1, "B", strength=1.0)
    assert not verdict(*one, risk="bold").label.firm
    assert verdict(*one, *several_passages(PRO, 4, "C", strength=1.0), risk="bold").label is Label.TRUE


def test_rated_sources_on_both_sides_are_a_conflict() -> None:
    found = verdict(*several_passages(PRO, 3, "B"), *several_passages(CON, 3, "A"))
    assert found.label is Label.PARTIALLY_TRUE


def test_conflicting_built_in_facts_decide_only_if_one_is_much_stronger() -> None:
    def facts(surer: float) -> list[Evidence]:
        return [
            passage(n, side, tier="A", domain="nasa.gov", kind=PassageKind.SEED, strength=strength)
            for n, (side, strength) in enumerate([(CON, surer), (PRO, 0.7)])
        ]

    assert not verdict(*facts(0.82)).label.firm
    assert verdict(*facts(0.82)).leaning is None
    assert verdict(*facts(0.82)[:1]).label is Label.FALSE


def test_one_support_does_not_outweigh_many_refutations() -> None:
    found = verdict(passage(90, PRO, tier="A", strength=0.99), *several_passages(CON, 8, "A"), risk="bold")
    assert found.label is Label.FALSE


def test_leaning_never_contradicts_a_rated_source() -> None:
    unrated = several_passages(PRO, 4, "C", strength=0.99)
    assert verdict(*unrated).leaning
    assert verdict(*unrated, passage(90, CON, tier="A", strength=0.9)).leaning is None


@pytest.mark.parametrize(("stance", "side"), [(PRO, LeaningLabel.PROBABLY_TRUE), (CON, LeaningLabel.PROBABLY_FALSE)])
def test_weakly_judged_facts_give_a_leaning_never_a_firm_verdict(stance: Stance, side: LeaningLabel) -> None:
    facts = [passage(n, stance, domain=f"a-{n}.example", kind=PassageKind.SEED, strength=0.75) for n in range(6)]
    weak = [replace(fact, signals={**fact.signals, WEAK: 1.0}) for fact in facts]
    assert verdict(*facts, risk="bold").label.firm
    found = verdict(*weak, risk="bold")
    assert not found.label.firm
    assert found.leaning
    assert found.leaning.label is side


@settings(max_examples=50)
@given(different())
def test_leaning_near_even_odds_is_not_reported(found: list[Evidence]) -> None:
    leaning = verdict(*found).leaning
    assert leaning is None or round(10 * leaning.probability) > 5


def test_leaning_needs_a_verbatim_quote() -> None:
    broken = [passage(n, PRO, tier="C", domain=f"c-{n}.example", broken=True) for n in range(9)]
    assert verdict(*broken).leaning is None


def test_snippets_may_give_a_leaning_never_a_firm_verdict() -> None:
    excerpts = [passage(n, CON, domain=f"a-{n}.example", kind=PassageKind.SNIPPET, strength=1.0) for n in range(9)]
    assert not verdict(*excerpts, risk="bold").label.firm


def test_review_of_a_listed_fact_checker_alone_is_firm() -> None:
    text = "Snopes rates the claim “The bridge reopened in March 2024” as “False”."
    review = evidence(CON, text=text, tier="checker", strength=0.8, kind=PassageKind.REVIEW)
    assert verdict(review, risk="cautious").label is Label.FALSE


def test_cautious_policy_gives_no_more_firm_verdicts_than_bold() -> None:
    least = [shipped().firm[risk] for risk in RISKS]
    assert least == sorted(least, reverse=True)
    assert least[-1] >= 0.5


def test_belief_contributions_match_the_decision() -> None:
    found = [*several_passages(PRO, 2, "A"), *several_passages(CON, 1, "B")]
    said = verdict(*found)
    assert {v.domain for v in said.belief.voices} == {e.rating.domain for e in found}
    assert said.belief.log_odds == math.fsum(v.log_odds for v in said.belief.voices)


def test_verdict_without_a_trust_gate_is_weighed() -> None:
    found = verdict(*several_passages(PRO, 2, "A"), *several_passages(CON, 2, "C", strength=0.7))
    assert not found.label.firm or found.trust.gate.passes
    assert Gate.WEIGHED.passes

"""Danger, veracity, honesty and explainability: each value changes for its own reasons."""

import pytest
from hypothesis import given

from backend.domain.article import PassageKind
from backend.domain.evidence import Stance
from backend.domain.trust import SourceTier
from backend.domain.verdict import Label, Rgba
from backend.verdict.decider import decide, shipped
from backend.verdict.rgba import concerns_harm, of_parts, rgba
from tests.evidence_maker import evidence
from tests.evidence_strategies import different

HARM, PLAIN = "Drinking bleach cures cancer", "The bridge reopened in March 2024"
RATED = "checker.org rates the claim “The bridge reopened in March 2024” as “Misleading”."


def _rgba(claim, items, label=Label.FALSE, tier=None):
    return rgba(claim, items, decide(items, shipped()).belief, tier, label)


def test_only_refuted_statements_about_harm_are_dangerous():
    pro, con = [evidence()], [evidence(Stance.REFUTES)]
    assert _rgba(HARM, con).danger > 0.5 > _rgba(HARM, pro).danger
    assert _rgba(PLAIN, con).danger == _rgba(PLAIN, pro).danger == 0.5


def test_danger_starts_from_the_page_rating():
    assert _rgba(PLAIN, [], tier=SourceTier.A).danger == pytest.approx(0.10)
    assert (
        _rgba(HARM, [evidence(Stance.REFUTES)], tier=SourceTier.A).danger
        < _rgba(HARM, [evidence(Stance.REFUTES)]).danger
    )


def test_veracity_equals_the_belief():
    items = [evidence()]
    assert _rgba(PLAIN, items).veracity == decide(items, shipped()).belief.probability


def test_only_missing_context_found_by_a_fact_checker_affects_honesty():
    rating = evidence(Stance.REFUTES, kind=PassageKind.REVIEW, text=RATED)
    assert _rgba(PLAIN, [rating], Label.MISLEADING).honesty < 0.5
    assert _rgba(PLAIN, [evidence(Stance.REFUTES)]).honesty == 0.5
    own_word = evidence(Stance.REFUTES, kind=PassageKind.REVIEW, text=RATED, tier="C")
    assert _rgba(PLAIN, [own_word]).honesty == 0.5, "a page's word about itself is nothing"


def test_quoted_sources_raise_explainability_and_conflicts_lower_it():
    one, two = [evidence()], [evidence(), evidence(tier="B", domain="b.example", text="It opened again.")]
    assert _rgba(PLAIN, []).explainability == 0.38
    assert _rgba(PLAIN, one).explainability == pytest.approx(0.96)
    assert _rgba(PLAIN, two).explainability > 0.96
    disputed = _rgba(PLAIN, two, Label.PARTIALLY_TRUE).explainability
    assert disputed == pytest.approx(_rgba(PLAIN, two).explainability - 0.15)


def test_whole_takes_the_worst_danger_and_honesty_of_its_parts():
    parts = [Rgba(danger=0.2, honesty=0.5, explainability=0.9), Rgba(danger=0.8, honesty=0.1, explainability=0.96)]
    assert of_parts(parts, 0.3) == Rgba(danger=0.8, veracity=0.3, honesty=0.1, explainability=0.9)
    assert of_parts([], 0.5) == Rgba()


@given(different())
def test_all_four_are_probabilities(items):
    found = _rgba(HARM, items)
    assert all(0 <= value <= 1 for value in (found.danger, found.veracity, found.honesty, found.explainability))


@pytest.mark.parametrize("text", ["Vaccines contain poison", "The bomb killed ten", "A scam empties accounts"])
def test_statements_about_harm_are_recognised(text):
    assert concerns_harm(text)
    assert not concerns_harm(PLAIN)

"""Which segments of a claim are covered, to what degree, and by which side."""

from dataclasses import replace

import pytest

from backend.domain.article import PassageKind
from backend.domain.coverage import Cover, TrustMode
from backend.domain.evidence import Stance
from backend.trust.coverage import coverage, covered
from backend.trust.match import match, semantic
from backend.trust.segments import segments_of
from backend.trust.settings import TRUST
from tests.evidence_maker import evidence

CLAIM = "The bridge reopened in March 2024"
NORMAL, CONFIDENCE = TRUST.mode(TrustMode.NORMAL), TRUST.mode(TrustMode.CONFIDENCE)


def only_segment(items, claim=CLAIM, figures=NORMAL):
    (segment,) = covered(claim, items, figures)
    return segment


@pytest.mark.parametrize("stance", [Stance.SUPPORTS, Stance.REFUTES])
@pytest.mark.parametrize(
    ("sure", "cover", "weight"),
    [
        (0.9, Cover.STRONG, 1.0),
        (0.55, Cover.STRONG, 1.0),
        (0.54, Cover.PARTIAL, 0.5),
        (0.30, Cover.PARTIAL, 0.5),
        (0.29, Cover.NONE, 0.0),
    ],
)
def test_support_and_refutation_cover_equally_by_strength(stance, sure, cover, weight):
    found = only_segment([evidence(stance, relevance=sure, strength=0.8)])
    assert (found.cover, found.weight) == (cover, weight)
    if cover is not Cover.NONE:
        assert found.sign == (1 if stance is Stance.SUPPORTS else -1)
        assert found.resolved


def test_strong_cover_needs_two_words_of_the_claim():
    loose = evidence(text="It opened again after repairs.")
    segment = segments_of("Zaragoza has trams, buses, ferries and funiculars")[0]
    assert match(segment, loose, NORMAL, whole=False).cover is Cover.NONE
    assert match(segment, replace(loose, quote=""), NORMAL, whole=True).cover is Cover.STRONG


def test_one_word_or_the_named_object_covers_partially():
    segment = segments_of(CLAIM)[0]
    named = evidence(text="In March they met.", relevance=0.6, strength=0.6)
    assert match(segment, named, NORMAL, whole=False).cover is Cover.PARTIAL
    assert match(segment, replace(named, relevance=0.8), NORMAL, whole=False).cover is Cover.STRONG


@pytest.mark.parametrize(
    ("kg_score", "text", "factor"),
    [(0.0, "Trams.", 1.0), (0.9, "Trams.", 0.7), (0.9, "A bridge.", 0.85), (0.9, "The bridge reopened.", 1.0)],
)
def test_passage_proposed_only_by_the_graph_needs_words_of_the_claim(kg_score, text, factor):
    segment = segments_of(CLAIM)[0]
    plain = evidence(text=text, relevance=0.5, strength=0.5)
    item = replace(plain, candidate=replace(plain.candidate, kg_score=kg_score))
    base = match(segment, plain, NORMAL, whole=False).relevance
    assert match(segment, item, NORMAL, whole=False).relevance == pytest.approx(base * factor)


def test_relevance_takes_the_better_of_anchors_and_words():
    segment = segments_of("Zinc oxide melts")[0]
    one = evidence(text="Zinc is a metal.", relevance=0.6, strength=0.6)
    assert match(segment, one, NORMAL, whole=False).relevance == pytest.approx(
        max(0.7 * 0.6 + 0.15, 0.6 * 0.6 + 0.4 / 3)
    )


def test_named_object_raises_relevance_and_a_missing_one_lowers_it():
    segment = segments_of("The bridge reopened")[0]
    named = evidence(text="It reopened.", relevance=0.65, strength=0.6)
    missing = evidence(text="A bridge.", relevance=0.75, strength=0.7)
    assert match(segment, named, NORMAL, whole=False).relevance == pytest.approx(0.7 * 0.65 + 0.15 + 0.08)
    assert match(segment, missing, NORMAL, whole=False).relevance == pytest.approx((0.7 * 0.75 + 0.15) * 0.85)


def test_the_semantic_score_is_absolute():
    assert semantic(evidence(relevance=0.4)) == pytest.approx(0.4)


def test_neutral_passages_cover_nothing():
    assert only_segment([evidence(Stance.NEUTRAL)]).cover is Cover.NONE


def test_lead_covers_at_most_partially():
    found = only_segment([evidence(kind=PassageKind.SNIPPET)])
    assert (found.cover, found.confirmed, found.sign) == (Cover.PARTIAL, False, 1)
    assert only_segment([evidence(kind=PassageKind.SNIPPET), evidence(text="It reopened in March 2024.")]).confirmed


def test_leads_on_both_sides_leave_a_segment_open():
    leads = [evidence(s, kind=PassageKind.SNIPPET, text=f"{s} it.") for s in (Stance.SUPPORTS, Stance.REFUTES)]
    assert only_segment(leads).sign == 0


def test_independent_sources_on_both_sides_contest_a_segment_that_stays_covered():
    found = only_segment(
        [evidence(), evidence(Stance.REFUTES, domain="other.gov", text="It stayed shut in March 2024.")]
    )
    assert (found.contested, found.sign, found.weight) == (True, 0, 1.0)


def test_segment_is_contested_if_the_strongest_passage_refutes_it():
    said = evidence(relevance=0.96, strength=0.8)
    outvoting = evidence(Stance.REFUTES, text="No bridge carries mobile networks.", relevance=0.78, strength=0.95)
    found = only_segment([said, outvoting])
    assert found.contested
    assert not only_segment([evidence(relevance=0.7, strength=0.7), outvoting]).contested


def test_stronger_unrated_page_does_not_contest_an_authority():
    blog = evidence(
        Stance.REFUTES, tier="C", text="The bridge did not reopen in March 2024.", relevance=0.99, strength=0.99
    )
    found = only_segment([evidence(relevance=0.8, strength=0.8), blog])
    assert (found.contested, found.sign) == (False, 1)


def test_a_claim_of_two_clauses_has_two_segments():
    segments = covered(
        "The old bridge was painted red in 1990; the new tunnel opened in May 2001",
        [evidence(text="The old bridge was painted red in 1990, the council said.")],
        NORMAL,
    )
    assert [s.cover for s in segments] == [Cover.STRONG, Cover.NONE]
    assert coverage(segments) == 0.5


@pytest.mark.parametrize(
    ("weights", "expected"), [((), 0.0), ((1.0,), 1.0), ((1.0, 0.5, 0.0), 0.5), ((1.0, 0.0, 0.0, 0.0), 0.25)]
)
def test_coverage_is_the_sum_of_the_weights_over_the_segments(weights, expected):
    one = only_segment([evidence()])
    assert coverage([replace(one, weight=w) for w in weights]) == expected


@pytest.mark.parametrize(
    "claim",
    [
        "The Food and Drug Administration approved the drug in 2019.",
        "Sanders and Warren voted for the bill.",
        "She won prizes in Physics and Chemistry",
        "Apples, oranges and bananas reduce the risk of stroke",
        "Water is wet and is nice",
        "",
    ],
)
def test_names_lists_and_fragments_are_not_split(claim):
    assert [s.text for s in segments_of(claim)] == [claim]


def test_clauses_are_recognised_by_their_verb():
    found = segments_of("The museum was founded in 1884 and was destroyed by fire in 1923")
    assert [s.text for s in found] == ["The museum was founded in 1884", "was destroyed by fire in 1923"]

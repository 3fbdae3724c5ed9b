"""The passages of a page that are judged together, and the stance that the page's passages get."""

from dataclasses import replace

from backend.domain.article import PassageKind
from backend.domain.evidence import Stance, StanceScores
from backend.domain.trust import SourceType
from tests.unit.stance.test_judge import LEANING, NEUTRAL, NO, YES, _candidate, _judge

CLAIM = "The bridge is shut"
RUMOUR = "Posts say that the bridge is shut."
DENIAL = "It carries cars as ever."
HALF_NO = StanceScores(supports=0.1, refutes=0.4, neutral=0.5)


def test_rumour_and_denial_of_one_page_refute_together():
    page = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    found, verifier = _judge(CLAIM, {f"{RUMOUR} {DENIAL}": NO, RUMOUR: YES}, *page)
    assert [(item.stance, item.scores) for item in found] == [(Stance.NEUTRAL, NO), (Stance.REFUTES, NO)]
    assert found[1].quote == DENIAL
    assert (f"{RUMOUR} {DENIAL}", CLAIM) in verifier.asked


def test_every_passage_on_the_side_of_the_page_gets_its_scores():
    texts = ("The bridge was shut on Monday.", "The bridge remains shut.", "Ducks like the shut bridge.")
    page = [_candidate(text, page="a") for text in texts]
    found, _ = _judge(CLAIM, {f"{texts[0]} {texts[1]}": LEANING, "shut": YES}, *page)
    assert [(item.stance, item.weak, item.scores) for item in found] == [(Stance.SUPPORTS, True, LEANING)] * 3


def test_weak_stance_becomes_firm_together_with_a_second_passage():
    page = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    found, _ = _judge(CLAIM, {f"{RUMOUR} {DENIAL}": NO, DENIAL: HALF_NO}, *page)
    assert [(item.stance, item.weak) for item in found] == [(Stance.NEUTRAL, False), (Stance.REFUTES, False)]


def test_page_whose_passages_are_undecided_together_has_no_stance():
    page = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    found, _ = _judge(CLAIM, {f"{RUMOUR} {DENIAL}": NEUTRAL, RUMOUR: YES}, *page)
    assert [(item.stance, item.quote) for item in found] == [(Stance.NEUTRAL, "")] * 2


def test_passages_are_joined_in_the_order_of_the_page_without_repeating_a_sentence():
    late, early = (_candidate(text, page="a") for text in (f"{RUMOUR} {DENIAL}", f"It is old. {RUMOUR}"))
    late = replace(late, passage=replace(late.passage, start=10))
    early = replace(early, passage=replace(early.passage, start=0))
    _, verifier = _judge(CLAIM, {"shut": YES}, late, early)
    assert f"It is old. {RUMOUR} {DENIAL}" in [text for text, _ in verifier.asked]


def test_title_of_a_fact_checker_or_of_a_reviewed_page_is_left_out():
    checker = _candidate(RUMOUR, title="Bridge claims")
    checker = replace(checker, rating=replace(checker.rating, type=SourceType.FACT_CHECKER))
    reviewed = _candidate(RUMOUR, title="Bridge claims", page="a")
    review = _candidate("checker.example rates the claim “The bridge is open” as “False”.", page="a")
    review = replace(review, passage=replace(review.passage, kind=PassageKind.REVIEW))
    _, verifier = _judge(CLAIM, {"shut": YES}, checker, reviewed, review)
    assert not any(text.startswith("Bridge claims") for text, _ in verifier.asked)


def test_built_in_facts_and_passages_of_different_pages_are_judged_alone():
    pages = [_candidate(text) for text in (RUMOUR, DENIAL)]
    facts = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    facts = [replace(fact, passage=replace(fact.passage, kind=PassageKind.SEED)) for fact in facts]
    for alone in (pages, facts):
        _, verifier = _judge(CLAIM, {"shut": YES}, *alone)
        assert all(text in (RUMOUR, DENIAL) for text, _ in verifier.asked)

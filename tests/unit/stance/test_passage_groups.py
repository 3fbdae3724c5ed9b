"""The passages of a page that are judged together, and the stance that the page's passages get."""

from dataclasses import replace

import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import Origin, Stance, StanceScores
from backend.domain.trust import SourceType
from backend.stance.passage_groups import joined
from tests.unit.stance.test_judge import LEANING, NEUTRAL, NO, YES, _candidate, _judge

CLAIM = "The bridge is shut"
RUMOUR = "Posts say that the bridge is shut."
DENIAL = "It carries cars as ever."
HALF_NO = StanceScores(supports=0.1, refutes=0.4, neutral=0.5)


def test_rumour_and_denial_of_one_page_cancel_each_other():
    page = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    found, verifier = _judge(CLAIM, {f"{RUMOUR} {DENIAL}": NO, RUMOUR: YES}, *page)
    assert [(item.stance, item.quote) for item in found] == [(Stance.NEUTRAL, "")] * 2
    assert (f"{RUMOUR} {DENIAL}", CLAIM) in verifier.asked


def test_denial_has_the_stance_of_the_page_weakly_if_the_joint_scores_outweigh_the_rumour():
    page = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    found, _ = _judge(CLAIM, {f"{RUMOUR} {DENIAL}": NO, RUMOUR: LEANING}, *page)
    assert [(item.stance, item.quote) for item in found] == [(Stance.NEUTRAL, ""), (Stance.REFUTES, DENIAL)]
    assert (found[1].scores.refutes, found[1].weak) == (pytest.approx(0.475), True)


def test_passages_with_the_stance_of_the_page_get_the_mean_of_its_scores():
    texts = ("The bridge was shut on Monday.", "It is old.", "The bridge remains shut.", "Ducks like the shut bridge.")
    page = [_candidate(text, page="a") for text in texts]
    found, _ = _judge(CLAIM, {f"{texts[0]} {texts[2]}": LEANING, "shut": YES}, *page)
    sided = [(item.stance, item.weak) for item in found if item.scores.supports == pytest.approx(0.65)]
    assert sided == [(Stance.SUPPORTS, False)] * 3
    assert (found[1].stance, found[1].scores) == (Stance.NEUTRAL, NEUTRAL)


def test_page_whose_passages_are_undecided_together_has_its_stance_only_weakly():
    page = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    found, _ = _judge(CLAIM, {f"{RUMOUR} {DENIAL}": NEUTRAL, RUMOUR: YES}, *page)
    assert [(item.stance, item.weak) for item in found] == [(Stance.SUPPORTS, True), (Stance.NEUTRAL, False)]


def test_joint_stance_is_never_given_to_a_passage_with_the_opposite_stance():
    page = [_candidate(text, page="a") for text in (RUMOUR, f"Again: {RUMOUR}")]
    found, _ = _judge(CLAIM, {f"{RUMOUR} Again: {RUMOUR}": NO, "shut": YES}, *page)
    assert [item.stance for item in found] == [Stance.NEUTRAL] * 2


def test_title_precedes_the_joint_text_except_on_the_page_of_a_fact_checker():
    page = [_candidate(text, title="Bridge news", page="a") for text in (RUMOUR, DENIAL)]
    joint = f"{RUMOUR} {DENIAL}"
    _, verifier = _judge(CLAIM, {RUMOUR: YES}, *page)
    assert f"Bridge news. {joint}" in [text for text, _ in verifier.asked]
    checker = [replace(item, rating=replace(item.rating, type=SourceType.FACT_CHECKER)) for item in page]
    _, verifier = _judge(CLAIM, {RUMOUR: YES}, *checker)
    assert joint in [text for text, _ in verifier.asked]


def test_unconfirmed_passages_and_those_not_judged_alone_are_in_no_group():
    rumour, denial = (_candidate(text, page="a") for text in (RUMOUR, DENIAL))
    stored = replace(denial, quarantined=True, origin=Origin.KNOWLEDGE)
    far = _candidate(DENIAL, similarity=0.1, page="a")
    for other in (stored, far):
        found, verifier = _judge(CLAIM, {RUMOUR: YES}, rumour, other)
        assert f"{RUMOUR} {DENIAL}" not in [text for text, _ in verifier.asked]
        assert found[0].stance is Stance.SUPPORTS


def test_passage_against_the_joint_stance_becomes_neutral():
    page = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    found, _ = _judge(CLAIM, {f"{RUMOUR} {DENIAL}": LEANING, DENIAL: HALF_NO, RUMOUR: YES}, *page)
    assert [item.stance for item in found] == [Stance.SUPPORTS, Stance.NEUTRAL]


def test_overlapping_passages_are_joined_in_the_order_of_the_page():
    assert joined(f"It is old. {RUMOUR}", f"{RUMOUR} {DENIAL}") == f"It is old. {RUMOUR} {DENIAL}"
    assert joined(f"{RUMOUR} {DENIAL}", f"It is old. {RUMOUR}") == f"It is old. {RUMOUR} {DENIAL}"
    assert joined(f"{RUMOUR} False.", f"{DENIAL} False. It is old.") == f"{RUMOUR} False. {DENIAL} False. It is old."
    late, early = (_candidate(text, page="a") for text in (DENIAL, RUMOUR))
    late, early = (replace(c, passage=replace(c.passage, start=at)) for c, at in ((late, 10), (early, 0)))
    _, verifier = _judge(CLAIM, {RUMOUR: YES}, late, early)
    assert f"{RUMOUR} {DENIAL}" in [text for text, _ in verifier.asked]


def test_built_in_facts_and_passages_of_different_pages_are_judged_alone():
    pages = [_candidate(text) for text in (RUMOUR, DENIAL)]
    facts = [_candidate(text, page="a") for text in (RUMOUR, DENIAL)]
    facts = [replace(fact, passage=replace(fact.passage, kind=PassageKind.SEED)) for fact in facts]
    for alone in (pages, facts):
        _, verifier = _judge(CLAIM, {"shut": YES}, *alone)
        assert all(text in (RUMOUR, DENIAL) for text, _ in verifier.asked)

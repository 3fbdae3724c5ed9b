"""Combining the parts of a claim into the verdict on the whole."""

from dataclasses import replace

import pytest

from backend.domain.evidence import Stance
from backend.domain.verdict import Belief, Label, Leaning, LeaningLabel, SegmentStatus, Voice
from backend.verdict import combine
from backend.verdict.bayes import probability
from backend.verdict.combine import headline
from backend.verdict.contract import status_of
from tests.api_world import make_part
from tests.each_row import each_row
from tests.evidence_strategies import passage

T, F, P, M, N = Label.TRUE, Label.FALSE, Label.PARTIALLY_TRUE, Label.MISLEADING, Label.NOT_ENOUGH_EVIDENCE
YES, NO, PARTLY = LeaningLabel.PROBABLY_TRUE, LeaningLabel.PROBABLY_FALSE, LeaningLabel.PROBABLY_PARTLY_TRUE
ODDS = {T: 2.0, F: -2.0, P: 0.3, M: -0.5, N: 0.0}


def _part(label, n, *, odds=None, passages=None, confidence=0.9):
    found = ODDS[label] if odds is None else odds
    names = passages or [f"p{n}"]
    heard = tuple(Voice(domain=f"d{name}", passage=name, log_odds=found / len(names)) for name in names if found)
    share = 0.98 if found > 0 else 0.02 if found < 0 else 0.5
    believed = Belief(log_odds=found, probability=probability(found), consensus=share, certainty=0.6, voices=heard)
    status = status_of(label, believed.probability, strong=True)
    return replace(make_part(label, (), text=f"Part {n}", n=n), belief=believed, status=status, confidence=confidence)


def _parts(*labels):
    return [_part(label, n) for n, label in enumerate(labels)]


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        ([T], T), ([F], F), ([N], N), ([T, T], T), ([F, F], F), ([T, F], P),
        ([F, N], F), ([P, T], P), ([M, T], M), ([T, N], N), ([N, N], N), ([F, P], P), ([F, M], F),
    ],
)  # fmt: skip
def test_headline_follows_the_documented_order(parts, whole):
    assert headline(parts) is whole


@pytest.mark.parametrize(
    ("labels", "truth"),
    [
        ([T, F], 35.0),
        ([T, T, F], 56.7),
        ([F, N], 2.5),
        ([T, T], 85.0),  # The diversity ceiling caps the value although the parts agree.
        ([F, F], 0.0),
    ],
)
def test_truthfulness_is_computed_over_all_parts(labels, truth):
    parts = [replace(p, trust=replace(p.trust, diversity=0.0), truthfulness_percent=95.0) for p in _parts(*labels)]
    assert combine.truth(parts, headline(labels)) == truth


def test_conjunction_has_the_belief_of_its_weakest_part():
    parts = [_part(T, 1, odds=2.0), _part(T, 2, odds=0.6)]
    assert combine.belief(parts, T) == parts[1].belief
    parts = [_part(F, 1, odds=-2.0), _part(N, 2)]
    assert combine.belief(parts, F) == parts[0].belief


def test_belief_of_a_mixed_whole_agrees_with_its_truthfulness():
    for labels in ([T, F], [T, T, F], [T, F, F]):
        parts = _parts(*labels)
        held, believed = combine.truth(parts, P), combine.belief(parts, P)
        assert (held - 50) * (believed.probability - 0.5) >= 0


def test_passage_about_two_parts_counts_once():
    both = [_part(T, 1, passages=["same"]), _part(N, 2, odds=1.5, passages=["same"])]
    own = [_part(T, 1, passages=["one"]), _part(N, 2, odds=1.5, passages=["two"])]
    assert len(combine.belief(both, N).voices) == 1
    assert len(combine.belief(own, N).voices) == 2


def test_single_part_determines_the_whole():
    part = _part(T, 1, confidence=0.83)
    assert combine.belief([part], T) is part.belief
    assert combine.confidence([part], T) == 0.83
    assert combine.truth([part], T) == part.truthfulness_percent


def test_unresolved_parts_lower_the_confidence_of_the_whole():
    assert combine.confidence(_parts(F, N), F) == pytest.approx(0.40 + 0.35 / 2)
    assert combine.confidence(_parts(T, F), P) <= 0.65
    assert combine.confidence([_part(N, 1, confidence=0.35), _part(N, 2, confidence=0.2)], N) == 0.2


def test_evidence_of_all_parts_is_shown_once_and_as_it_decides():
    decides, related = passage(1, Stance.SUPPORTS), passage(1, Stance.NEUTRAL)
    one, two = replace(_part(T, 1), evidence=(related,)), replace(_part(T, 2), evidence=(decides,))
    assert combine.merged_evidence([one, two]) == (decides,)


def test_every_part_status_maps_to_one_headline():
    for label in (T, F, P, M, N):
        assert headline([label]) is label
        assert isinstance(_part(label, 1).status, SegmentStatus)


def _leaning(part, side, probability=0.7):
    return replace(part, leaning=Leaning(label=side, probability=probability))


@pytest.mark.parametrize(
    ("labels", "sides", "whole"),
    [
        ([N], [YES], YES), ([N], [NO], NO), ([N], [None], None),
        ([T, N], [None, YES], YES), ([N, N], [YES, YES], YES), ([N, N], [YES, None], None),
        ([N, N], [NO, None], NO), ([N, N], [NO, NO], NO), ([N, N], [NO, YES], PARTLY), ([T, N], [None, NO], PARTLY),
        ([T, N, N], [None, NO, None], PARTLY), ([T, N], [None, None], None),
    ],
)  # fmt: skip
def test_leaning_of_a_whole_follows_from_labels_and_leanings_of_its_parts(labels, sides, whole):
    parts = [_leaning(p, side) if side else p for p, side in zip(_parts(*labels), sides, strict=True)]
    found = combine.leaning(parts, headline(labels))
    assert (found.label if found else None) is whole


def test_leaning_of_a_whole_follows_its_weakest_or_strongest_part():
    one, other = _parts(N, N)
    for side, expected in ((YES, 0.6), (NO, 0.8)):
        found = combine.leaning([_leaning(one, side, 0.6), _leaning(other, side, 0.8)], N)
        assert found.probability == expected


@each_row(
    ("labels", "leanings", "expected"),
    [
        ([N, N], [(YES, 0.7), (NO, 0.7)], 0.58),
        ([N, N], [(YES, 0.8), (NO, 0.6)], 0.56),
        ([T, N], [0.9, (NO, 0.7)], 0.66),
        ([T, N, N], [0.9, (YES, 0.7), (NO, 0.8)], 0.8),
        ([N, N, N], [(YES, 0.58), (YES, 0.58), (NO, 0.58)], 0.58),
    ],
)
def test_partly_true_is_as_probable_as_a_true_and_a_false_part(labels, leanings, expected):
    parts = [
        _leaning(part, *found) if isinstance(found, tuple) else replace(part, confidence=found)
        for part, found in zip(_parts(*labels), leanings, strict=True)
    ]
    assert combine.leaning(parts, N) == Leaning(label=PARTLY, probability=expected)


def test_undecided_part_does_not_change_how_probable_partly_true_is():
    true, leaning_part, undecided = _parts(T, N, N)
    decided = [true, _leaning(leaning_part, NO)]
    assert combine.leaning([*decided, undecided], N) == combine.leaning(decided, N)


def test_parts_near_even_odds_do_not_make_a_claim_partly_true():
    one, other = _parts(N, N)
    assert combine.leaning([_leaning(one, YES, 0.6), _leaning(other, NO, 0.6)], N) is None


def test_a_firm_whole_does_not_lean():
    false, open_part = _parts(F, N)
    assert combine.leaning([false, _leaning(open_part, NO)], F) is None

"""Confidence, truthfulness and evidence quality: the inputs that raise these values, and their caps."""

from dataclasses import replace

import pytest

from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import TrustReport
from backend.domain.verdict import Label
from backend.domain.verdict import SegmentStatus as S
from backend.rank.scores import known_features
from backend.verdict.confidence import Circumstances, certainty, confidence, of_parts
from backend.verdict.contract import Guards, status_of, truthfulness
from backend.verdict.quality import evidence_quality
from tests.evidence_maker import evidence

CLAIM = "The bridge reopened in March 2024"
PRO = [evidence(), evidence(tier="B", domain="b.example", text="It opened again that spring.")]
CON = [evidence(Stance.REFUTES), evidence(Stance.REFUTES, tier="B", domain="b.example", text="It is still shut.")]
TRUST = TrustReport(
    mode="normal", coverage=1, diversity=1, agreement=1, trust_post=0.8, fixed=0.8, threshold_met=True, reason=""
)


def _confidence(label, items, trust=TRUST, certain=0.95, **around):
    return confidence(label, items, trust, certain, Circumstances(**around))


def test_clear_refutation_has_the_confidence_of_clear_support():
    assert certainty(0.0, 0.02, 0.5) == certainty(100.0, 0.98, 0.5)
    true, false = (_confidence(label, PRO, probability=0.8) for label in (Label.TRUE, Label.FALSE))
    assert true == false == 0.8


def test_certainty_stays_under_the_diversity_ceiling():
    assert certainty(100.0, 0.98, 0.0) == 0.85


def test_undecided_cap_is_applied_last():
    assert _confidence(Label.NOT_ENOUGH_EVIDENCE, PRO * 9) == 0.35
    assert _confidence(Label.NOT_ENOUGH_EVIDENCE, PRO * 9, comparative=True) == 0.45
    assert _confidence(Label.NOT_ENOUGH_EVIDENCE, [], replace(TRUST, coverage=0)) == 0.0


def test_conflict_never_gives_high_confidence():
    assert _confidence(Label.PARTIALLY_TRUE, PRO) <= 0.65


def test_evidence_against_the_better_side_of_a_conflict_lowers_confidence():
    thin = replace(TRUST, coverage=0, agreement=0.5)
    sure = _confidence(Label.PARTIALLY_TRUE, PRO, thin)
    assert _confidence(Label.PARTIALLY_TRUE, PRO, thin, opposed=0.4) == pytest.approx(sure - 0.1)


@pytest.mark.parametrize("label", [Label.TRUE, Label.FALSE, Label.PARTIALLY_TRUE])
def test_old_sources_lower_confidence(label):
    thin = replace(TRUST, coverage=0, agreement=0.5)
    sure = _confidence(label, PRO, thin, probability=0.8)
    assert _confidence(label, PRO, thin, probability=0.8, outdated=True) == pytest.approx(sure - 0.15)


def test_confidence_in_a_conflict_never_exceeds_the_best_passage():
    weak = [evidence(strength=0.55), evidence(strength=0.6, tier="B", domain="b.example", text="It opened, they say.")]
    assert _confidence(Label.PARTIALLY_TRUE, weak) <= 0.6


@pytest.mark.parametrize(
    ("parts", "statuses", "whole", "most"),
    [
        ([(Label.TRUE, 0.9), (Label.TRUE, 0.7)], [S.VALID, S.VALID], Label.TRUE, 0.7),
        ([(Label.FALSE, 0.9), (Label.NOT_ENOUGH_EVIDENCE, 0.1)], [S.INVALID, S.UNKNOWN], Label.FALSE, 0.575),
        (
            [(Label.FALSE, 0.9), (Label.TRUE, 0.9), (Label.NOT_ENOUGH_EVIDENCE, 0.1)],
            [S.INVALID, S.VALID, S.UNKNOWN],
            Label.FALSE,
            0.55,
        ),
        ([(Label.TRUE, 0.9), (Label.FALSE, 0.9)], [S.VALID, S.INVALID], Label.PARTIALLY_TRUE, 0.65),
        ([(Label.TRUE, 0.9), (Label.NOT_ENOUGH_EVIDENCE, 0.3)], [S.VALID, S.UNKNOWN], Label.NOT_ENOUGH_EVIDENCE, 0.35),
    ],
)
def test_whole_has_the_confidence_of_its_least_certain_deciding_part(parts, statuses, whole, most):
    sufficient = S.UNKNOWN not in statuses
    assert of_parts(parts, statuses, whole, comparative=False, sufficient=sufficient) <= most


def test_a_part_that_did_not_pass_its_gate_caps_the_whole():
    """The cap is .55 if parts are also unresolved, otherwise .62 (docs/design.md#confidence)."""
    parts, statuses = [(Label.FALSE, 0.9), (Label.TRUE, 0.9), (Label.TRUE, 0.9)], [S.INVALID, S.VALID, S.UNKNOWN]
    assert of_parts(parts, statuses, Label.FALSE, comparative=False, sufficient=True) == round(0.40 + 0.35 * 2 / 3, 4)
    assert of_parts(parts, statuses, Label.FALSE, comparative=False, sufficient=False) == 0.55


@pytest.mark.parametrize(
    ("label", "probability", "strong", "status"),
    [
        (Label.TRUE, 0.9, True, S.STRONGLY_VALID),
        (Label.TRUE, 0.9, False, S.VALID),
        (Label.FALSE, 0.1, True, S.INVALID),
        (Label.PARTIALLY_TRUE, 0.6, True, S.PARTIALLY_VALID),
        (Label.PARTIALLY_TRUE, 0.4, True, S.PARTIALLY_INVALID),
        (Label.MISLEADING, 0.4, False, S.PARTIALLY_INVALID),
        (Label.NOT_ENOUGH_EVIDENCE, 0.9, True, S.UNKNOWN),
    ],
)
def test_part_status_follows_label_and_strength(label, probability, strong, status):
    assert status_of(label, probability, strong=strong) is status


def test_a_misleading_claim_is_never_mostly_true():
    assert truthfulness([S.PARTIALLY_VALID], Label.MISLEADING, Guards(probability=0.8)) == 55.0


def test_absolute_claim_without_an_absolute_source_is_not_fully_true():
    assert truthfulness([S.STRONGLY_VALID], Label.TRUE, Guards(probability=0.9, unqualified=True)) <= 89.9


def test_quality_is_the_same_for_either_side_and_bounded_by_diversity():
    assert evidence_quality(CLAIM, [], 1.0) == 0
    assert evidence_quality(CLAIM, PRO, 1.0) > 70
    assert evidence_quality(CLAIM, PRO[:1], 0.0) <= 85
    turned = [replace(e, stance=Stance.REFUTES) for e in PRO]
    assert evidence_quality(CLAIM, turned, 1.0) == evidence_quality(CLAIM, PRO, 1.0)


def _flagged(item: Evidence, **flags: float) -> Evidence:
    candidate = replace(item.candidate, features=known_features(item.candidate)._replace(**flags))
    return replace(item, candidate=candidate)


def test_hearsay_hedging_and_opposition_lower_quality():
    plain = evidence_quality(CLAIM, PRO[:1], 0.0)
    unsure, hearsay = (_flagged(PRO[0], **{flag: 1.0}) for flag in ("uncertain", "mention"))
    for worse in ([unsure], [hearsay], [PRO[0], CON[1]]):
        assert evidence_quality(CLAIM, worse, 0.0) < plain

"""The formulas of design 000 (docs/design.md#founding-designs), with its own numbers and with numbers measured on the original."""

from dataclasses import replace

import pytest

from backend.domain.trust import TrustReport
from backend.domain.verdict import Label
from backend.domain.verdict import SegmentStatus as S
from backend.verdict.confidence import Circumstances, composite, confidence, contract_cap, undecided_cap
from backend.verdict.contract import Guards, truth_score, truthfulness, weight
from backend.verdict.quality import relevance, support
from tests.evidence_maker import evidence

FULL = TrustReport(
    mode="normal", coverage=1, diversity=1, agreement=1, trust_post=1, fixed=1, threshold_met=True, reason=""
)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (S.STRONGLY_VALID, 1.0), (S.VALID, 1.0), (S.PARTIALLY_VALID, 0.75), (S.UNKNOWN, 0.45), (S.PARTIALLY_INVALID, 0.25),
        (S.INVALID, 0.0),
    ],
)  # fmt: skip
def test_status_weights(status, expected):
    assert weight(status) == expected


@pytest.mark.parametrize(
    ("statuses", "score"),
    [
        ([S.VALID], 1.0),
        ([S.STRONGLY_VALID, S.STRONGLY_VALID], 1.0),
        ([S.PARTIALLY_VALID], 0.75),
        ([S.PARTIALLY_INVALID], 0.25),
        ([S.INVALID], 0.0),
        ([S.UNKNOWN], 0.35),  # .45 - .10
        ([S.INVALID, S.VALID], 0.35),  # .5 - .30 x 1/2, where the original reports 50.0
        ([S.VALID, S.VALID, S.INVALID], 2 / 3 - 0.10),
        ([S.VALID, S.UNKNOWN], 0.675),  # .725 - .05
        ([S.VALID] * 9 + [S.UNKNOWN], 0.89),  # The claim is only supported and unresolved, so the value is capped.
        ([S.INVALID, S.PARTIALLY_INVALID], 0.0),
        ([S.INVALID, S.UNKNOWN], 0.025),  # .225 - .15 - .05
    ],
)
def test_truth_score(statuses, score):
    assert truth_score(statuses) == pytest.approx(score)


def test_false_verdict_without_support_has_low_truth_score():
    assert truth_score([S.INVALID] + [S.PARTIALLY_INVALID] * 9) <= 0.12


def test_fully_supported_true_verdict_is_near_certain_unless_contradicted():
    assert truth_score([S.STRONGLY_VALID]) >= 0.98
    assert truth_score([S.STRONGLY_VALID], [0.4]) == pytest.approx(1 - 0.30 * 0.4)


@pytest.mark.parametrize(("diversity", "ceiling"), [(0.0, 85.0), (0.5, 90.0), (1.0, 95.0)])
def test_diversity_ceiling(diversity, ceiling):
    assert truthfulness([S.STRONGLY_VALID], Label.TRUE, Guards(probability=0.9, diversity=diversity)) == ceiling


@pytest.mark.parametrize(("probability", "percent"), [(0.0, 35.0), (0.5, 50.0), (1.0, 65.0)])
def test_undecided_truthfulness_is_between_35_and_65_and_follows_the_belief(probability, percent):
    assert truthfulness([S.UNKNOWN], Label.NOT_ENOUGH_EVIDENCE, Guards(probability=probability)) == percent


@pytest.mark.parametrize(
    ("semantic", "graph", "expected"), [(0.5, 0.8, 0.59), (1.0, 1.0, 1.0), (0.6, 0.9, 0.69), (0.6, 0.0, 0.6)]
)
def test_relevance_is_seven_tenths_semantic_and_three_tenths_graph(semantic, graph, expected):
    assert relevance(semantic, graph) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("rel", "anchored", "overlap", "credibility", "expected"),
    [
        (1.0, 1.0, 1.0, 1.0, 1.0),
        (0.8, 0.5, 0.6, 0.9, 0.56 + 0.075 + 0.06 + 0.045),
        (0.8, 0.5, 0.1, 0.9, 0.6 * (0.56 + 0.075 + 0.01 + 0.045)),
    ],
)
def test_segment_support(rel, anchored, overlap, credibility, expected):
    assert support(rel, anchored, overlap, credibility) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("certain", "coverage", "agreement", "diversity", "trust", "expected"),
    [
        (0.9, 0.5, 1.0, 0.6, 0.7, 0.27 + 0.125 + 0.20 + 0.09 + 0.07),
        (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        (1.0, 0.8, 0.0, 0.0, 0.0, 0.75),  # Coverage of .8 or more gives at least three quarters of the truthfulness.
        (1.0, 0.79, 0.0, 0.0, 0.0, 0.30 + 0.1975),
    ],
)
def test_confidence_composite(certain, coverage, agreement, diversity, trust, expected):
    figures = replace(FULL, coverage=coverage, agreement=agreement, diversity=diversity, trust_post=trust)
    assert composite(certain, figures) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("statuses", "sufficient", "cap"),
    [
        ([S.VALID], True, 0.95),
        ([S.VALID, S.UNKNOWN], True, 0.40 + 0.35 / 2),
        ([S.UNKNOWN], True, 0.40),
        ([S.VALID], False, 0.62),
        ([S.VALID, S.VALID, S.VALID, S.UNKNOWN], False, 0.55),
    ],
)
def test_contract_cap(statuses, sufficient, cap):
    assert contract_cap(statuses, sufficient=sufficient) == pytest.approx(cap)


def test_undecided_caps():
    assert (undecided_cap(comparative=False), undecided_cap(comparative=True)) == (0.35, 0.45)


def test_confidence_is_capped_at_95():
    assert confidence(Label.TRUE, [evidence()], FULL, 1.0, Circumstances(probability=0.999)) == 0.95

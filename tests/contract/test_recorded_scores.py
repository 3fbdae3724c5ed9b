"""A verifier with recorded scores behaves like the verifier itself and ignores the scores of other verifiers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from backend.domain.evidence import StanceScores, StanceThresholds
from tests.recorded_scores import TOLERATED, Pair, RecordedScores, RecordedVerifier, in_sample

PAIRS = [(f"Passage {n}.", "A claim.") for n in range(200)]
SAMPLE = [pair for pair in PAIRS if in_sample(pair)]


class Counting:
    """Gives every pair the same scores and records its input."""

    model_id = "counting@1"
    thresholds = StanceThresholds()

    def __init__(self, supports: float) -> None:
        self.scores = StanceScores(supports=supports, refutes=0.0, neutral=1.0 - supports)
        self.asked: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> tuple[StanceScores, ...]:
        self.asked += pairs
        return (self.scores,) * len(pairs)


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    path = tmp_path / "manifest.json"
    path.write_text("the model")
    return path


@pytest.fixture
def path(tmp_path: Path, manifest: Path) -> Path:
    """A file with recorded scores for every pair, with a probability of 0.7 that the passage supports the claim."""
    record = RecordedScores(tmp_path / "scores.npz", [manifest])
    RecordedVerifier(Counting(0.7), record).judge(PAIRS)
    record.write()
    return tmp_path / "scores.npz"


def test_only_new_pairs_and_a_sample_of_the_recorded_ones_are_judged(path: Path, manifest: Path) -> None:
    verifier = Counting(0.75)
    new = ("Another passage.", "A claim.")
    found = RecordedVerifier(verifier, RecordedScores(path, [manifest])).judge([*PAIRS, new, new])
    assert [score.supports for score in found] == [0.7] * len(PAIRS) + [0.75] * 2
    assert verifier.asked == [*SAMPLE, new]


def test_scores_of_other_weights_or_another_calibration_are_not_used(path: Path, manifest: Path) -> None:
    manifest.write_text("another model")
    verifier = Counting(0.2)
    found = RecordedVerifier(verifier, RecordedScores(path, [manifest])).judge(PAIRS)
    assert [score.supports for score in found] == [0.2] * len(PAIRS)


def test_scores_that_differ_from_the_recorded_ones_are_detected(path: Path, manifest: Path) -> None:
    assert len(SAMPLE) > TOLERATED
    with pytest.raises(AssertionError, match="not the verifier's"):
        RecordedVerifier(Counting(0.2), RecordedScores(path, [manifest])).judge(PAIRS)


def test_processes_add_to_one_record(path: Path, manifest: Path) -> None:
    """Each process starts before any other process writes."""
    both = [RecordedScores(path, [manifest]) for _ in range(2)]
    for number, record in enumerate(both):
        RecordedVerifier(Counting(0.5), record).judge([(f"New {number}.", "A claim.")])
    for record in both:
        record.write()
    assert len(RecordedScores(path, [manifest])) == len(PAIRS) + 2

"""The judge scores exactly the pairs that the screen did not rule out."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.providers.cascade import CascadeVerifier

OFF_TOPIC = StanceScores(supports=0.02, refutes=0.02, neutral=0.96)
UNSURE = StanceScores(supports=0.4, refutes=0.3, neutral=0.3)
SURE = StanceScores(supports=0.05, refutes=0.93, neutral=0.02)


class Scripted:
    """A verifier with one score for all passages that contain a given word. It records its input."""

    def __init__(self, name: str, word: str, said: StanceScores, otherwise: StanceScores) -> None:
        self.model_id = name
        self.thresholds = StanceThresholds(margin=len(name) / 100)
        self.asked: list[tuple[str, str]] = []
        self._word, self._said, self._otherwise = word, said, otherwise

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        self.asked += pairs
        return tuple(self._said if self._word in passage else self._otherwise for passage, _ in pairs)


def cascade() -> tuple[CascadeVerifier, Scripted, Scripted]:
    screen = Scripted("screen", "bridge", UNSURE, OFF_TOPIC)
    judge = Scripted("larger judge", "bridge", SURE, SURE)
    return CascadeVerifier(screen, judge), screen, judge


def test_judge_reads_only_pairs_that_pass_the_screen():
    both, screen, judge = cascade()
    pairs = [("Ducks swim.", "c"), ("The bridge fell.", "c"), ("Rain.", "c")]
    assert both.judge(pairs) == (OFF_TOPIC, SURE, OFF_TOPIC)
    assert screen.asked == pairs
    assert judge.asked == [("The bridge fell.", "c")]


def test_equal_pairs_get_equal_scores():
    both, _, _ = cascade()
    assert both.judge([("The bridge fell.", "c"), ("The bridge fell.", "c")]) == (SURE, SURE)


def test_no_pairs_give_no_answers():
    both, _, _ = cascade()
    assert both.judge([]) == ()


def test_cascade_uses_the_judges_thresholds_and_names_both_models():
    both, screen, judge = cascade()
    assert both.thresholds == judge.thresholds
    assert screen.model_id in both.model_id
    assert judge.model_id in both.model_id

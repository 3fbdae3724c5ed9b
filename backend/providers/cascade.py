"""Combines two verifiers: a small one screens every pair, a larger one judges the pairs that may be decisive."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.ports import Verifier

MAX_NEUTRAL = 0.9
"""Largest p(neutral) of the screen with which a pair is passed on to the judge; docs/verifier.md shows the cost and the savings."""


class CascadeVerifier:
    """A `Verifier` (backend.ports). Each pair is decided on its own, so its result never depends on the other pairs of the batch."""

    def __init__(self, screen: Verifier, judge: Verifier, *, max_neutral: float = MAX_NEUTRAL) -> None:
        self._screen = screen
        self._judge = judge
        self._max_neutral = max_neutral

    @property
    def model_id(self) -> str:
        """Both names, because the result depends on both models."""
        return f"{self._judge.model_id}+{self._screen.model_id}"

    @property
    def thresholds(self) -> StanceThresholds:
        """The thresholds of the judge; pairs that only the screen has seen are neutral."""
        return self._judge.thresholds

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """The judge's scores for pairs that the screen passed on, and the screen's for the others. Raises what the two raise."""
        screened = self._screen.judge(pairs)
        telling = [pair for pair, scores in zip(pairs, screened, strict=True) if scores.neutral <= self._max_neutral]
        judged = dict(zip(telling, self._judge.judge(telling), strict=True))
        return tuple(judged.get(pair, scores) for pair, scores in zip(pairs, screened, strict=True))

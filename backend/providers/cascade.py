"""Combines two verifiers: a small one screens all pairs, and a larger one judges those that may be decisive."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.ports import Verifier

MAX_NEUTRAL = 0.9
"""Maximum p(neutral) from the screen at which a pair is passed to the judge (cost and savings: docs/verifier.md)."""


class CascadeVerifier:
    """A `Verifier` (backend.ports) that combines two verifiers. No result depends on the other pairs in the batch."""

    def __init__(self, screen: Verifier, judge: Verifier, *, max_neutral: float = MAX_NEUTRAL) -> None:
        self._screen = screen
        self._judge = judge
        self._max_neutral = max_neutral

    @property
    def model_id(self) -> str:
        """The names of both models, because the result depends on both."""
        return f"{self._judge.model_id}+{self._screen.model_id}"

    @property
    def thresholds(self) -> StanceThresholds:
        """The thresholds of the judge. Pairs that are not passed to the judge are neutral."""
        return self._judge.thresholds

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """Return the judge's scores for the pairs that it judged, and the screen's scores for the others.

        Raises ClaimTooLong.
        """
        screened = self._screen.judge(pairs)
        possibly_decisive = [
            pair for pair, scores in zip(pairs, screened, strict=True) if scores.neutral <= self._max_neutral
        ]
        judged = dict(zip(possibly_decisive, self._judge.judge(possibly_decisive), strict=True))
        return tuple(judged.get(pair, scores) for pair, scores in zip(pairs, screened, strict=True))

"""Two verifiers as one: a small one screens every pair, a larger one judges the pairs that may be decisive."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.ports import Verifier

MAX_NEUTRAL = 0.9
"""The screen's p(neutral) up to which a pair goes on to the judge; docs/verifier.md shows what it costs and saves."""


class CascadeVerifier:
    """A `Verifier` (backend.ports). Each pair is decided alone, so an answer never depends on its batch-mates."""

    def __init__(self, screen: Verifier, judge: Verifier, *, max_neutral: float = MAX_NEUTRAL) -> None:
        self._screen = screen
        self._judge = judge
        self._max_neutral = max_neutral

    @property
    def model_id(self) -> str:
        """Both names: the answer depends on both."""
        return f"{self._judge.model_id}+{self._screen.model_id}"

    @property
    def thresholds(self) -> StanceThresholds:
        """The judge's: pairs seen only by the screen are neutral."""
        return self._judge.thresholds

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """The judge's scores if the screen did not rule the passage out, else the screen's. Raises what they raise."""
        screened = self._screen.judge(pairs)
        telling = [pair for pair, scores in zip(pairs, screened, strict=True) if scores.neutral <= self._max_neutral]
        judged = dict(zip(telling, self._judge.judge(telling), strict=True))
        return tuple(judged.get(pair, scores) for pair, scores in zip(pairs, screened, strict=True))

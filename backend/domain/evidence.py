"""Passages proposed as evidence for one atomic claim, and the judgements on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from backend.domain.article import Passage
from backend.domain.features import Features
from backend.domain.trust import SourceRating


class Stance(StrEnum):
    """The stance of a passage towards a claim."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    NEUTRAL = "neutral"


class Origin(StrEnum):
    """How a passage was obtained in this run."""

    KNOWLEDGE = "kb"
    WEB = "web"
    FACT_CHECK = "fact_check"


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceScores:
    """The probabilities of the three stances, which sum to 1."""

    supports: float
    refutes: float
    neutral: float

    @property
    def relevance(self) -> float:
        """The probability that the passage supports or refutes the claim."""
        return 1.0 - self.neutral

    @property
    def leaning(self) -> Stance:
        """The most probable stance."""
        best = max(self.supports, self.refutes, self.neutral)
        if best == self.neutral:
            return Stance.NEUTRAL
        return Stance.SUPPORTS if best == self.supports else Stance.REFUTES


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceThresholds:
    """The minimum probabilities of support and of refutation, and the minimum margin between the two.

    Raises ValueError for a threshold outside 0..1.
    """

    supports: float = 0.6
    refutes: float = 0.6
    margin: float = 0.3

    def __post_init__(self) -> None:
        if not all(0.0 <= value <= 1.0 for value in (self.supports, self.refutes, self.margin)):
            raise ValueError("a stance threshold must lie between 0 and 1")

    def stance(self, scores: StanceScores) -> Stance:
        """Return the likelier stance, or NEUTRAL if it is below its minimum or too close to the other stance."""
        stance = Stance.SUPPORTS if scores.supports > scores.refutes else Stance.REFUTES
        side, least = (scores.supports, self.supports) if stance is Stance.SUPPORTS else (scores.refutes, self.refutes)
        if side < least or abs(scores.supports - scores.refutes) < self.margin:
            return Stance.NEUTRAL
        return stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A passage proposed for a claim, before judging. `similarity` is its cosine similarity to the claim, -1..1.

    `boost` is the access-count boost, which `recall_score` already contains. The boost affects which passages are
    judged, but never raises confidence. `kg_score` (0..1) and `bm25` are the graph and full-text scores, or 0 if that
    search did not propose the passage; `kg_norm` and `bm25_norm` are the same scores normalised within the recalled
    list, 0..1; `kg_path` is the path through the graph in words. `features` is computed during ranking and is None
    until then.
    """

    passage: Passage
    rating: SourceRating
    origin: Origin
    similarity: float
    recall_score: float
    boost: float = 0.0
    quarantined: bool = False
    kg_score: float = 0.0
    kg_norm: float = 0.0
    kg_path: str = ""
    bm25: float = 0.0
    bm25_norm: float = 0.0
    features: Features | None = None

    @property
    def unconfirmed(self) -> bool:
        """Whether the passage was only recalled from an earlier search and not fetched again in this run."""
        return self.quarantined and self.origin is Origin.KNOWLEDGE


WEAK = "weak"
"""Name of the signal for a stance that is too uncertain for a firm verdict.

The stance is below the verifier's thresholds, doubted by the page's title, or contradicted by a sentence of the passage.
"""
OUTDATED = "outdated"
"""Name of the signal for a passage that is not weighed because of its age."""
PAST = "past"
"""Name of the signal for the stance that an outdated passage had in its day: 1 for the claim, -1 against it."""
_NO_SIGNALS: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A judged candidate. `quote` is a verbatim part of `passage.text`, or "" if the passage is neutral.

    `relevance` (0..1) comes from the verifier and does not depend on the passages of other pages; `score` orders the list
    (docs/design.md#other-orders).
    """

    candidate: Candidate
    stance: Stance
    scores: StanceScores
    quote: str
    relevance: float
    score: float
    signals: Mapping[str, float] = field(default_factory=lambda: _NO_SIGNALS)

    @property
    def passage(self) -> Passage:
        """The stored passage that was judged."""
        return self.candidate.passage

    @property
    def rating(self) -> SourceRating:
        """The registry's rating of the source."""
        return self.candidate.rating

    @property
    def decisive(self) -> bool:
        """Whether the evidence supports or refutes the claim with a quote from a source that is allowed as evidence."""
        return self.stance is not Stance.NEUTRAL and bool(self.quote) and not self.rating.lead_only

    @property
    def weak(self) -> bool:
        """Whether the stance is weak. A weak stance may contribute to a leaning, but never to a firm label."""
        return bool(self.signals.get(WEAK))

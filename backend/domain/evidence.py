"""Passages that were compared with one atomic claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from backend.domain.article import Passage
from backend.domain.features import Features
from backend.domain.trust import SourceRating


class Stance(StrEnum):
    """The side that a passage takes."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    NEUTRAL = "neutral"


class Origin(StrEnum):
    """Where a passage came from in this run."""

    KNOWLEDGE = "kb"
    WEB = "web"
    FACT_CHECK = "fact_check"


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceScores:
    """Three probabilities that sum to 1."""

    supports: float
    refutes: float
    neutral: float

    @property
    def relevance(self) -> float:
        """The probability that the passage decides the claim either way."""
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
    """When probabilities become a stance: the least probability of each side, and its least lead over the other; all 0..1.

    Raises ValueError for a value outside this range.
    """

    supports: float = 0.6
    refutes: float = 0.6
    margin: float = 0.3

    def __post_init__(self) -> None:
        if not all(0.0 <= value <= 1.0 for value in (self.supports, self.refutes, self.margin)):
            raise ValueError("a stance threshold must lie between 0 and 1")

    def stance(self, scores: StanceScores) -> Stance:
        """The stance for these probabilities; a side that is too weak or too close to the other one is neutral."""
        stance = Stance.SUPPORTS if scores.supports > scores.refutes else Stance.REFUTES
        side, least = (scores.supports, self.supports) if stance is Stance.SUPPORTS else (scores.refutes, self.refutes)
        if side < least or abs(scores.supports - scores.refutes) < self.margin:
            return Stance.NEUTRAL
        return stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A passage proposed for a claim, before judging. `similarity` is its cosine with the claim, -1..1.

    `boost` is the access-count boost that `recall_score` already contains; it influences what is looked at and never raises confidence.
    `kg_score` (0..1) and `bm25` are the scores by graph and full text, 0 if they did not propose the passage; `kg_norm` and `bm25_norm`
    are the same scores normalised within the recalled list, 0..1; `kg_path` is the path through the graph in words. `features` belong
    to ranking, and are None before they are computed.
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
        """Whether it was only recalled from an earlier search, and not read again in this run."""
        return self.quarantined and self.origin is Origin.KNOWLEDGE


WEAK = "weak"
"""The signal that marks a passage whose side falls short of the verifier's own thresholds."""
_NO_SIGNALS: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A judged candidate. `quote` occurs word for word in `passage.text`; it is "" if the passage takes no side.

    `relevance` is the verifier's and absolute, 0..1; `score` orders the list (docs/design.md#other-orders).
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
        """The stored text that was judged."""
        return self.candidate.passage

    @property
    def rating(self) -> SourceRating:
        """The rating of the source in the registry."""
        return self.candidate.rating

    @property
    def decisive(self) -> bool:
        """Whether it takes a side, with a quote, and is from a source that may count."""
        return self.stance is not Stance.NEUTRAL and bool(self.quote) and not self.rating.lead_only

    @property
    def weak(self) -> bool:
        """Whether it takes its side only weakly, so that it may contribute to a leaning but never to a firm label."""
        return bool(self.signals.get(WEAK))

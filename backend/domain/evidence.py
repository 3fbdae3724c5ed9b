"""A passage held against one atomic claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from backend.domain.article import Passage
from backend.domain.features import Features
from backend.domain.trust import SourceRating


class Stance(StrEnum):
    """The side a passage takes."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    NEUTRAL = "neutral"


class Origin(StrEnum):
    """Where the passage came from in this run."""

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
        """Probability that the passage decides the claim either way."""
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
    """When probabilities become a stance: the side's own least probability, and its least lead over the other side; all 0..1.

    Raises ValueError on a value outside.
    """

    supports: float = 0.6
    refutes: float = 0.6
    margin: float = 0.3

    def __post_init__(self) -> None:
        if not all(0.0 <= value <= 1.0 for value in (self.supports, self.refutes, self.margin)):
            raise ValueError("a stance threshold must lie between 0 and 1")

    def stance(self, scores: StanceScores) -> Stance:
        """The stance; nearer ties and weak sides are neutral."""
        stance = Stance.SUPPORTS if scores.supports > scores.refutes else Stance.REFUTES
        side, least = (scores.supports, self.supports) if stance is Stance.SUPPORTS else (scores.refutes, self.refutes)
        if side < least or abs(scores.supports - scores.refutes) < self.margin:
            return Stance.NEUTRAL
        return stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A passage proposed for a claim, before judging. `similarity` is the cosine with the claim, -1..1.

    `boost` is the access-count boost already contained in `recall_score`; it chooses what is looked at and never raises confidence.
    `kg_score` (0..1) and `bm25` are what graph and full text say of it, 0 where they did not propose it; `kg_norm` and `bm25_norm`
    are the same within the list that was recalled, 0..1, and `kg_path` is the way through the graph in words. `features` are
    ranking's, None before they are computed.
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
        """Recalled from what an earlier search left behind, and not read again in this run."""
        return self.quarantined and self.origin is Origin.KNOWLEDGE


WEAK = "weak"
"""Signal of a passage that takes its side by less than the verifier's own thresholds ask for."""
_NO_SIGNALS: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A judged candidate. `quote` is found word for word in `passage.text`, or "" when the passage takes no stance.

    `relevance` is absolute (0..1, the verifier's), `score` orders the list (docs/design.md#other-orders).
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
        """The source's entry in the registry."""
        return self.candidate.rating

    @property
    def decisive(self) -> bool:
        """Takes a side, with a quote, from a source that may count."""
        return self.stance is not Stance.NEUTRAL and bool(self.quote) and not self.rating.lead_only

    @property
    def weak(self) -> bool:
        """Takes its side only weakly: it may carry a leaning, never a firm label."""
        return bool(self.signals.get(WEAK))

"""How much of a claim the evidence covers, which trust gate the evidence passed, and the verdict's state (docs/design.md#trust-gates)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TrustMode(StrEnum):
    """The thresholds in use. Confidence mode lowers them for evidence from an extensive search."""

    NORMAL = "normal"
    CONFIDENCE = "confidence"


class TrustState(StrEnum):
    """The state of a verdict (docs/design.md#trust-states). Revoked: an earlier verdict no longer holds and has not been replaced."""

    CONFIRMED = "confirmed"
    PROVISIONAL = "provisional"
    REVOKED = "revoked"
    INSUFFICIENT = "evidence_insufficiency"


class Cover(StrEnum):
    """How well the evidence covers one segment, whether it supports or refutes it."""

    STRONG = "strong"
    PARTIAL = "partial"
    NONE = "none"


class Gate(StrEnum):
    """The gate that the evidence passed (docs/design.md#trust-gates, in that order), or the reason why it passed none of them."""

    LOW_COUNT = "low_count_override"
    RELAXED = "relaxed"
    OVERRIDE = "adaptive_override"
    HIGH = "high_coverage"
    MEDIUM = "medium_coverage"
    BOTH_SIDES = "both_sides"
    PARTS = "parts"
    WEIGHED = "weighed"
    NOTHING = "nothing_found"
    FEW = "too_few"
    BELOW = "below_thresholds"
    WEAK = "weak_relevance"
    DEPENDENT = "not_independent"

    @property
    def passes(self) -> bool:
        """Whether the gate allows a verdict."""
        return self not in (Gate.NOTHING, Gate.FEW, Gate.BELOW, Gate.WEAK, Gate.DEPENDENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentCoverage:
    """One segment of a claim and the passage that covers it best; `evidence_id` is "" if there is none.

    `sign` is +1 if supported, -1 if refuted, 0 if open or contested. `weight` (0..1) is the segment's share of the coverage, which is the
    same for both stances. `contested`: independent sources disagree, or the clearest passage of an independent source has the opposite
    stance. `confirmed`: evidence that may decide a verdict covers the segment, not just leads. `relevance` (of the passage) and
    `trust` (in it) are 0..1.
    """

    text: str
    cover: Cover = Cover.NONE
    sign: int = 0
    weight: float = 0.0
    relevance: float = 0.0
    trust: float = 0.0
    contested: bool = False
    confirmed: bool = False
    evidence_id: str = ""

    @property
    def resolved(self) -> bool:
        """Whether the segment is covered and not contested."""
        return self.cover is not Cover.NONE and self.sign != 0

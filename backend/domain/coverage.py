"""How much of a claim the evidence covers, the trust gate it passed, and the verdict's state (docs/design.md#trust-gates)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TrustMode(StrEnum):
    """The thresholds in use; confidence mode has lower ones, for evidence after an extensive search."""

    NORMAL = "normal"
    CONFIDENCE = "confidence"


class TrustState(StrEnum):
    """The state of a verdict (docs/design.md#trust-states). Revoked: an earlier verdict no longer holds, and none has replaced it."""

    CONFIRMED = "confirmed"
    PROVISIONAL = "provisional"
    REVOKED = "revoked"
    INSUFFICIENT = "evidence_insufficiency"


class Cover(StrEnum):
    """How far the evidence covers one segment, on either side."""

    STRONG = "strong"
    PARTIAL = "partial"
    NONE = "none"


class Gate(StrEnum):
    """The gate that the evidence passed (docs/design.md#trust-gates, in that order), or the reason why it passed none."""

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
        """Whether the gate lets a verdict through."""
        return self not in (Gate.NOTHING, Gate.FEW, Gate.BELOW, Gate.WEAK, Gate.DEPENDENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentCoverage:
    """One segment of a claim and the passage that covers it best; `evidence_id` is "" if there is none.

    `sign` is +1 if supported, -1 if refuted, 0 if open or contested. `weight` (0..1) is its share in the coverage, the same for either
    side. `contested`: there are independent sources on both sides, or the clearest passage of an independent source is on the other side.
    `confirmed`: by evidence that may decide a verdict, not by leads alone. The `relevance` of the passage and the `trust` in it are 0..1.
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
        """Whether the segment is covered, and only on one side."""
        return self.cover is not Cover.NONE and self.sign != 0

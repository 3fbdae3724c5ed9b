"""The coverage of a claim by evidence, the trust gates and the state of a verdict (docs/design.md#trust-gates)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TrustMode(StrEnum):
    """The set of trust thresholds in use. Confidence mode has lower ones, for evidence from an extensive search."""

    NORMAL = "normal"
    CONFIDENCE = "confidence"


class TrustState(StrEnum):
    """The state of a verdict (docs/design.md#trust-states).

    REVOKED: an earlier verdict no longer holds, and none replaces it.
    """

    CONFIRMED = "confirmed"
    PROVISIONAL = "provisional"
    REVOKED = "revoked"
    INSUFFICIENT = "evidence_insufficiency"


class Cover(StrEnum):
    """How well the supporting or refuting evidence covers one segment of a claim."""

    STRONG = "strong"
    PARTIAL = "partial"
    NONE = "none"


class Gate(StrEnum):
    """The trust gate that the evidence passed, in the order of docs/design.md#trust-gates, or why it passed none."""

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
    """One segment of a claim and the passage that covers it best. `evidence_id` is "" if no passage covers the segment.

    `sign` is +1 for a supported segment, -1 for a refuted one, and 0 for an open or contested one. `weight` (0..1) is
    the segment's share of the coverage, whatever the stance of the evidence. `contested` means that independent sources
    disagree, or that the clearest passage has the opposite stance and independent sources share it. `confirmed` means
    that evidence that may decide a verdict covers the segment, not only leads. `relevance` and `trust` are those of the
    passage, 0..1.
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

"""The rating of a source, and the report on whether the evidence is sufficient for a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from backend.domain.coverage import Gate, SegmentCoverage, TrustState


class SourceTier(StrEnum):
    """The tier of a source.

    A: authoritative, A': nearly authoritative, B: reputable, C: local or ordinary, D: unreliable.
    """

    A = "A"
    A_PRIME = "A'"
    B = "B"
    C = "C"
    D = "D"


class SourceType(StrEnum):
    """The type of a source (docs/design.md#sources)."""

    FACT_CHECKER = "fact_checker"
    GOVERNMENT = "government"
    ACADEMIC = "academic"
    NEWS = "news"
    REFERENCE = "reference"
    SOCIAL = "social"
    UNKNOWN = "unknown"


class Channel(StrEnum):
    """The channel of a source. Unrated sites have the channel ORDINARY (decision 0015)."""

    AUTHORITATIVE = "authoritative"
    REPUTABLE_NEWS = "reputable_news"
    LOCAL_MEDIA = "local_media"
    ORDINARY = "ordinary"
    SOCIAL = "social"
    LOW_RELIABILITY = "low_reliability"


class UsePolicy(StrEnum):
    """How a source may be used for a claim (docs/design.md#sources)."""

    SUPPORT_OK = "support_ok"
    LEAD_ONLY = "lead_only"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRating:
    """The registry's rating of a source. `domain` is the publisher's registrable domain; `credibility` is 0..1 (0.5 is neutral).

    Evidence from `lead_only` sources never counts.
    """

    domain: str
    tier: SourceTier
    credibility: float
    type: SourceType
    lead_only: bool = False
    channel: Channel = Channel.ORDINARY

    @property
    def use(self) -> UsePolicy:
        """How the source may be used for a claim."""
        return UsePolicy.LEAD_ONLY if self.lead_only else UsePolicy.SUPPORT_OK

    @property
    def credible(self) -> bool:
        """Whether the source may be cited as credible: it has tier A, A' or B and is not lead-only."""
        return not self.lead_only and self.tier in (SourceTier.A, SourceTier.A_PRIME, SourceTier.B)

    @property
    def authoritative(self) -> bool:
        """Whether a single quote from this source can suffice for a firm verdict (S17)."""
        return self.tier in (SourceTier.A, SourceTier.A_PRIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustReport:
    """The adaptive trust (docs/design.md#trust-gates), which decides, and the fixed trust (docs/design.md#evidence-trust).

    All numbers are 0..1. `threshold_met` means that the evidence is sufficient for a firm verdict and passed the
    `gate`; `reason` explains the outcome in one sentence. `relevance` is the mean over the `segments`. `fixed_low` and
    `fixed_high` bound the 95% interval of `fixed`, and `fixed_grade` is its letter grade. `completed_from_cache` means
    that the knowledge base alone passed every gate of the precheck, so no search was made.
    """

    mode: str
    coverage: float
    diversity: float
    agreement: float
    trust_post: float
    fixed: float
    threshold_met: bool
    reason: str
    state: TrustState = TrustState.INSUFFICIENT
    gate: Gate = Gate.NOTHING
    relevance: float = 0.0
    fixed_met: bool = False
    fixed_grade: str = "F"
    fixed_low: float = 0.0
    fixed_high: float = 0.0
    completed_from_cache: bool = False
    segments: tuple[SegmentCoverage, ...] = ()

"""How far a source may be trusted, and whether the evidence suffices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SourceTier(StrEnum):
    """Document 002: A authoritative, A' near-authoritative, B reputable, C local or ordinary, D low reliability."""

    A = "A"
    A_PRIME = "A'"
    B = "B"
    C = "C"
    D = "D"


class SourceType(StrEnum):
    """Document 004 §4, `source_type`."""

    FACT_CHECKER = "fact_checker"
    GOVERNMENT = "government"
    ACADEMIC = "academic"
    NEWS = "news"
    REFERENCE = "reference"
    SOCIAL = "social"
    UNKNOWN = "unknown"


class Channel(StrEnum):
    """Document 002's five channels, and ORDINARY for a site of which nothing is known (decision 0015)."""

    AUTHORITATIVE = "authoritative"
    REPUTABLE_NEWS = "reputable_news"
    LOCAL_MEDIA = "local_media"
    ORDINARY = "ordinary"
    SOCIAL = "social"
    LOW_RELIABILITY = "low_reliability"


class UsePolicy(StrEnum):
    """Document 002, use_policy_by_channel: what a source may do for a claim."""

    SUPPORT_OK = "support_ok"
    LEAD_ONLY = "lead_only"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRating:
    """`domain` is the publisher's registrable domain, `credibility` 0..1 (0.5 is neutral).

    `lead_only` sources never count (document 002).
    """

    domain: str
    tier: SourceTier
    credibility: float
    type: SourceType
    lead_only: bool = False
    channel: Channel = Channel.ORDINARY

    @property
    def use(self) -> UsePolicy:
        """What it may do for a claim."""
        return UsePolicy.LEAD_ONLY if self.lead_only else UsePolicy.SUPPORT_OK

    @property
    def credible(self) -> bool:
        """On document 001's allow-list in spirit: of good standing (A, A', B), so that it may be cited as such."""
        return not self.lead_only and self.tier in (SourceTier.A, SourceTier.A_PRIME, SourceTier.B)

    @property
    def authoritative(self) -> bool:
        """One such source with a quote may carry a firm verdict alone (document 002 rule 1, S17)."""
        return self.tier in (SourceTier.A, SourceTier.A_PRIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustReport:
    """Document 000 §5. All figures 0..1; `mode` is "normal" or "confidence"."""

    mode: str
    coverage: float
    diversity: float
    agreement: float
    trust_post: float
    fixed: float
    threshold_met: bool
    reason: str

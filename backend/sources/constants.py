"""Constants for rating sources, each with the original design and the section of docs/design.md that it comes from.

Credibility values are 0..1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from backend.domain.constants import const
from backend.domain.trust import Channel, SourceTier


@dataclass(frozen=True, slots=True, kw_only=True)
class CredibilityRange:
    """A closed credibility range and its default value."""

    low: float
    high: float
    usual: float


SPANS: Mapping[SourceTier, CredibilityRange] = MappingProxyType({
    SourceTier.A: CredibilityRange(low=0.8, high=1.0, usual=0.9),
    SourceTier.A_PRIME: CredibilityRange(low=0.7, high=0.95, usual=0.85),
    SourceTier.B: CredibilityRange(low=0.6, high=0.9, usual=0.75),
    SourceTier.C: CredibilityRange(low=0.35, high=0.7, usual=0.5),
    SourceTier.D: CredibilityRange(low=0.0, high=0.45, usual=0.3),
})  # fmt: skip
"""The credibility range of each tier. Other values contradict the tier (docs/design.md#sources, decision 0015)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceConstants:
    """The constants for rating sources. The weight of credibility in ranking is set in `backend.rank`."""

    neutral: float = const(0.5, "004 #sources")
    health_ranking: float = const(0.95, "000 #sources")
    health_trust: float = const(0.75, "000 #sources")
    citations_few: int = const(3, "001 #citations")
    citations_share: float = const(0.3, "001 #citations")
    reader_first: int = const(2, "ours: of the sites named in a query, those that the reader's own may take")
    lead_channels: frozenset[Channel] = const(
        frozenset({Channel.SOCIAL, Channel.LOW_RELIABILITY}), "002 #sources, use_policy_by_channel"
    )


SOURCE_CONSTANTS = SourceConstants()

"""The source tables of the original designs as views of the registry, and the citation rule (docs/design.md#sources).

A function whose name ends in a number follows the design with that number (docs/design.md#founding-designs).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from backend.domain.evidence import Evidence
from backend.domain.trust import Channel, SourceRating, SourceType
from backend.sources.constants import SOURCE_CONSTANTS
from backend.sources.domains import host_of
from backend.sources.registry import SourceRegistry
from backend.sources.table import names_of, table

Item = TypeVar("Item")


def is_health_source(url_or_domain: str, registry: SourceRegistry) -> bool:
    """Return True for a listed health site or one of its subdomains, unless the user has downgraded the source."""
    return _contains_host(url_or_domain, table().lists.health) and registry.rate(url_or_domain).credible


def ranking_credibility_000(url_or_domain: str, registry: SourceRegistry) -> float:
    """Return the credibility used for ranking (`w_credibility`): 0.95 for a health site, otherwise 0.5."""
    return SOURCE_CONSTANTS.health_ranking if is_health_source(url_or_domain, registry) else SOURCE_CONSTANTS.neutral


def trust_credibility_000(url_or_domain: str, registry: SourceRegistry) -> float:
    """Return the source component of an item's trust score: 0.75 for a health site, otherwise 0.5."""
    return SOURCE_CONSTANTS.health_trust if is_health_source(url_or_domain, registry) else SOURCE_CONSTANTS.neutral


def allow_listed_001(url_or_domain: str, registry: SourceRegistry) -> bool:
    """Return True for a citable domain (CREDIBLE_DOMAINS) or a subdomain of one, unless the user has downgraded the source."""
    return _contains_host(url_or_domain, table().lists.allow_list) and registry.rate(url_or_domain).credible


def channel_002(rating: SourceRating) -> Channel:
    """Return which of the design's five channels a rating belongs to. Unlisted sites count as low_reliability."""
    return Channel.LOW_RELIABILITY if rating.channel is Channel.ORDINARY else rating.channel


def source_type_004(rating: SourceRating) -> SourceType:
    """Return the design's `source_type`: UNKNOWN for reference works and platforms, for which the design has none."""
    return SourceType.UNKNOWN if rating.type in (SourceType.REFERENCE, SourceType.SOCIAL) else rating.type


def views(url_or_domain: str, registry: SourceRegistry) -> dict[str, dict[str, float | bool | str]]:
    """Return the rating of a source according to each design, keyed by the number of the design."""
    rating = registry.rate(url_or_domain)
    return {
        "000": {
            "ranking": ranking_credibility_000(url_or_domain, registry),
            "trust": trust_credibility_000(url_or_domain, registry),
        },
        "001": {"credible": allow_listed_001(url_or_domain, registry)},
        "002": {"tier": str(rating.tier), "channel": str(channel_002(rating))},
        "004": {"credibility": rating.credibility, "source_type": str(source_type_004(rating))},
    }


def citable(items: Sequence[Item], rating_of: Callable[[Item], SourceRating]) -> tuple[Item, ...]:
    """Return the credible items (docs/design.md#citations), or all items if fewer than 3 or fewer than 30% are credible."""
    kept = tuple(item for item in items if rating_of(item).credible)
    few = len(kept) < SOURCE_CONSTANTS.citations_few or len(kept) < SOURCE_CONSTANTS.citations_share * len(items)
    return tuple(items) if few else kept


def citations_001(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the decisive passages that may be cited, in the given order.

    They are the passages that `citable` selects. If `citable` drops all passages with one stance, those passages are
    kept as well, because contradictions are never dropped (docs/design.md#promises).
    """
    siding = tuple(item for item in evidence if item.decisive)
    kept = citable(siding, lambda item: item.rating)
    lost = {item.stance for item in siding} - {item.stance for item in kept}
    return tuple(item for item in siding if item.stance in lost or any(item is other for other in kept))


def _contains_host(url_or_domain: str, names: Sequence[str]) -> bool:
    """Return whether `names` contains the host, one of its parent domains, or the publisher's main domain."""
    host = host_of(url_or_domain)
    labels = host.split(".")
    endings = {names_of(host)[-1], *(".".join(labels[i:]) for i in range(len(labels)))} if host else set()
    return not endings.isdisjoint(names)

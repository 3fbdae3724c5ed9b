"""The one registry of sources: how far a domain may be trusted, by registrable domain with suffix rules.

Scores are document 004's SOURCE_CREDIBILITY (§6), tiers are document 002's; both are views on `sources.json`.
Document 004 compared whole hosts, so that climate.nasa.gov or en.wikipedia.org counted as unknown; here a listed
domain covers its subdomains, and nothing else does: nasa.gov.evil.com belongs to evil.com.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from tldextract import TLDExtract

from backend.domain.trust import SourceRating, SourceTier, SourceType
from backend.errors import ConfigurationError

SOURCES_FILE = Path(__file__).with_name("sources.json")

TRUSTED_NEWS = (
    "reuters.com", "bbc.com", "apnews.com", "nytimes.com", "theguardian.com", "washingtonpost.com", "npr.org",
    "pbs.org", "wsj.com", "aljazeera.com", "dw.com", "france24.com", "afp.com", "cbsnews.com", "nbcnews.com",
)  # fmt: skip
"""Document 004, TRUSTED_DOMAINS (15); the first four go into the trusted tier's queries (step 5a)."""

FACT_CHECKERS = (
    "snopes.com", "factcheck.org", "politifact.com", "fullfact.org", "leadstories.com", "africacheck.org",
    "sciencefeedback.co", "boomlive.in", "altnews.in", "chequeado.com", "correctiv.org", "maldita.es",
    "aosfatos.org", "teyit.org", "checkyourfact.com",
)  # fmt: skip
"""Document 004 step 5b (the first three go into its queries), then fact-checkers that signed IFCN's principles."""

UNKNOWN_CREDIBILITY = 0.5
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)+")
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")


class _Entry(BaseModel):
    """One rating in a file. Credibility is 0..1."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: SourceType = SourceType.UNKNOWN
    tier: SourceTier
    credibility: float = Field(ge=0.0, le=1.0)
    lead_only: bool = False


class _Group(_Entry):
    name: str
    domains: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    groups: tuple[_Group, ...]
    suffixes: tuple[_Group, ...]
    aliases: Mapping[str, str]


@cache
def _table() -> _Table:
    return _Table.model_validate_json(SOURCES_FILE.read_bytes())


@cache
def _extractor() -> TLDExtract:
    """The public suffix list's bundled snapshot: no download, no cache on disk."""
    return TLDExtract(suffix_list_urls=(), cache_dir=None)


def host_of(url_or_domain: str) -> str:
    """Lower-case ASCII host without a leading "www.", or "" for anything that is no plain web address.

    User information, unusual ports, IP addresses and control characters are refused: no publisher uses them.
    """
    text = url_or_domain.strip()
    if not text or len(text) > 4096 or _FORBIDDEN.search(text):
        return ""
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host, port = (parts.hostname or "").rstrip("."), parts.port
        ascii_host = host.encode("idna").decode("ascii").lower()
    except (ValueError, UnicodeError):
        return ""
    if parts.scheme not in ("", "http", "https") or "@" in parts.netloc or port not in (None, 80, 443):
        return ""
    return ascii_host.removeprefix("www.") if _HOST.fullmatch(ascii_host) and not _is_address(ascii_host) else ""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def registrable_domain(url_or_domain: str) -> str:
    """The domain somebody registered ("science.nasa.gov" -> "nasa.gov"), a public suffix itself, "" for junk."""
    host = host_of(url_or_domain)
    return _split(host)[0] if host else ""


def _split(host: str) -> tuple[str, str]:
    """Registered domain and public suffix; by the list's rule "*", an unknown last label is a suffix."""
    found = _extractor()(host)
    if not found.suffix:
        return ".".join(host.split(".")[-2:]), host.rpartition(".")[2]
    return found.top_domain_under_public_suffix or host, found.suffix


class SourceRegistry:
    """Ratings by domain; `overrides` win over the table. Safe to share between threads."""

    def __init__(self, overrides: Mapping[str, SourceRating] | None = None) -> None:
        self._domains = {d: _rating(d, g) for g in _table().groups for d in g.domains} | dict(overrides or {})
        self._suffixes = {suffix: group for group in _table().suffixes for suffix in group.suffixes}
        self._cached = lru_cache(maxsize=8192)(self._rate)

    @classmethod
    def load(cls, path: Path | None) -> SourceRegistry:
        """The table plus a reader's JSON file `{"example.org": {"tier": "B", "credibility": 0.7, "type": "news"}}`.

        Raises ConfigurationError when the file is missing or malformed.
        """
        return cls(_read_overrides(path) if path else None)

    def domains_of(self, kind: SourceType) -> tuple[str, ...]:
        """Every listed domain of this type, in the order of the table, overrides last."""
        return tuple(domain for domain, rating in self._domains.items() if rating.type is kind)

    def rate(self, url_or_domain: str) -> SourceRating:
        """The rating of the most specific listed domain, else of its suffix, else unknown (C, 0.5); never raises.

        `domain` is the registrable domain, one for all addresses of a publisher (bbc.co.uk is bbc.com), "" for junk.
        """
        return self._cached(url_or_domain)

    def _rate(self, url_or_domain: str) -> SourceRating:
        host = host_of(url_or_domain)
        if not host:
            return _unknown("")
        registered, suffix = _split(host)
        publisher = _table().aliases.get(registered, registered)
        for name in (*_up_to(host, registered), publisher):
            if name in self._domains:
                return replace(self._domains[name], domain=publisher)
        group = self._suffixes.get(suffix)
        return _rating(publisher, group) if group else _unknown(publisher)


def _up_to(host: str, registered: str) -> tuple[str, ...]:
    """The host and its parents down to the registered domain, most specific first."""
    labels = host.split(".")
    depth = len(labels) - registered.count(".")
    return tuple(".".join(labels[i:]) for i in range(max(depth, 1)))


def _rating(domain: str, entry: _Entry) -> SourceRating:
    return SourceRating(
        domain=domain, tier=entry.tier, credibility=entry.credibility, type=entry.type, lead_only=entry.lead_only
    )


def _unknown(domain: str) -> SourceRating:
    return SourceRating(
        domain=domain, tier=SourceTier.C, credibility=UNKNOWN_CREDIBILITY, type=SourceType.UNKNOWN, lead_only=False
    )


def _read_overrides(path: Path) -> dict[str, SourceRating]:
    hint = 'Expected {"example.org": {"tier": "B", "credibility": 0.7, "type": "news"}}.'
    try:
        entries = TypeAdapter(dict[str, _Entry]).validate_json(path.read_bytes())
    except OSError as error:
        raise ConfigurationError(f"Cannot read the sources file {path}.", hint=hint) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigurationError(f"The sources file {path} is malformed: {where}: {first['msg']}", hint=hint) from error
    ratings = {}
    for name, entry in entries.items():
        domain = host_of(name)
        if not domain:
            raise ConfigurationError(f"The sources file {path} names {name!r}, which is no domain.", hint=hint)
        ratings[domain] = _rating(domain, entry)
    return ratings

"""Parses the user's source ratings strictly; every error message explains the mistake."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from backend.domain.trust import Channel, SourceRating, SourceTier, SourceType, UsePolicy
from backend.sources.constants import SOURCE_CONSTANTS, SPANS
from backend.sources.domains import host_of, is_public_suffix
from backend.sources.table import incoherence, main_domain, table

EXAMPLE = 'Expected {"example.org": {"tier": "B", "credibility": 0.7, "type": "news"}}.'
LONGEST_NOTE = 200
MOST = 5_000
"""The maximum number of domains per file."""
_AUTHORITIES = frozenset({SourceType.GOVERNMENT, SourceType.ACADEMIC, SourceType.FACT_CHECKER})


class Override(BaseModel):
    """A user's rating. Only the tier is required; the defaults of the other fields come from the tier and the table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tier: SourceTier
    credibility: Annotated[float, Field(strict=True, ge=0.0, le=1.0)] | None = None
    type: SourceType | None = None
    channel: Channel | None = None
    use: UsePolicy | None = None
    note: Annotated[str, Field(strict=True, max_length=LONGEST_NOTE)] = ""

    @model_validator(mode="after")
    def _check_coherence(self) -> Override:
        contradiction = incoherence(self.tier, self.score, self.channel_for(self.type or SourceType.UNKNOWN))
        if contradiction:
            raise ValueError(contradiction)
        if self.tier is SourceTier.D and self.use is UsePolicy.SUPPORT_OK:
            raise ValueError("a source of tier D is a lead only; give it tier C if it may count")
        return self

    @property
    def score(self) -> float:
        """The credibility that the user set, or the tier's default."""
        return SPANS[self.tier].usual if self.credibility is None else self.credibility

    def channel_for(self, kind: SourceType) -> Channel:
        """Return the channel that the user set, or the tier's default for this type of source."""
        if self.channel is not None:
            return self.channel
        if self.tier is SourceTier.D:
            return Channel.SOCIAL if kind is SourceType.SOCIAL else Channel.LOW_RELIABILITY
        if self.tier is SourceTier.C:
            return Channel.LOCAL_MEDIA if kind is SourceType.NEWS else Channel.ORDINARY
        authority = self.tier is SourceTier.A or kind in _AUTHORITIES
        return Channel.AUTHORITATIVE if authority else Channel.REPUTABLE_NEWS

    def rating(self, domain: str, known: SourceType) -> SourceRating:
        """Return the publisher's rating; `known` is the source type to use if the user set no type."""
        kind = self.type or known
        channel = self.channel_for(kind)
        lead = channel in SOURCE_CONSTANTS.lead_channels or self.use is UsePolicy.LEAD_ONLY
        return SourceRating(
            domain=domain, tier=self.tier, credibility=self.score, type=kind, lead_only=lead, channel=channel
        )


def site_name(text: str) -> str:
    """Return the publisher's main domain, under which a rating is stored.

    Raises ValueError, with the reason, for an invalid domain, for the URL of a single page, and for a public suffix
    such as "com", under which anyone can register names.
    """
    host = host_of(text)
    if not host:
        raise ValueError(f"{text!r} is no domain")
    parts = urlsplit(text.strip() if "://" in text else f"//{text.strip()}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(f"{text!r} names one page; a rating covers a whole domain: {host}")
    if is_public_suffix(host) and not any(host in group.domains for group in table().groups):
        raise ValueError(f"{host!r} is a public suffix; name a domain below it")
    return main_domain(host)


def read_override(values: Mapping[str, Any]) -> Override:
    """Validate one rating. Raises a ValueError that describes the first mistake."""
    try:
        return Override.model_validate(values)
    except ValidationError as error:
        raise ValueError(_first_message(error)) from error


def read_overrides(text: bytes) -> dict[str, Override]:
    """Parse all ratings in a file, keyed by `site_name`.

    Raises a ValueError that describes and locates the first mistake.
    """
    try:
        entries = TypeAdapter(dict[str, Override]).validate_json(text)
    except ValidationError as error:
        raise ValueError(_first_message(error)) from error
    json.loads(text, object_pairs_hook=_reject_duplicates)
    if len(entries) > MOST:
        raise ValueError(f"more than {MOST:,} domains")
    found: dict[str, Override] = {}
    for name, entry in entries.items():
        site = site_name(name)
        if site in found:
            raise ValueError(f"{name!r} rates {site}, which is rated already")
        found[site] = entry
    return found


def write_overrides(overrides: Mapping[str, Override]) -> bytes:
    """Return the file content for these ratings, sorted by domain, with only the fields that the user set."""
    shown = {name: overrides[name].model_dump(mode="json", exclude_unset=True) for name in sorted(overrides)}
    return json.dumps(shown, indent=2, ensure_ascii=False).encode() + b"\n"


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict.

    Raises ValueError for a duplicate name, because the parser would silently keep only the last value.
    """
    seen = dict(pairs)
    if len(seen) != len(pairs):
        duplicate = next(name for name, _ in pairs if sum(other == name for other, _ in pairs) > 1)
        raise ValueError(f"{duplicate!r} stands there twice")
    return seen


def _first_message(error: ValidationError) -> str:
    """Return the first mistake in the form "location: message"."""
    mistake = error.errors()[0]
    message = mistake["msg"].removeprefix("Value error, ")
    return ": ".join(part for part in (".".join(str(p) for p in mistake["loc"]), message) if part)

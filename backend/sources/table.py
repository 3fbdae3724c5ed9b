"""The source table (`data/sources.json`) and its types. Loading the table verifies that no rating contradicts itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, model_validator

from backend.domain.trust import Channel, SourceRating, SourceTier, SourceType
from backend.sources.constants import SOURCE_CONSTANTS, SPANS
from backend.sources.domains import parents, split_host

TABLE_FILE = Path(__file__).with_name("data") / "sources.json"


class SourceStanding(BaseModel):
    """The rating of a group of sources. Credibility is 0..1 and within the range of the tier; only tier D is lead-only."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tier: SourceTier
    credibility: float
    channel: Channel
    type: SourceType

    @model_validator(mode="after")
    def _check_coherence(self) -> SourceStanding:
        contradiction = incoherence(self.tier, self.credibility, self.channel)
        if contradiction:
            raise ValueError(contradiction)
        return self

    def rating(self, domain: str) -> SourceRating:
        """Return the rating for one publisher."""
        return SourceRating(
            domain=domain,
            tier=self.tier,
            credibility=self.credibility,
            type=self.type,
            lead_only=self.channel in SOURCE_CONSTANTS.lead_channels,
            channel=self.channel,
        )


def incoherence(tier: SourceTier, credibility: float, channel: Channel) -> str:
    """Return why these three values contradict each other, or "" if they do not."""
    span = SPANS[tier]
    if not span.low <= credibility <= span.high:
        return f"credibility {credibility:g} does not fit tier {tier}, which spans {span.low:g} to {span.high:g}"
    if (tier is SourceTier.D) != (channel in SOURCE_CONSTANTS.lead_channels):
        return f"channel {channel} does not fit tier {tier}: social and low_reliability are tier D, and nothing else is"
    return ""


class Group(SourceStanding):
    """Domains that share a rating. `name` tells the user what the domains have in common.

    `document` is the original design that the score comes from, or "" if the score is our own.
    """

    name: str
    domains: tuple[str, ...]
    document: str = ""


class SuffixRule(SourceStanding):
    """A rating for restricted public suffixes."""

    name: str
    suffixes: tuple[str, ...]


class SourceLists(BaseModel):
    """Named lists of domains, each of which is rated by a group or a rule.

    Search lists are keyed by language, best first.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    trusted_news: Mapping[str, tuple[str, ...]]
    fact_checkers: Mapping[str, tuple[str, ...]]
    health: tuple[str, ...]
    allow_list: tuple[str, ...]


class SourceTable(BaseModel):
    """The whole source table.

    `aliases` maps a publisher's other domains to the main domain; a mirror may have its own rating.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    groups: tuple[Group, ...]
    suffixes: tuple[SuffixRule, ...]
    aliases: Mapping[str, str]
    lists: SourceLists
    bought: tuple[str, ...]
    """Private suffixes that are not platforms, because names under them are sold or reserved for one kind of holder."""

    @model_validator(mode="after")
    def _check_duplicates(self) -> SourceTable:
        names = [d for g in self.groups for d in g.domains]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"listed twice: {', '.join(twice)}")
        return self


@cache
def table() -> SourceTable:
    """Return the bundled table. The file is read only once."""
    return SourceTable.model_validate_json(TABLE_FILE.read_bytes())


def main_domain(registered: str) -> str:
    """Return the publisher's main domain. The Blogger domains of all countries map to blogspot.com."""
    main = "blogspot.com" if registered.startswith("blogspot.") else registered
    return table().aliases.get(main, main)


def names_of(host: str) -> tuple[str, ...]:
    """Return the names whose ratings apply to the host, most specific first.

    The names are the host, its parent domains, and the publisher's main domain.
    """
    registered = split_host(host)[0]
    return (*parents(host, registered), main_domain(registered))

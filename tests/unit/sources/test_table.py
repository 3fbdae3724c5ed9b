"""The table of sources: every name can match, every list is rated, and no rating contradicts itself."""

from __future__ import annotations

from collections import Counter

import pytest
from pydantic import ValidationError

from backend.domain.trust import Channel, SourceTier, SourceType
from backend.sources.constants import SOURCE_CONSTANTS
from backend.sources.domains import host_of, is_public_suffix, registrable_domain
from backend.sources.registry import SourceRegistry
from backend.sources.table import Group, SourceTable, table
from tests.each_row import each_row

TABLE = table()
REGISTRY = SourceRegistry()
LISTED = [domain for group in TABLE.groups for domain in group.domains]
SEARCHED = [*TABLE.lists.trusted_news.items(), *TABLE.lists.fact_checkers.items()]


def test_listed_names_are_normalised() -> None:
    assert [name for name in (*LISTED, *TABLE.aliases) if host_of(name) != name] == []


def test_suffix_rules_name_public_suffixes() -> None:
    """gov.cz looks like a public suffix but is a domain, so a suffix rule would never match it."""
    suffixes = [suffix for rule in TABLE.suffixes for suffix in rule.suffixes]
    assert [suffix for suffix in suffixes if not is_public_suffix(suffix)] == []
    assert len(suffixes) == len(set(suffixes))


def test_listed_public_suffix_also_has_a_rule() -> None:
    """www.nhs.uk is a separate site, and england.nhs.uk is registered below nhs.uk, so the listed name covers only the former."""
    listed = [name for name in LISTED if is_public_suffix(name)]
    assert listed == ["gov.uk", "nhs.uk"]
    for name in listed:
        assert REGISTRY.rate(f"trust.{name}").credibility == REGISTRY.rate(f"www.{name}").credibility


def test_aliases_point_to_listed_domains() -> None:
    for other, main in TABLE.aliases.items():
        assert registrable_domain(other) == other
        assert main in LISTED
        assert REGISTRY.rate(f"https://www.{other}/a").domain == registrable_domain(main)


@each_row(("language", "names"), SEARCHED)
def test_sites_searched_first_are_credible_and_of_one_type(language: str, names: tuple[str, ...]) -> None:
    kinds = {REGISTRY.rate(name).type for name in names}
    assert kinds in ({SourceType.NEWS}, {SourceType.FACT_CHECKER})
    assert all(REGISTRY.rate(name).credible for name in names)
    assert len(set(names)) == len(names)


def test_table_holds_as_many_domains_as_document_002() -> None:
    """Document 002 lists 6 agencies, 17 fact-checkers, and 15 astronomy, 24 science and health, and 201 reputable domains."""
    held: Counter[str] = Counter()
    for group in TABLE.groups:
        held[group.name.split(" (")[0]] += len(group.domains)
        held[group.channel] += len(group.domains)
    assert held["Agencies"] >= 6
    assert held["Fact-checkers"] + held["Fact-checkers that signed a code of principles"] >= 17
    assert held["Astronomy and space"] >= 15
    assert held["Journals and academies"] + held["Journals, academies and learned societies"] >= 24
    assert held[Channel.REPUTABLE_NEWS] >= 201
    assert held[Channel.LOCAL_MEDIA] > 0


def test_lead_only_is_exactly_tier_d() -> None:
    for name in LISTED:
        rating = REGISTRY.rate(name)
        assert rating.lead_only is (rating.tier is SourceTier.D) is (rating.channel in SOURCE_CONSTANTS.lead_channels)


@each_row(
    ("change", "message"),
    [
        ({"credibility": 0.95}, "credibility 0.95 does not fit tier C"),
        ({"tier": "D", "credibility": 0.3}, "channel ordinary does not fit tier D"),
        ({"channel": "social"}, "channel social does not fit tier C"),
        ({"tier": "E"}, "Input should be"),
        ({"stars": 3}, "Extra inputs"),
    ],
)
def test_contradictory_entry_is_refused(change: dict[str, object], message: str) -> None:
    entry = {"name": "x", "domains": ["a.example"], "tier": "C", "credibility": 0.5, "channel": "ordinary", "type": "news"}  # fmt: skip
    assert Group.model_validate(entry).domains == ("a.example",)
    with pytest.raises(ValidationError, match=message):
        Group.model_validate({**entry, **change})


def test_domain_listed_twice_is_refused() -> None:
    content = TABLE.model_dump()
    content["groups"][0]["domains"] += ("reuters.com",)
    with pytest.raises(ValidationError, match=r"listed twice: reuters\.com"):
        SourceTable.model_validate(content)


@each_row(
    "address",
    [
        "https://www.wikidata.org/wiki/Q2",
        "https://commons.wikimedia.org/wiki/Earth",
        "https://www.wikiwand.com/en/Earth",
        "https://dbpedia.org/page/Earth",
        "https://kids.kiddle.co/Earth",
        "https://infogalactic.com/info/Earth",
    ],
)
def test_mirrors_and_sister_projects_count_as_wikipedia(address: str) -> None:
    rating = REGISTRY.rate(address)
    assert rating.domain == "wikipedia.org"
    assert rating.credibility <= REGISTRY.rate("wikipedia.org").credibility


def test_mirror_can_be_trusted_less_than_its_original() -> None:
    assert REGISTRY.rate("infogalactic.com").tier is SourceTier.C
    assert REGISTRY.rate("wikidata.org").tier is REGISTRY.rate("wikipedia.org").tier is SourceTier.B

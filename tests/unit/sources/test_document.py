"""The ratings in docs/sources.md match the registry."""

from __future__ import annotations

import re
from pathlib import Path

from backend.domain.trust import Channel, SourceTier, SourceType, UsePolicy
from backend.sources.constants import SPANS
from backend.sources.overrides import read_overrides
from backend.sources.registry import Rule, SourceRegistry
from backend.sources.table import table

TEXT = (Path(__file__).parents[3] / "docs" / "sources.md").read_text(encoding="utf-8")
TRUST = TEXT.split("## How far a source is trusted")[1]


def test_documented_tiers_have_the_spans_of_the_code() -> None:
    rows = re.findall(r"^\| (A'|[A-D]) \|.*\| ([\d.]+) to ([\d.]+) \|", TRUST, re.MULTILINE)
    assert {SourceTier(tier): (float(low), float(high)) for tier, low, high in rows} == {
        tier: (span.low, span.high) for tier, span in SPANS.items()
    }


def test_every_value_of_a_rating_is_documented() -> None:
    words = [*Channel, *UsePolicy, *SourceType]
    assert [word for word in words if f"`{word}`" not in TRUST] == []


def test_documented_suffixes_are_rules() -> None:
    rules = {suffix for rule in table().suffixes for suffix in rule.suffixes}
    named = re.findall(r"`\.([a-z.]+)`", TRUST)
    assert len(named) >= 6
    assert set(named) <= rules


def test_documented_example_is_a_valid_file() -> None:
    example = re.search(r"```json\n(.*?)```", TRUST, re.DOTALL)
    assert example is not None
    overrides = read_overrides(example.group(1).encode())
    registry = SourceRegistry(overrides)
    assert len(overrides) == 3
    assert all(registry.ground(site).rule is Rule.READER for site in overrides)


def test_documented_domains_are_rated_as_described() -> None:
    registry = SourceRegistry()
    assert registry.rate("climate.nasa.gov").domain == "nasa.gov"
    assert registry.rate("news.bbc.co.uk").domain == registry.rate("bbc.co.uk").domain == "bbc.com"
    assert registry.rate("nasa.gov.evil.com").domain == "evil.com"
    assert registry.rate("factcheck.afp.com").type is SourceType.FACT_CHECKER
    assert registry.rate("afp.com").type is SourceType.NEWS
    assert registry.rate("truth.news").channel is registry.rate("academia.edu").channel is Channel.ORDINARY

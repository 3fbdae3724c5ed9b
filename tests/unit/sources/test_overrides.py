"""The user's ratings file: its valid entries, and an error for every mistake."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.trust import Channel, SourceRating, SourceTier, SourceType, UsePolicy
from backend.errors import ConfigurationError
from backend.sources.overrides import MOST, Override, read_override, read_overrides, site_name, write_overrides
from backend.sources.registry import Rule, SourceRegistry
from tests.each_row import each_row


def rating_of(name: str, values: dict[str, object], url: str = "") -> SourceRating:
    return SourceRegistry({site_name(name): read_override(values)}).rate(url or name)


def test_file_adds_and_overrides_ratings(tmp_path: Path) -> None:
    path = tmp_path / "sources.json"
    path.write_text(json.dumps({"https://www.My-Town.example/": {"tier": "B", "credibility": 0.7, "type": "news"},
                                "reuters.com": {"tier": "D", "credibility": 0.1, "note": "as an experiment"}}))  # fmt: skip
    registry = SourceRegistry.load(path)
    assert registry.rate("https://news.my-town.example/1").credibility == 0.7
    assert registry.rate("reuters.com").lead_only
    assert registry.ground("uk.reuters.com").rule is Rule.READER
    assert registry.ground("uk.reuters.com").because == "as an experiment"
    assert registry.rate("apnews.com").credibility == 0.9
    assert SourceRegistry().rate("reuters.com").tier is SourceTier.A


@each_row(
    ("tier", "kind", "credibility", "channel", "lead_only"),
    [
        ("A", "news", 0.9, Channel.AUTHORITATIVE, False),
        ("A'", "news", 0.85, Channel.REPUTABLE_NEWS, False),
        ("A'", "academic", 0.85, Channel.AUTHORITATIVE, False),
        ("B", "reference", 0.75, Channel.REPUTABLE_NEWS, False),
        ("C", "news", 0.5, Channel.LOCAL_MEDIA, False),
        ("C", "unknown", 0.5, Channel.ORDINARY, False),
        ("D", "social", 0.3, Channel.SOCIAL, True),
        ("D", "news", 0.3, Channel.LOW_RELIABILITY, True),
    ],
)
def test_tier_determines_the_rest_of_a_rating(
    tier: str, kind: str, credibility: float, channel: Channel, lead_only: bool
) -> None:
    rating = rating_of("a.example", {"tier": tier, "type": kind})
    assert (rating.credibility, rating.channel, rating.lead_only) == (credibility, channel, lead_only)


def test_rating_without_a_type_keeps_the_listed_type() -> None:
    assert rating_of("snopes.com", {"tier": "C"}).type is SourceType.FACT_CHECKER
    assert rating_of("energy.gov", {"tier": "B"}).type is SourceType.GOVERNMENT
    assert rating_of("a.example", {"tier": "B"}).type is SourceType.UNKNOWN


def test_source_of_any_tier_can_be_lead_only() -> None:
    rating = rating_of("reuters.com", {"tier": "A", "use": "lead_only"})
    assert (rating.lead_only, rating.use, rating.tier) == (True, UsePolicy.LEAD_ONLY, SourceTier.A)
    assert not rating.credible


def test_rating_applies_to_the_publisher_and_its_subdomains() -> None:
    for url in ("https://www.bbc.com/x", "news.bbc.co.uk", "bbc.com"):
        assert rating_of("bbc.co.uk", {"tier": "C"}, url).tier is SourceTier.C
    assert rating_of("afp.com", {"tier": "C"}, "factcheck.afp.com").tier is SourceTier.C
    assert rating_of("factcheck.afp.com", {"tier": "C"}, "afp.com").tier is SourceTier.A


def test_more_specific_rating_wins() -> None:
    registry = SourceRegistry({
        "medium.com": read_override({"tier": "D"}), "expert.medium.com": read_override({"tier": "B", "type": "academic"}),
    })  # fmt: skip
    assert registry.rate("https://expert.medium.com/a").tier is SourceTier.B
    assert registry.rate("https://someone.medium.com/a").tier is SourceTier.D


@each_row(
    ("content", "said"),
    [
        ("", "EOF"),
        ("[]", "object"),
        ("{", "EOF"),
        ('{"a.com": {"tier": "Z"}}', "a.com.tier: Input should be"),
        ('{"a.com": {}}', "a.com.tier: Field required"),
        ('{"a.com": "A"}', "a.com: Input should be"),
        ('{"a.com": {"tier": "A", "credibility": 1.5}}', "less than or equal to 1"),
        ('{"a.com": {"tier": "A", "credibility": "0.9"}}', "a.com.credibility: Input should be a valid number"),
        ('{"a.com": {"tier": "A", "credibility": true}}', "a.com.credibility: Input should be a valid number"),
        ('{"a.com": {"tier": "A", "credibility": NaN}}', "a.com.credibility"),
        ('{"a.com": {"tier": "D", "credibility": 0.9}}', "a.com: credibility 0.9 does not fit tier D, which spans 0 to 0.45"),
        ('{"a.com": {"tier": "A", "channel": "social"}}', "a.com: channel social does not fit tier A"),
        ('{"a.com": {"tier": "D", "use": "support_ok"}}', "a.com: a source of tier D is a lead only"),
        ('{"a.com": {"tier": "A", "extra": 1}}', "a.com.extra: Extra inputs"),
        ('{"a.com": {"tier": "A", "note": "' + "x" * 201 + '"}}', "a.com.note: String should have at most 200"),
        ('{"not a domain": {"tier": "A"}}', "'not a domain' is no domain"),
        ('{"192.168.0.1": {"tier": "A"}}', "is no domain"),
        ('{"co.uk": {"tier": "A"}}', "'co.uk' is a public suffix"),
        ('{"com": {"tier": "A"}}', "is no domain"),
        ('{"https://a.com/blog": {"tier": "A"}}', "names one page; a rating covers a whole domain: a.com"),
        ('{"a.com": {"tier": "A"}, "a.com": {"tier": "D"}}', "'a.com' stands there twice"),
        ('{"a.com": {"tier": "A", "tier": "D"}}', "'tier' stands there twice"),
        ('{"a.com": {"tier": "A"}, "www.a.com": {"tier": "D"}}', "'www.a.com' rates a.com, which is rated already"),
        ('{"bbc.com": {"tier": "A"}, "bbc.co.uk": {"tier": "D"}}', "'bbc.co.uk' rates bbc.com, which is rated already"),
        ("\xff", "sources file"),
        ("[" * 5000, "sources file"),
    ],
)  # fmt: skip
def test_invalid_file_is_refused_with_the_mistake(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "sources.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(ConfigurationError, match="sources file") as caught:
        SourceRegistry.load(path)
    assert said in caught.value.message
    assert "tier" in caught.value.hint


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="Cannot read"):
        SourceRegistry.load(tmp_path / "none.json")


def test_too_many_domains_are_refused() -> None:
    many = {f"a{n}.example": {"tier": "B"} for n in range(MOST + 1)}
    with pytest.raises(ValueError, match="more than 5,000"):
        read_overrides(json.dumps(many).encode())


NAMES = st.from_regex(r"[a-z]{3,12}\.(com|org|example)", fullmatch=True)
ENTRIES = st.sampled_from([
    {"tier": "A"}, {"tier": "A'", "type": "academic"}, {"tier": "B", "credibility": 0.7, "note": "“gut” 漢字"},
    {"tier": "C", "use": "lead_only"}, {"tier": "D", "channel": "social", "type": "social"},
])  # fmt: skip


@given(st.dictionaries(NAMES, ENTRIES.map(read_override), max_size=5))
def test_written_ratings_can_be_read_again(overrides: dict[str, Override]) -> None:
    kept = {site_name(name): entry for name, entry in overrides.items()}
    assert read_overrides(write_overrides(kept)) == kept


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_read_or_raise_a_value_error(content: bytes) -> None:
    with suppress(ValueError):
        assert isinstance(read_overrides(content), dict)

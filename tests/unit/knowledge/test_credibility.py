from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.trust import SourceTier, SourceType
from backend.errors import ConfigurationError
from backend.knowledge.credibility import (
    FACT_CHECKERS,
    TRUSTED_NEWS,
    SourceRegistry,
    host_of,
    registrable_domain,
)

REGISTRY = SourceRegistry.load(None)

DOCUMENT_004_SCORES = {
    "snopes.com": 0.95, "factcheck.org": 0.95, "politifact.com": 0.95, "fullfact.org": 0.90, "reuters.com": 0.90,
    "apnews.com": 0.90, "bbc.com": 0.85, "npr.org": 0.85, "pbs.org": 0.85, "nytimes.com": 0.80,
    "washingtonpost.com": 0.80, "theguardian.com": 0.80, "wsj.com": 0.80, "who.int": 0.95, "cdc.gov": 0.95,
    "nasa.gov": 0.95, "nih.gov": 0.95,
    "gov.uk": 0.95, "scholar.google.com": 0.85, "arxiv.org": 0.80, "nature.com": 0.90, "science.org": 0.90,
    "aljazeera.com": 0.75, "dw.com": 0.75, "france24.com": 0.75, "some-unknown-blog.com": 0.50,
}  # fmt: skip


@pytest.mark.parametrize(("domain", "score"), DOCUMENT_004_SCORES.items())
def test_scores_are_those_of_document_004(domain: str, score: float) -> None:
    assert REGISTRY.rate(f"https://www.{domain}/a/b?c=d").credibility == score


@pytest.mark.parametrize(
    ("url", "tier", "kind"),
    [
        ("https://climate.nasa.gov/evidence", SourceTier.A, SourceType.GOVERNMENT),
        ("https://www.nist.gov/pml", SourceTier.A, SourceType.GOVERNMENT),
        ("https://www.gov.uk/guidance", SourceTier.A, SourceType.GOVERNMENT),
        ("hmrc.gov.uk", SourceTier.A, SourceType.GOVERNMENT),
        ("https://ec.europa.eu/eurostat", SourceTier.A, SourceType.GOVERNMENT),
        ("https://www.nato.int", SourceTier.A, SourceType.GOVERNMENT),
        ("https://www.ox.ac.uk", SourceTier.A_PRIME, SourceType.ACADEMIC),
        ("https://news.mit.edu/x", SourceTier.A_PRIME, SourceType.ACADEMIC),
        ("https://doi.org/10.1234/x", SourceTier.B, SourceType.ACADEMIC),
        ("https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=x", SourceTier.A, SourceType.GOVERNMENT),
        ("https://factcheck.afp.com/doc", SourceTier.A, SourceType.FACT_CHECKER),
        ("https://www.snopes.com/fact-check/x", SourceTier.A, SourceType.FACT_CHECKER),
        ("https://www.britannica.com/place/India", SourceTier.A_PRIME, SourceType.REFERENCE),
        ("https://en.wikipedia.org/wiki/Earth", SourceTier.B, SourceType.REFERENCE),
        ("https://news.bbc.co.uk/1", SourceTier.A_PRIME, SourceType.NEWS),
        ("https://abcnews.go.com/story", SourceTier.B, SourceType.NEWS),
        ("https://example.com", SourceTier.C, SourceType.UNKNOWN),
        ("https://theonion.com/x", SourceTier.D, SourceType.UNKNOWN),
    ],
)
def test_tier_and_type(url: str, tier: SourceTier, kind: SourceType) -> None:
    rating = REGISTRY.rate(url)
    assert (rating.tier, rating.type) == (tier, kind)


@pytest.mark.parametrize(
    "url",
    [
        "fakenews.post.com", "https://nasa.gov.evil.com/", "edu.example.com", "notreuters.com", "reuters.com.co",
        "https://r\u0435uters.com", "https://reuters.com@evil.com/", "https://evil.com\\@reuters.com/",
        "https://user:pw@reuters.com/", "https://reuters.com:8080/", "ftp://reuters.com/", "http://127.0.0.1/reuters.com",
        "http://[::1]/", "http://2130706433/", "javascript:alert('reuters.com')", "reuters", "com", "", " ", "http://[",
        "a..b", "https://\x00reuters.com", "x" * 5000,
    ],
)  # fmt: skip
def test_lookalikes_and_junk_are_not_trusted(url: str) -> None:
    rating = REGISTRY.rate(url)
    assert (rating.tier, rating.credibility, rating.type) == (SourceTier.C, 0.5, SourceType.UNKNOWN)


@pytest.mark.parametrize(
    "host",
    ["old.reddit.com", "x.com", "twitter.com", "m.facebook.com", "tiktok.com", "youtu.be", "quora.com",
     "someone.medium.com", "me.blogspot.com", "me.wordpress.com", "me.substack.com", "me.github.io",
     "babylonbee.com", "naturalnews.com", "infowars.com"],
)  # fmt: skip
def test_platforms_satire_and_hoax_sites_are_leads_only(host: str) -> None:
    rating = REGISTRY.rate(f"https://{host}/post/1")
    assert rating.lead_only
    assert rating.tier is SourceTier.D


def test_a_publisher_is_one_domain() -> None:
    assert REGISTRY.rate("news.bbc.co.uk").domain == REGISTRY.rate("https://www.bbc.com").domain == "bbc.com"
    assert REGISTRY.rate("https://science.nasa.gov:443/x").domain == "nasa.gov"
    assert registrable_domain("https://a.b.example.co.uk/") == "example.co.uk"


def test_international_names_become_ascii() -> None:
    assert host_of("https://M\u00fcnchen.de/") == "xn--mnchen-3ya.de"
    assert REGISTRY.rate("https://xn--mnchen-3ya.de").domain == "xn--mnchen-3ya.de"


def test_search_tiers_are_registrable_and_reputable() -> None:
    assert TRUSTED_NEWS[:4] == ("reuters.com", "bbc.com", "apnews.com", "nytimes.com")
    assert len(TRUSTED_NEWS) == 15
    for domain in TRUSTED_NEWS:
        assert REGISTRY.rate(domain).type is SourceType.NEWS
    for domain in FACT_CHECKERS:
        assert REGISTRY.rate(domain).type is SourceType.FACT_CHECKER
    for domain in (*TRUSTED_NEWS, *FACT_CHECKERS):
        assert REGISTRY.rate(domain).domain == registrable_domain(domain) == domain


def test_domains_of_a_type() -> None:
    checkers = REGISTRY.domains_of(SourceType.FACT_CHECKER)
    assert set(FACT_CHECKERS) <= set(checkers)
    assert "nasa.gov" not in checkers


@given(st.text(max_size=80) | st.from_regex(r"(https?://)?[a-z0-9.@:\[\]%-]{1,40}(/.*)?", fullmatch=True))
def test_rating_never_raises(text: str) -> None:
    rating = REGISTRY.rate(text)
    assert 0.0 <= rating.credibility <= 1.0
    assert rating.domain == "" or host_of(rating.domain)


@given(
    st.sampled_from([*DOCUMENT_004_SCORES, "mit.edu", "x.int"]),
    st.from_regex(r"[a-z]{3,8}\.(com|net|example)", fullmatch=True),
)
def test_a_trusted_name_lends_nothing_to_the_domain_below_it(name: str, owner: str) -> None:
    assert REGISTRY.rate(f"https://{name}.{owner}/{name}") == REGISTRY.rate(owner)


def test_a_file_adds_and_overrides(tmp_path) -> None:
    path = tmp_path / "sources.json"
    path.write_text(json.dumps({"https://www.My-Town.example/": {"tier": "B", "credibility": 0.7, "type": "news"},
                                "reuters.com": {"tier": "D", "credibility": 0.1, "lead_only": True}}))  # fmt: skip
    registry = SourceRegistry.load(path)
    assert registry.rate("https://news.my-town.example/1").credibility == 0.7
    assert registry.rate("reuters.com").lead_only
    assert registry.rate("apnews.com").credibility == 0.9
    assert REGISTRY.rate("reuters.com").tier is SourceTier.A


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", '{"a.com": {"tier": "Z", "credibility": 0.5}}', '{"a.com": {"tier": "A", "credibility": 1.5}}',
     '{"a.com": {"tier": "A"}}', '{"a.com": {"tier": "A", "credibility": 0.5, "extra": 1}}',
     '{"not a domain": {"tier": "A", "credibility": 0.5}}', "\xff"],
)  # fmt: skip
def test_a_malformed_file_is_a_configuration_error(tmp_path, content: str) -> None:
    path = tmp_path / "sources.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(ConfigurationError, match="sources file") as caught:
        SourceRegistry.load(path)
    assert "tier" in caught.value.hint


def test_a_missing_file_is_a_configuration_error(tmp_path) -> None:
    with pytest.raises(ConfigurationError, match="Cannot read"):
        SourceRegistry.load(tmp_path / "none.json")

"""Regression tests for the defects of the original designs in rating sources, one test each."""

from __future__ import annotations

from backend.domain.trust import Channel, SourceTier, SourceType
from backend.sources.documents import allow_listed_001, citable, is_health_source
from backend.sources.registry import Rule, SourceRegistry
from backend.sources.table import table
from tests.each_row import each_row

REGISTRY = SourceRegistry()


@each_row("host", ["en.wikipedia.org", "news.bbc.co.uk", "gov.uk"])
def test_subdomains_of_reliable_sites_are_not_low_reliability(host: str) -> None:
    """Document 002 rated subdomains of reliable sites as low reliability."""
    rating = REGISTRY.rate(host)
    assert rating.channel in (Channel.AUTHORITATIVE, Channel.REPUTABLE_NEWS)
    assert not rating.lead_only


@each_row(
    "host",
    ["fakenews.post.com", "truth.news", "my.media", "the.daily.tv", "patriot.radio.com", "people.times.info", "morning.herald.biz"],
)  # fmt: skip
def test_word_in_the_name_does_not_make_a_site_local_media(host: str) -> None:
    """Document 002 matched ".post" and similar words anywhere in a host name."""
    assert REGISTRY.ground(host).rule is Rule.UNLISTED
    assert REGISTRY.rate(host).channel is Channel.ORDINARY


def test_agencies_and_fact_checkers_have_exactly_one_tier() -> None:
    """Document 002 rated agencies and fact-checkers as A in one table and B in another. Here they have a single tier."""
    for name in ("reuters.com", "apnews.com", "afp.com", "snopes.com", "factcheck.org", "correctiv.org"):
        rating = REGISTRY.rate(name)
        assert (rating.tier, rating.channel) == (SourceTier.A, Channel.AUTHORITATIVE)
        assert sum(name in group.domains for group in table().groups) == 1


def test_gov_uk_has_the_documented_score() -> None:
    """Document 004 gives this score as .90 in its code and as .95 in its text."""
    assert REGISTRY.rate("https://www.gov.uk/guidance").credibility == 0.95


@each_row(
    ("url", "score"),
    [("https://climate.nasa.gov/evidence", 0.95), ("https://bbc.co.uk/news", 0.85), ("https://www.nist.gov/pml", 0.95),
     ("https://en.wikipedia.org/wiki/Earth", 0.80)],
)  # fmt: skip
def test_subdomains_and_siblings_have_the_score_of_their_site(url: str, score: float) -> None:
    """Document 004 rated all four as .50."""
    assert REGISTRY.rate(url).credibility == score


@each_row(
    ("url", "kind"),
    [("gov.uk", SourceType.GOVERNMENT), ("ox.ac.uk", SourceType.ACADEMIC), ("mit.edu", SourceType.ACADEMIC),
     ("my.edu.blog.com", SourceType.UNKNOWN), ("education-news.com", SourceType.UNKNOWN)],
)  # fmt: skip
def test_type_follows_the_suffix_and_not_a_word_in_the_name(url: str, kind: SourceType) -> None:
    """Document 004 rated gov.uk as news and ox.ac.uk as unknown, and matched ".edu" anywhere in a host name."""
    assert REGISTRY.rate(url).type is kind


def test_english_wikipedia_is_credible() -> None:
    """Document 002 did not rate English Wikipedia as credible."""
    assert allow_listed_001("https://en.wikipedia.org/wiki/Earth", REGISTRY)
    assert REGISTRY.rate("https://en.wikipedia.org/wiki/Earth").credible


@each_row(("credible", "others", "all_shown"), [(3, 8, True), (2, 1, True), (3, 7, False)])
def test_all_citations_are_shown_when_credible_ones_are_few_or_rare(
    credible: int, others: int, all_shown: bool
) -> None:
    """Document 001 shows all citations if the credible ones are few *or* a small share, but its code said "and"."""
    ratings = [*[REGISTRY.rate("npr.org")] * credible, *[REGISTRY.rate("blog.example")] * others]
    assert (len(citable(ratings, lambda rating: rating)) == credible + others) is all_shown


def test_misspelt_journal_is_not_trusted() -> None:
    """The list of health sites contained amanetwork.com beside jamanetwork.com, and anybody could have registered the former."""
    assert not is_health_source("https://amanetwork.com/journals/x", REGISTRY)
    assert REGISTRY.ground("amanetwork.com").rule is Rule.UNLISTED
    assert is_health_source("https://jamanetwork.com/journals/x", REGISTRY)


def test_at_sign_or_port_does_not_hide_the_host() -> None:
    """The original parser took the text after the last "@" as the host and dropped any port."""
    for url in ("https://evil.com@who.int:8443/x", "https://who.int@evil.com/", "https://who.int:8443/x"):
        assert not is_health_source(url, REGISTRY)


def test_unreliable_sites_score_below_neutral() -> None:
    """Document 004 has no score below .50, so a hoax site had the same weight as an unknown site."""
    for name in ("infowars.com", "naturalnews.com", "theonion.com", "facebook.com", "dailymail.co.uk"):
        assert REGISTRY.rate(name).credibility < 0.5
        assert REGISTRY.rate(name).lead_only

"""What the originals got wrong about sources (seed-systems, each "⚠"), one test per defect, named after it."""

from __future__ import annotations

from backend.domain.trust import Channel, SourceTier, SourceType
from backend.sources.documents import allow_listed_001, citable, is_health_source
from backend.sources.registry import Rule, SourceRegistry
from backend.sources.table import table
from tests.each_row import each_row

REGISTRY = SourceRegistry()


@each_row("host", ["en.wikipedia.org", "news.bbc.co.uk", "gov.uk"])
def test_002_exact_match_made_subdomains_low_reliability(host: str) -> None:
    """seed-systems §9.3."""
    rating = REGISTRY.rate(host)
    assert rating.channel in (Channel.AUTHORITATIVE, Channel.REPUTABLE_NEWS)
    assert not rating.lead_only


@each_row(
    "host",
    ["fakenews.post.com", "truth.news", "my.media", "the.daily.tv", "patriot.radio.com", "people.times.info", "morning.herald.biz"],
)  # fmt: skip
def test_002_a_word_in_the_name_made_local_media(host: str) -> None:
    """seed-systems §9.3: ".post" and the like anywhere in the name."""
    assert REGISTRY.ground(host).rule is Rule.UNLISTED
    assert REGISTRY.rate(host).channel is Channel.ORDINARY


def test_002_a_second_table_of_ceilings_had_other_members() -> None:
    """seed-systems §9.3: agencies and fact-checkers were A in one table and B in the other. There is one tier now."""
    for name in ("reuters.com", "apnews.com", "afp.com", "snopes.com", "factcheck.org", "correctiv.org"):
        rating = REGISTRY.rate(name)
        assert (rating.tier, rating.channel) == (SourceTier.A, Channel.AUTHORITATIVE)
        assert sum(name in group.domains for group in table().groups) == 1


def test_004_gov_uk_scored_less_than_the_document_says() -> None:
    """seed-systems §9.3: .90 in the code, .95 in the document."""
    assert REGISTRY.rate("https://www.gov.uk/guidance").credibility == 0.95


@each_row(
    ("url", "score"),
    [("https://climate.nasa.gov/evidence", 0.95), ("https://bbc.co.uk/news", 0.85), ("https://www.nist.gov/pml", 0.95),
     ("https://en.wikipedia.org/wiki/Earth", 0.80)],
)  # fmt: skip
def test_004_exact_hosts_left_seed_facts_and_siblings_neutral(url: str, score: float) -> None:
    """seed-systems §9.3: all four were .50."""
    assert REGISTRY.rate(url).credibility == score


@each_row(
    ("url", "kind"),
    [("gov.uk", SourceType.GOVERNMENT), ("ox.ac.uk", SourceType.ACADEMIC), ("mit.edu", SourceType.ACADEMIC),
     ("my.edu.blog.com", SourceType.UNKNOWN), ("education-news.com", SourceType.UNKNOWN)],
)  # fmt: skip
def test_004_types_followed_the_order_of_rules_and_edu_anywhere(url: str, kind: SourceType) -> None:
    """seed-systems §9.3: gov.uk was news, ox.ac.uk unknown, and ".edu" counted anywhere in a name."""
    assert REGISTRY.rate(url).type is kind


def test_001_english_wikipedia_was_not_credible() -> None:
    """seed-systems §9.3."""
    assert allow_listed_001("https://en.wikipedia.org/wiki/Earth", REGISTRY)
    assert REGISTRY.rate("https://en.wikipedia.org/wiki/Earth").credible


@each_row(("credible", "others", "all_shown"), [(3, 8, True), (2, 1, True), (3, 7, False)])
def test_001_citation_filter_asked_for_both_conditions(credible: int, others: int, all_shown: bool) -> None:
    """seed-systems §10.1: all citations are shown when the credible ones are few *or* a small share; the code said "and"."""
    ratings = [*[REGISTRY.rate("npr.org")] * credible, *[REGISTRY.rate("blog.example")] * others]
    assert (len(citable(ratings, lambda rating: rating)) == credible + others) is all_shown


def test_000_a_misspelt_journal_was_trusted() -> None:
    """Its list of health roots holds amanetwork.com beside jamanetwork.com: anybody could have registered it."""
    assert not is_health_source("https://amanetwork.com/journals/x", REGISTRY)
    assert REGISTRY.ground("amanetwork.com").rule is Rule.UNLISTED
    assert is_health_source("https://jamanetwork.com/journals/x", REGISTRY)


def test_000_an_at_sign_or_a_port_hid_who_answers() -> None:
    """Its parser took what follows the last "@" as the host and dropped any port."""
    for url in ("https://evil.com@who.int:8443/x", "https://who.int@evil.com/", "https://who.int:8443/x"):
        assert not is_health_source(url, REGISTRY)


def test_004_no_score_was_below_neutral() -> None:
    """Document 004 §6 has no score below .50, so that a hoax site weighed as much as an unknown one."""
    for name in ("infowars.com", "naturalnews.com", "theonion.com", "facebook.com", "dailymail.co.uk"):
        assert REGISTRY.rate(name).credibility < 0.5
        assert REGISTRY.rate(name).lead_only

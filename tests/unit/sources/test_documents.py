"""The tables of the four original designs as views of the single registry."""

from __future__ import annotations

from backend.domain.constants import sources
from backend.domain.trust import Channel, SourceRating, SourceTier, SourceType, UsePolicy
from backend.sources.constants import SOURCE_CONSTANTS, SPANS
from backend.sources.documents import (
    allow_listed_001,
    citable,
    is_health_source,
    ranking_credibility_000,
    trust_credibility_000,
)
from backend.sources.overrides import read_override
from backend.sources.registry import SourceRegistry
from backend.sources.table import table
from tests.each_row import each_row

REGISTRY = SourceRegistry()

DOCUMENT_004 = {
    "snopes.com": 0.95, "factcheck.org": 0.95, "politifact.com": 0.95, "fullfact.org": 0.90, "reuters.com": 0.90,
    "apnews.com": 0.90, "bbc.com": 0.85, "npr.org": 0.85, "pbs.org": 0.85, "nytimes.com": 0.80,
    "washingtonpost.com": 0.80, "theguardian.com": 0.80, "wsj.com": 0.80, "who.int": 0.95, "cdc.gov": 0.95,
    "nasa.gov": 0.95, "nih.gov": 0.95, "gov.uk": 0.95, "scholar.google.com": 0.85, "arxiv.org": 0.80,
    "nature.com": 0.90, "science.org": 0.90, "aljazeera.com": 0.75, "dw.com": 0.75, "france24.com": 0.75,
    "some-unknown-blog.com": 0.50,
}  # fmt: skip
TYPES_004 = {
    SourceType.FACT_CHECKER: ("snopes.com", "factcheck.org", "politifact.com", "fullfact.org"),
    SourceType.GOVERNMENT: ("who.int", "cdc.gov", "nasa.gov", "nih.gov", "gov.uk", "epa.gov", "hse.gov.uk"),
    SourceType.ACADEMIC: ("arxiv.org", "nature.com", "science.org", "scholar.google.com", "stanford.edu"),
    SourceType.NEWS: ("reuters.com", "apnews.com", "bbc.com", "npr.org", "nytimes.com", "dw.com", "france24.com"),
    SourceType.UNKNOWN: ("some-unknown-blog.com",),
}
ALLOW_LIST_001 = (
    "reuters.com", "apnews.com", "bbc.com", "bbc.co.uk", "nytimes.com", "theguardian.com", "washingtonpost.com",
    "npr.org", "factcheck.org", "snopes.com", "politifact.com", "afp.com", "usatoday.com", "cbsnews.com",
    "nbcnews.com", "abcnews.go.com", "poynter.org", "wikipedia.org", "britannica.com",
)  # fmt: skip
AUTHORITATIVE_SUFFIXES_002 = (
    "gov", "mil", "int", "edu", "europa.eu", "ac.uk", "gov.uk", "gov.ua", "gov.pl", "bund.de", "gc.ca",
)  # fmt: skip


@each_row(("domain", "score"), DOCUMENT_004.items())
def test_domains_have_the_scores_of_document_004(domain: str, score: float) -> None:
    assert REGISTRY.rate(f"https://www.{domain}/a/b?c=d").credibility == score


def test_groups_of_document_004_hold_exactly_its_domains() -> None:
    named = {name for group in table().groups if group.document == "004" for name in group.domains}
    assert named == DOCUMENT_004.keys() - {"some-unknown-blog.com"}
    assert all(group.document in ("", "004") for group in table().groups)


@each_row(("kind", "domain"), [(kind, name) for kind, names in TYPES_004.items() for name in names])
def test_domains_have_the_source_types_of_document_004(kind: SourceType, domain: str) -> None:
    assert REGISTRY.rate(domain).type is kind


def test_searched_sites_are_those_of_document_004() -> None:
    """TRUSTED_DOMAINS has 15 entries, of which step 5a searches the first four. Step 5b searches three fact-checkers."""
    assert REGISTRY.trusted_news()[:4] == ("reuters.com", "bbc.com", "apnews.com", "nytimes.com")
    assert len(REGISTRY.trusted_news()) == 15
    assert REGISTRY.fact_checkers()[:3] == ("snopes.com", "factcheck.org", "politifact.com")


@each_row("domain", ALLOW_LIST_001)
def test_allow_listed_domains_are_credible(domain: str) -> None:
    for url in (domain, f"https://www.{domain}/a", f"https://news.{domain}/a"):
        assert allow_listed_001(url, REGISTRY)
        assert REGISTRY.rate(url).credible


def test_allow_list_has_no_other_domains() -> None:
    assert set(table().lists.allow_list) == set(ALLOW_LIST_001)
    for url in ("nature.com", "some-unknown-blog.com", "espn.go.com", "reuters.com.evil.com", ""):
        assert not allow_listed_001(url, REGISTRY)


def test_own_ratings_override_allow_list_and_health_list() -> None:
    registry = SourceRegistry({"snopes.com": read_override({"tier": "D"}), "who.int": read_override({"tier": "C"})})
    assert not allow_listed_001("https://www.snopes.com/fact-check/x", registry)
    assert not is_health_source("https://www.who.int/news", registry)
    assert is_health_source("https://www.cdc.gov/flu", registry)


@each_row("root", table().lists.health)
def test_health_sites_have_the_credibility_of_document_000(root: str) -> None:
    assert ranking_credibility_000(f"https://sub.{root}/a", REGISTRY) == 0.95
    assert trust_credibility_000(root, REGISTRY) == 0.75
    assert REGISTRY.rate(root).credible


def test_health_list_has_71_sites_and_others_are_neutral() -> None:
    assert len(set(table().lists.health)) == 71
    for url in ("reuters.com", "who.int.evil.com", "some-unknown-blog.com", "not an address"):
        assert ranking_credibility_000(url, REGISTRY) == trust_credibility_000(url, REGISTRY) == 0.5


@each_row("suffix", AUTHORITATIVE_SUFFIXES_002)
def test_public_suffixes_of_authorities_are_authoritative(suffix: str) -> None:
    rating = REGISTRY.rate(f"https://office.{suffix}/a")
    assert rating.channel is Channel.AUTHORITATIVE
    assert rating.authoritative
    assert REGISTRY.rate(f"https://{suffix}.example.com/").channel is Channel.ORDINARY


@each_row(
    ("domain", "channel", "use"),
    [
        ("cdc.gov", Channel.AUTHORITATIVE, UsePolicy.SUPPORT_OK),
        ("reuters.com", Channel.AUTHORITATIVE, UsePolicy.SUPPORT_OK),
        ("snopes.com", Channel.AUTHORITATIVE, UsePolicy.SUPPORT_OK),
        ("eso.org", Channel.AUTHORITATIVE, UsePolicy.SUPPORT_OK),
        ("nytimes.com", Channel.REPUTABLE_NEWS, UsePolicy.SUPPORT_OK),
        ("mlive.com", Channel.LOCAL_MEDIA, UsePolicy.SUPPORT_OK),
        ("facebook.com", Channel.SOCIAL, UsePolicy.LEAD_ONLY),
        ("m.facebook.com", Channel.SOCIAL, UsePolicy.LEAD_ONLY),
        ("infowars.com", Channel.LOW_RELIABILITY, UsePolicy.LEAD_ONLY),
    ],
)
def test_domains_have_the_channels_and_use_of_document_002(domain: str, channel: Channel, use: UsePolicy) -> None:
    rating = REGISTRY.rate(domain)
    assert (rating.channel, rating.use) == (channel, use)


def _rated(credible: int, others: int) -> list[SourceRating]:
    good = [REGISTRY.rate("reuters.com")] * credible
    return [*good, *[REGISTRY.rate("some-unknown-blog.com")] * others]


@each_row(
    ("credible", "others", "shown"),
    [
        (3, 0, 3), (3, 5, 3), (3, 7, 3),  # 3 of 10 are 30%.
        (3, 8, 11),  # 27% is too small a share, because the document says "or".
        (2, 0, 2), (2, 1, 3), (0, 4, 4),  # There are fewer than three, so all are shown.
        (25, 50, 25), (0, 0, 0),
    ],
)  # fmt: skip
def test_citations_are_filtered_only_when_enough_are_credible(credible: int, others: int, shown: int) -> None:
    assert len(citable(_rated(credible, others), lambda rating: rating)) == shown


def test_every_constant_names_its_origin() -> None:
    named = {name: source for name, _, source in sources(SOURCE_CONSTANTS)}
    assert len(named) == 7
    assert all(source[:3] in ("000", "001", "002", "004") or source.startswith("ours") for source in named.values())


def test_usual_value_of_every_tier_lies_in_its_span() -> None:
    assert set(SPANS) == set(SourceTier)
    for span in SPANS.values():
        assert 0 <= span.low <= span.usual <= span.high <= 1

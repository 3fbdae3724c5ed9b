"""Ratings of URLs: which listed name applies, and when none applies."""

from __future__ import annotations

import threading

import httpx
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.trust import Channel, SourceTier, SourceType, UsePolicy
from backend.sources.domains import host_of, registrable_domain
from backend.sources.overrides import read_override
from backend.sources.registry import Ground, Rule, SourceRegistry
from tests.each_row import each_row

REGISTRY = SourceRegistry()
A, A_PRIME, B, C, D = SourceTier


@each_row(
    ("url", "tier", "kind", "channel"),
    [
        ("https://climate.nasa.gov/evidence", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("https://www.nist.gov/pml", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("https://www.gov.uk/guidance", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("hmrc.gov.uk", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("https://www.mzv.gov.cz/", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("https://ec.europa.eu/eurostat", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("https://www.nato.int", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("https://www.ox.ac.uk", A_PRIME, SourceType.ACADEMIC, Channel.AUTHORITATIVE),
        ("https://news.mit.edu/x", A_PRIME, SourceType.ACADEMIC, Channel.AUTHORITATIVE),
        ("https://www.academia.edu/1/x", C, SourceType.ACADEMIC, Channel.ORDINARY),
        ("https://doi.org/10.1234/x", B, SourceType.ACADEMIC, Channel.REPUTABLE_NEWS),
        ("https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=x", A, SourceType.GOVERNMENT, Channel.AUTHORITATIVE),
        ("https://factcheck.afp.com/doc", A, SourceType.FACT_CHECKER, Channel.AUTHORITATIVE),
        ("https://www.afp.com/en", A, SourceType.NEWS, Channel.AUTHORITATIVE),
        ("https://www.snopes.com/fact-check/x", A, SourceType.FACT_CHECKER, Channel.AUTHORITATIVE),
        ("https://www.britannica.com/place/India", A_PRIME, SourceType.REFERENCE, Channel.REPUTABLE_NEWS),
        ("https://en.wikipedia.org/wiki/Earth", B, SourceType.REFERENCE, Channel.REPUTABLE_NEWS),
        ("https://news.bbc.co.uk/1", A_PRIME, SourceType.NEWS, Channel.REPUTABLE_NEWS),
        ("https://abcnews.go.com/story", B, SourceType.NEWS, Channel.REPUTABLE_NEWS),
        ("https://www.liverpoolecho.co.uk/news/x", C, SourceType.NEWS, Channel.LOCAL_MEDIA),
        ("https://example.com", C, SourceType.UNKNOWN, Channel.ORDINARY),
        ("https://old.reddit.com/r/x", D, SourceType.SOCIAL, Channel.SOCIAL),
        ("https://theonion.com/x", D, SourceType.UNKNOWN, Channel.LOW_RELIABILITY),
    ],
)
def test_addresses_have_the_expected_tier_type_and_channel(
    url: str, tier: SourceTier, kind: SourceType, channel: Channel
) -> None:
    rating = REGISTRY.rate(url)
    assert (rating.tier, rating.type, rating.channel) == (tier, kind, channel)
    assert rating.use is (UsePolicy.LEAD_ONLY if tier is D else UsePolicy.SUPPORT_OK)


@each_row(
    ("url", "ground"),
    [
        ("news.bbc.co.uk", Ground(rule=Rule.LISTED, matched="bbc.com", because="Public broadcasters")),
        ("https://nist.gov/x", Ground(rule=Rule.SUFFIX, matched="gov", because="Governments")),
        ("https://my-blog.example/", Ground(rule=Rule.UNLISTED)),
        ("javascript:alert(1)", Ground(rule=Rule.UNLISTED)),
    ],
)
def test_rating_names_the_rule_it_follows(url: str, ground: Ground) -> None:
    assert REGISTRY.ground(url) == ground


@each_row(
    "url",
    [
        "fakenews.post.com", "https://nasa.gov.evil.com/", "edu.example.com", "notreuters.com", "reuters.com.co",
        "https://r\u0435uters.com", "https://reuters.com@evil.com/", "https://evil.com\\@reuters.com/",
        "https://user:pw@reuters.com/", "https://reuters.com:8080/", "ftp://reuters.com/", "http://2130706433/",
        "javascript:alert('reuters.com')", "reuters", "com", "", " ", "http://[",
        "a..b", "https://\x00reuters.com", "x" * 5000,
        # Names that browsers resolve differently from the older rules for internationalised names.
        "https://tage\u00dfpiegel.de/", "https://tage\u00dfchau.de/", "https://b\u200cbc.com/", "https://xn--tagepiegel-83a.de/",
    ],
)  # fmt: skip
def test_lookalikes_and_junk_are_not_trusted(url: str) -> None:
    rating = REGISTRY.rate(url)
    assert (rating.tier, rating.credibility, rating.type) == (C, 0.5, SourceType.UNKNOWN)
    assert not rating.credible


@each_row(
    "host",
    ["old.reddit.com", "x.com", "twitter.com", "m.facebook.com", "tiktok.com", "youtu.be", "quora.com",
     "someone.medium.com", "me.blogspot.com", "me.wordpress.com", "me.substack.com", "me.github.io",
     "me.blogspot.co.uk", "me.pages.dev", "me.web.app", "me.s3.amazonaws.com", "www-bbc-com.translate.goog", "me.eu.org",
     "raw.githubusercontent.com", "archive.org", "8.8.8.8", "[2606:4700::1111]", "babylonbee.com",
     "naturalnews.com", "infowars.com", "dailymail.co.uk"],
)  # fmt: skip
def test_platforms_satire_hoax_sites_and_tabloids_are_lead_only(host: str) -> None:
    rating = REGISTRY.rate(f"https://{host}/post/1")
    assert rating.lead_only
    assert rating.tier is D


def test_government_subdomains_are_not_platforms() -> None:
    assert REGISTRY.rate("https://find-and-update.company-information.service.gov.uk/x").tier is A
    assert not REGISTRY.rate("https://minfin.gov.ru/x").lead_only


@each_row(
    "host",
    ["covid19.public-inquiry.uk", "x.independent-inquiry.uk", "service.gov.scot", "www.ruhr-uni-bochum.de", "news.rub.de",
     "www.ras.ru", "www.p.lodz.pl", "www.uni.lodz.pl", "www.put.poznan.pl", "krakow.pl", "poznan.pl", "gdansk.pl", "torun.pl",
     "saopaulo.sp.leg.br", "notaires.fr", "www.chambagri.fr", "echo.msk.ru", "bought.uk.com", "bought.us.com", "x.spb.ru",
     "pages.dev"],
)  # fmt: skip
def test_domains_below_purchasable_suffixes_are_tier_c(host: str) -> None:
    assert REGISTRY.rate(f"https://{host}/").tier is C


@each_row("ending", ["hu", "be", "sg", "co.za", "kr", "hk", "co.id", "ie", "cz", "co.uk", "com"])
def test_blogs_of_every_country_suffix_belong_to_one_publisher(ending: str) -> None:
    rating = REGISTRY.rate(f"https://someone.blogspot.{ending}/y")
    assert (rating.domain, rating.tier) == ("blogspot.com", D)


@each_row(
    "host",
    [
        "archive.md",
        "archive.li",
        "archive.vn",
        "archive.fo",
        "justpaste.it",
        "write.as",
        "me.beehiiv.com",
        "s3.amazonaws.com",
    ],
)
def test_open_publishing_sites_are_lead_only(host: str) -> None:
    assert REGISTRY.rate(f"https://{host}/x").lead_only


def test_rating_of_a_platform_names_its_suffix() -> None:
    ground = REGISTRY.ground("https://me.pages.dev/x")
    assert ground == Ground(rule=Rule.SUFFIX, matched="pages.dev", because="Platforms where anybody publishes")


@each_row("path", ["~someone/x", "%7Esomeone", "dept/~someone/paper.html"])
def test_personal_page_is_not_rated_as_the_university(path: str) -> None:
    rating = REGISTRY.rate(f"https://people.mit.edu/{path}")
    assert (rating.tier, rating.domain) == (C, "mit.edu")
    assert not rating.authoritative
    assert REGISTRY.ground(f"https://people.mit.edu/{path}").because == "A member's page"


def test_tilde_in_a_query_is_not_a_personal_page() -> None:
    assert REGISTRY.rate("https://mit.edu/search?from=/~someone#/~x").authoritative


@each_row(
    ("address", "voice"),
    [
        ("https://web.archive.org/web/20200101000000/https://news.bbc.co.uk/1", "bbc.com"),
        ("https://web.archive.org/web/2020id_/http://one-site.example/x", "one-site.example"),
        ("https://web.archive.org/web/2020/https://web.archive.org/web/2020/https://bbc.com/", "archive.org"),
        ("https://web.archive.org/web/20200101000000/www.bbc.com/news", "bbc.com"),
        ("https://web.archive.org/web/20200101000000/http:/www.bbc.com/news", "bbc.com"),
        ("https://web.archive.org/web/https://www.bbc.com/news", "bbc.com"),
        ("https://web.archive.org/web/2/https://www.bbc.com/news", "bbc.com"),
        ("https://web.archive.org/web/20200101000000*/https://www.bbc.com/news", "bbc.com"),
        ("https://web.archive.org/web/2020/https://me@bbc.com/", "archive.org"),
        ("https://www-bbc-com.cdn.ampproject.org/c/s/www.bbc.com/news", "bbc.com"),
        ("https://www-bbc-com.cdn.ampproject.org.one-site.example/c/s/www.bbc.com/news", "one-site.example"),
        ("https://web.archive.org.one-site.example/web/2020/https://bbc.com/", "one-site.example"),
        ("https://one-site.example/https://web.archive.org/web/2020/https://bbc.com/", "one-site.example"),
    ],
)
def test_archived_page_belongs_to_its_publisher(address: str, voice: str) -> None:
    assert REGISTRY.rate(address).domain == voice


def test_registry_and_fetcher_read_the_same_host() -> None:
    """The fetcher and the registry must attribute a URL to the same publisher."""
    for host in (
        "tage\u00dfpiegel.de",
        "stra\u00dfe.example",
        "\u03c3\u03b1\u03c2.example",
        "b\u00fccher.example",
        "news\u3002example",
    ):
        assert host_of(f"https://{host}/") == httpx.URL(f"https://{host}/").raw_host.decode()


def test_domains_of_a_publisher_are_one_domain() -> None:
    assert REGISTRY.rate("news.bbc.co.uk").domain == REGISTRY.rate("https://www.bbc.com").domain == "bbc.com"
    assert REGISTRY.rate("https://science.nasa.gov:443/x").domain == "nasa.gov"
    assert registrable_domain("https://a.b.example.co.uk/") == "example.co.uk"


def test_international_names_become_ascii() -> None:
    assert host_of("https://M\u00fcnchen.de/") == "xn--mnchen-3ya.de"
    assert REGISTRY.rate("https://xn--mnchen-3ya.de").domain == "xn--mnchen-3ya.de"


def test_domains_can_be_listed_by_type() -> None:
    checkers = REGISTRY.domains_of(SourceType.FACT_CHECKER)
    assert set(REGISTRY.fact_checkers()) <= set(checkers)
    assert "nasa.gov" not in checkers


def test_language_selects_its_own_news_and_fact_checkers_first() -> None:
    assert REGISTRY.trusted_news("de-AT")[0] == "tagesschau.de"
    assert REGISTRY.fact_checkers("es")[0] == "maldita.es"
    assert REGISTRY.trusted_news("sw") == REGISTRY.trusted_news("en") == REGISTRY.trusted_news()


def test_demoted_sites_are_not_searched_and_added_sites_come_first() -> None:
    registry = SourceRegistry({
        "reuters.com": read_override({"tier": "D"}),
        "my-town.example": read_override({"tier": "B", "type": "news"}),
        "who.int": read_override({"tier": "C"}),
    })  # fmt: skip
    assert registry.trusted_news()[:3] == ("my-town.example", "bbc.com", "apnews.com")
    assert "reuters.com" not in registry.trusted_news()
    assert "my-town.example" in registry.domains_of(SourceType.NEWS)
    assert "who.int" not in registry.health_sites()
    assert registry.health_sites()[0] == "nih.gov"


def test_two_added_sites_come_before_the_list_and_the_others_after_it() -> None:
    own = {f"paper-{n}.example": read_override({"tier": "B", "type": "news"}) for n in range(4)}
    asked = SourceRegistry(own).trusted_news()
    assert asked[:4] == ("paper-0.example", "paper-1.example", "reuters.com", "bbc.com")
    assert asked[-2:] == ("paper-2.example", "paper-3.example")


def test_digest_changes_with_the_ratings() -> None:
    registry = SourceRegistry()
    before = registry.digest
    registry.use({"a.example": read_override({"tier": "B"})})
    assert registry.digest != before
    registry.use({})
    assert registry.digest == before == SourceRegistry().digest


def test_other_threads_never_see_half_a_change() -> None:
    """A reader in another thread sees either the old ratings or the new ones, never a mixture."""
    registry, done, seen = SourceRegistry(), threading.Event(), set()

    def look() -> None:
        while not done.is_set():
            rating = registry.rate("a.example")
            seen.add((rating.tier, rating.credibility, rating.lead_only))

    thread = threading.Thread(target=look)
    thread.start()
    for _ in range(20):
        registry.use({"a.example": read_override({"tier": "D", "credibility": 0.1})})
        registry.use({})
    done.set()
    thread.join()
    assert seen <= {(C, 0.5, False), (D, 0.1, True)}


@given(st.text(max_size=80) | st.from_regex(r"(https?://)?[a-z0-9.@:\[\]%-]{1,40}(/.*)?", fullmatch=True))
def test_rating_never_raises(text: str) -> None:
    rating = REGISTRY.rate(text)
    assert 0.0 <= rating.credibility <= 1.0
    assert rating.domain == "" or host_of(rating.domain)


@given(
    st.sampled_from(["reuters.com", "nasa.gov", "bbc.co.uk", "snopes.com", "mit.edu", "x.int", "gov.uk"]),
    st.from_regex(r"[a-z]{3,8}\.(com|net|example)", fullmatch=True),
)
def test_trusted_name_as_subdomain_does_not_raise_a_rating(name: str, owner: str) -> None:
    assert REGISTRY.rate(f"https://{name}.{owner}/{name}") == REGISTRY.rate(f"https://a.{owner}/")


@given(
    st.sampled_from(["reuters.com", "nasa.gov", "bbc.co.uk", "wikipedia.org", "example.org", "ox.ac.uk"]),
    st.lists(st.from_regex(r"[a-z][a-z0-9]{0,7}", fullmatch=True), max_size=3),
)
def test_subdomain_is_rated_as_its_publisher(name: str, labels: list[str]) -> None:
    assert REGISTRY.rate(".".join([*labels, name])) == REGISTRY.rate(name)

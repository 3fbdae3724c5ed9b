"""Feeds as publishers really send them: formats, dates, charsets, errors and repeated requests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import httpx
import pytest

from backend.domain.search import SearchQuery, SearchTier
from backend.errors import EngineBlocked, EngineFailed
from backend.search.engines.feed_format import MAX_ENTRIES, day_of, entries
from backend.search.engines.feeds import FRESH_S, REDIRECTS, Feed, Feeds, all_feeds
from backend.search.engines.http import same_publisher_redirect
from backend.sources.registry import SourceRegistry
from tests.fake_search import Clock
from tests.loopback import Fault, LoopbackReply, LoopbackServer, Request

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
QUERY = SearchQuery(text="Parliament of Velbrook votes on ferries", tier=SearchTier.BROAD, limit=10)


def item(
    title: str = "Velbrook parliament votes on ferries", link: str = "https://news.example/1", day: str = ""
) -> str:
    date = f"<pubDate>{day}</pubDate>" if day else ""
    return f"<item><title>{title}</title><description>Of boats.</description><link>{link}</link>{date}</item>"


def rss(*items: str, head: str = '<?xml version="1.0"?>') -> bytes:
    return f'{head}<rss version="2.0"><channel><title>News</title>{"".join(items)}</channel></rss>'.encode()


ATOM = b"""<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<entry><title type="html">Ferries &lt;b&gt;leave&lt;/b&gt;</title><link rel="self" href="https://news.example/api/1"/>
<link href="https://news.example/1"/><updated>2026-11-21T23:30:00-05:00</updated><summary>Of boats.</summary></entry></feed>"""
RDF = b"""<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>News</title></channel>
<item rdf:about="https://news.example/1"><title>Ferries leave</title><link>https://news.example/1</link>
<description>Of boats.</description><dc:date>2026-11-20T10:00:00Z</dc:date></item></rdf:RDF>"""


@pytest.mark.parametrize(
    ("body", "title", "day"),
    [
        (rss(item("Ferries leave", day="Sat, 21 Nov 2026 23:30:00 -0500")), "Ferries leave", "2026-11-22"),
        (ATOM, "Ferries leave", "2026-11-22"),
        (RDF, "Ferries leave", "2026-11-20"),
        (rss(item("Ferries leave"), head=""), "Ferries leave", ""),
    ],
)
def test_every_feed_format_is_parsed(body: bytes, title: str, day: str) -> None:
    (entry,) = entries("feeds", body, "", NOW)
    assert (entry.url, entry.title, entry.summary, entry.published) == (
        "https://news.example/1",
        title,
        "Of boats.",
        day,
    )


@pytest.mark.parametrize(
    ("stamp", "day"),
    [
        ("Sun, 22 Nov 2026 01:00:00 +0900", "2026-11-21"), ("2026-11-22", "2026-11-22"), ("22 Nov 2026 08:00 GMT", "2026-11-22"),
        ("Mon, 32 Nov 2026", ""), ("tomorrow", ""), ("2031-01-01T00:00:00Z", ""), ("", ""),
    ],
)  # fmt: skip
def test_feed_dates_become_utc_days_and_are_never_invented(stamp: str, day: str) -> None:
    assert day_of(stamp, NOW) == day


def test_feed_with_a_stray_character_is_parsed_and_a_truncated_one_is_not() -> None:
    bad = rss(item("Fish & chips &nbsp; in Velbrook"))
    assert len(entries("feeds", bad, "", NOW)) == 1
    with pytest.raises(EngineFailed):
        entries("feeds", bad[:-40], "", NOW)


def test_feed_with_a_wrong_charset_is_parsed() -> None:
    body = rss(item("Fähre in Brüssel"), head='<?xml version="1.0" encoding="utf-8"?>').decode().encode("latin-1")
    assert entries("feeds", body, "iso-8859-1", NOW)[0].title == "Fähre in Brüssel"
    assert entries("feeds", body, "no-such-charset", NOW)[0].title.startswith("F")


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!entity a "x">',
    ],
)
def test_entities_are_neither_expanded_nor_fetched(declared: str) -> None:
    body = rss(item("&a;"), head=f'<?xml version="1.0"?><!DOCTYPE rss [{declared}]>')
    with pytest.raises(EngineFailed, match="entities"):
        entries("feeds", body, "", NOW)


def test_feed_is_truncated_at_a_limit_and_hostile_links_are_dropped() -> None:
    many = rss(*(item(link=f"https://news.example/{n}") for n in range(900)))
    assert len(entries("feeds", many, "", NOW)) == MAX_ENTRIES
    mixed = rss(item(link="javascript:alert(1)"), item(link="file:///etc/passwd"), item(link="https://news.example/9"))
    assert [entry.url for entry in entries("feeds", mixed, "", NOW)] == ["https://news.example/9"]


@pytest.mark.parametrize(
    "body", [b"", b"\x00\x01\x02", b"<html><body>Moved</body></html>", b"<svg/>", b'{"items": []}']
)
def test_document_that_is_not_a_feed_is_a_failure(body: bytes) -> None:
    with pytest.raises(EngineFailed):
        entries("feeds", body, "", NOW)


class Outlets(LoopbackServer):
    """Serves feeds by outlet. A value that is not bytes is a complete response."""

    def __init__(self) -> None:
        super().__init__()
        self.feeds: dict[str, bytes | LoopbackReply | Fault] = {}
        self.told: list[dict[str, str]] = []
        self._guard = threading.Lock()

    def answer(self, request: Request) -> LoopbackReply | Fault:
        with self._guard:
            self.told.append({name.lower(): value for name, value in request.headers.items()})
        answer = self.feeds.get(request.path.removeprefix("/").removesuffix(".xml"), LoopbackReply(status=404))
        return LoopbackReply(body=answer, content_type="application/rss+xml") if isinstance(answer, bytes) else answer


@pytest.fixture
def outlets() -> Iterator[Outlets]:
    with Outlets() as server:
        yield server


def engine(outlets: Outlets, *names: str, clock: Clock | None = None) -> Feeds:
    feeds = [Feed(outlet=name, language="en", url="") for name in names]
    return Feeds(base_url=outlets.url, feeds=feeds, clock=clock or Clock(), now=lambda: NOW)


def urls(engine: Feeds, query: SearchQuery = QUERY) -> list[str]:
    return [result.url for result in engine.search(query, timeout_s=5)]


def test_only_relevant_articles_are_found_best_first(outlets: Outlets) -> None:
    outlets.feeds["a"] = rss(
        item("Ferries of Velbrook", "https://news.example/half"),
        item("Velbrook parliament votes on ferries", "https://news.example/all"),
        item("A cat was saved", "https://news.example/none"),
    )
    assert urls(engine(outlets, "a")) == ["https://news.example/all", "https://news.example/half"]


def test_query_is_not_sent_to_feeds(outlets: Outlets) -> None:
    outlets.feeds["a"] = rss(item())
    urls(engine(outlets, "a"))
    assert [request.path for request in outlets.requests] == ["/a.xml"]
    assert not any(
        "velbrook" in str(request.headers).lower() + str(request.query).lower() for request in outlets.requests
    )


def test_feed_is_refetched_when_due_and_only_if_changed(outlets: Outlets) -> None:
    clock, outlets.feeds["a"] = Clock(), LoopbackReply(
        body=rss(item()), content_type="text/xml", headers={"ETag": '"v1"', "Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT"}
    )  # fmt: skip
    feeds = engine(outlets, "a", clock=clock)
    assert urls(feeds) == urls(feeds) == ["https://news.example/1"]
    assert len(outlets.requests) == 1
    clock.now += FRESH_S
    outlets.feeds["a"] = LoopbackReply(status=304)
    assert urls(feeds) == ["https://news.example/1"]
    assert (outlets.told[1]["if-none-match"], outlets.told[1]["if-modified-since"]) == (
        '"v1"',
        "Sat, 21 Nov 2026 10:00:00 GMT",
    )
    clock.now += FRESH_S
    outlets.feeds["a"] = rss(item(link="https://news.example/2"))
    assert urls(feeds) == ["https://news.example/2"]


def test_unexpected_status_304_is_a_failure(outlets: Outlets) -> None:
    outlets.feeds["a"] = LoopbackReply(status=304)
    with pytest.raises(EngineFailed):
        urls(engine(outlets, "a"))


def test_dead_feed_is_not_reported_and_is_paused_for_longer_each_time(outlets: Outlets) -> None:
    clock = Clock()
    outlets.feeds |= {"a": rss(item()), "b": rss(item(link="https://news.example/2"))}
    feeds = engine(outlets, "a", "b", "dead", clock=clock)
    for _ in range(4):
        assert len(urls(feeds)) == 2
        clock.now += FRESH_S
    assert [request.path for request in outlets.requests].count("/dead.xml") == 3


def test_empty_result_is_a_failure_when_most_feeds_fail(outlets: Outlets) -> None:
    outlets.feeds |= {
        "a": rss(),
        "b": LoopbackReply(status=429, headers={"Retry-After": "60"}),
        "c": LoopbackReply(status=429),
    }
    with pytest.raises(EngineBlocked):
        urls(engine(outlets, "a", "b", "c"))


def test_feed_redirect_within_a_domain_is_followed(outlets: Outlets) -> None:
    outlets.feeds |= {"a": LoopbackReply(status=301, headers={"Location": "/b.xml"}), "b": rss(item())}
    assert urls(engine(outlets, "a")) == ["https://news.example/1"]


def test_feed_redirect_loop_ends(outlets: Outlets) -> None:
    outlets.feeds["a"] = LoopbackReply(status=301, headers={"Location": f"{outlets.url}/a.xml"})
    with pytest.raises(EngineFailed):
        urls(engine(outlets, "a"))
    assert len(outlets.requests) == 1 + REDIRECTS


@pytest.mark.parametrize(
    "elsewhere", ["http://localhost:{port}/b.xml", "http://127.0.0.1:1/b.xml", "//[", "file:///etc/passwd"]
)
def test_feed_redirect_to_another_domain_is_not_followed(outlets: Outlets, elsewhere: str) -> None:
    place = elsewhere.format(port=outlets.url.rpartition(":")[2])
    outlets.feeds |= {"a": LoopbackReply(status=302, headers={"Location": place}), "b": rss(item())}
    with pytest.raises(EngineFailed):
        urls(engine(outlets, "a"))
    assert [request.path for request in outlets.requests] == ["/a.xml"]


@pytest.mark.parametrize(
    ("here", "there", "same"),
    [
        ("https://feeds.velbrook.co.uk/a", "https://www.velbrook.co.uk/b", True),
        ("http://velbrook.co.uk/a", "https://velbrook.co.uk/a", True),
        ("https://velbrook.co.uk/a", "http://velbrook.co.uk/a", False),
        ("https://velbrook.co.uk/a", "https://other.co.uk/a", False),
        ("https://velbrook.co.uk/a", "https://127.0.0.1/a", False),
        ("https://velbrook.co.uk/a", "https://velbrook.co.uk:8443/a", False),
    ],
)
def test_feed_publisher_is_a_registrable_domain(here: str, there: str, same: bool) -> None:
    response = httpx.Response(301, request=httpx.Request("GET", here))
    response.next_request = httpx.Request("GET", there)
    assert (same_publisher_redirect(response) is not None) is same


def test_latest_articles_are_available_without_a_query(outlets: Outlets) -> None:
    outlets.feeds["a"] = rss(
        item("Old", "https://news.example/old", "Mon, 02 Nov 2026 10:00:00 GMT"),
        item("New", "https://news.example/new", "Sat, 21 Nov 2026 10:00:00 GMT"),
    )
    found = engine(outlets, "a").latest(SearchQuery(text="", tier=SearchTier.TRUSTED, limit=1), timeout_s=5)
    assert [(result.url, result.published) for result in found] == [("https://news.example/new", "2026-11-21")]


def test_articles_after_the_claims_date_are_not_found(outlets: Outlets) -> None:
    outlets.feeds["a"] = rss(item(day="Sat, 21 Nov 2026 10:00:00 GMT"))
    until = SearchQuery(text=QUERY.text, tier=SearchTier.BROAD, until="2026-11-01")
    assert urls(engine(outlets, "a"), until) == []


def test_the_bundled_feeds_are_of_sources_in_good_standing() -> None:
    registry = SourceRegistry.load(None)
    assert [feed.outlet for feed in all_feeds() if not registry.rate(feed.url).credible] == []
    assert len({feed.outlet for feed in all_feeds()}) == len({feed.url for feed in all_feeds()}) == len(all_feeds())
    assert all(feed.url.startswith("https://") for feed in all_feeds())

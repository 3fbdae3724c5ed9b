"""The requests to each search provider, and the provider's special response formats."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress

import pytest
from pydantic import SecretStr

from backend.acquire.reader import Reader
from backend.domain.article import PassageKind
from backend.domain.run import Run
from backend.domain.search import Depth, SearchQuery, SearchTier
from backend.errors import EngineBlocked, EngineFailed
from backend.search.engines.ddgs_backends import BACKENDS, DdgsEngine
from backend.search.engines.google_fact_check import GoogleFactCheck
from backend.search.engines.searxng import SearxNG
from backend.search.engines.tavily import Tavily
from backend.search.engines.wikipedia import Wikipedia
from backend.stance.review import Rating, Review, read_review
from tests.fake_search import FakePageFetcher
from tests.loopback import Fault, LoopbackReply, LoopbackServer, Request
from tests.source_formats import as_json

SITES = SearchQuery(text="Halden bridge", tier=SearchTier.TRUSTED, sites=("reuters.com", "bbc.com"), limit=8)
BROAD = SearchQuery(text='"Halden" bridge', tier=SearchTier.BROAD, language="de")


class Scripted(LoopbackServer):
    """A server that responds to every request with `reply`."""

    reply: LoopbackReply | Fault = LoopbackReply(status=404)

    def __enter__(self) -> Scripted:
        super().__enter__()
        return self

    def answer(self, _: object) -> LoopbackReply | Fault:
        return self.reply

    def json(self, value: object, status: int = 200) -> None:
        self.reply = LoopbackReply(status=status, body=json.dumps(value).encode(), content_type="application/json")


@pytest.fixture
def server() -> Iterator[Scripted]:
    with Scripted() as running:
        yield running


def test_searxng_query_has_site_operators(server: Scripted) -> None:
    server.json({"results": []})
    SearxNG(base_url=server.url + "/").search(SITES, timeout_s=3)
    asked = server.requests[0]
    assert asked.path == "/search"
    assert asked.query["q"] == ["Halden bridge (site:reuters.com OR site:bbc.com)"]
    assert asked.query["format"] == ["json"]


def test_searxng_without_json_says_what_to_change(server: Scripted) -> None:
    server.reply = Fault.FORBIDDEN
    with pytest.raises(EngineFailed, match=r"search\.formats"):
        SearxNG(base_url=server.url).search(SITES, timeout_s=3)


def test_searxng_without_results_fails_when_its_engines_did_not_answer(server: Scripted) -> None:
    server.json({"results": [], "unresponsive_engines": [["brave", "timeout"], ["bing", "CAPTCHA"]]})
    with pytest.raises(EngineFailed, match="brave: timeout, bing: CAPTCHA"):
        SearxNG(base_url=server.url).search(SITES, timeout_s=3)


def test_searxng_with_some_failed_engines_still_answers(server: Scripted) -> None:
    row = {
        "url": "https://www.reuters.com/a-story",
        "title": "A",
        "content": "b",
        "publishedDate": "2024-03-12T01:00:00",
    }
    server.json({"results": [row, "rubbish", {"url": 3}], "unresponsive_engines": [["brave", "timeout"]]})
    results = SearxNG(base_url=server.url).search(SITES, timeout_s=3)
    assert [(r.url, r.published) for r in results] == [("https://www.reuters.com/a-story", "2024-03-12")]


@pytest.mark.parametrize(
    ("raw", "iso"),
    [("2024-03-12", "2024-03-12"), ("Tue, 12 Mar 2024 08:00:00 GMT", "2024-03-12"), ("2024-13-40", ""), ("soon", "")],
)
def test_only_real_dates_are_dates(server: Scripted, raw: str, iso: str) -> None:
    server.json({"results": [{"url": "https://a.example/b", "title": "t", "publishedDate": raw}]})
    assert SearxNG(base_url=server.url).search(SITES, timeout_s=3)[0].published == iso


def test_tavily_request_has_the_key_in_a_header_and_sites_as_domains(server: Scripted) -> None:
    server.json({"results": []})
    Tavily(key=SecretStr("tv-key"), base_url=server.url).search(SITES, timeout_s=3)
    asked = server.requests[0]
    assert (asked.method, asked.path) == ("POST", "/search")
    assert asked.headers["authorization"] == "Bearer tv-key"
    body = json.loads(asked.body)
    assert body == {
        "query": "Halden bridge",
        "search_depth": "basic",
        "topic": "general",
        "max_results": 8,
        "include_domains": ["reuters.com", "bbc.com"],
    }


class _Topics(LoopbackServer):
    """A Tavily server that returns a number of news results with a given score, and one general page with a score of 0.5."""

    def __init__(self, news: int, score: float) -> None:
        super().__init__()
        self._rows = {
            "news": [_row(f"https://news.example/story-{n}", score) for n in range(news)],
            "general": [_row("https://wide.example/story-0", 0.5)],
        }

    def answer(self, request: Request) -> LoopbackReply:
        return as_json({"results": self._rows[json.loads(request.body)["topic"]]})


def _row(url: str, score: float) -> dict[str, object]:
    return {"url": url, "title": "A title", "content": "Four words at least.", "score": score}


@pytest.mark.parametrize(
    ("news", "score", "recent", "topics", "host"),
    [
        (2, 0.6, True, ["news"], "news.example"),
        (1, 0.6, True, ["news", "general"], "news.example"),
        (3, 0.1, True, ["news", "general"], "wide.example"),
        (0, 0.0, True, ["news", "general"], "wide.example"),
        (2, 0.6, False, ["general"], "wide.example"),
    ],
)
def test_tavily_searches_news_first_for_current_events(
    news: int, score: float, recent: bool, topics: list[str], host: str
) -> None:
    """With fewer than two results, or a best score below 0.2, a general search follows (docs/design.md#acquisition)."""
    with _Topics(news, score) as server:
        query = SearchQuery(text="bridge", tier=SearchTier.BROAD, recent=recent)
        found = Tavily(key=SecretStr("k"), base_url=server.url).search(query, timeout_s=3)
        assert [json.loads(request.body)["topic"] for request in server.requests] == topics
    assert {result.url.split("/")[2] for result in found} == {host}


def test_tavily_request_has_depth_and_end_date(server: Scripted) -> None:
    server.json({"results": []})
    query = SearchQuery(text="bridge", tier=SearchTier.BROAD, depth=Depth.ADVANCED, until="2019-05-12")
    Tavily(key=SecretStr("k"), base_url=server.url).search(query, timeout_s=3)
    body = json.loads(server.requests[0].body)
    assert (body["search_depth"], body["end_date"]) == ("advanced", "2019-05-12")


def test_tavily_with_a_wrong_key_names_the_key_and_not_its_value(server: Scripted) -> None:
    server.json({"detail": {"error": "Unauthorized: missing or invalid API key."}}, status=401)
    with pytest.raises(EngineFailed, match="key") as caught:
        Tavily(key=SecretStr("tv-secret"), base_url=server.url).search(SITES, timeout_s=3)
    assert "tv-secret" not in str(caught.value)


def test_tavily_query_is_truncated_at_its_limit(server: Scripted) -> None:
    server.json({"results": []})
    long = SearchQuery(text="word " * 200, tier=SearchTier.BROAD)
    Tavily(key=SecretStr("k"), base_url=server.url).search(long, timeout_s=3)
    assert len(json.loads(server.requests[0].body)["query"]) <= 400


def test_fact_check_results_contain_their_rating(server: Scripted) -> None:
    review = {
        "publisher": {"name": "Reuters", "site": "reuters.com"},
        "url": "https://www.snopes.com/fact-check/flat/",
        "title": "Is the Earth flat?",
        "reviewDate": "2020-01-02T00:00:00Z",
        "textualRating": "False",
        "languageCode": "en",
    }
    server.json({"claims": [{"text": "The Earth is flat", "claimReview": [review, {"url": "https://a.example/x"}]}]})
    found = GoogleFactCheck(key=SecretStr("g-key"), base_url=server.url).search(BROAD, timeout_s=3)
    assert [(r.review, r.snippet, r.published) for r in found] == [("False", "The Earth is flat", "2020-01-02")]
    passage = Reader(FakePageFetcher({})).read(found, "The Earth is flat", Run(seconds=5), limit=0).passages[0]
    assert passage.kind is PassageKind.REVIEW
    assert passage.text == "snopes.com rates the claim “The Earth is flat” as “False”."
    assert read_review(passage.text) == Review("The Earth is flat", Rating.FALSE)
    asked = server.requests[0]
    assert asked.path == "/v1alpha1/claims:search"
    assert asked.query["query"] == ["Halden bridge"]
    assert asked.query["languageCode"] == ["de"]
    assert asked.headers["x-goog-api-key"] == "g-key"
    assert "g-key" not in asked.target


def test_wikipedia_query_matches_any_content_word(server: Scripted) -> None:
    server.json({"batchcomplete": True})
    Wikipedia(base_url=server.url).search(
        SearchQuery(text='The "Halden" bridge was reopened', tier=SearchTier.BROAD), timeout_s=3
    )
    asked = server.requests[0]
    assert asked.path == "/w/api.php"
    assert asked.query["gsrsearch"] == ["Halden OR bridge OR reopened"]
    assert asked.headers["user-agent"].startswith("Claimlight/")


@pytest.mark.parametrize("code", ["ratelimited", "maxlag"])
def test_wikipedia_rate_limit_is_a_refusal(server: Scripted, code: str) -> None:
    server.json({"error": {"code": code, "info": "Wait."}})
    with pytest.raises(EngineBlocked) as caught:
        Wikipedia(base_url=server.url).search(BROAD, timeout_s=3)
    assert caught.value.retry_after == 60.0


def test_wikipedia_errors_in_a_200_are_failures(server: Scripted) -> None:
    server.json({"error": {"code": "badvalue"}})
    with pytest.raises(EngineFailed, match="badvalue"):
        Wikipedia(base_url=server.url).search(BROAD, timeout_s=3)


def test_wikipedia_without_address_uses_the_claims_language() -> None:
    from backend.search.engines.wikipedia import _edition_code

    assert [_edition_code(tag) for tag in ("de", "pt-BR", "und", "", "x/../y")] == ["de", "pt", "en", "en", "en"]


@pytest.mark.parametrize("status", [202, 403])
def test_ddgs_statuses_that_count_as_refusals(server: Scripted, status: int) -> None:
    server.reply = LoopbackReply(status=status, body=b"<html><body>Halden bridge</body></html>")
    with pytest.raises(EngineBlocked):
        DdgsEngine("duckduckgo", base_url=server.url).search(SITES, timeout_s=3)


def test_ddgs_query_has_site_operators_and_the_claims_language(server: Scripted) -> None:
    server.reply = LoopbackReply(body=b"<html><body><input value='Halden bridge'></body></html>")
    DdgsEngine("duckduckgo", base_url=server.url).search(SITES, timeout_s=3)
    body = server.requests[0].body.decode()
    assert "site%3Areuters.com+OR+site%3Abbc.com" in body
    assert "us-en" in body


def test_a_page_without_the_query_is_not_an_empty_result(server: Scripted) -> None:
    server.reply = LoopbackReply(body=b"<html><body>Before you continue, accept our cookies.</body></html>")
    with pytest.raises(EngineFailed, match="do not know"):
        DdgsEngine("yahoo", base_url=server.url).search(SITES, timeout_s=3)


def test_engines_ignore_proxies_from_the_environment(server: Scripted) -> None:
    server.reply = LoopbackReply(body=b"<html><body><input value='Halden bridge'></body></html>")
    names = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY")
    with LoopbackServer() as proxy:
        os.environ.update(dict.fromkeys(names, proxy.url))
        try:
            for backend in BACKENDS:
                with suppress(EngineFailed):
                    DdgsEngine(backend, base_url=server.url).search(SITES, timeout_s=3)
            with pytest.raises(EngineFailed, match="JSON"):
                SearxNG(base_url=server.url).search(SITES, timeout_s=3)
        finally:
            for name in names:
                del os.environ[name]
        assert proxy.requests == []
    assert len(server.requests) > len(BACKENDS)


@pytest.mark.parametrize("tail", ["\x1b[2J", "\u202egpj.exe", "a b", "\x00", "\u200b"])
def test_results_with_invisible_characters_in_the_address_are_dropped(server: Scripted, tail: str) -> None:
    server.json({"results": [{"url": f"https://a.example/story{tail}", "title": "A title", "content": "Some words."}]})
    with pytest.raises(EngineFailed, match="cannot be read"):
        SearxNG(base_url=server.url).search(BROAD, timeout_s=3)

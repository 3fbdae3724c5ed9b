"""The contract of every search engine: the real engines over HTTP on loopback, and the fake that unit tests use."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

import pytest
from pydantic import SecretStr

from backend.domain.search import SearchQuery, SearchTier
from backend.errors import EngineBlocked, EngineError, EngineFailed, EngineTimeout
from backend.ports import SearchEngine
from backend.search.engines.ddgs_backends import BACKENDS, DdgsEngine
from backend.search.engines.google_fact_check import GoogleFactCheck
from backend.search.engines.searxng import SearxNG
from backend.search.engines.tavily import Tavily
from backend.search.engines.wikipedia import Wikipedia
from tests.each_row import each_row
from tests.fake_search import FakeSearchEngine, result
from tests.loopback import Fault, LoopbackReply, LoopbackServer, Request
from tests.time_limits import PATIENCE_S, times_out

ROWS = [
    (
        "https://site.example/story-1",
        "Halden bridge <b>reopens</b>",
        "The Halden bridge reopened &amp; cars\u200b cross it.",
    ),
    ("https://other.example/story-2", "Bridge is back", "After two years the bridge is back in use."),
    ("javascript:alert(1)", "Not an address", "Results without a web address are dropped."),
]
QUERY = SearchQuery(text='"Halden" bridge reopened', tier=SearchTier.BROAD, limit=5)


def _json(value: object) -> LoopbackReply:
    return LoopbackReply(body=json.dumps(value).encode(), content_type="application/json")


def _searxng(rows: list[tuple[str, str, str]], _: Request) -> LoopbackReply:
    results = [{"url": u, "title": t, "content": s, "publishedDate": "2024-03-12T08:00:00"} for u, t, s in rows]
    return _json({"query": "q", "results": results, "unresponsive_engines": []})


def _tavily(rows: list[tuple[str, str, str]], _: Request) -> LoopbackReply:
    results = [{"url": u, "title": t, "content": s, "score": 0.9} for u, t, s in rows]
    return _json({"query": "q", "results": results, "response_time": 0.4})


def _wikipedia(rows: list[tuple[str, str, str]], _: Request) -> LoopbackReply:
    pages = [{"index": n, "fullurl": u, "title": t, "extract": s} for n, (u, t, s) in enumerate(rows, 1)]
    return _json({"batchcomplete": True, "query": {"pages": pages[::-1]}} if pages else {"batchcomplete": True})


def _fact_check(rows: list[tuple[str, str, str]], _: Request) -> LoopbackReply:
    claims = [
        {"text": s, "claimReview": [{"url": u, "title": t, "textualRating": "False", "publisher": {"name": "Snopes"}}]}
        for u, t, s in rows
    ]
    return _json({"claims": claims} if claims else {})


_DDGS_ROW = {
    "duckduckgo": '<div class="links_main body"><h2>{t}</h2><a href="{u}">{s}</a></div>',
    "brave": '<div data-type="web"><a href="{u}"><div class="title">{t}</div></a>'
    '<div class="snippet"><div class="content">{s}</div></div></div>',
    "mojeek": '<ul class="results"><li><h2><a href="{u}">{t}</a></h2><p class="s">{s}</p></li></ul>',
    "startpage": '<div class="result css-1"><a href="{u}"><h2>{t}</h2></a><p>{s}</p></div>',
    "yahoo": '<div class="relsrch"><div class="Title"><h3>{t}</h3><a href="{u}">go</a></div>'
    '<div class="Text">{s}</div></div>',
}


def _ddgs(backend: str) -> Callable[[list[tuple[str, str, str]], Request], LoopbackReply]:
    def answer(rows: list[tuple[str, str, str]], request: Request) -> LoopbackReply:
        asked = unquote(
            " ".join(v for values in request.query.values() for v in values) + request.body.decode()
        ).replace("+", " ")
        box = (
            f'<form id="search"><input name="q" value="{asked.replace(chr(34), "")}"><input name="sc" value="x"></form>'
        )
        items = "".join(_DDGS_ROW[backend].format(u=u, t=t, s=s) for u, t, s in rows)
        return LoopbackReply(body=f"<html><body>{box}{items}</body></html>".encode())

    return answer


@dataclass(frozen=True, slots=True)
class EngineCase:
    """The constructor of an engine, and the responses of its provider."""

    build: Callable[[str], SearchEngine]
    answer: Callable[[list[tuple[str, str, str]], Request], LoopbackReply]


CASES = {
    "searxng": EngineCase(lambda url: SearxNG(base_url=url), _searxng),
    "tavily": EngineCase(lambda url: Tavily(key=SecretStr("tv-key"), base_url=url), _tavily),
    "wikipedia": EngineCase(lambda url: Wikipedia(base_url=url), _wikipedia),
    "google_fact_check": EngineCase(lambda url: GoogleFactCheck(key=SecretStr("g-key"), base_url=url), _fact_check),
    **{f"ddgs:{b}": EngineCase(lambda url, b=b: DdgsEngine(b, base_url=url), _ddgs(b)) for b in BACKENDS},
}


EVERY_ENGINE = each_row("name", CASES)
ONE_PER_CLIENT = ("searxng", "tavily", "ddgs:duckduckgo")
"""A GET and a POST of the common HTTP client, and the client of ddgs. Each decompresses in one place."""
ENDLESS = [*((name, Fault.HUGE) for name in CASES), *((name, Fault.BOMB) for name in ONE_PER_CLIENT)]


@pytest.fixture
def provider() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        yield server


class ProviderServer(LoopbackServer):
    """A search provider that returns these rows, or fails as described."""

    def __init__(self) -> None:
        super().__init__()
        self.script: Callable[[Request], LoopbackReply | Fault] = lambda _: LoopbackReply(status=404)

    def __enter__(self) -> ProviderServer:
        super().__enter__()
        return self

    def answer(self, request: Request) -> LoopbackReply | Fault:
        return self.script(request)

    def serve(self, name: str, rows: list[tuple[str, str, str]]) -> SearchEngine:
        self.script = lambda request: CASES[name].answer(rows, request)
        return CASES[name].build(self.url)

    def fail(self, name: str, fault: Fault | LoopbackReply) -> SearchEngine:
        self.script = lambda _: fault
        return CASES[name].build(self.url)


def _ask(engine: SearchEngine, *, timeout_s: float = PATIENCE_S, query: SearchQuery = QUERY) -> list[str]:
    return [r.url for r in engine.search(query, timeout_s=timeout_s)]


@EVERY_ENGINE
def test_results_are_in_order_and_plain_text(name: str, provider: ProviderServer) -> None:
    results = provider.serve(name, ROWS).search(QUERY, timeout_s=5)
    assert [r.url for r in results] == [url for url, _, _ in ROWS[:2]]
    assert "<b>" not in results[0].title
    assert "Halden bridge reopen" in results[0].title
    assert "The Halden bridge reopened & cars cross it." in results[0].snippet
    assert {r.tier for r in results} == {SearchTier.BROAD}
    assert {r.engine for r in results} == {name}


@EVERY_ENGINE
def test_nothing_found_is_an_empty_tuple(name: str, provider: ProviderServer) -> None:
    assert _ask(provider.serve(name, [])) == []


@EVERY_ENGINE
def test_unusable_rows_are_reported_as_a_changed_format(name: str, provider: ProviderServer) -> None:
    with pytest.raises(EngineFailed, match="cannot be read"):
        _ask(provider.serve(name, [("/relative/only", "Title", "Some words about it.")]))


@EVERY_ENGINE
def test_result_limit_is_respected(name: str, provider: ProviderServer) -> None:
    many = [(f"https://site.example/story-{n}", f"Title {n}", "Some words about it.") for n in range(9)]
    short = SearchQuery(text="Halden bridge", tier=SearchTier.BROAD, limit=3)
    assert len(_ask(provider.serve(name, many), query=short)) == 3


@EVERY_ENGINE
def test_a_refusal_without_retry_after_has_no_retry_time(name: str, provider: ProviderServer) -> None:
    with pytest.raises(EngineBlocked) as caught:
        _ask(provider.fail(name, LoopbackReply(status=429, headers={"Retry-After": "soon"})))
    assert caught.value.retry_after is None


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.DRIP, Fault.DRIP_HEADERS])
@each_row("name", CASES, at_once=True)
def test_a_search_over_its_time_limit_ends_and_closes_its_connection(name: str, fault: Fault) -> None:
    with ProviderServer() as provider:
        engine = provider.fail(name, fault)
        error = times_out(provider, lambda limit, stop: engine.search(QUERY, timeout_s=limit, stop=stop), EngineTimeout)
        assert error.engine == engine.name


@EVERY_ENGINE
@each_row("fault", [Fault.RESET, Fault.TRUNCATED, Fault.BAD_JSON, Fault.HTML, Fault.SERVER_ERROR])
def test_an_unreadable_body_is_a_failure_not_an_empty_result(name: str, provider: ProviderServer, fault: Fault) -> None:
    engine = provider.fail(name, fault)
    with pytest.raises(EngineFailed) as caught:
        _ask(engine)
    assert caught.value.engine == engine.name


@each_row(("name", "fault"), ENDLESS)
def test_an_endless_body_is_not_read_to_the_end(name: str, provider: ProviderServer, fault: Fault) -> None:
    with pytest.raises(EngineFailed, match="larger than"):
        _ask(provider.fail(name, fault))


@EVERY_ENGINE
def test_json_of_another_shape_is_a_failure(name: str, provider: ProviderServer) -> None:
    with pytest.raises(EngineFailed):
        _ask(provider.fail(name, Fault.WRONG_SHAPE))


@EVERY_ENGINE
def test_status_429_is_a_refusal_with_its_retry_time(name: str, provider: ProviderServer) -> None:
    engine = provider.fail(name, Fault.TOO_MANY)
    with pytest.raises(EngineBlocked) as caught:
        _ask(engine)
    assert (caught.value.retry_after, caught.value.captcha, caught.value.engine) == (30.0, False, engine.name)


@EVERY_ENGINE
def test_a_captcha_has_its_own_error(name: str, provider: ProviderServer) -> None:
    with pytest.raises(EngineBlocked) as caught:
        _ask(provider.fail(name, Fault.CAPTCHA))
    assert caught.value.captcha


@EVERY_ENGINE
def test_a_closed_port_is_a_failure(name: str) -> None:
    with LoopbackServer() as server:
        url = server.url
    with pytest.raises(EngineFailed):
        _ask(CASES[name].build(url))


def test_a_redirect_is_a_failure_for_apis_with_keys(provider: ProviderServer) -> None:
    elsewhere = LoopbackReply(status=302, headers={"Location": f"{provider.url}/elsewhere"})
    for name in ("tavily", "google_fact_check", "searxng", "wikipedia"):
        with pytest.raises(EngineFailed):
            _ask(provider.fail(name, elsewhere))
    assert not any(request.path == "/elsewhere" for request in provider.requests)


@EVERY_ENGINE
def test_engine_has_a_short_name_and_known_tiers(name: str) -> None:
    engine = CASES[name].build("http://127.0.0.1:9")
    assert engine.name == name == name.lower()
    assert engine.tiers <= {SearchTier.TRUSTED, SearchTier.FACT_CHECK, SearchTier.BROAD}
    assert engine.tiers


def test_cookies_are_never_sent_back(provider: ProviderServer) -> None:
    for name in ("searxng", "tavily", "wikipedia", "google_fact_check"):
        case = CASES[name]
        provider.script = lambda r, case=case: LoopbackReply(
            body=case.answer(ROWS, r).body, content_type="application/json", headers={"Set-Cookie": "id=1"}
        )
        engine = case.build(provider.url)
        _ask(engine)
        _ask(engine)
    assert not any("cookie" in request.headers for request in provider.requests)


class TestTheFake:
    """The fake that unit tests use fulfils the same contract."""

    def test_results_limit_and_errors(self) -> None:
        many = [result(f"https://site.example/story-{n}") for n in range(9)]
        engine: SearchEngine = FakeSearchEngine(many, EngineBlocked("no", engine="fake"))
        assert len(_ask(engine, query=SearchQuery(text="x", tier=SearchTier.BROAD, limit=3))) == 3
        with pytest.raises(EngineError):
            _ask(engine)

    def test_empty_and_slow(self) -> None:
        assert _ask(FakeSearchEngine()) == []
        with pytest.raises(EngineTimeout):
            _ask(FakeSearchEngine(hangs=True), timeout_s=0.1)

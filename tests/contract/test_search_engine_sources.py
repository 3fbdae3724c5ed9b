"""The contract of every search engine, for the keyless sources over HTTP on loopback."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import Cancelled, EngineBlocked, EngineError, EngineFailed, EngineTimeout
from backend.ports import SearchEngine
from backend.search.engines.arxiv import ArXiv
from backend.search.engines.crossref import Crossref
from backend.search.engines.europe_pmc import EuropePMC
from backend.search.engines.feeds import Feeds, all_feeds
from backend.search.engines.gdelt import Gdelt
from backend.search.engines.openalex import OpenAlex
from backend.search.engines.openfda import OpenFDA
from backend.search.engines.semantic_scholar import SemanticScholar
from backend.search.engines.wikidata import Wikidata
from tests import source_formats as formats
from tests.each_row import each_row
from tests.loopback import Fault, LoopbackReply, LoopbackServer, Request
from tests.source_formats import SourceRecord
from tests.time_limits import PATIENCE_S, times_out

Answer = Callable[[Sequence[SourceRecord], Request], LoopbackReply]
QUERY = SearchQuery(text="Halden bridge of Velbrook town", tier=SearchTier.BROAD, limit=5)
SOME_FEEDS = all_feeds()[:3]
ROWS = [
    SourceRecord(
        title="Halden &amp; its bridge", text="The Halden bridge carries cars. It is made of steel.", id="2101"
    ),
    SourceRecord(
        title="Velbrook and its dam", text="Velbrook is a town on the river Halden.", id="2102", day="2022-11-03"
    ),
]


@dataclass(frozen=True, slots=True)
class SourceCase:
    """The constructor of a source, its responses, and the address of its first row."""

    build: Callable[[str], SearchEngine]
    answer: Answer
    url: str
    has_text: bool = True


CASES = {
    "europepmc": SourceCase(lambda url: EuropePMC(base_url=url), formats.europe_pmc, "https://doi.org/10.1234/2101"),
    "openalex": SourceCase(lambda url: OpenAlex(base_url=url), formats.openalex, "https://doi.org/10.1234/2101"),
    "crossref": SourceCase(lambda url: Crossref(base_url=url), formats.crossref, "https://doi.org/10.1234/2101"),
    "semantic_scholar": SourceCase(
        lambda url: SemanticScholar(base_url=url), formats.semantic_scholar, "https://doi.org/10.1234/2101"
    ),
    "arxiv": SourceCase(lambda url: ArXiv(base_url=url), formats.arxiv, "https://arxiv.org/abs/2101"),
    "gdelt": SourceCase(lambda url: Gdelt(base_url=url), formats.gdelt, "https://news.example/2101", has_text=False),
    "feeds": SourceCase(
        lambda url: Feeds(base_url=url, feeds=SOME_FEEDS), formats.feed, "https://news.example/2102", has_text=False
    ),
    "openfda": SourceCase(
        lambda url: OpenFDA(base_url=url),
        formats.openfda,
        "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=2101",
    ),
    "wikidata": SourceCase(lambda url: Wikidata(base_url=url), formats.wikidata, "https://www.wikidata.org/wiki/Q2101"),
}


EVERY_SOURCE = each_row("name", CASES)
ENDLESS = [*((name, Fault.HUGE) for name in CASES), *((name, Fault.BOMB) for name in ("europepmc", "arxiv", "feeds"))]
"""Compressed bodies are read in one place, which JSON, XML and feeds reach in three ways."""


class Source(LoopbackServer):
    """A provider that returns these rows, or fails as described."""

    def __init__(self) -> None:
        super().__init__()
        self.script: Callable[[Request], LoopbackReply | Fault] = lambda _: LoopbackReply(status=404)

    def __enter__(self) -> Source:
        super().__enter__()
        return self

    def answer(self, request: Request) -> LoopbackReply | Fault:
        return self.script(request)

    def serve(self, name: str, rows: Sequence[SourceRecord]) -> SearchEngine:
        self.script = lambda request: CASES[name].answer(rows, request)
        return CASES[name].build(self.url)

    def fail(self, name: str, fault: Fault | LoopbackReply) -> SearchEngine:
        self.script = lambda _: fault
        return CASES[name].build(self.url)


@pytest.fixture
def source() -> Iterator[Source]:
    with Source() as server:
        yield server


def _ask(engine: SearchEngine, *, timeout_s: float = PATIENCE_S) -> tuple[SearchResult, ...]:
    return engine.search(QUERY, timeout_s=timeout_s)


@EVERY_SOURCE
def test_results_are_in_order_and_link_to_a_readable_page(name: str, source: Source) -> None:
    results = _ask(source.serve(name, ROWS))
    assert results[0].url == CASES[name].url
    assert len(results) == 2
    assert any("Halden & its bridge" in result.title for result in results)
    assert {(r.tier, r.engine) for r in results} == {(SearchTier.BROAD, name)}


@EVERY_SOURCE
def test_text_from_the_source_is_the_result_text(name: str, source: Source) -> None:
    results = _ask(source.serve(name, ROWS))
    assert [bool(r.text) for r in results] == [CASES[name].has_text] * 2
    if CASES[name].has_text:
        assert "The Halden bridge carries cars. It is made of steel." in results[0].text
        assert "Halden" in results[0].snippet


@EVERY_SOURCE
def test_nothing_found_is_an_empty_tuple(name: str, source: Source) -> None:
    assert _ask(source.serve(name, [])) == ()


@EVERY_SOURCE
def test_result_limit_is_respected(name: str, source: Source) -> None:
    many = [SourceRecord(title=f"Halden {n}", text="Some words about the bridge.", id=f"21{n:02}") for n in range(9)]
    engine = source.serve(name, many)
    short = SearchQuery(text=QUERY.text, tier=SearchTier.BROAD, limit=1)
    assert len(engine.search(short, timeout_s=8)) == 1


@EVERY_SOURCE
def test_unusable_rows_are_reported_as_a_changed_format(name: str, source: Source) -> None:
    broken = [SourceRecord(title="", text="", id="", day="")] if name != "wikidata" else []
    engine = source.serve(name, broken)
    if not broken:
        source.script = lambda _: formats.as_json({"search": [{"qid": "Q1", "name": "Halden"}]})
    if name == "crossref":
        source.script = lambda _: formats.as_json({"status": "ok", "message": {"items": [{"doi": "10.1/x"}]}})
    with pytest.raises(EngineFailed, match="cannot be read"):
        _ask(engine)


@EVERY_SOURCE
@each_row("after", ["30", "soon"])
def test_status_429_is_a_refusal_with_the_given_retry_time(name: str, source: Source, after: str) -> None:
    engine = source.fail(name, LoopbackReply(status=429, body=b"slow down", headers={"Retry-After": after}))
    with pytest.raises(EngineBlocked) as caught:
        _ask(engine)
    assert (caught.value.retry_after, caught.value.engine) == (30.0 if after == "30" else None, engine.name)


@EVERY_SOURCE
def test_maintenance_is_a_refusal(name: str, source: Source) -> None:
    with pytest.raises(EngineBlocked) as caught:
        _ask(source.fail(name, LoopbackReply(status=503, headers={"Retry-After": "120"})))
    assert caught.value.retry_after == 120.0


@EVERY_SOURCE
@each_row("status", [404, 500, 503])
def test_other_statuses_are_failures_not_empty_results(name: str, source: Source, status: int) -> None:
    with pytest.raises(EngineFailed):
        _ask(source.fail(name, LoopbackReply(status=status, body=b"<h1>Oops</h1>")))


@EVERY_SOURCE
@each_row("fault", [Fault.RESET, Fault.BAD_JSON, Fault.HTML, Fault.WRONG_SHAPE])
def test_an_unreadable_body_is_a_failure_not_an_empty_result(name: str, source: Source, fault: Fault) -> None:
    engine = source.fail(name, fault)
    with pytest.raises(EngineFailed) as caught:
        _ask(engine)
    assert caught.value.engine == engine.name


@EVERY_SOURCE
def test_a_truncated_body_is_a_failure(name: str, source: Source) -> None:
    engine = source.serve(name, ROWS)
    whole = source.script
    source.script = lambda request: _halved(whole(request))
    with pytest.raises(EngineFailed):
        _ask(engine)


def _halved(reply: LoopbackReply | Fault) -> LoopbackReply:
    assert isinstance(reply, LoopbackReply)
    return LoopbackReply(body=reply.body[: len(reply.body) // 2], content_type=reply.content_type)


@each_row(("name", "fault"), ENDLESS)
def test_an_endless_body_is_not_read_to_the_end(name: str, source: Source, fault: Fault) -> None:
    with pytest.raises(EngineFailed, match="larger than"):
        _ask(source.fail(name, fault))


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.DRIP])
@each_row("name", CASES, at_once=True)
def test_a_slow_source_times_out_and_its_connection_is_closed(name: str, fault: Fault) -> None:
    with Source() as source:
        engine = source.fail(name, fault)
        error = times_out(source, lambda limit, stop: engine.search(QUERY, timeout_s=limit, stop=stop), EngineTimeout)
        assert error.engine == engine.name


@each_row("name", CASES, at_once=True)
def test_a_cancelled_source_search_closes_its_connection(name: str) -> None:
    with Source() as source:
        engine = source.fail(name, Fault.HANG)
        with pytest.raises(Cancelled):
            engine.search(QUERY, timeout_s=PATIENCE_S, stop=source.slow.is_set)
        assert source.hung_up.wait(PATIENCE_S)


@EVERY_SOURCE
def test_a_captcha_has_its_own_error(name: str, source: Source) -> None:
    with pytest.raises(EngineBlocked) as caught:
        _ask(source.fail(name, Fault.CAPTCHA))
    assert caught.value.captcha


@EVERY_SOURCE
def test_a_redirect_to_another_host_is_not_followed(name: str, source: Source) -> None:
    other = source.url.replace("127.0.0.1", "localhost")
    with pytest.raises(EngineFailed):
        _ask(source.fail(name, LoopbackReply(status=302, headers={"Location": f"{other}/elsewhere"})))
    assert not any(request.path == "/elsewhere" for request in source.requests)


@EVERY_SOURCE
def test_a_closed_port_is_an_engine_error(name: str) -> None:
    with LoopbackServer() as server:
        url = server.url
    with pytest.raises(EngineError):
        _ask(CASES[name].build(url))


@EVERY_SOURCE
def test_requests_have_a_user_agent_and_no_cookie_or_proxy(name: str, source: Source) -> None:
    engine = source.serve(name, ROWS)
    answer = source.script

    def with_cookie(request: Request) -> LoopbackReply | Fault:
        reply = answer(request)
        assert isinstance(reply, LoopbackReply)
        return LoopbackReply(body=reply.body, content_type=reply.content_type, headers={"Set-Cookie": "id=1"})

    source.script = with_cookie
    with LoopbackServer() as proxy:
        os.environ["HTTP_PROXY"] = os.environ["ALL_PROXY"] = proxy.url
        try:
            _ask(engine)
            _ask(engine)
        finally:
            del os.environ["HTTP_PROXY"], os.environ["ALL_PROXY"]
        assert proxy.requests == []
    assert not any("cookie" in request.headers for request in source.requests)
    assert all(request.headers["user-agent"].startswith("Claimlight/") for request in source.requests)
    assert all("@" not in request.target for request in source.requests)


@EVERY_SOURCE
def test_source_has_a_short_name_and_serves_the_open_web_only(name: str) -> None:
    engine = CASES[name].build("http://127.0.0.1:9")
    assert engine.name == name == name.lower()
    assert engine.tiers == {SearchTier.BROAD}

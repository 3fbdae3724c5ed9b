"""No connection stays open after a cancellation, as observed from the server's socket.

(`test_search_engine.py` and `test_page_fetcher.py` observe the same after a timeout.)
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import SimpleQueue

import pytest
from pydantic import SecretStr

from backend.acquire.fetch import SafeFetcher
from backend.acquire.reader import Reader
from backend.acquire.resolve import ResolveMap
from backend.domain.article import FetchedPage
from backend.domain.patience import Stop, never
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchTier
from backend.errors import Cancelled, EngineUnreachable, FetchError
from backend.ports import PageFetcher, SearchEngine
from backend.search.breaker import Breaker
from backend.search.engines.base import CONNECT_S
from backend.search.engines.ddgs_backends import DdgsEngine
from backend.search.engines.searxng import SearxNG
from backend.search.engines.tavily import Tavily
from backend.search.policy import SearchPolicy
from backend.search.searcher import Searcher
from backend.search.settings import PhaseId
from backend.sources.registry import SourceRegistry
from tests.each_row import each_row
from tests.fake_search import FakePageFetcher, FakeSearchEngine, Memory, result
from tests.loopback import Fault, LoopbackServer
from tests.phase_search import ask
from tests.time_limits import PATIENCE_S, Polls, when

SLOW = [Fault.HANG, Fault.DRIP, Fault.DRIP_HEADERS]
QUERY = SearchQuery(text="Halden bridge reopened", tier=SearchTier.BROAD, limit=5)
PAGE = "https://site.example/story-1"
ENGINES: dict[str, Callable[[str], SearchEngine]] = {
    "searxng": lambda url: SearxNG(base_url=url),
    "tavily": lambda url: Tavily(key=SecretStr("k"), base_url=url),
    "ddgs": lambda url: DdgsEngine("duckduckgo", base_url=url),
    "ddgs, two questions": lambda url: DdgsEngine("startpage", base_url=url),
}


def _fetcher(server: LoopbackServer) -> SafeFetcher:
    return SafeFetcher(ResolveMap.parse(f"*=127.0.0.1:{server.port}"))


class _Watched:
    """A fetcher that reports how each fetch ended."""

    def __init__(self, fetcher: PageFetcher) -> None:
        self.ended: SimpleQueue[type[Exception] | None] = SimpleQueue()
        self._fetcher = fetcher

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        try:
            page = self._fetcher.fetch(url, timeout_s=timeout_s, stop=stop)
        except (Cancelled, FetchError) as error:
            self.ended.put(type(error))
            raise
        self.ended.put(None)
        return page


@pytest.mark.parametrize("fault", SLOW)
@each_row("name", ENGINES, at_once=True)
def test_a_cancelled_search_closes_its_connection(name: str, fault: Fault) -> None:
    """The search is cancelled while the response arrives. Waiting for the time limit would have added a timeout to the issues."""
    run = Run(seconds=PATIENCE_S)
    with LoopbackServer(lambda _: fault) as server:
        when(server.slow, run.cancel)
        searcher = Searcher(
            [ENGINES[name](server.url)], Breaker(Memory()), SearchPolicy(SourceRegistry()), timeout_s=20
        )
        with pytest.raises(Cancelled):
            ask(searcher, PhaseId.D, "The Halden bridge reopened", run)
        assert run.issues == ()
        assert server.hung_up.wait(PATIENCE_S)


@each_row("fault", SLOW, at_once=True)
def test_cancelled_page_fetch_closes_its_connection(fault: Fault) -> None:
    run = Run(seconds=PATIENCE_S)
    with LoopbackServer(lambda _: fault) as server:
        when(server.slow, run.cancel)
        fetcher = _Watched(_fetcher(server))
        with pytest.raises(Cancelled):
            Reader(fetcher).read([result(PAGE)], "The Halden bridge reopened", run, limit=1)
        assert fetcher.ended.get(timeout=PATIENCE_S) is Cancelled
        assert server.hung_up.wait(PATIENCE_S)


@pytest.mark.parametrize("kind", ["real", "fake"])
def test_stopped_engines_send_no_further_request(kind: str) -> None:
    with LoopbackServer(lambda _: Fault.HANG) as server:
        engine: SearchEngine = SearxNG(base_url=server.url) if kind == "real" else FakeSearchEngine(hangs=True)
        with pytest.raises(Cancelled):
            engine.search(QUERY, timeout_s=20, stop=lambda: True)


@pytest.mark.parametrize("kind", ["real", "fake"])
def test_stopped_fetchers_send_no_further_request(kind: str) -> None:
    with LoopbackServer(lambda _: Fault.HANG) as server:
        fetcher: PageFetcher = _fetcher(server) if kind == "real" else FakePageFetcher({PAGE: "<p>A page.</p>"})
        with pytest.raises(Cancelled):
            fetcher.fetch(PAGE, timeout_s=20, stop=lambda: True)


@pytest.fixture
def unreachable_url() -> Iterator[str]:
    """The address of a port whose backlog is full, so connections to this port are never established."""
    with ExitStack() as stack:
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(server.getsockname())
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


@each_row("name", ["searxng", "ddgs"], at_once=True)
def test_an_unreachable_engine_has_its_own_error_and_fails_early(name: str, unreachable_url: str) -> None:
    polls, patience_s = Polls(), 20 * CONNECT_S
    with pytest.raises(EngineUnreachable):
        ENGINES[name](unreachable_url).search(QUERY, timeout_s=patience_s, stop=polls)
    assert polls.waited_s < patience_s / 2

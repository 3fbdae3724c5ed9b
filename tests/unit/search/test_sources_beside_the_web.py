"""Sources for a topic are queried once, concurrently with each other and with the web, and never instead of the web."""

from __future__ import annotations

import threading

import pytest

from backend.domain.issue import Severity
from backend.domain.patience import Stop, never
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchResult, SearchStatus, SearchTier
from backend.errors import Cancelled, EngineTimeout, EngineUnreachable
from backend.search.breaker import Breaker
from backend.search.found_urls import FoundUrls
from backend.search.phase_search import SOURCES_S
from backend.search.policy import SearchPolicy
from backend.search.searcher import Searcher
from backend.search.settings import MAIN, PhaseId
from backend.sources.registry import SourceRegistry
from tests.fake_search import FakeSearchEngine, Memory, blocked, failed, result
from tests.phase_search import ask, phase_of
from tests.time_limits import PATIENCE_S, when

BROAD = frozenset({SearchTier.BROAD})
HEALTH = "Vaccines cause autism"
THING = "The Eiffel Tower is 330 metres tall"
NEITHER = "Pineapple belongs on pizza"


def _source(name: str, *answers: object, hangs: bool = False) -> FakeSearchEngine:
    return FakeSearchEngine(*answers, name=name, tiers=BROAD, hangs=hangs)  # type: ignore[arg-type]


def _pages(number: int, host: str = "site.example") -> list[SearchResult]:
    return [result(f"https://{host}/story-{n}") for n in range(number)]


def _searcher(*engines: FakeSearchEngine, timeout_s: float = 3.0) -> Searcher:
    return Searcher(engines, Breaker(Memory()), SearchPolicy(SourceRegistry()), timeout_s=timeout_s)


def test_topic_source_is_queried_once_and_only_for_its_topic() -> None:
    web, papers, news = (
        FakeSearchEngine(_pages(1), name="web"),
        _source("europepmc", _pages(1, "p.example")),
        _source("gdelt"),
    )
    outcomes = ask(_searcher(web, papers, news), PhaseId.D, HEALTH, Run(seconds=5))
    assert (len(papers.asked), len(news.asked)) == (1, 0)
    assert len(web.asked) > 1
    assert papers.asked[0] == web.asked[0]
    assert [outcome.engine for outcome in outcomes][:2] == ["web", "europepmc"]


def test_search_is_unchanged_without_a_topic() -> None:
    web, papers = FakeSearchEngine(_pages(8), name="web"), _source("europepmc", _pages(1))
    outcomes = ask(_searcher(web, papers), PhaseId.D, NEITHER, Run(seconds=5))
    assert {outcome.engine for outcome in outcomes} == {"web"}
    assert papers.asked == []


@pytest.mark.parametrize("phase", [PhaseId.A, PhaseId.A_ORIGIN])
def test_site_restricted_phases_query_no_topic_source(phase: PhaseId) -> None:
    papers = _source("europepmc", _pages(1))
    ask(_searcher(FakeSearchEngine(name="web"), papers), phase, HEALTH, Run(seconds=5))
    assert papers.asked == []


def test_follow_ups_do_not_query_sources_again() -> None:
    papers = _source("europepmc", _pages(1))
    ask(
        _searcher(FakeSearchEngine(name="web"), papers),
        PhaseId.D,
        HEALTH,
        Run(seconds=5),
        first=["vaccines autism cohort study"],
    )
    assert papers.asked == []


def test_index_is_queried_with_the_claim_even_before_a_follow_up() -> None:
    web, papers = FakeSearchEngine(name="web"), _source("europepmc")
    searcher = _searcher(web, papers)
    search = searcher.begin_phase(phase_of(PhaseId.D), Run(seconds=5), MAIN, f"{HEALTH}.")
    search.ask(SearchQuery(text="vaccines autism official statement", tier=SearchTier.BROAD))
    assert [query.text for query in papers.asked] == [HEALTH]


def test_source_results_do_not_end_the_web_search() -> None:
    alone = FakeSearchEngine(_pages(1), name="web")
    ask(_searcher(alone), PhaseId.D, HEALTH, Run(seconds=5))
    beside = FakeSearchEngine(_pages(1), name="web")
    ask(_searcher(beside, _source("europepmc", _pages(8, "p.example"))), PhaseId.D, HEALTH, Run(seconds=5))
    assert [q.text for q in beside.asked] == [q.text for q in alone.asked]


class _Together(FakeSearchEngine):
    """Responds only when all other engines of its group are being queried too."""

    def __init__(self, name: str, party: threading.Barrier) -> None:
        super().__init__(_pages(1, f"{name}.example"), name=name, tiers=BROAD)
        self._party = party

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        self._party.wait(timeout_s)
        return super().search(query, timeout_s=timeout_s, stop=stop)


def test_web_and_sources_are_queried_concurrently() -> None:
    party = threading.Barrier(3)
    engines = [_Together(name, party) for name in ("europepmc", "openalex")]
    web = _Together("web", party)
    outcomes = ask(_searcher(web, *engines, timeout_s=PATIENCE_S), PhaseId.D, HEALTH, Run(seconds=PATIENCE_S), limit=1)
    assert [o.status for o in outcomes if o.results] == [SearchStatus.OK] * 3


def test_slow_source_is_abandoned_without_using_the_budget() -> None:
    web, slow = FakeSearchEngine(_pages(8), name="web"), _source("crossref", EngineTimeout("late", engine="crossref"))
    run = Run(seconds=60)
    outcomes = ask(_searcher(web, slow, timeout_s=20), PhaseId.D, HEALTH, run, limit=1)
    assert slow.limits == [SOURCES_S]
    assert [(o.engine, o.status) for o in outcomes] == [("web", SearchStatus.OK), ("crossref", SearchStatus.TIMEOUT)]
    assert [(i.code, i.subject) for i in run.issues] == [("search_timeout", "crossref")]


@pytest.mark.parametrize(
    ("error", "code"), [(failed("openalex"), "search_failed"), (blocked("openalex"), "search_blocked")]
)
def test_failing_source_is_an_issue_and_trips_the_breaker(error: object, code: str) -> None:
    web, broken = FakeSearchEngine(_pages(8), name="web"), _source("openalex", error)
    searcher, run = _searcher(web, broken), Run(seconds=5)
    outcomes = ask(searcher, PhaseId.D, HEALTH, run)
    assert [o.results for o in outcomes if o.engine == "openalex"] == [()]
    assert [(i.code, i.subject) for i in run.issues] == [(code, "openalex")]
    assert {state.engine: state.state for state in searcher.states()} == {"web": "closed", "openalex": "open"}
    ask(searcher, PhaseId.D, HEALTH, Run(seconds=5))
    assert len(broken.asked) == 1


def test_source_answers_do_not_count_as_a_web_search() -> None:
    run = Run(seconds=5)
    ask(_searcher(FakeSearchEngine(failed("web"), name="web"), _source("europepmc")), PhaseId.D, HEALTH, run)
    assert ("search_unavailable", Severity.ERROR) in {(i.code, i.severity) for i in run.issues}
    assert run.steps[-1].message == "Could not search the wider web"


def test_two_unreachable_sources_do_not_mean_offline() -> None:
    gone = [_source(n, EngineUnreachable("no connection", engine=n)) for n in ("openalex", "crossref")]
    web, last = FakeSearchEngine(name="web"), FakeSearchEngine(_pages(8), name="last")
    searcher = _searcher(web, last, *gone)
    ask(searcher, PhaseId.D, HEALTH, Run(seconds=5))
    ask(searcher, PhaseId.D, NEITHER, Run(seconds=5))
    assert last.asked


def test_encyclopedia_is_queried_concurrently_for_entities_and_afterwards_otherwise() -> None:
    web, wiki = FakeSearchEngine(_pages(8), name="web"), _source("wikipedia", _pages(2, "wiki.example"))
    searcher = _searcher(web, wiki)
    ask(searcher, PhaseId.D, NEITHER, Run(seconds=5))
    assert wiki.asked == []
    outcomes = ask(searcher, PhaseId.D, THING, Run(seconds=5))
    assert [o.engine for o in outcomes][:2] == ["web", "wikipedia"]
    assert len(wiki.asked) == 1


def test_encyclopedia_as_only_engine_is_queried_like_the_web() -> None:
    wiki = _source("wikipedia", _pages(1, "wiki.example"))
    ask(_searcher(wiki), PhaseId.D, THING, Run(seconds=5))
    assert len(wiki.asked) == 3


def test_cancelling_ends_source_queries() -> None:
    slow = _source("europepmc", hangs=True)
    run = Run(seconds=60)
    when(slow.hanging, run.cancel)
    with pytest.raises(Cancelled):
        ask(_searcher(FakeSearchEngine(_pages(8), name="web"), slow, timeout_s=20), PhaseId.D, HEALTH, run)
    assert not slow.gave_up.is_set()
    assert run.issues == ()


def test_url_found_by_web_and_source_counts_once() -> None:
    same = [result("https://doi.org/10.1234/x")]
    outcomes = ask(
        _searcher(FakeSearchEngine(same, name="web"), _source("europepmc", same), _source("crossref", same)),
        PhaseId.D,
        HEALTH,
        Run(seconds=5),
    )
    pool = FoundUrls(lambda url: url)
    assert sum(pool.add(outcome.results) for outcome in outcomes) == 1

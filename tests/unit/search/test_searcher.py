from __future__ import annotations

import threading

import pytest

from backend.domain.claim import Mode
from backend.domain.issue import Severity
from backend.domain.patience import Stop, never
from backend.domain.run import Run
from backend.domain.search import Depth, SearchQuery, SearchResult, SearchStatus, SearchTier
from backend.errors import Cancelled, DeadlineExceeded, EngineTimeout, EngineUnreachable
from backend.search.breaker import Breaker
from backend.search.connectivity import SPARE_S
from backend.search.policy import SearchPolicy
from backend.search.rate_limiter import RateLimiter
from backend.search.searcher import Searcher
from backend.search.settings import PhaseId
from backend.sources.registry import SourceRegistry
from tests.fake_search import Clock, FakeSearchEngine, Memory, blocked, failed, result
from tests.phase_search import ask
from tests.time_limits import PATIENCE_S, when

CLAIM = "The Halden bridge reopened in March 2024"


def _searcher(*engines: FakeSearchEngine, breaker: Breaker | None = None, timeout_s: float = 2.0) -> Searcher:
    return Searcher(engines, breaker or Breaker(Memory()), SearchPolicy(SourceRegistry()), timeout_s=timeout_s)


def _statuses(outcomes: tuple[object, ...]) -> list[SearchStatus]:
    return [outcome.status for outcome in outcomes]  # type: ignore[attr-defined]


def _pages(number: int, host: str = "site.example") -> list[object]:
    return [result(f"https://{host}/story-{n}") for n in range(number)]


def test_first_answering_engine_completes_the_query() -> None:
    first, second = FakeSearchEngine(_pages(5), name="first"), FakeSearchEngine(_pages(5), name="second")
    outcomes = ask(_searcher(first, second), PhaseId.D, CLAIM, Run(seconds=5), limit=1)
    assert _statuses(outcomes) == [SearchStatus.OK]
    assert second.asked == []


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (blocked("first"), SearchStatus.BLOCKED, "search_blocked"),
        (EngineTimeout("late", engine="first"), SearchStatus.TIMEOUT, "search_timeout"),
        (failed("first"), SearchStatus.FAILED, "search_failed"),
    ],
)
def test_next_engine_is_used_after_a_reported_failure(error: object, status: object, code: str) -> None:
    first, second = FakeSearchEngine(error, name="first"), FakeSearchEngine(_pages(5), name="second")
    run = Run(seconds=5)
    outcomes = ask(_searcher(first, second), PhaseId.D, CLAIM, run, limit=1)
    assert _statuses(outcomes) == [status, SearchStatus.OK]
    assert [(issue.code, issue.subject, issue.stage) for issue in run.issues] == [(code, "first", "search")]


def test_empty_result_is_not_an_issue() -> None:
    run = Run(seconds=5)
    outcomes = ask(_searcher(FakeSearchEngine(name="a"), FakeSearchEngine(name="b")), PhaseId.D, CLAIM, run)
    assert set(_statuses(outcomes)) == {SearchStatus.EMPTY}
    assert run.issues == ()
    assert run.steps[-1].message == "No results from the wider web"


def test_failure_of_all_engines_differs_from_no_results() -> None:
    run = Run(seconds=5)
    outcomes = ask(_searcher(FakeSearchEngine(failed())), PhaseId.A, CLAIM, run)
    assert SearchStatus.EMPTY not in _statuses(outcomes)
    assert {issue.code for issue in run.issues} == {"search_failed", "search_paused", "search_unavailable"}
    assert run.steps[-1].message == "Could not search trusted news"


def test_missing_engines_are_reported() -> None:
    run = Run(seconds=5)
    assert ask(_searcher(), PhaseId.D, CLAIM, run) == ()
    assert [issue.code for issue in run.issues] == ["search_unavailable"]


def test_failed_engine_is_skipped_until_its_pause_ends() -> None:
    clock = Clock()
    engine = FakeSearchEngine(failed(), _pages(5))
    searcher = _searcher(engine, breaker=Breaker(Memory(), clock=clock))
    ask(searcher, PhaseId.D, CLAIM, Run(seconds=5))
    assert len(engine.asked) == 1
    assert [state.state for state in searcher.states()] == ["open"]
    clock.now += 6
    assert _statuses(ask(searcher, PhaseId.D, CLAIM, Run(seconds=5), limit=1)) == [SearchStatus.OK]
    assert [state.state for state in searcher.states()] == ["closed"]


def test_results_of_other_channels_are_dropped_and_the_next_engine_is_used() -> None:
    lax = FakeSearchEngine([result("https://reuters.com.evil.example/story-1")], name="lax")
    good = FakeSearchEngine([result("https://www.reuters.com/world/story-1-2024")], name="good")
    outcomes = ask(_searcher(lax, good), PhaseId.A, CLAIM, Run(seconds=5), limit=1)
    assert [r.url for outcome in outcomes for r in outcome.results] == ["https://www.reuters.com/world/story-1-2024"]
    assert outcomes[0].status is SearchStatus.EMPTY


def test_home_pages_and_lists_come_last() -> None:
    engine = FakeSearchEngine(
        [
            result("https://site.example/"),
            result("https://site.example/news/"),
            result("https://site.example/story-1"),
        ]
    )
    outcomes = ask(_searcher(engine), PhaseId.D, CLAIM, Run(seconds=5), limit=1)
    assert [r.url for outcome in outcomes for r in outcome.results] == [
        "https://site.example/story-1",
        "https://site.example/",
        "https://site.example/news/",
    ]


def test_known_urls_are_not_returned() -> None:
    known = ["https://site.example/story-0"]
    outcomes = ask(_searcher(FakeSearchEngine(_pages(3))), PhaseId.D, CLAIM, Run(seconds=5), known=known, limit=1)
    urls = [r.url for outcome in outcomes for r in outcome.results]
    assert urls == ["https://site.example/story-1", "https://site.example/story-2"]


def test_next_engine_is_used_when_one_finds_nothing_new() -> None:
    known = ["https://site.example/story-0"]
    first, second = FakeSearchEngine(_pages(1), name="first"), FakeSearchEngine(_pages(2), name="second")
    outcomes = ask(_searcher(first, second), PhaseId.D, CLAIM, Run(seconds=5), known=known, limit=1)
    assert _statuses(outcomes) == [SearchStatus.EMPTY, SearchStatus.OK]


def test_deep_mode_uses_more_engines_and_queries() -> None:
    first, second = FakeSearchEngine(_pages(1), name="first"), FakeSearchEngine(_pages(1, "b.example"), name="second")
    ask(_searcher(first, second), PhaseId.D, CLAIM, Run(seconds=5), mode=Mode.DEEP)
    assert len(first.asked) == len(second.asked) == 3, "a question that only differs in its quotes is not asked again"
    assert {query.depth for query in first.asked} == {Depth.ADVANCED}


def test_engines_are_used_only_for_their_tiers() -> None:
    encyclopedia = FakeSearchEngine(_pages(5), name="wiki", tiers=frozenset({SearchTier.BROAD}))
    searcher = _searcher(encyclopedia)
    assert ask(searcher, PhaseId.A, CLAIM, Run(seconds=5)) == ()
    assert _statuses(ask(searcher, PhaseId.D, CLAIM, Run(seconds=5), limit=1)) == [SearchStatus.OK]


def test_follow_up_query_comes_first() -> None:
    engine = FakeSearchEngine()
    ask(_searcher(engine), PhaseId.D, CLAIM, Run(seconds=5), first=["Halden bridge exact cost"])
    assert [query.text for query in engine.asked] == ["Halden bridge exact cost"]


def test_phases_search_their_sites() -> None:
    engine = FakeSearchEngine()
    searcher = _searcher(engine)
    for phase in (PhaseId.A, PhaseId.A_ORIGIN, PhaseId.D):
        ask(searcher, phase, CLAIM, Run(seconds=5))
    sites = {query.tier: (query.sites, query.limit) for query in engine.asked}
    assert sites == {
        SearchTier.TRUSTED: (("reuters.com", "bbc.com", "apnews.com", "nytimes.com"), 8),
        SearchTier.FACT_CHECK: (("snopes.com", "factcheck.org", "politifact.com"), 5),
        SearchTier.BROAD: ((), 8),
    }


def test_rate_limited_engine_is_skipped_at_once() -> None:
    engine = FakeSearchEngine()
    limiter = RateLimiter({"fake": (1.0, 60.0)}, clock=Clock(0.0))
    searcher = Searcher([engine], Breaker(Memory()), SearchPolicy(SourceRegistry()), limiter=limiter)
    outcomes = ask(searcher, PhaseId.D, CLAIM, Run(seconds=5))
    assert _statuses(outcomes)[:2] == [SearchStatus.EMPTY, SearchStatus.SKIPPED]
    assert len(engine.asked) == 1


def test_skipped_engine_is_reported_and_not_an_answer() -> None:
    run = Run(seconds=5)
    limiter = RateLimiter({"fake": (0.0, 60.0)}, clock=Clock(0.0))
    searcher = Searcher([FakeSearchEngine()], Breaker(Memory()), SearchPolicy(SourceRegistry()), limiter=limiter)
    ask(searcher, PhaseId.A, CLAIM, run)
    assert [(i.code, i.severity, i.subject) for i in run.issues] == [
        ("search_skipped", Severity.INFO, "fake"),
        ("search_unavailable", Severity.ERROR, "A"),
    ]
    assert run.steps[-1].message == "Could not search trusted news"


def test_empty_results_of_some_engines_are_not_conclusive() -> None:
    run = Run(seconds=5)
    ask(
        _searcher(FakeSearchEngine(failed("first"), name="first"), FakeSearchEngine(name="second")),
        PhaseId.A,
        CLAIM,
        run,
    )
    assert run.steps[-1].message == "No results from trusted news, though not every search engine answered"


def test_crashing_engine_does_not_affect_the_search() -> None:
    class Broken(FakeSearchEngine):
        def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
            raise RuntimeError("secret detail")

    run = Run(seconds=5)
    engines = (Broken(name="first"), FakeSearchEngine(_pages(5), name="second"))
    outcomes = ask(_searcher(*engines), PhaseId.D, CLAIM, run, limit=1)
    assert _statuses(outcomes) == [SearchStatus.FAILED, SearchStatus.OK]
    assert [(i.code, i.message) for i in run.issues] == [("search_failed", "first broke down (RuntimeError).")]


def _unreachable_engine(name: str) -> FakeSearchEngine:
    return FakeSearchEngine(EngineUnreachable(f"{name} cannot be reached.", engine=name), name=name)


def test_offline_machine_tries_two_engines_only() -> None:
    clock = Clock(0.0)
    engines = [_unreachable_engine(name) for name in ("first", "second", "third", "fourth")]
    searcher = Searcher(engines, Breaker(Memory()), SearchPolicy(SourceRegistry()), clock=clock)
    run = Run(seconds=5)
    for phase in (PhaseId.A, PhaseId.A_ORIGIN, PhaseId.D):
        ask(searcher, phase, CLAIM, run)
    assert [len(engine.asked) for engine in engines] == [1, 1, 0, 0]
    assert ("search_skipped", "third") in {(issue.code, issue.subject) for issue in run.issues}
    assert sum(issue.code == "search_unavailable" for issue in run.issues) == 3
    clock.now += SPARE_S + 1
    ask(searcher, PhaseId.D, CLAIM, Run(seconds=5), limit=1)
    assert len(engines[2].asked) == 1


def test_recently_answering_engine_is_used_even_if_others_are_unreachable() -> None:
    own = FakeSearchEngine((), _pages(5), name="own")
    others = [_unreachable_engine(name) for name in ("first", "second", "third")]
    searcher = _searcher(own, *others)
    one_question = ["Halden bridge exact cost"]
    ask(searcher, PhaseId.D, CLAIM, Run(seconds=5), first=one_question)
    assert [len(engine.asked) for engine in (own, *others)] == [1, 1, 1, 0]
    outcomes = ask(searcher, PhaseId.D, CLAIM, Run(seconds=5), first=one_question)
    assert _statuses(outcomes) == [SearchStatus.OK]


def test_hanging_engine_is_abandoned_at_its_time_limit() -> None:
    engine = FakeSearchEngine(name="slow", hangs=True)
    outcomes = ask(_searcher(engine, timeout_s=0.3), PhaseId.D, CLAIM, Run(seconds=60))
    assert _statuses(outcomes)[0] is SearchStatus.TIMEOUT
    assert engine.limits == [0.3]


def test_engine_over_its_time_limit_is_not_waited_for() -> None:
    release, ended = threading.Event(), threading.Event()

    class Endless(FakeSearchEngine):
        def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
            release.wait(PATIENCE_S)
            ended.set()
            return ()

    outcomes = ask(_searcher(Endless(name="endless"), timeout_s=0.3), PhaseId.D, CLAIM, Run(seconds=60))
    assert _statuses(outcomes)[0] is SearchStatus.TIMEOUT
    assert not ended.is_set()
    release.set()


def test_cancelling_ends_a_running_search_at_once() -> None:
    engine = FakeSearchEngine(name="slow", hangs=True)
    run = Run(seconds=60)
    when(engine.hanging, run.cancel)
    with pytest.raises(Cancelled):
        ask(_searcher(engine, timeout_s=20), PhaseId.D, CLAIM, run)
    assert not engine.gave_up.is_set()
    assert run.issues == ()


def test_no_remaining_time_raises_an_error() -> None:
    with pytest.raises(DeadlineExceeded):
        ask(_searcher(FakeSearchEngine()), PhaseId.D, CLAIM, Run(seconds=0))


def test_deadline_ends_the_search_with_partial_results() -> None:
    slow = FakeSearchEngine(name="slow", hangs=True)
    outcomes = ask(
        _searcher(slow, FakeSearchEngine(_pages(1), name="fast"), timeout_s=20), PhaseId.D, CLAIM, Run(seconds=0.3)
    )
    assert _statuses(outcomes)[0] is SearchStatus.TIMEOUT


def test_search_issues_have_readable_messages() -> None:
    run = Run(seconds=5)
    ask(_searcher(FakeSearchEngine()), PhaseId.D, CLAIM, run)
    assert [step.message for step in run.steps] == ["Searching the wider web…", "No results from the wider web"]

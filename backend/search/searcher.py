"""Asks one tier: engines in order, each query until somebody answers, failures told apart from silence.

Sources that fit the claim's topic are asked at the same time, once (`topics`, `beside`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from backend.domain.claim import Mode
from backend.domain.issue import Severity
from backend.domain.patience import within
from backend.domain.run import Run
from backend.domain.search import SearchOutcome, SearchQuery, SearchResult, SearchStatus, SearchTier
from backend.errors import Cancelled, EngineBlocked, EngineError, EngineFailed, EngineTimeout, EngineUnreachable
from backend.ports import SearchEngine
from backend.search.beside import Beside
from backend.search.breaker import Breaker, BreakerState
from backend.search.pace import Pace
from backend.search.policy import Budget, Policy
from backend.search.reach import Reach
from backend.search.topics import routed, sources_for
from backend.search.urls import canonical, is_article

STAGE = "search"
_MIN_SECONDS = 0.2
SOURCES_S = 4.0
"""What a visit waits for the sources beside the web, counted from its beginning."""
_ANSWERED = (SearchStatus.OK, SearchStatus.EMPTY)


class Searcher:
    """The search stage. Engines are asked in the given order; it never sleeps."""

    def __init__(
        self,
        engines: Sequence[SearchEngine],
        breaker: Breaker,
        policy: Policy,
        *,
        timeout_s: float = 6.0,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engines = tuple(engines)
        self._breaker = breaker
        self._policy = policy
        self._timeout_s = timeout_s
        self._pace = pace or Pace()
        self._clock = clock
        self._reach = Reach(clock=clock)

    @property
    def policy(self) -> Policy:
        """The tiers' sources and budgets."""
        return self._policy

    def states(self) -> tuple[BreakerState, ...]:
        """How it stands with every engine, in the order in which they are asked."""
        return tuple(self._breaker.state(engine.name) for engine in self._engines)

    def search(
        self,
        tier: SearchTier,
        claim_text: str,
        run: Run,
        *,
        mode: Mode = Mode.MAIN,
        language: str = "en",
        follow_ups: Sequence[str] = (),
        exclude_url: str = "",
        known: Collection[str] = (),
    ) -> tuple[SearchOutcome, ...]:
        """One outcome per engine asked and query; every address appears once over all of them.

        `exclude_url` is the page the reader is on, never evidence for its own claim; `known` are addresses that earlier
        visits found, which need not be read again. A used-up budget or deadline ends the visit early with what was
        found. Raises Cancelled, and DeadlineExceeded when there is no time to begin.
        """
        run.check()
        run.step(STAGE, f"Searching {self._policy.name(tier)}…")
        questions = self._policy.questions(tier, claim_text, mode=mode, language=language, follow_ups=follow_ups)
        # Follow-ups are about what the first answers lacked; the sources gave theirs.
        topical = () if follow_ups else sources_for(claim_text, language)
        with run.timed(STAGE):
            seen = {canonical(url) for url in (exclude_url, *known) if url}
            visit = _Visit(self, run, tier, mode, seen)
            outcomes = visit.ask_all(questions, topical)
        self._summarise(tier, run, outcomes)
        return outcomes

    def _summarise(self, tier: SearchTier, run: Run, outcomes: tuple[SearchOutcome, ...]) -> None:
        name = self._policy.name(tier)
        count = sum(len(outcome.results) for outcome in outcomes)
        # Indexes of papers or facts have not looked through the web when they answer.
        web = tuple(outcome for outcome in outcomes if outcome.engine not in routed()) or outcomes
        if count:
            run.step(STAGE, f"Found {count} {'page' if count == 1 else 'pages'} from {name}")
        elif any(outcome.status in _ANSWERED for outcome in web):
            silent = any(outcome.status not in _ANSWERED for outcome in web)
            run.step(STAGE, f"No results from {name}{', though not every search engine answered' if silent else ''}")
        else:
            run.step(STAGE, f"Could not search {name}")
            message = f"No search engine answered, so {name} could not be looked through."
            run.issue("search_unavailable", STAGE, message, severity=Severity.ERROR, subject=tier.name.lower())

    def serving(self, tier: SearchTier) -> tuple[SearchEngine, ...]:
        """The engines that can serve a tier."""
        return tuple(engine for engine in self._engines if tier in engine.tiers)

    def ask(self, engine: SearchEngine, query: SearchQuery, run: Run, seconds: float) -> SearchOutcome:
        """One engine's answer to one query, not yet filtered. Raises Cancelled."""
        reason = self._why_not(engine.name)
        if reason:
            code, message = reason
            run.issue(code, STAGE, message, severity=Severity.INFO, subject=engine.name)
            return SearchOutcome(engine=engine.name, query=query, status=SearchStatus.SKIPPED, detail=message)
        begin = self._clock()
        limit = min(self._timeout_s, seconds)

        def stop() -> bool:
            return run.cancelled

        try:
            results = within(limit * 1.1, lambda: engine.search(query, timeout_s=limit, stop=stop), stop=stop)
        except TimeoutError:
            late = EngineTimeout(f"{engine.name} did not answer in time.", engine=engine.name)
            return self._failure(engine, query, run, late, begin)
        except Cancelled:
            raise
        except EngineError as error:
            return self._failure(engine, query, run, error, begin)
        except Exception as error:  # noqa: BLE001 - one engine must not break the answer; the stage's edge makes it an Issue
            broken = EngineFailed(f"{engine.name} broke down ({type(error).__name__}).", engine=engine.name)
            return self._failure(engine, query, run, broken, begin)
        self._breaker.succeeded(engine.name)
        self._reach.answered(engine.name)
        status = SearchStatus.OK if results else SearchStatus.EMPTY
        return SearchOutcome(
            engine=engine.name, query=query, status=status, results=results, elapsed_ms=self._since(begin)
        )

    def _why_not(self, name: str) -> tuple[str, str] | None:
        """Code and message of the Issue when the engine is passed over."""
        paused = self._breaker.state(name)
        if paused.state == "open":
            return "search_paused", f"{name} is left alone for now: {paused.reason}"
        if not self._reach.allows(name):
            return "search_skipped", f"{name} is not tried, since no connection to other search engines came about."
        if not self._pace.take(name):
            return "search_skipped", f"{name} was asked too often just now and is passed over."
        return None

    def _failure(
        self, engine: SearchEngine, query: SearchQuery, run: Run, error: EngineError, begin: float
    ) -> SearchOutcome:
        status = SearchStatus.FAILED
        if isinstance(error, EngineBlocked):
            status = SearchStatus.BLOCKED
        elif isinstance(error, EngineTimeout):
            status = SearchStatus.TIMEOUT
        # Sources are asked together: two of them down would look like a machine that is cut off.
        if isinstance(error, EngineUnreachable) and engine.name not in routed():
            self._reach.unreachable(engine.name)
        self._breaker.failed(engine.name, error)
        run.issue(f"search_{status.value}", STAGE, str(error), subject=engine.name)
        return SearchOutcome(
            engine=engine.name, query=query, status=status, detail=str(error), elapsed_ms=self._since(begin)
        )

    def _since(self, begin: float) -> float:
        return round((self._clock() - begin) * 1000, 1)


class _Visit:
    """One tier for one claim: its budget, and the addresses already seen."""

    def __init__(self, searcher: Searcher, run: Run, tier: SearchTier, mode: Mode, seen: set[str]) -> None:
        self._searcher = searcher
        self._run = run
        self._tier = tier
        self._budget: Budget = searcher.policy.budget(tier, mode)
        self._until = run.remaining() - self._budget.seconds
        self._seen = seen
        self._count = 0

    def ask_all(self, questions: Sequence[SearchQuery], topical: Collection[str]) -> tuple[SearchOutcome, ...]:
        """The web's outcomes, then those of the sources named in `topical`, which do not count towards `enough`."""
        serving = self._searcher.serving(self._tier)
        web = tuple(engine for engine in serving if engine.name not in routed())
        # Whoever serves any claim is asked beside the others only when there are others.
        alone = all(engine.name in topical for engine in web)
        sources = tuple(e for e in serving if e.name in topical and not (alone and e in web))
        web = tuple(engine for engine in web if engine not in sources)
        outcomes: list[SearchOutcome] = []
        with Beside(self._ask_source, sources, questions) as beside:
            for query in questions:
                if self._count >= self._budget.enough or self._seconds() < _MIN_SECONDS:
                    break
                outcomes += self._ask_engines(web, query)
            found = self._count
            outcomes += [self._usable(outcome) for outcome in beside.outcomes()]
            self._count = found
        return tuple(outcomes)

    def _ask_source(self, engine: SearchEngine, query: SearchQuery) -> SearchOutcome:
        return self._searcher.ask(engine, query, self._run, min(SOURCES_S, self._seconds()))

    def _seconds(self) -> float:
        """Seconds left for this visit."""
        return min(self._run.remaining(), self._run.remaining() - self._until)

    def _ask_engines(self, engines: Sequence[SearchEngine], query: SearchQuery) -> list[SearchOutcome]:
        outcomes: list[SearchOutcome] = []
        for engine in engines:
            if self._seconds() < _MIN_SECONDS:
                break
            outcomes.append(self._usable(self._searcher.ask(engine, query, self._run, self._seconds())))
            if sum(outcome.status is SearchStatus.OK for outcome in outcomes) >= self._budget.engines:
                break
        return outcomes

    def _usable(self, outcome: SearchOutcome) -> SearchOutcome:
        """The outcome with only the results that may count and are new; the one place where results are dropped."""
        kept = tuple(result for result in outcome.results if self._counts(result))
        self._count += len(kept)
        if outcome.results and not kept:
            detail = "Only pages that are known already, on other sites, or no articles."
            return replace(outcome, results=(), status=SearchStatus.EMPTY, detail=detail)
        return replace(outcome, results=kept)

    def _counts(self, result: SearchResult) -> bool:
        if not self._searcher.policy.accepts(self._tier, result.url) or not is_article(result.url):
            return False
        key = canonical(result.url)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

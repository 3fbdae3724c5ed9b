"""Sends a query to an engine within its time and rate limits, and distinguishes a failure from an empty result (R5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.domain.issue import Severity
from backend.domain.patience import within
from backend.domain.run import Run
from backend.domain.search import SearchOutcome, SearchQuery, SearchStatus
from backend.errors import Cancelled, EngineBlocked, EngineError, EngineFailed, EngineTimeout, EngineUnreachable
from backend.ports import Allowance, SearchEngine
from backend.search.breaker import Breaker, BreakerState
from backend.search.connectivity import ConnectivityMonitor
from backend.search.rate_limiter import RateLimiter
from backend.search.topics import routed

STAGE = "search"
BUDGET = "search_budget_used_up"


class Asker:
    """Queries engines and skips those that are paused, rate-limited or unreachable. Never sleeps."""

    def __init__(
        self,
        breaker: Breaker,
        *,
        timeout_s: float,
        limiter: RateLimiter | None,
        clock: Callable[[], float],
        day: Allowance | None = None,
    ) -> None:
        self._breaker = breaker
        self._timeout_s = timeout_s
        self._limiter = limiter or RateLimiter()
        self._clock = clock
        self._connectivity = ConnectivityMonitor(clock=clock)
        self._day = day

    def states(self, engines: Sequence[SearchEngine]) -> tuple[BreakerState, ...]:
        """Return the breaker state of each engine."""
        return tuple(self._breaker.state(engine.name) for engine in engines)

    def ask(self, engine: SearchEngine, query: SearchQuery, run: Run, seconds: float) -> SearchOutcome:
        """Send one query to one engine and return the outcome with unfiltered results. Raises Cancelled."""
        reason = self._skip_reason(engine.name)
        if reason:
            code, message = reason
            severity = Severity.WARNING if code == BUDGET else Severity.INFO
            # An exhausted daily budget is reported once, not once per engine.
            run.issue(code, STAGE, message, severity=severity, subject="" if code == BUDGET else engine.name)
            return SearchOutcome(engine=engine.name, query=query, status=SearchStatus.SKIPPED, detail=message)
        begin = self._clock()
        limit = min(self._timeout_s, seconds)

        def stop() -> bool:
            return run.cancelled

        try:
            results = within(limit * 1.1, lambda: engine.search(query, timeout_s=limit, stop=stop), stop=stop)
        except TimeoutError:
            late = EngineTimeout(f"{engine.name} did not answer in time.", engine=engine.name)
            return self._record_failure(engine, query, run, late, begin)
        except Cancelled:
            raise
        except EngineError as error:
            return self._record_failure(engine, query, run, error, begin)
        except Exception as error:  # noqa: BLE001 - an error in one engine must not fail the run; it becomes an Issue
            broken = EngineFailed(f"{engine.name} broke down ({type(error).__name__}).", engine=engine.name)
            return self._record_failure(engine, query, run, broken, begin)
        self._breaker.succeeded(engine.name)
        self._connectivity.answered(engine.name)
        status = SearchStatus.OK if results else SearchStatus.EMPTY
        return SearchOutcome(
            engine=engine.name, query=query, status=status, results=results, elapsed_ms=self._elapsed_since(begin)
        )

    def _skip_reason(self, name: str) -> tuple[str, str] | None:
        """Return the (code, message) of an Issue if the engine must be skipped, or None if the engine may be queried."""
        breaker_state = self._breaker.state(name)
        if breaker_state.state == "open":
            return "search_paused", f"{name} is left alone for now: {breaker_state.reason}"
        if not self._connectivity.allows(name):
            return "search_skipped", f"{name} is not tried, since no connection to other search engines came about."
        if not self._limiter.take(name):
            return "search_skipped", f"{name} was asked too often just now and is passed over."
        if self._day is not None and not self._day.take():
            return (
                BUDGET,
                f"Today's {self._day.cap:,} searches are used up; the limit resets at 00:00 UTC.",
            )
        return None

    def _record_failure(
        self, engine: SearchEngine, query: SearchQuery, run: Run, error: EngineError, begin: float
    ) -> SearchOutcome:
        status = SearchStatus.FAILED
        if isinstance(error, EngineBlocked):
            status = SearchStatus.BLOCKED
        elif isinstance(error, EngineTimeout):
            status = SearchStatus.TIMEOUT
        # Topical sources are queried in parallel, so two that are down would make the machine appear offline.
        if isinstance(error, EngineUnreachable) and engine.name not in routed():
            self._connectivity.unreachable(engine.name)
        self._breaker.failed(engine.name, error)
        run.issue(f"search_{status.value}", STAGE, str(error), subject=engine.name)
        return SearchOutcome(
            engine=engine.name, query=query, status=status, detail=str(error), elapsed_ms=self._elapsed_since(begin)
        )

    def _elapsed_since(self, begin: float) -> float:
        return round((self._clock() - begin) * 1000, 1)

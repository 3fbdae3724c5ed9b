"""The search stage: queries the engines according to the search policy."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from backend.domain.claim import Mode
from backend.domain.run import Run
from backend.ports import Allowance, SearchEngine
from backend.search.asker import STAGE, Asker
from backend.search.breaker import Breaker, BreakerState
from backend.search.brief import SearchBrief
from backend.search.phase_search import PhaseSearch, PhaseTools
from backend.search.policy import NAMES, SearchPolicy
from backend.search.rate_limiter import RateLimiter
from backend.search.route import SearchPhase
from backend.search.search_state import SearchState
from backend.search.settings import Profile


class Searcher:
    """Queries the search engines in the given order. Thread-safe."""

    def __init__(
        self,
        engines: Sequence[SearchEngine],
        breaker: Breaker,
        policy: SearchPolicy,
        *,
        timeout_s: float = 6.0,
        limiter: RateLimiter | None = None,
        clock: Callable[[], float] = time.monotonic,
        day: Allowance | None = None,
    ) -> None:
        asker = Asker(breaker, timeout_s=timeout_s, limiter=limiter, clock=clock, day=day)
        self._tools = PhaseTools(tuple(engines), asker, policy)

    @property
    def engines(self) -> tuple[SearchEngine, ...]:
        """The search engines, in the order in which they are queried."""
        return self._tools.engines

    @property
    def policy(self) -> SearchPolicy:
        """The search policy, which determines phases, queries and channels."""
        return self._tools.policy

    def states(self) -> tuple[BreakerState, ...]:
        """Return the breaker state of every engine, in the order in which they are queried."""
        return self._tools.asker.states(self._tools.engines)

    def begin(self, brief: SearchBrief, mode: Mode, *, pages: int) -> SearchState:
        """Begin the search for one claim. At most `pages` pages are read per phase, on average."""
        return SearchState(self.policy, self.begin_phase, brief, self.policy.profile(mode), pages=pages)

    def begin_phase(self, phase: SearchPhase, run: Run, profile: Profile, topic_text: str = "") -> PhaseSearch:
        """Begin a phase.

        Topical sources for `topic_text` are queried together with the first query; if `topic_text` is "", none are
        queried. Raises Cancelled, and DeadlineExceeded when there is no time left.
        """
        run.check()
        run.step(STAGE, f"Searching {NAMES[phase.id]}…")
        return PhaseSearch(self._tools, phase, run, profile, topic_text)

"""Runs the search of one phase: each query goes to the engines in order until enough engines have returned results.

Topical sources are queried once, in parallel with the first query.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.search import SearchOutcome, SearchQuery, SearchStatus, SearchTier
from backend.ports import SearchEngine
from backend.search.asker import STAGE, Asker
from backend.search.fan_out import FanOut
from backend.search.plan import shorten_query
from backend.search.policy import NAMES, SearchPolicy
from backend.search.route import SearchPhase
from backend.search.settings import Profile
from backend.search.topics import routed, sources_for
from backend.search.urls import canonical, is_article

MIN_SECONDS = 0.2
"""The minimum time left, in seconds, for querying an engine."""
SOURCES_S = 4.0
"""The maximum time, in seconds, that a query waits for topical sources."""
_ANSWERED = (SearchStatus.OK, SearchStatus.EMPTY)


@dataclass(frozen=True, slots=True)
class PhaseTools:
    """The objects that all phases share: the engines in query order, the asker and the policy."""

    engines: tuple[SearchEngine, ...]
    asker: Asker
    policy: SearchPolicy

    def engines_for(self, tier: SearchTier) -> tuple[SearchEngine, ...]:
        """Return the engines that can serve a tier."""
        return tuple(engine for engine in self.engines if tier in engine.tiers)


class PhaseSearch:
    """The search of one phase for one claim, with the time left and the outcomes so far.

    For `topic_text` see `Searcher.begin_phase`.
    """

    def __init__(self, tools: PhaseTools, phase: SearchPhase, run: Run, profile: Profile, topic_text: str) -> None:
        self._tools = tools
        self._phase = phase
        self._run = run
        self._engines = profile.engines
        self._left = phase.spec.seconds
        self._topic_text = topic_text
        self._outcomes: list[SearchOutcome] = []
        self._known: Collection[str] = ()

    def open(self) -> bool:
        """Return whether there is time for another query."""
        return min(self._left, self._run.remaining()) >= MIN_SECONDS

    def ask(self, query: SearchQuery, known: Collection[str] = ()) -> tuple[SearchOutcome, ...]:
        """Return the outcomes of the web engines, followed by the outcomes of the topical sources.

        `known` are canonical URLs to leave out. Raises Cancelled, and DeadlineExceeded when there is no time left.
        """
        self._run.check()
        self._known = known
        before = self._run.remaining()
        with self._run.timed(STAGE):
            outcomes = self._ask(query, before)
        self._left -= before - self._run.remaining()
        self._outcomes += outcomes
        return outcomes

    def close(self) -> None:
        """Report an empty search or a failure of all engines, so that such a failure never looks like "no results"."""
        name = NAMES[self._phase.id]
        # Indexes of papers or facts do not search the web, so they do not count as web engines that responded.
        web = [outcome for outcome in self._outcomes if outcome.engine not in routed()] or self._outcomes
        if any(outcome.results for outcome in self._outcomes):
            return
        if any(outcome.status in _ANSWERED for outcome in web):
            silent = any(outcome.status not in _ANSWERED for outcome in web)
            note = ", though not every search engine answered" if silent else ""
            self._run.step(STAGE, f"No results from {name}{note}")
            return
        self._run.step(STAGE, f"Could not search {name}")
        message = f"No search engine answered, so {name} could not be looked through."
        self._run.issue("search_unavailable", STAGE, message, severity=Severity.ERROR, subject=self._phase.id.value)

    def _ask(self, query: SearchQuery, begin: float) -> tuple[SearchOutcome, ...]:
        serving = self._tools.engines_for(query.tier)
        topical = sources_for(self._topic_text, query.language) if self._topic_text and not self._outcomes else ()
        web = tuple(engine for engine in serving if engine.name not in routed())
        # An engine that also serves as a topical source is queried in parallel only if there are other web engines.
        alone = all(engine.name in topical for engine in web)
        sources = tuple(e for e in serving if e.name in topical and not (alone and e in web))

        def ask_source(engine: SearchEngine, question: SearchQuery) -> SearchOutcome:
            return self._tools.asker.ask(engine, question, self._run, min(SOURCES_S, self._seconds_left(begin)))

        # A follow-up asks for evidence missing from the web results, but an index needs the claim itself.
        topic_query = (
            replace(query, text=shorten_query(self._topic_text).rstrip(".!? "), sites=()) if self._topic_text else query
        )
        with FanOut(ask_source, sources, (topic_query,)) as fan_out:
            outcomes = self._ask_web([engine for engine in web if engine not in sources], query, begin)
            return (*outcomes, *(self._admissible(outcome) for outcome in fan_out.outcomes()))

    def _ask_web(self, engines: Sequence[SearchEngine], query: SearchQuery, begin: float) -> list[SearchOutcome]:
        outcomes: list[SearchOutcome] = []
        for engine in engines:
            seconds = self._seconds_left(begin)
            if seconds < MIN_SECONDS:
                break
            outcomes.append(self._admissible(self._tools.asker.ask(engine, query, self._run, seconds)))
            if sum(outcome.status is SearchStatus.OK for outcome in outcomes) >= self._engines:
                break
        return outcomes

    def _seconds_left(self, begin: float) -> float:
        """Return the seconds left for a query that began when the run had `begin` seconds left."""
        return min(self._run.remaining(), self._left - (begin - self._run.remaining()))

    def _admissible(self, outcome: SearchOutcome) -> SearchOutcome:
        """Return the outcome with only the admissible results. No other function drops results.

        Pages whose URL looks like a home page or a list are kept but come last, because only their text shows whether
        they help.
        """
        counting = (result for result in outcome.results if self._is_admissible(result.url))
        kept = tuple(sorted(counting, key=lambda result: not is_article(result.url)))
        if outcome.results and not kept:
            detail = "Only pages that are known already or of other channels."
            return replace(outcome, results=(), status=SearchStatus.EMPTY, detail=detail)
        return replace(outcome, results=kept)

    def _is_admissible(self, url: str) -> bool:
        return canonical(url) not in self._known and self._tools.policy.admits(self._phase, url)

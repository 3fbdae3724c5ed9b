"""Plans, searches and judges query by query until the evidence suffices (docs/design.md#search-loop)."""

from __future__ import annotations

from collections.abc import Sequence

from backend.acquire.reader import ReadReport
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchResult
from backend.errors import DeadlineExceeded
from backend.pipeline.evidence_pool import EvidencePool
from backend.pipeline.tools import GatherTools
from backend.search.brief import SearchBrief
from backend.search.decide import SearchDecision
from backend.search.follow_up import NextQuestion
from backend.search.phase_search import PhaseSearch
from backend.search.policy import NAMES
from backend.search.route import SearchPhase
from backend.search.search_state import SearchState

READING_SHARE = 0.4
"""Share of the remaining time for fetching pages after one query.

Most pages take a second, and a slow page must not use up all the time (R3).
"""
LEAST_READING_S = 5.0
"""Minimum time for fetching pages, in seconds, because a page may take 5 s (S14)."""
REREAD = 3
"""Maximum number of stored pages to fetch again for one claim."""
MAX_HOPS = "every hop of this mode was taken (max_hops_reached)"


class SearchLoop:
    """One search for one atomic claim. Adds the evidence to the pool, and a line per query to the run's steps."""

    def __init__(
        self, tools: GatherTools, pool: EvidencePool, brief: SearchBrief, state: SearchState, run: Run
    ) -> None:
        self._tools = tools
        self._pool = pool
        self._brief = brief
        self._state = state
        self._run = run
        self._hop = 0

    def search(self) -> None:
        """Search phase by phase until the evidence suffices. Raises Cancelled or DeadlineExceeded."""
        decision, why = SearchDecision.NEED_FOLLOWUP, ""
        try:
            for phase in self._state.route:
                decision, why = self._run_phase(phase)
                if decision is not SearchDecision.NEED_FOLLOWUP:
                    break
            else:
                decision, why = SearchDecision.STOP, MAX_HOPS if self._state.route else "nothing in it can be looked up"
            if decision is SearchDecision.STOP and self._state.route:
                self._read_leads_again(self._state.route[-1])
        except DeadlineExceeded:
            decision, why = SearchDecision.STOP, "time is up"
            raise
        finally:
            if decision is not SearchDecision.NEED_FOLLOWUP:
                self._add_step(f"The search ends: {why.rstrip('.')} ({decision}).")

    def _run_phase(self, phase: SearchPhase) -> tuple[SearchDecision, str]:
        """Run the queries of a phase until no more are needed.

        A new hop begins with a follow-up to the queries of the previous hop.
        """
        self._run.check()
        follow_up = self._follow_up() if 0 < self._hop < phase.spec.hop else None
        self._hop = max(self._hop, phase.spec.hop)
        questions = self._state.questions(phase, follow_up)
        decision, why = SearchDecision.NEED_FOLLOWUP, ""
        if not questions:
            return decision, why
        search = self._state.begin_phase(phase, self._run)
        for query in questions:
            if spent := self._state.used_up():
                decision, why = SearchDecision.STOP, spent
            elif search.open():
                query_follow_up = follow_up if follow_up and query is questions[0] else None
                decision, why = self._run_query(phase, search, query, query_follow_up)
            if decision is not SearchDecision.NEED_FOLLOWUP:
                break
        search.close()
        return decision, why

    def _follow_up(self) -> NextQuestion | None:
        return self._tools.follow_up.next(self._brief, self._pool.evidence, self._run, asked=self._state.asked)

    def _run_query(
        self, phase: SearchPhase, search: PhaseSearch, query: SearchQuery, follow_up: NextQuestion | None
    ) -> tuple[SearchDecision, str]:
        """Search, fetch the most promising pages, judge them, decide how to proceed, and log one step."""
        self._pool.searched = True
        found = self._state.ask(search, query)
        pages_read, urls_tried = self._acquire_text(phase)
        decision, why = self._state.decide(self._pool.standing(), found=urls_tried > 0)
        query_text = f"{follow_up.kind} ({follow_up.by}): “{query.text}”" if follow_up else f"“{query.text}”"
        self._add_step(
            f"Hop {self._hop}, {NAMES[phase.id]} ({phase.id}), {query_text}: "
            f"{found} found, {pages_read} read. {why} → {decision}"
        )
        return decision, why

    def _acquire_text(self, phase: SearchPhase) -> tuple[int, int]:
        """Acquire text in the order of docs/design.md#acquisition: texts provided by sources first, then pages if needed.

        Return the number of pages read and the number of addresses tried. The pages are the best unread results of all
        queries so far.
        """
        results = self._state.unread(phase, self._similarities)
        handed = [result for result in results if result.text or result.review]
        tried = self._read_and_judge(phase, handed, 0).tried if handed else ()
        if handed and self._state.enough(self._pool.standing()):
            return 0, len(tried)
        report = self._read_and_judge(phase, [r for r in results if r.url not in tried], self._state.pages(phase))
        return report.pages_read, len(tried) + len(report.tried)

    def _read_and_judge(self, phase: SearchPhase, results: Sequence[SearchResult], limit: int) -> ReadReport:
        """Fetch up to `limit` pages within a share of the remaining time, and judge their passages."""
        seconds = max(LEAST_READING_S, READING_SHARE * self._run.remaining())
        report = self._tools.reader.read(results, self._brief.text, self._run, limit=limit, seconds=seconds)
        self._state.read(report.tried, report.pages_read + report.failed)
        if report.passages:
            self._pool.take(report.passages, phase.spec.tier, self._state.engines)
        return report

    def _read_leads_again(self, phase: SearchPhase) -> None:
        """Fetch stored pages of rated sources that this search has not fetched, so that they count (decision 50)."""
        untried = [lead for lead in self._pool.leads() if not self._state.was_tried(lead.source)][:REREAD]
        results = [
            SearchResult(url=lead.source, title=lead.title, snippet="", engine="", tier=phase.spec.tier)
            for lead in untried
        ]
        if results:
            self._pool.searched = True
            report = self._read_and_judge(phase, results, len(results))
            self._add_step(f"Fetched {report.pages_read} of {len(results)} stored pages again.")

    def _similarities(self, results: Sequence[SearchResult]) -> Sequence[float]:
        """Return the cosine similarity of each result's title and snippet to the claim, -1..1."""
        texts = [f"{result.title}. {result.snippet}" for result in results]
        vectors = self._tools.embedder.embed([self._brief.text, *texts])
        return [float(value) for value in vectors[1:] @ vectors[0]]

    def _add_step(self, message: str) -> None:
        self._run.step("sufficiency", message, part=self._pool.part_id)

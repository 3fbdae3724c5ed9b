"""Gathers current news: searches, prefers credible sources, fetches the pages and splits them into passages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from backend.acquire.reader import Reader
from backend.claims.language import detect
from backend.domain.article import Passage, PassageKind
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.search import SearchOutcome, SearchQuery, SearchResult, SearchStatus
from backend.errors import EngineError
from backend.jobs.refresh.constants import RefreshConstants
from backend.rank.copies import firsts
from backend.search.route import SearchPhase
from backend.search.searcher import Searcher
from backend.search.settings import MAIN, PHASES, PhaseId
from backend.search.urls import canonical
from backend.sources.registry import SourceRegistry

STAGE = "refresh"
SITES_ASKED = 4
"""Number of trusted sites named in a query (docs/design.md#search-profiles)."""
ReportProgress = Callable[[str, int, int], None]
"""Called with the stage ("searching", "reading"), the number of completed steps, and their total."""
Latest = Callable[[Run], Sequence[SearchResult]]
"""Returns the latest articles from trusted outlets, without a query. Raises EngineError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshTools:
    """The objects that a gatherer uses. Built in `backend/bootstrap.py`."""

    searcher: Searcher
    reader: Reader
    registry: SourceRegistry
    latest: Latest | None
    now: Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class GatheredPassages:
    """The gathered passages without near-duplicates, the most credible first.

    `trusted` contains the ids of passages from pages of credible sources. `answered` is true if any search engine or
    feed responded. `failures` is the number of queries and pages that failed.
    """

    passages: tuple[Passage, ...]
    trusted: frozenset[str]
    answered: bool
    failures: int


class Gatherer:
    """Gathers passages. One instance lives as long as the service; calls to `gather` are independent of each other."""

    def __init__(self, parts: RefreshTools, queries: Sequence[str], figures: RefreshConstants) -> None:
        self._parts = parts
        self._queries = tuple(queries)
        self._figures = figures

    def gather(self, run: Run, progress: ReportProgress) -> GatheredPassages:
        """Search, select results and read pages. At the deadline, return the passages found by then. Raises Cancelled."""
        outcomes = self._search(run, progress)
        feed_results, feeds_answered = self._read_feeds(run)
        results = [*feed_results, *(result for outcome in outcomes for result in outcome.results)]
        passages, unread = self._read_pages(self._select_results(results), run, progress)
        distinct_passages = tuple(passages[index] for index in firsts([passage.text for passage in passages]))
        silent = [o for o in outcomes if o.status not in (SearchStatus.OK, SearchStatus.EMPTY)]
        return GatheredPassages(
            passages=distinct_passages,
            trusted=frozenset(
                p.id for p in distinct_passages if p.kind is not PassageKind.SNIPPET and self._is_credible(p.source)
            ),
            answered=feeds_answered or len(silent) < len(outcomes),
            failures=len(silent) + unread,
        )

    def _search(self, run: Run, progress: ReportProgress) -> list[SearchOutcome]:
        """Send each query to trusted news sites and, if they return too few credible results, to the whole web."""
        outcomes: list[SearchOutcome] = []
        for query_index, query in enumerate(self._queries):
            progress("searching", query_index, len(self._queries))
            if query_index and run.wait(self._figures.pause_s):
                run.check()
            if run.remaining() <= 0:
                break
            query_outcomes = self._send_query(query, PhaseId.A, self._sites_for_query(query, query_index), run)
            credible = {canonical(r.url) for o in query_outcomes for r in o.results if self._is_credible(r.url)}
            if len(credible) < self._figures.enough_credible and run.remaining() > 0:
                query_outcomes += self._send_query(query, PhaseId.B, (), run)
            outcomes += query_outcomes
        return outcomes

    def _send_query(self, text: str, phase: PhaseId, sites: tuple[str, ...], run: Run) -> list[SearchOutcome]:
        language = detect(text)
        search_phase = SearchPhase(spec=PHASES[phase], language="en" if language == "und" else language, questions=1)
        query = SearchQuery(
            text=text,
            tier=search_phase.spec.tier,
            sites=sites,
            limit=self._figures.results,
            language=search_phase.language,
            recent=True,
        )
        search = self._parts.searcher.begin_phase(search_phase, run, MAIN)
        return list(search.ask(query))

    def _sites_for_query(self, query: str, query_index: int) -> tuple[str, ...]:
        """Return the trusted sites to name in a query.

        The sites rotate from query to query, so that all of them are used.
        """
        trusted_sites = self._parts.registry.trusted_news(detect(query))
        rotated = (
            [trusted_sites[(query_index * SITES_ASKED + n) % len(trusted_sites)] for n in range(SITES_ASKED)]
            if trusted_sites
            else []
        )
        return tuple(dict.fromkeys(rotated))

    def _read_feeds(self, run: Run) -> tuple[Sequence[SearchResult], bool]:
        if self._parts.latest is None:
            return (), False
        try:
            return self._parts.latest(run), True
        except EngineError as error:
            run.issue("feeds_unread", STAGE, str(error), severity=Severity.WARNING, subject="feeds")
            return (), False

    def _select_results(self, results: Sequence[SearchResult]) -> list[SearchResult]:
        """Return the results to read, sorted by credibility and then by date.

        Each address occurs once. Old results are omitted, and the number of results per outlet is limited.
        """
        oldest = (self._parts.now().date() - timedelta(days=self._figures.days)).isoformat()
        result_by_url = {canonical(r.url): r for r in reversed(results) if not r.published or r.published >= oldest}
        ratings = {url: self._parts.registry.rate(r.url) for url, r in result_by_url.items()}
        usable = [url for url in result_by_url if not ratings[url].lead_only]
        usable.sort(
            key=lambda p: (
                not ratings[p].credible,
                -ratings[p].credibility,
                _recency_key(result_by_url[p].published),
                p,
            )
        )
        count_by_site: Counter[str] = Counter()
        chosen = []
        for url in usable:
            count_by_site[ratings[url].domain] += 1
            if count_by_site[ratings[url].domain] <= self._figures.per_site:
                chosen.append(result_by_url[url])
        return chosen

    def _read_pages(
        self, results: Sequence[SearchResult], run: Run, progress: ReportProgress
    ) -> tuple[list[Passage], int]:
        """Return the passages in the order of the results, and the number of unreadable pages.

        Snippets are kept only for unreadable pages.
        """
        step, page_limit = self._figures.read_at_once, min(self._figures.pages, len(results))
        passages: list[Passage] = []
        failed = 0
        for start in range(0, page_limit, step):
            progress("reading", start, page_limit)
            part = results[start : min(start + step, page_limit)]
            report = self._parts.reader.read(part, "", run, limit=len(part))
            passages += report.passages
            failed += report.failed
        progress("reading", page_limit, page_limit)
        read_urls = {passage.source for passage in passages if passage.kind is not PassageKind.SNIPPET}
        oldest = (self._parts.now().date() - timedelta(days=self._figures.days)).isoformat()
        fresh = [p for p in passages if not p.published or p.published >= oldest]
        return [p for p in fresh if p.kind is not PassageKind.SNIPPET or p.source not in read_urls], failed

    def _is_credible(self, url: str) -> bool:
        return self._parts.registry.rate(url).credible


def _recency_key(published: str) -> int:
    """Return a sort key that puts the newest results first and undated results last."""
    return -date.fromisoformat(published).toordinal() if published else 0

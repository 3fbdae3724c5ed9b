"""Reads the pages of search results, several at a time, and returns their passages in a reproducible order."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import urlsplit

from backend.acquire.domains import registrable_domain
from backend.acquire.extract import extract
from backend.acquire.orders import without_injected_paragraphs, without_injections
from backend.acquire.passages import MIN_WORDS, cut_passages
from backend.domain.addresses import is_article
from backend.domain.article import Article, Passage, PassageKind, passage_id, review_sentence
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.search import SearchResult
from backend.errors import Cancelled, FetchError, UnreadablePage
from backend.ports import PageFetcher

STAGE = "acquire"
_POLL_S = 0.05
_MIN_SECONDS = 0.3
Read = tuple[Passage, ...] | FetchError


class Cut(Protocol):
    """Splits an article into passages; usually `cut_passages`."""

    def __call__(self, article: Article, claim_text: str, /, *, retrieved: str) -> tuple[Passage, ...]:
        """Return quotable passages of the article; for a long article, only passages relevant to the claim."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReport:
    """The passages in the order of the results, with each page's snippet before its reviews and article.

    `tried` contains the URLs that are not to be tried again: fetched pages, whether or not they could be read, and
    results that included their text.
    """

    passages: tuple[Passage, ...]
    pages_read: int
    failed: int
    tried: tuple[str, ...] = ()


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class Reader:
    """The acquire stage, which reads only URLs that a search engine or the knowledge base returned (S15)."""

    def __init__(
        self,
        fetcher: PageFetcher,
        *,
        workers: int = 6,
        timeout_s: float = 10.0,
        now: Callable[[], datetime] = utc_now,
        cut: Cut = cut_passages,
    ) -> None:
        self._fetcher = fetcher
        self._cut = cut
        self._workers = workers
        self._timeout_s = timeout_s
        self._now = now

    def read(
        self, results: Sequence[SearchResult], claim_text: str, run: Run, *, limit: int, seconds: float = 60.0
    ) -> ReadReport:
        """Return the snippets of all results and the text of at most `limit` pages, read within about `seconds`.

        If a source provides the text (`SearchResult.text`), the page is not fetched and does not count towards the limit.
        An unreadable page becomes an Issue, never evidence, and is replaced by the next result; a replacement is not
        itself replaced. At the deadline, the passages read so far are returned. Raises Cancelled.
        """
        unique = tuple({result.url: result for result in results}.values())
        results_to_fetch = [result for result in unique if not result.text]
        stamp = self._now().isoformat(timespec="seconds")
        read: dict[str, Read] = {}
        until = run.remaining() - seconds
        with run.timed(STAGE):
            self._read_concurrently(results_to_fetch[:limit], _Task(self._cut, claim_text, stamp, until), run, read)
            missing = sum(isinstance(outcome, FetchError) for outcome in read.values())
            self._read_concurrently(
                results_to_fetch[limit : limit + missing], _Task(self._cut, claim_text, stamp, until), run, read
            )
        pages = {url: outcome for url, outcome in read.items() if not isinstance(outcome, FetchError)}
        self._report_outcomes(read, run)
        passages = [
            p
            for r in unique
            for p in (
                self._provided_passages(r, claim_text, stamp) or (*_snippet_passages(r, stamp), *pages.get(r.url, ()))
            )
        ]
        usable = without_injections(passages, run, stage=STAGE)
        return ReadReport(
            passages=tuple({p.id: p for p in usable}.values()),
            pages_read=len(pages),
            failed=len(read) - len(pages),
            tried=(*read, *(result.url for result in unique if result.text)),
        )

    def _read_concurrently(
        self, results: Sequence[SearchResult], task: _Task, run: Run, outcomes: dict[str, Read]
    ) -> None:
        """Read the pages concurrently; pages that are not read in time count as failed."""
        if run.cancelled:
            raise Cancelled
        seconds = min(self._timeout_s, run.remaining(), run.remaining() - task.until)
        if not results or seconds < _MIN_SECONDS:
            return
        run.step(STAGE, f"Reading {len(results)} {'page' if len(results) == 1 else 'pages'}…")
        jobs: queue.SimpleQueue[SearchResult] = queue.SimpleQueue()
        done: queue.SimpleQueue[tuple[str, Read]] = queue.SimpleQueue()
        for result in results:
            jobs.put(result)
        worker = _Worker(self._fetcher, jobs, done, task, seconds)
        for _ in range(min(self._workers, len(results))):
            threading.Thread(target=worker.work, args=(run,), name="reader", daemon=True).start()
        finished = _collect_outcomes(done, len(results), run, task.until)
        for result in results:
            late = FetchError("There was no time left to read the page.", url=result.url)
            outcomes[result.url] = finished.get(result.url, late)

    def _provided_passages(self, result: SearchResult, claim: str, stamp: str) -> tuple[Passage, ...]:
        """Return the passages of the text that was delivered with the result; the text includes the snippet."""
        article = Article(url=result.url, title=result.title, text=result.text, published=result.published)
        passages = self._cut(article, claim, retrieved=stamp)
        kind = PassageKind.RECORD if result.record else PassageKind.HANDOUT
        return tuple(replace(p, kind=kind, start=-1, end=-1) for p in passages)

    def _report_outcomes(self, outcomes: dict[str, Read], run: Run) -> None:
        for url, outcome in outcomes.items():
            # A page that only lists articles has no text of its own, so it is not reported as unreadable.
            listing = isinstance(outcome, UnreadablePage) and not is_article(url)
            if isinstance(outcome, FetchError) and not listing:
                host = urlsplit(url).hostname or "unknown"
                message = f"{host} could not be read: {outcome}"
                run.issue("page_unreadable", STAGE, message, severity=Severity.INFO, subject=host)
        if outcomes:
            good = sum(not isinstance(outcome, FetchError) for outcome in outcomes.values())
            failure_note = f", {len(outcomes) - good} could not be read" if len(outcomes) > good else ""
            run.step(STAGE, f"Read {good} {'page' if good == 1 else 'pages'}{failure_note}")


@dataclass(frozen=True, slots=True)
class _Task:
    """How to split pages into passages. `until` is the number of seconds that the run must have left after reading."""

    cut: Cut
    claim: str
    stamp: str
    until: float


def _collect_outcomes(
    done: queue.SimpleQueue[tuple[str, Read]], expected: int, run: Run, until: float
) -> dict[str, Read]:
    found: dict[str, Read] = {}
    while len(found) < expected and run.remaining() > max(0.0, until):
        if run.cancelled:
            raise Cancelled
        try:
            url, outcome = done.get(timeout=_POLL_S)
        except queue.Empty:
            continue
        found[url] = outcome
    return found


@dataclass(frozen=True, slots=True)
class _Worker:
    """Reads pages from a queue until the queue is empty or the run has ended."""

    fetcher: PageFetcher
    jobs: queue.SimpleQueue[SearchResult]
    done: queue.SimpleQueue[tuple[str, Read]]
    task: _Task
    timeout_s: float

    def work(self, run: Run) -> None:
        while not run.cancelled and run.remaining() > max(0.0, self.task.until):
            try:
                result = self.jobs.get_nowait()
            except queue.Empty:
                return
            self.done.put((result.url, self._read_page(result, run)))

    def _read_page(self, result: SearchResult, run: Run) -> Read:
        try:
            page = self.fetcher.fetch(result.url, timeout_s=self.timeout_s, stop=lambda: run.cancelled)
            article = without_injected_paragraphs(extract(page), run, stage=STAGE)
            return self.task.cut(article, self.task.claim, retrieved=self.task.stamp)
        except Cancelled:
            return FetchError("Nobody waits for the page any more.", url=result.url)
        except FetchError as error:
            return error
        except Exception as error:  # noqa: BLE001 - a page may break any parser; the error becomes an Issue
            return FetchError(f"The page broke its reader ({type(error).__name__}).", url=result.url)


def _snippet_passages(result: SearchResult, stamp: str) -> tuple[Passage, ...]:
    """Return the search engine's excerpt as a lead or as a published rating, or nothing if the excerpt has too few words."""
    domain, text = registrable_domain(result.url), result.snippet
    if result.review:
        text = review_sentence(domain, result.snippet, result.review)
    if len(text.split()) < MIN_WORDS:
        return ()
    return (
        Passage(
            id=passage_id(result.url, text),
            text=text,
            source=result.url,
            title=result.title,
            domain=domain,
            kind=PassageKind.REVIEW if result.review else PassageKind.SNIPPET,
            published=result.published,
            retrieved=stamp,
        ),
    )

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from backend.acquire.domains import registrable_domain
from backend.acquire.reader import Reader
from backend.domain.article import FetchedPage, PassageKind
from backend.domain.issue import Severity
from backend.domain.patience import Stop, never
from backend.domain.run import Run
from backend.domain.search import SearchResult, SearchTier
from backend.errors import Cancelled, FetchError, FetchRefused, FetchTimeout
from tests.fake_search import FakePageFetcher, result
from tests.time_limits import PATIENCE_S, when

CLAIM = "The Halden bridge reopened"
HTML = (
    "<html><head><title>T{n}</title></head><body><article><h1>T{n}</h1>"
    + "<p>Story number {n} says that the Halden bridge reopened after a long time.</p>" * 3
    + "</article></body></html>"
)


def _results(number: int) -> list[SearchResult]:
    return [result(f"https://site{n}.example/story-{n}", f"Snippet number {n} says it.") for n in range(number)]


def _fetcher(results: list[SearchResult], broken: dict[int, FetchError] | None = None) -> FakePageFetcher:
    pages: dict[str, str | FetchError] = {r.url: HTML.replace("{n}", str(n)) for n, r in enumerate(results)}
    for n, error in (broken or {}).items():
        pages[results[n].url] = error
    return FakePageFetcher(pages)


def test_snippets_of_all_results_and_the_first_pages_are_read() -> None:
    results = _results(5)
    fetcher = _fetcher(results)
    report = Reader(fetcher).read(results, CLAIM, Run(seconds=10), limit=2)
    assert (report.pages_read, report.failed) == (2, 0)
    assert sorted(fetcher.asked) == [r.url for r in results[:2]]
    kinds = [(p.domain, p.kind) for p in report.passages]
    assert kinds[:3] == [
        ("site0.example", PassageKind.SNIPPET),
        ("site0.example", PassageKind.ARTICLE),
        ("site1.example", PassageKind.SNIPPET),
    ]
    assert [p.kind for p in report.passages[-3:]] == [PassageKind.SNIPPET] * 3


def test_text_from_a_source_is_used_directly_and_does_not_use_up_a_page_slot() -> None:
    results = _results(4)
    text = "We counted cars. The Halden bridge reopened and is in use."
    results[1] = replace(results[1], text=text, published="2024-03-12")
    results[2] = replace(results[2], text=f"Halden bridge: {text}", record=True)
    fetcher = _fetcher(results)
    report = Reader(fetcher).read(results, CLAIM, Run(seconds=10), limit=2)
    assert sorted(fetcher.asked) == [results[0].url, results[3].url]
    assert (report.pages_read, report.failed) == (2, 0)
    abstract, record = (next(p for p in report.passages if p.source == results[n].url) for n in (1, 2))
    assert (abstract.kind, abstract.published, abstract.title) == (PassageKind.HANDOUT, "2024-03-12", "A title")
    assert abstract.text == text
    assert not abstract.verbatim
    assert record.kind is PassageKind.RECORD
    assert not any(
        p.kind is PassageKind.SNIPPET for p in report.passages if p.source in (results[1].url, results[2].url)
    )


def test_a_text_of_too_few_words_leaves_the_snippet() -> None:
    results = [replace(r, text="Too short.") for r in _results(1)]
    report = Reader(_fetcher(results)).read(results, CLAIM, Run(seconds=5), limit=1)
    assert [p.kind for p in report.passages] == [PassageKind.SNIPPET]


def test_passages_keep_the_order_of_the_results() -> None:
    results, others = _results(4), threading.Semaphore(0)

    class Uneven(FakePageFetcher):
        """The first page arrives after all others."""

        def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
            if "story-0" in url:
                assert all(others.acquire(timeout=PATIENCE_S) for _ in range(3))
            else:
                others.release()
            return super().fetch(url, timeout_s=timeout_s, stop=stop)

    pages = {r.url: HTML.replace("{n}", str(n)) for n, r in enumerate(results)}
    report = Reader(Uneven(pages)).read(results, CLAIM, Run(seconds=PATIENCE_S), limit=4)
    articles = [p.domain for p in report.passages if p.kind is PassageKind.ARTICLE]
    assert articles == sorted(articles)
    assert report.pages_read == 4


def test_unreadable_page_is_replaced_and_reported() -> None:
    results = _results(4)
    fetcher = _fetcher(results, {0: FetchRefused("The server refused the page (HTTP 403).", status=403)})
    run = Run(seconds=10)
    report = Reader(fetcher).read(results, CLAIM, run, limit=2)
    assert (report.pages_read, report.failed) == (2, 1)
    assert [(i.code, i.subject, i.severity) for i in run.issues] == [
        ("page_unreadable", "site0.example", Severity.INFO)
    ]
    assert "HTTP 403" in run.issues[0].message
    assert [p.kind for p in report.passages if p.domain == "site0.example"] == [PassageKind.SNIPPET]
    assert run.steps[-1].message == "Read 2 pages, 1 could not be read"


def test_only_result_urls_are_fetched() -> None:
    results = _results(2)
    pages = {
        r.url: f'<html><body><article><a href="https://evil.example/x">{HTML}</a></article></body></html>'
        for r in results
    }
    fetcher = FakePageFetcher(pages)
    Reader(fetcher).read(results, CLAIM, Run(seconds=10), limit=5)
    assert set(fetcher.asked) == {r.url for r in results}


def test_a_published_rating_is_a_review_and_not_a_snippet() -> None:
    rated = SearchResult(
        url="https://www.snopes.com/fact-check/x-y/",
        title="T",
        snippet="The Earth is flat",
        engine="google_fact_check",
        tier=SearchTier.FACT_CHECK,
        published="2020-01-02",
        review="False",
    )
    passage = Reader(FakePageFetcher({})).read([rated], CLAIM, Run(seconds=5), limit=0).passages[0]
    assert (passage.kind, passage.domain, passage.published) == (PassageKind.REVIEW, "snopes.com", "2020-01-02")
    assert passage.text == "snopes.com rates the claim “The Earth is flat” as “False”."


def test_domain_after_a_redirect_is_used() -> None:
    class Redirecting(FakePageFetcher):
        def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
            body = HTML.replace("{n}", "1").encode()
            return FetchedPage(url="https://evil.example/landing", body=body, content_type="text/html")

    report = Reader(Redirecting({})).read(
        [result("https://www.reuters.com/open-redirect", "x")], CLAIM, Run(seconds=5), limit=1
    )
    assert {p.domain for p in report.passages} == {"evil.example"}


def test_error_on_one_page_does_not_affect_others() -> None:
    results = _results(2)

    class Exploding(FakePageFetcher):
        def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
            if "story-0" in url:
                raise RecursionError("too deep")
            return super().fetch(url, timeout_s=timeout_s, stop=stop)

    run = Run(seconds=5)
    pages = {r.url: HTML for r in results}
    report = Reader(Exploding(pages)).read(results, CLAIM, run, limit=2)
    assert (report.pages_read, report.failed) == (1, 1)
    assert "RecursionError" in run.issues[0].message


class _Endless(FakePageFetcher):
    """Holds every page until it is released."""

    def __init__(self) -> None:
        super().__init__({})
        self.limits: list[float] = []
        self.asked_for, self.release, self.ended = threading.Event(), threading.Event(), threading.Event()

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        self.limits.append(timeout_s)
        self.asked_for.set()
        self.release.wait(PATIENCE_S)
        self.ended.set()
        raise FetchTimeout("The page did not load in time.", url=url)


def test_deadline_ends_reading_with_partial_results() -> None:
    """No page finishes before the deadline, and no page gets more than the remaining time."""
    endless, run = _Endless(), Run(seconds=0.3)
    report = Reader(endless).read(_results(3), CLAIM, run, limit=3)
    assert not endless.ended.is_set()
    endless.release.set()
    assert all(limit <= 0.3 for limit in endless.limits)
    assert len(report.passages) == 3
    assert report.pages_read == 0


def test_cancelling_ends_reading_at_once() -> None:
    endless, run = _Endless(), Run(seconds=PATIENCE_S)
    when(endless.asked_for, run.cancel)
    with pytest.raises(Cancelled):
        Reader(endless, timeout_s=20).read(_results(3), CLAIM, run, limit=3)
    assert not endless.ended.is_set()
    endless.release.set()


def test_passages_have_the_time_of_reading() -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    results = _results(1)
    report = Reader(_fetcher(results), now=lambda: moment).read(results, CLAIM, Run(seconds=5), limit=1)
    assert {p.retrieved for p in report.passages} == {"2026-01-02T03:04:05+00:00"}


def test_empty_results_fetch_nothing_and_report_nothing() -> None:
    run = Run(seconds=5)
    assert Reader(FakePageFetcher({})).read([], CLAIM, run, limit=4).passages == ()
    assert run.steps == ()


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("https://en.wikipedia.org/wiki/X", "wikipedia.org"),
        ("https://web.archive.org/web/2020/https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("https://localhost/x", "localhost"),
        ("https://93.184.215.14/x", "93.184.215.14"),
        ("nonsense", ""),
    ],
)
def test_registrable_domains(url: str, domain: str) -> None:
    assert registrable_domain(url) == domain

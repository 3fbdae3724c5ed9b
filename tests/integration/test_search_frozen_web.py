"""The real path from a claim to passages: SearXNG's format, HTTP, name resolution and extraction; only the web is frozen."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.acquire.fetch import SafeFetcher
from backend.acquire.reader import Reader, ReadReport
from backend.acquire.resolve import ResolveMap
from backend.domain.article import PassageKind
from backend.domain.run import Run
from backend.domain.search import SearchOutcome, SearchStatus
from backend.search.breaker import Breaker
from backend.search.brief import SearchBrief
from backend.search.engines import build_engines
from backend.search.found_urls import FoundUrls
from backend.search.memory import FileMemory
from backend.search.policy import SearchPolicy
from backend.search.searcher import Searcher
from backend.search.settings import PhaseId
from backend.settings import Settings
from backend.sources.registry import SourceRegistry
from tests.frozen_web import FrozenClaim, FrozenWeb, frozen_claims
from tests.loopback import Fault
from tests.phase_search import ask

PHASES = {1: PhaseId.A, 2: PhaseId.A_ORIGIN, 3: PhaseId.D}
"""The three stages of docs/design.md#search-profiles by number."""
HALDEN = "The Halden bridge reopened in March 2024 after repairs costing 40 million euros"


@pytest.fixture
def web() -> Iterator[FrozenWeb]:
    with FrozenWeb() as running:
        yield running


class SearchStages:
    """Search and acquisition, built from settings as in the program."""

    def __init__(self, web: FrozenWeb, folder: Path, **settings: object) -> None:
        values = Settings(
            _env_file=None, engines="searxng", searxng_url=web.url, resolve=web.resolve, data_dir=folder, **settings
        )  # type: ignore[call-arg, arg-type]
        breaker = Breaker(FileMemory(values.data_dir / "engines.json"))
        self.searcher = Searcher(
            build_engines(values), breaker, SearchPolicy(SourceRegistry()), timeout_s=values.search_timeout_s
        )
        self.reader = Reader(SafeFetcher(ResolveMap.parse(values.resolve)))

    def visit(
        self, phase: PhaseId, claim: str, run: Run, *, page: str = ""
    ) -> tuple[tuple[SearchOutcome, ...], ReadReport]:
        """Send all queries of a phase, then read the four best pages."""
        pool = FoundUrls(lambda url: url, excluded=page)
        outcomes = ask(self.searcher, phase, SearchBrief(text=claim, page=page), run, known=pool.known())
        for outcome in outcomes:
            pool.add(outcome.results)
        results = pool.ordered(lambda _: True, lambda found: [0.0] * len(found))
        return outcomes, self.reader.read(results, claim, run, limit=4)


@pytest.fixture
def stages(web: FrozenWeb, tmp_path: Path) -> SearchStages:
    return SearchStages(web, tmp_path)


@pytest.mark.parametrize("frozen", frozen_claims(), ids=lambda f: f.claim[:40])
def test_every_claim_is_decided_in_its_tier_by_its_sources(stages: SearchStages, frozen: FrozenClaim) -> None:
    read_by: dict[int, set[str]] = {}
    for tier, phase in PHASES.items():
        run = Run(seconds=20)
        _, report = stages.visit(phase, frozen.claim, run)
        read_by[tier] = {p.domain for p in report.passages if p.kind is PassageKind.ARTICLE}
        assert {issue.code for issue in run.issues} <= {"page_unreadable", "orders_on_page"}
    assert set(frozen.domains) <= read_by[frozen.tier]
    if frozen.domains:
        assert not any(read_by[tier] for tier in range(1, frozen.tier))


def test_page_with_status_403_is_a_lead_and_an_issue(stages: SearchStages) -> None:
    run = Run(seconds=20)
    _, report = stages.visit(PhaseId.A, HALDEN, run)
    refused = [p.kind for p in report.passages if "halden-bridge-reopen" in p.source and p.domain == "nytimes.com"]
    assert refused == [PassageKind.SNIPPET]
    assert [(i.code, i.subject) for i in run.issues] == [("page_unreadable", "www.nytimes.com")]


def test_pages_are_requested_by_their_host_and_path(web: FrozenWeb, stages: SearchStages) -> None:
    stages.visit(PhaseId.A, HALDEN, Run(seconds=20))
    assert "www.reuters.com/world/europe/halden-bridge-reopens-after-repairs-2024-03-12/" in web.pages
    assert all("site:reuters.com" in question for question in web.searches)


def test_page_of_the_claim_is_never_fetched(web: FrozenWeb, stages: SearchStages) -> None:
    own = "http://apnews.com/article/halden-bridge-reopens-repairs-3f1c9a7be21d?utm_source=share#top"
    _, report = stages.visit(PhaseId.A, HALDEN, Run(seconds=20), page=own)
    assert "apnews.com" not in {p.domain for p in report.passages}
    assert not any(page.startswith("apnews.com") for page in web.pages)


def test_page_that_lists_articles_gives_no_passage(stages: SearchStages) -> None:
    section = "https://www.reuters.com/world/europe/"
    run = Run(seconds=20)
    outcomes, report = stages.visit(PhaseId.D, "Halden bridge Velbrook dam Europe news headlines", run)
    assert section in {r.url for o in outcomes for r in o.results}
    assert not [p for p in report.passages if p.source == section and p.kind is PassageKind.ARTICLE]
    assert not run.issues


def test_hidden_text_never_becomes_an_article_passage(stages: SearchStages) -> None:
    run = Run(seconds=20)
    _, report = stages.visit(PhaseId.D, "The Halden bridge was secretly sold to a foreign bank", run)
    assert report.pages_read
    articles = [p for p in report.passages if p.kind is PassageKind.ARTICLE]
    assert not any("sold" in p.text for p in articles)
    # The visible text of this page contains a prompt injection, so the page does not become a passage either.
    assert [i.subject for i in run.issues if i.code == "orders_on_page"] == ["truth-about-roads.info"]


def test_search_gives_the_same_passages_twice(stages: SearchStages) -> None:
    first, second = (stages.visit(PhaseId.D, HALDEN, Run(seconds=20))[1] for _ in range(2))
    assert [p.id for p in first.passages] == [p.id for p in second.passages]
    assert first.passages


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (Fault.TOO_MANY, SearchStatus.BLOCKED),
        (Fault.CAPTCHA, SearchStatus.BLOCKED),
        (Fault.HANG, SearchStatus.TIMEOUT),
        (Fault.FORBIDDEN, SearchStatus.FAILED),
        (Fault.SERVER_ERROR, SearchStatus.FAILED),
        (Fault.BAD_JSON, SearchStatus.FAILED),
        (Fault.RESET, SearchStatus.FAILED),
        (Fault.HUGE, SearchStatus.FAILED),
    ],
)
def test_failing_search_is_reported(web: FrozenWeb, tmp_path: Path, fault: Fault, status: SearchStatus) -> None:
    web.search_fault = fault
    run = Run(seconds=20)
    # Only deliberately slow engines are tested, because a busy machine may need longer for a real failure.
    limit = 0.5 if status is SearchStatus.TIMEOUT else 5.0
    outcomes, report = SearchStages(web, tmp_path, search_timeout_s=limit).visit(PhaseId.D, HALDEN, run)
    assert {o.status for o in outcomes} == {status, SearchStatus.SKIPPED}
    assert report.passages == ()
    assert {"search_unavailable", f"search_{status.value}"} <= {issue.code for issue in run.issues}


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.RESET, Fault.HUGE, Fault.SERVER_ERROR])
def test_failing_page_does_not_affect_the_others(web: FrozenWeb, stages: SearchStages, fault: Fault) -> None:
    web.break_page("https://apnews.com/", fault)
    run = Run(seconds=1.5)
    _, report = stages.visit(PhaseId.A, HALDEN, run)
    assert "reuters.com" in {p.domain for p in report.passages if p.kind is PassageKind.ARTICLE}
    assert "apnews.com" not in {p.domain for p in report.passages if p.kind is PassageKind.ARTICLE}
    assert "apnews.com" in {issue.subject for issue in run.issues}


def test_engine_pause_survives_a_restart(web: FrozenWeb, tmp_path: Path) -> None:
    web.search_fault = Fault.CAPTCHA
    SearchStages(web, tmp_path).visit(PhaseId.D, HALDEN, Run(seconds=20))
    web.search_fault = None
    again = SearchStages(web, tmp_path)
    outcomes, _ = again.visit(PhaseId.D, HALDEN, Run(seconds=20))
    assert {o.status for o in outcomes} == {SearchStatus.SKIPPED}
    assert [(s.engine, s.state) for s in again.searcher.states()] == [("searxng", "open")]
    assert len(web.searches) == 1


def test_frozen_web_can_be_served_from_the_command_line(root: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.frozen_web", "--port", "0"], cwd=root, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        port = line.rsplit(":", 1)[1].strip().strip("'")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/search?q=Halden+bridge&format=json", timeout=5) as answer:
            assert b"reuters.com" in answer.read()
    finally:
        process.terminate()
        process.communicate(timeout=10)


def test_second_search_sends_no_more_requests_than_the_first(stages: SearchStages, web: FrozenWeb) -> None:
    stages.visit(PhaseId.A, HALDEN, Run(seconds=20))
    first = sorted(web.searches), sorted(web.pages)
    web.requests.clear()
    stages.visit(PhaseId.A, HALDEN, Run(seconds=20))
    assert (sorted(web.searches), sorted(web.pages)) == first

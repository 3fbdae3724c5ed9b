"""Refreshing current affairs: credible sources first, built separately, switched as a whole. A failure keeps the old content."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import pytest

from backend.acquire.chunks import cut_chunks
from backend.acquire.reader import Reader
from backend.domain.article import PassageKind
from backend.domain.run import Run
from backend.domain.search import SearchResult
from backend.errors import Cancelled, CurrentAffairsRefreshFailed, FetchError, StorageError
from backend.jobs.refresh.build import Refresh
from backend.jobs.refresh.constants import RefreshConstants, default_queries
from backend.jobs.refresh.gather import Gatherer, RefreshTools
from backend.jobs.refresh.job import RefreshJob
from backend.jobs.refresh.schedule import Schedule, first_time
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.startup import open_knowledge
from backend.search.breaker import Breaker
from backend.search.policy import SearchPolicy
from backend.search.searcher import Searcher
from backend.sources.registry import SourceRegistry
from tests.each_row import each_row
from tests.fake_search import Answer, FakePageFetcher, FakeSearchEngine, Memory, blocked
from tests.unit.knowledge.world import WordEmbedder

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
PROCESSES = 2
"""Number of reading threads. They are kept, and no refresh waits until other threads have started."""
FAST = RefreshConstants(pause_s=0.0, seconds=60.0, batch=5)
REGISTRY = SourceRegistry.load(None)
TOWNS = ("Halden", "Moss", "Hamar", "Bodo", "Narvik", "Molde")


def story(town: str, day: int) -> str:
    sentences = [
        f"The council of {town} decided on day {day} that ferry number {n} will leave an hour later than it did before."
        for n in range(12)
    ]
    return (
        f"<html><head><title>{town}</title></head><body><article><p>{' '.join(sentences)}</p></article></body></html>"
    )


def hit(
    url: str, snippet: str = "The council of the town decided about its ferries.", published: str = ""
) -> SearchResult:
    return SearchResult(url=url, title="Ferries", snippet=snippet, engine="fake", tier=1, published=published)  # type: ignore[arg-type]


class RefreshWorld:
    """A real knowledge base, reader and searcher; the web is scripted."""

    def __init__(self, folder: Path) -> None:
        self.registry = REGISTRY
        self.knowledge: KnowledgeBase = open_knowledge(folder, WordEmbedder(), self.registry, lambda: NOW)
        self.told: list[tuple[str, int, int]] = []
        self.latest: Sequence[SearchResult] | None = None

    def refresh(self, engine: FakeSearchEngine, pages: Mapping[str, str | FetchError], queries: int = 2) -> Refresh:
        parts = RefreshTools(
            searcher=Searcher((engine,), Breaker(Memory()), SearchPolicy(self.registry)),
            reader=Reader(FakePageFetcher(pages), cut=cut_chunks, workers=PROCESSES),
            registry=self.registry,
            latest=None if self.latest is None else (lambda _: self.latest or ()),
            now=lambda: NOW,
        )
        return Refresh(self.knowledge.current, Gatherer(parts, default_queries()[:queries], FAST), FAST)

    def day(
        self, number: int, site: str = "https://www.reuters.com"
    ) -> tuple[FakeSearchEngine, dict[str, str | FetchError]]:
        """Return six articles of one day."""
        urls = [f"{site}/world/{town.lower()}-{number}-2026-11-22" for town in TOWNS]
        pages: dict[str, str | FetchError] = {url: story(town, number) for url, town in zip(urls, TOWNS, strict=True)}
        return FakeSearchEngine([hit(url) for url in urls]), pages

    def run(self, refresh: Refresh) -> None:
        self.report = refresh.run(Run(seconds=60.0), lambda *told: self.told.append(told))

    def seen(self, day: int) -> int:
        found = self.knowledge.recall("The council decided that ferry will leave an hour later", 200)
        return sum(f"on day {day} " in candidate.passage.text for candidate in found)


@pytest.fixture(scope="module")
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The closed folder of an empty knowledge base. Opening a copy takes half as long as creating a new folder."""
    folder = tmp_path_factory.mktemp("empty") / "data"
    RefreshWorld(folder).knowledge.close()
    return folder


@pytest.fixture
def world(tmp_path: Path, empty_folder: Path) -> Iterator[RefreshWorld]:
    shutil.copytree(empty_folder, tmp_path / "data")
    made = RefreshWorld(tmp_path / "data")
    yield made
    made.knowledge.close()


def test_refresh_stores_read_pages_of_credible_sources(world: RefreshWorld) -> None:
    world.run(world.refresh(*world.day(1)))
    found = world.knowledge.recall("The council of Halden decided about ferry number 3", 5)
    assert world.report.passages == world.report.trusted > 6
    assert {(c.passage.kind, c.quarantined, c.passage.domain) for c in found} == {
        (PassageKind.ARTICLE, False, "reuters.com")
    }
    assert all(len(c.passage.text) <= 512 for c in found)
    assert world.told[0][0] == "searching"
    assert {"searching", "reading", "storing", "switching"} == {stage for stage, _, _ in world.told}


def test_queries_name_trusted_sites_in_rotation(world: RefreshWorld) -> None:
    engine, pages = world.day(1)
    world.run(world.refresh(engine, pages, queries=3))
    asked = [query.sites for query in engine.asked if query.sites]
    assert all(len(sites) == 4 for sites in asked)
    assert len(set(asked)) == 3
    assert all(query.recent for query in engine.asked)


def test_whole_web_is_searched_when_trusted_news_return_little(world: RefreshWorld) -> None:
    engine = FakeSearchEngine([hit("https://www.reuters.com/world/halden-1-2026-11-22")])
    world.run(world.refresh(engine, world.day(1)[1], queries=1))
    assert [bool(query.sites) for query in engine.asked] == [True, False]


def test_credible_sources_go_first_and_platforms_stay_out(world: RefreshWorld) -> None:
    urls = [
        "https://www.reddit.com/r/news/comments/1a2b3c/x",
        "https://unknown-paper.com/2026/11/22/story-one",
        "https://apnews.com/article/story-two-1",
    ]
    fetched = {url: story(town, 1) for url, town in zip(urls, TOWNS, strict=False)}
    world.run(world.refresh(FakeSearchEngine([hit(url) for url in urls]), fetched, queries=1))
    domains = [c.passage.domain for c in world.knowledge.recall("council decided ferry", 50)]
    assert set(domains) == {"apnews.com", "unknown-paper.com"}
    trusted = {c.passage.domain: c.quarantined for c in world.knowledge.recall("council decided ferry", 50)}
    assert trusted == {"apnews.com": False, "unknown-paper.com": True}


def test_copies_of_a_story_count_once_and_old_stories_are_dropped(world: RefreshWorld) -> None:
    urls = [f"https://{site}/world/halden-2026-11-22-1" for site in ("www.reuters.com", "apnews.com", "www.bbc.com")]
    old = hit("https://www.npr.org/2026/10/01/moss-ferries", published="2026-10-01")
    pages = {url: story("Halden", 1) for url in urls} | {old.url: story("Moss", 1)}
    world.run(world.refresh(FakeSearchEngine([*(hit(url) for url in urls), old]), pages, queries=1))
    domains = {c.passage.domain for c in world.knowledge.recall("council decided ferry", 50)}
    assert len(domains) == 1
    assert domains <= {"reuters.com", "apnews.com"}


def test_unreadable_page_is_replaced_by_its_snippet_as_a_lead(world: RefreshWorld) -> None:
    world.run(world.refresh(FakeSearchEngine([hit("https://www.reuters.com/world/lost-2026-11-22")]), {}, queries=1))
    (found,) = world.knowledge.recall("council decided ferries", 5)
    assert (found.passage.kind, found.quarantined) == (PassageKind.SNIPPET, True)
    assert [issue.code for issue in world.report.issues] == ["page_unreadable"]


def test_a_second_refresh_replaces_the_first(world: RefreshWorld) -> None:
    world.run(world.refresh(*world.day(1)))
    world.run(world.refresh(*world.day(2)))
    assert (world.seen(1), world.seen(2) > 6) == (0, True)


@pytest.fixture
def refreshed(world: RefreshWorld) -> RefreshWorld:
    """A knowledge base with the news of the first day."""
    world.run(world.refresh(*world.day(1)))
    return world


@each_row("answer", [blocked(), ()])
def test_old_generation_is_kept_when_nothing_is_found(refreshed: RefreshWorld, answer: Answer) -> None:
    before = refreshed.seen(1)
    with pytest.raises(CurrentAffairsRefreshFailed):
        refreshed.run(refreshed.refresh(FakeSearchEngine(answer), {}))
    assert refreshed.seen(1) == before > 6


def test_incomplete_generation_never_replaces_a_complete_one(world: RefreshWorld) -> None:
    world.run(world.refresh(*world.day(1)))
    _, pages = world.day(2)
    one = dict(list(pages.items())[:1])
    short = FakeSearchEngine([replace(hit(url), snippet="Short.") for url in pages])
    one[next(iter(one))] = (
        "<html><body><article><p>The council of Halden decided on day 2 about one ferry.</p></article></body></html>"
    )
    with pytest.raises(CurrentAffairsRefreshFailed, match="passages could be gathered"):
        world.run(world.refresh(short, one))
    assert world.seen(1) > 6


class Breaks:
    """A current-affairs store that fails at a chosen step."""

    def __init__(self, current: object, step: str, error: Exception) -> None:
        self._current, self._step, self._error = current, step, error
        self.left = 1 if step == "add" else 0

    def __getattr__(self, name: str) -> object:
        if name != self._step:
            return getattr(self._current, name)
        if self.left:
            self.left -= 1
            return getattr(self._current, name)
        raise self._error


@each_row(("step", "error"), product(("begin", "add", "switch"), (StorageError("disk"), Cancelled())))
def test_failed_refresh_leaves_only_the_old_generation(refreshed: RefreshWorld, step: str, error: Exception) -> None:
    before = refreshed.knowledge.current.state()
    refresh = refreshed.refresh(*refreshed.day(2))
    refresh._current = Breaks(refreshed.knowledge.current, step, error)  # type: ignore[assignment]
    with pytest.raises(type(error)):
        refreshed.run(refresh)
    assert refreshed.knowledge.current.state() == before
    assert refreshed.seen(2) == 0
    assert refreshed.knowledge.stats()["namespaces"]["current_affairs_24h"] == before.passages


def test_refresh_works_with_feeds_only(world: RefreshWorld) -> None:
    urls = [f"https://www.reuters.com/world/{town.lower()}-3-2026-11-22" for town in TOWNS]
    world.latest = [hit(url, published="2026-11-22") for url in urls]
    pages = {url: story(town, 3) for url, town in zip(urls, TOWNS, strict=True)}
    world.run(world.refresh(FakeSearchEngine(blocked()), pages))
    assert world.seen(3) > 6


def job(world: RefreshWorld, refresh: Refresh, **settings: object) -> RefreshJob:
    return RefreshJob(refresh, world.knowledge.current, clock=lambda: NOW, seconds=60.0, **settings)  # type: ignore[arg-type]


def test_refresh_outcome_survives_a_restart(world: RefreshWorld) -> None:
    one = job(world, world.refresh(*world.day(1)))
    one.start()
    assert one.wait(60)
    again = job(world, world.refresh(*world.day(1))).state()
    assert again.last["ok"] is True
    assert (again.last["finished"], again.last["passages"]) == (
        NOW.isoformat(timespec="seconds"),
        again.current.passages,
    )


def test_a_failed_job_shows_a_typed_error(world: RefreshWorld) -> None:
    one = job(world, world.refresh(FakeSearchEngine(blocked()), {}))
    one.start()
    assert one.wait(60)
    state = one.state()
    assert (state.running, state.last["ok"], state.last["error"]) == (False, False, "refresh_failed")
    assert {issue["code"] for issue in state.last["issues"]} >= {"search_blocked"}


def test_stored_outcome_names_no_site(world: RefreshWorld) -> None:
    one = job(world, world.refresh(FakeSearchEngine([hit("https://www.reuters.com/world/lost-2026-11-22")]), {}))
    one.start()
    assert one.wait(60)
    state = one.state()
    assert [issue["message"] for issue in state.last["issues"]] == [
        "1 page could not be read or held orders to language models."
    ]
    assert "reuters" not in str(state.last)


def test_only_one_backend_refreshes_at_a_time(world: RefreshWorld) -> None:
    refresh = world.refresh(*world.day(1))
    with world.knowledge.current.alone() as mine:
        assert mine
        with pytest.raises(CurrentAffairsRefreshFailed, match="Another"):
            world.run(refresh)
    world.run(refresh)


def test_offline_refresh_is_refused_without_requests(world: RefreshWorld) -> None:
    engine, pages = world.day(1)
    with pytest.raises(CurrentAffairsRefreshFailed, match="offline"):
        job(world, world.refresh(engine, pages), offline=True).start()
    assert engine.asked == []


def test_refreshes_are_exclusive_and_cancelled_at_shutdown(world: RefreshWorld) -> None:
    engine = FakeSearchEngine(hangs=True)
    one = job(world, world.refresh(engine, {}))
    one.start()
    with pytest.raises(CurrentAffairsRefreshFailed, match="already"):
        one.start()
    one.close()
    assert one.wait(0)
    assert world.knowledge.current.state().generation == 0
    with pytest.raises(CurrentAffairsRefreshFailed):
        one.start()


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        ("", NOW + timedelta(seconds=30)),
        ((NOW - timedelta(hours=30)).isoformat(), NOW + timedelta(seconds=30)),
        ((NOW - timedelta(hours=20)).isoformat(), NOW + timedelta(hours=4)),
        ((NOW + timedelta(days=900)).isoformat(), NOW + timedelta(hours=24, seconds=30)),
    ],
)
def test_schedule_is_relative_to_the_last_refresh(since: str, expected: datetime) -> None:
    assert first_time(since, 24, NOW) == expected


def test_no_refresh_starts_without_a_schedule(world: RefreshWorld) -> None:
    engine, pages = world.day(1)
    never = Schedule(job(world, world.refresh(engine, pages)), hours=0, clock=lambda: NOW)
    never.start()
    assert never.next_time() == ""
    never.close()
    assert engine.asked == []


def test_scheduled_refresh_is_announced_and_starts_by_itself(world: RefreshWorld) -> None:
    one = job(world, world.refresh(*world.day(1)))
    begun = threading.Event()
    daily = Schedule(one, hours=24, clock=lambda: datetime.now(UTC) - timedelta(minutes=5))
    daily.start()
    try:
        assert daily.next_time()
        for _ in range(600):
            if one.state().last:
                begun.set()
                break
            one.wait(0.05) if one.state().running else begun.wait(0.05)
        assert begun.is_set()
    finally:
        daily.close()
    assert world.seen(1) > 6

"""Current affairs are replaced as a whole: readers see one generation, never a mixture (docs/design.md#current-affairs)."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backend.domain.article import Namespace, Passage
from backend.errors import StorageError
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.startup import open_knowledge
from backend.knowledge.values import Provenance
from backend.sources.registry import SourceRegistry
from tests.unit.knowledge.world import Opener, WordEmbedder, passage

SIZE = 12


def news(day: int, count: int = SIZE) -> list[Passage]:
    return [
        passage(f"Harbour report {day} number {n} tells of ship{n} and tide.", f"https://www.reuters.com/{day}/{n}")
        for n in range(count)
    ]


def renew(knowledge: KnowledgeBase, passages: list[Passage], *, trusted: bool = False) -> int:
    number = knowledge.current.begin()
    knowledge.current.add(number, passages, {p.id for p in passages} if trusted else ())
    knowledge.current.switch(number)
    return number


def recalled_ids(knowledge: KnowledgeBase, k: int = 60) -> set[str]:
    return {candidate.passage.id for candidate in knowledge.recall("Harbour report tells of tide", k)}


def ids(passages: list[Passage]) -> set[str]:
    return {p.id for p in passages}


def test_generation_being_built_is_invisible(knowledge: KnowledgeBase) -> None:
    renew(knowledge, news(1))
    knowledge.current.add(knowledge.current.begin(), news(2), ())
    assert recalled_ids(knowledge) == ids(news(1))


def test_switch_shows_the_new_generation_and_hides_the_old(knowledge: KnowledgeBase) -> None:
    renew(knowledge, news(1))
    number = renew(knowledge, news(2))
    assert recalled_ids(knowledge) == ids(news(2))
    assert knowledge.current.state().generation == number
    assert knowledge.current.state().passages == SIZE


def test_hidden_passages_take_no_slots_of_visible_ones(knowledge: KnowledgeBase) -> None:
    for day in (1, 2, 3):
        renew(knowledge, news(day))
    assert recalled_ids(knowledge, k=SIZE) == ids(news(3))


def test_passages_of_both_generations_are_stored_and_embedded_once(opener: Opener) -> None:
    knowledge = opener()
    renew(knowledge, news(1))
    number = knowledge.current.begin()
    report = knowledge.current.add(number, [*news(1)[:6], *news(2)[:6]], ())
    assert (report.new, report.unchanged) == (6, 6)
    knowledge.current.switch(number)
    assert recalled_ids(knowledge) == ids([*news(1)[:6], *news(2)[:6]])


def test_readers_see_one_complete_generation_during_a_switch(knowledge: KnowledgeBase) -> None:
    renew(knowledge, news(0))
    done = threading.Event()
    met: list[set[str]] = []

    def read() -> None:
        while not done.is_set():
            met.append(recalled_ids(knowledge))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for day in range(1, 9):
        renew(knowledge, news(day))
    done.set()
    for reader in readers:
        reader.join()
    wholes = [ids(news(day)) for day in range(9)]
    assert met
    assert [found for found in met if found not in wholes] == []


def test_trusted_passages_leave_quarantine_at_the_switch(knowledge: KnowledgeBase) -> None:
    number = knowledge.current.begin()
    knowledge.current.add(number, news(1), {news(1)[0].id})
    assert knowledge.passage(news(1)[0].id).quarantined
    knowledge.current.switch(number)
    assert not knowledge.passage(news(1)[0].id).quarantined
    assert knowledge.passage(news(1)[1].id).quarantined


def test_switching_twice_or_backwards_is_refused(knowledge: KnowledgeBase) -> None:
    slow, quick = knowledge.current.begin(), knowledge.current.begin()
    knowledge.current.add(slow, news(1), ())
    knowledge.current.add(quick, news(2), ())
    knowledge.current.switch(quick)
    with pytest.raises(StorageError):
        knowledge.current.switch(slow)
    with pytest.raises(StorageError):
        knowledge.current.switch(quick)
    with pytest.raises(StorageError):
        knowledge.current.add(quick, news(3), ())
    assert recalled_ids(knowledge) == ids(news(2))


def test_a_failed_switch_leaves_the_old_generation(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    renew(knowledge, news(1))
    number = knowledge.current.begin()
    knowledge.current.add(number, news(2), ids(news(2)))
    with sqlite3.connect(tmp_path / "data" / "knowledge.sqlite3") as other:
        other.execute(
            "CREATE TRIGGER no_switch BEFORE UPDATE ON meta WHEN new.key = 'current_generation'"
            " BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    with pytest.raises(StorageError):
        knowledge.current.switch(number)
    assert recalled_ids(knowledge) == ids(news(1))
    assert all(knowledge.passage(p.id).quarantined for p in news(2))


class ManualClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 22, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def manual_clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def timed(tmp_path: Path, registry: SourceRegistry, manual_clock: ManualClock) -> KnowledgeBase:
    return open_knowledge(tmp_path / "timed", WordEmbedder(), registry, manual_clock)


def test_old_generation_is_removed_after_the_grace_period(timed: KnowledgeBase, manual_clock: ManualClock) -> None:
    renew(timed, news(1))
    renew(timed, news(2))
    assert timed.current.sweep() == 0
    manual_clock.time += timedelta(minutes=11)
    assert timed.current.sweep() == 1
    assert timed.stats()["namespaces"]["current_affairs_24h"] == SIZE
    assert timed._index.ids(Namespace.CURRENT) == ids(news(2))
    timed.close()


def test_passages_used_by_a_verdict_outlive_their_generation(timed: KnowledgeBase, manual_clock: ManualClock) -> None:
    renew(timed, news(1))
    cited, found = news(1)[0], news(1)[1]
    timed.learn({}, [cited.id])
    timed.ingest([found], provenance=Provenance(engine="searxng", tier="1", claim="Ships are late"))
    renew(timed, news(2))
    manual_clock.time += timedelta(minutes=11)
    timed.current.sweep()
    assert timed.passage(cited.id).namespace is Namespace.NEWS
    assert {cited.id, found.id} | ids(news(2)) == recalled_ids(timed)
    assert timed._index.ids(Namespace.NEWS) == {cited.id, found.id}
    timed.close()


def test_unfinished_generation_of_a_dead_process_is_removed_at_the_next_start(opener: Opener) -> None:
    knowledge = opener()
    renew(knowledge, news(1))
    knowledge.current.add(knowledge.current.begin(), news(2), ())
    knowledge.close()
    again = opener()
    assert again.stats()["namespaces"]["current_affairs_24h"] == SIZE
    assert recalled_ids(again) == ids(news(1))


def test_current_affairs_can_be_forgotten(knowledge: KnowledgeBase) -> None:
    renew(knowledge, news(1))
    assert knowledge.forget(domain="reuters.com") == SIZE
    assert recalled_ids(knowledge) == set()

"""The knowledge base stays within its cap: uncited leads go first, and passages cited by verdicts stay (R8)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backend.domain.article import Namespace
from backend.errors import NotFound, StorageReadOnly
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.startup import open_knowledge
from backend.sources.registry import SourceRegistry
from tests.unit.knowledge.world import Clock, WordEmbedder, passage, some_passages

LONG = "word " * 60


def leads(count: int, start: int = 0) -> list:
    return [
        passage(f"Lead {n} tells of boat{n}. {LONG}", f"https://site{n % 9}.com/{n}")
        for n in range(start, start + count)
    ]


def is_stored(knowledge: KnowledgeBase, one: object) -> bool:
    try:
        return bool(knowledge.passage(one.id))  # type: ignore[attr-defined]
    except NotFound:
        return False


def test_without_a_cap_nothing_is_removed(knowledge: KnowledgeBase) -> None:
    knowledge.limit(0)
    knowledge.ingest(leads(300))
    knowledge.learn({}, [])
    assert (knowledge.capacity.dropped, knowledge.stats()["passages"]) == (0, 300)


def test_least_recently_used_leads_are_removed_first_and_cited_ones_never(knowledge: KnowledgeBase) -> None:
    older, newer, cited, used = leads(250), leads(250, 450), leads(5, 5000), leads(5, 6000)
    seeds = [passage(f"Seed {n} is known.", f"https://www.nasa.gov/{n}") for n in range(5)]
    knowledge.ingest(seeds, namespace=Namespace.STATIC, quarantined=False)
    knowledge.ingest([*cited, *used])
    knowledge.learn({}, [p.id for p in cited])
    knowledge.ingest(older)
    knowledge.ingest(newer)
    knowledge.learn({p.id: 0.9 for p in used}, [])
    cap = knowledge.capacity.used - 150_000
    knowledge.limit(cap)
    knowledge.wait_for_index(60)
    assert 20 < knowledge.capacity.dropped < 250
    assert all(is_stored(knowledge, p) for p in [*cited, *used, *seeds])
    assert sum(not is_stored(knowledge, p) for p in older) == knowledge.capacity.dropped


def test_size_stays_below_the_cap_during_use(knowledge: KnowledgeBase) -> None:
    knowledge.ingest(leads(200))
    cap = knowledge.capacity.used + 400_000
    knowledge.limit(cap)
    for round_ in range(6):
        knowledge.ingest(leads(120, 1000 * (round_ + 1)))
        knowledge.learn({}, [])
        assert knowledge.wait_for_index(60)
    assert knowledge.capacity.dropped > 0
    assert knowledge.capacity.used <= cap * 1.1
    found = knowledge.recall("Lead tells of boat6050", 5)
    assert found[0].passage.text.startswith("Lead 6050 ")


def test_current_affairs_are_not_removed_by_the_cap(tmp_path: Path, registry: SourceRegistry) -> None:
    knowledge = open_knowledge(tmp_path / "d", WordEmbedder(), registry, Clock())
    generation = knowledge.current.begin()
    news = leads(40, 9000)
    knowledge.current.add(generation, news, ())
    knowledge.current.switch(generation)
    knowledge.ingest(leads(400))
    knowledge.limit(knowledge.capacity.used - 150_000)
    assert knowledge.capacity.dropped > 0
    assert all(is_stored(knowledge, p) for p in news)
    knowledge.close()


def test_old_generations_are_removed_before_leads(tmp_path: Path, registry: SourceRegistry) -> None:
    time = [datetime(2026, 11, 22, tzinfo=UTC)]
    knowledge = open_knowledge(tmp_path / "d", WordEmbedder(), registry, lambda: time[0])
    for day in (1, 2):
        generation = knowledge.current.begin()
        knowledge.current.add(generation, leads(100, 1000 * day), ())
        knowledge.current.switch(generation)
    time[0] += timedelta(hours=1)
    knowledge.limit(1)
    assert not is_stored(knowledge, leads(1, 1000)[0])
    knowledge.close()


def test_full_store_of_cited_passages_refuses_new_ones(knowledge: KnowledgeBase) -> None:
    cited = some_passages(50)
    knowledge.ingest(cited)
    knowledge.learn({}, [p.id for p in cited])
    knowledge.limit(1_000)
    assert knowledge.capacity.full
    with pytest.raises(StorageReadOnly, match="cap"):
        knowledge.ingest(leads(1))
    knowledge.limit(0)
    assert knowledge.ingest(leads(1)).new == 1


def test_the_index_shrinks_with_the_database(knowledge: KnowledgeBase) -> None:
    knowledge.ingest(leads(1050))
    before = knowledge.capacity.used
    knowledge.limit(int(before * 0.5))
    assert knowledge.wait_for_index(60)
    assert knowledge.capacity.used < before * 0.8
    assert knowledge._index.ids(Namespace.NEWS) == knowledge._store.ids(Namespace.NEWS, "words@00000001")

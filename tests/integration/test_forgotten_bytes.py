"""Deletion is verified by reading every byte of every file: no text, URL, name, id or vector remains (S7, S17)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from backend.graph.rules import RuleReader
from backend.knowledge.base import GraphReading, KnowledgeBase
from backend.knowledge.values import Provenance
from tests.unit.knowledge.world import SECRET, Opener, some_passages, traces

CLAIM = "Who founded Zanzibarquux?"
READING = GraphReading(readers=(RuleReader(),))
GRAPH_WRITTEN = 1_020
"""Number of passages: more than Chroma keeps in memory before writing its graph."""
WAYS: dict[str, Callable[[KnowledgeBase], int]] = {
    "domain": lambda knowledge: knowledge.forget(domain="canaryhost.example"),
    "passage": lambda knowledge: knowledge.forget(passage_id=SECRET.id),
    "claim": lambda knowledge: knowledge.forget(claim=CLAIM),
}


def stored(opener: Opener, count: int) -> KnowledgeBase:
    """Store the passage between `count` others and 40 others."""
    knowledge = opener(reading=READING)
    knowledge.ingest(some_passages(count))
    knowledge.ingest([SECRET], quarantined=False, provenance=Provenance(engine="e", tier="t", claim=CLAIM))
    knowledge.ingest(some_passages(count + 40)[count:])
    knowledge.learn({SECRET.id: 0.9}, [SECRET.id])
    assert knowledge.graph_paths("Xylotrope Wibblefrob founded Zanzibarquux")
    return knowledge


@pytest.mark.parametrize(("way", "count"), [("domain", GRAPH_WRITTEN), ("passage", 100), ("claim", 100)])
def test_deleted_text_leaves_no_bytes_in_the_files(opener: Opener, tmp_path: Path, way: str, count: int) -> None:
    knowledge = stored(opener, count)
    assert {trace.partition(": ")[2] for trace in traces(tmp_path / "data")} == {
        "text", "name", "host", "path", "id", "vector",
    }  # fmt: skip
    assert WAYS[way](knowledge) == 1
    assert knowledge.wait_for_index(60)
    assert traces(tmp_path / "data") == set()
    assert knowledge.recall("Fact 77 says", 1)[0].passage == some_passages(78)[77]
    assert knowledge.stats()["index"] == "chroma"
    knowledge.close()
    assert traces(tmp_path / "data") == set()


def test_remains_after_a_crash_are_removed_at_the_next_start(opener: Opener, tmp_path: Path) -> None:
    first = stored(opener, GRAPH_WRITTEN)
    # Simulate a process that died between the database commit and the creation of the new folder.
    first.close()
    second = opener(reading=READING)
    second.forget(domain="canaryhost.example")
    second.close()
    third = opener(reading=READING)
    assert third.wait_for_index(60)
    assert traces(tmp_path / "data") == set()

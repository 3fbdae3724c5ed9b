"""The trace's description of passages recalled from the knowledge base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.domain.article import Namespace
from backend.domain.evidence import Evidence, Origin
from backend.domain.run import Run
from backend.knowledge.constants import RECALL, RecallConstants
from backend.knowledge.database import Database
from backend.knowledge.index import ExactIndex
from backend.knowledge.recall import Recall
from backend.knowledge.store import Store
from backend.knowledge.values import NewPassage
from backend.pipeline.recalled import recall, report_recall, with_retrieval
from backend.sources.registry import SourceRegistry
from tests.evidence_maker import evidence
from tests.unit.knowledge.world import DIMENSIONS, WordEmbedder, passage


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path)
    yield opened
    opened.close()


def recall_of(database: Database, figures: RecallConstants = RECALL) -> Recall:
    """Return the recall stage over a real knowledge base with one stored passage."""
    embedder, registry, index = WordEmbedder(), SourceRegistry.load(None), ExactIndex(DIMENSIONS)
    store, known = Store(database), passage("Bats are blind")
    vectors = embedder.embed([known.text])
    row = NewPassage(passage=known, vector=vectors[0], rating=registry.rate(known.source))
    store.add([row], namespace=Namespace.NEWS, quarantined=True, model_id=embedder.model_id, now="2026-01-01")
    index.upsert(Namespace.NEWS, [known.id], vectors)
    return Recall(store, index, embedder, registry, figures)


def test_late_retriever_is_an_issue_and_the_others_are_used(database: Database) -> None:
    run, late = Run(seconds=5), replace(RECALL, full_text_s=0.0, graph_s=0.0)
    (known,) = recall(recall_of(database, late).recall, "Bats are blind", 5, run)
    assert (known.similarity, known.bm25) == (pytest.approx(1.0), 0.0)
    assert [(i.code, i.subject) for i in run.issues] == [("retriever_slow", "full text"), ("retriever_slow", "graph")]


def test_unreadable_database_is_an_issue(database: Database) -> None:
    run, known = Run(seconds=5), recall_of(database)
    with database.write() as db:
        db.exec_driver_sql("DROP TABLE passages")
    assert recall(known.recall, "Bats are blind", 5, run) == ()
    assert [issue.code for issue in run.issues] == ["knowledge_unreadable"]


def found(origin: Origin = Origin.KNOWLEDGE, topicality: float = 0.8, **scores: float | str) -> Evidence:
    item = evidence(origin=origin)
    return replace(item, candidate=replace(item.candidate, **scores), signals={"topicality": topicality})


def test_retrieval_scores_are_in_the_signals_raw_and_normalised() -> None:
    item = with_retrieval(found(bm25=12.5, bm25_norm=1.0, kg_score=0.61, kg_norm=0.9, recall_score=1.1, boost=0.02))
    assert item.signals == {
        "topicality": 0.8, "bm25": 12.5, "bm25_norm": 1.0, "kg_score": 0.61, "kg_norm": 0.9,
        "recall_score": 1.1, "access_boost": 0.02,
    }  # fmt: skip


def test_web_passages_have_no_retrieval_scores() -> None:
    item = found(origin=Origin.WEB)
    assert with_retrieval(item) == item


def reported_messages(*items: Evidence) -> list[str]:
    run = Run(seconds=5)
    report_recall(items, "c1", run)
    return [step.message for step in run.steps]


def test_empty_recall_is_reported() -> None:
    assert (
        reported_messages()
        == reported_messages(found(topicality=0.0))
        == ["Looked in the knowledge base: nothing on this."]
    )


def test_semantic_recall_is_reported_without_other_retrievers() -> None:
    assert reported_messages(found()) == ["Looked in the knowledge base: one related passage."]


def test_full_text_and_graph_recall_are_reported() -> None:
    path = "Canberra → is the capital of → Australia"
    steps = reported_messages(found(bm25=3.0), found(kg_score=0.6, kg_path=path), found())
    assert steps[0] == "Looked in the knowledge base: 3 related passages (1 by shared words, 1 through the graph)."
    assert steps[1].startswith(f"The knowledge graph knows: {path} (")

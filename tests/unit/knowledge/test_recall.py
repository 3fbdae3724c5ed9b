"""Embeddings, full text and graph combined: the proposed passages, their scores, and their order."""

from __future__ import annotations

import pytest

from backend.domain.article import Namespace, Passage
from backend.domain.evidence import Candidate
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.constants import RECALL
from tests.unit.knowledge.world import passage, some_passages


def candidate_for(found: tuple[Candidate, ...], wanted: Passage) -> Candidate:
    return next(item for item in found if item.passage == wanted)


def test_a_rare_word_finds_passages_that_similarity_misses(knowledge: KnowledgeBase) -> None:
    text = (
        "Among the many other duties of the office "
        + " ".join(f"filler{n}" for n in range(60))
        + " stands ombudsmanship."
    )
    wanted = passage(text, "https://rare.org/")
    knowledge.ingest([wanted, *some_passages(60)])
    found = knowledge.recall("The ombudsmanship was abolished", 10)
    item = candidate_for(found, wanted)
    assert item.similarity < RECALL.min_score
    assert item.bm25 > 0
    assert item.bm25_norm == 1.0


def test_recall_scores_follow_the_formula(reading_knowledge: KnowledgeBase) -> None:
    capital = passage("Canberra is the capital of Australia.", "https://a.org/")
    reading_knowledge.ingest([capital], namespace=Namespace.STATIC, quarantined=False)
    reading_knowledge.ingest([passage("Sydney is the largest city of Australia.", "https://b.org/")], quarantined=False)
    found = reading_knowledge.recall("Canberra is the capital of Australia", 5)
    for item in found:
        expected = item.similarity + item.boost + 0.2 * item.bm25_norm + 0.1 * item.kg_score
        assert item.recall_score == pytest.approx(expected, abs=2e-4)
    assert found[0].passage == capital
    assert found[0].kg_path in {"Canberra → is → the capital of Australia", "Canberra → is the capital of → Australia"}
    assert found[0].kg_norm == 1.0
    assert found[1].kg_norm == 0.0


def test_scores_of_other_retrievers_are_zero(knowledge: KnowledgeBase) -> None:
    knowledge.ingest([passage("Whales are mammals.")])
    (item,) = knowledge.recall("whales are mammals.", 5)
    assert (item.kg_score, item.kg_norm, item.kg_path) == (0.0, 0.0, "")


def test_distant_neighbours_only_fill_the_list(knowledge: KnowledgeBase) -> None:
    knowledge.ingest([passage(f"unrelated{n} words{n} only{n}", f"https://far{n}.org/") for n in range(40)])
    assert len(knowledge.recall("nothing of this kind", 20)) <= RECALL.backfill_to


def test_trusted_passages_come_before_surplus_leads(knowledge: KnowledgeBase) -> None:
    claim = "alpha beta gamma delta"
    knowledge.ingest([passage(claim, f"https://flood{n}.com/") for n in range(30)])
    trusted = [passage(f"{claim} epsilon{n}", f"https://trusted{n}.org/") for n in range(3)]
    knowledge.ingest(trusted, quarantined=False)
    found = knowledge.recall(claim, 10)
    assert {item.passage for item in found if not item.quarantined} == set(trusted)
    assert len(found) == 10


def test_search_results_have_no_access_boost(knowledge: KnowledgeBase) -> None:
    stored = passage("Whales are mammals.")
    knowledge.ingest([stored])
    knowledge.learn({stored.id: 0.9}, [])
    assert knowledge.search("whales", 5)[0].boost == 0.0
    assert knowledge.recall("whales", 5)[0].boost > 0


def test_passages_in_another_script_are_recalled(knowledge: KnowledgeBase) -> None:
    wanted = passage("東京都は日本の首都です。", "https://jp.org/")
    knowledge.ingest([wanted, *some_passages(20)])
    assert candidate_for(knowledge.recall("日本の首都は大阪です", 10), wanted).bm25_norm == 1.0

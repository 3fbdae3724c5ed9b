"""Regression tests for the defects of the original designs in retrieval, ids, chunks and the knowledge base, one test each.

Each test is named after the correct behaviour.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from backend.acquire.passages import cut_passages
from backend.domain.article import Article, Namespace, PassageKind
from backend.domain.evidence import Origin
from backend.errors import StorageReadOnly
from backend.graph.rules import RuleReader
from backend.knowledge.base import GraphReading, KnowledgeBase
from backend.knowledge.constants import RECALL
from backend.knowledge.recall import access_boost
from backend.knowledge.seeds import seed, seed_passages
from backend.knowledge.values import Provenance
from tests.unit.knowledge.world import Opener, passage, some_passages

CLAIM = "one two three four five six seven eight nine ten eleven twelve"


def test_access_boost_affects_recall(knowledge: KnowledgeBase) -> None:
    """The original design took the 20 nearest before it added the boost. Here the boost lifts a passage over the cut-off."""
    proven = passage(f"{CLAIM} thirteen", "https://proven.com/")
    knowledge.ingest([passage(CLAIM, f"https://site{n}.com/") for n in range(20)] + [proven])
    assert proven not in [c.passage for c in knowledge.recall(CLAIM, 20)]
    for _ in range(40):
        knowledge.learn({proven.id: 0.9}, [])
    assert proven in [c.passage for c in knowledge.recall(CLAIM, 20)]


def test_access_boost_is_bounded() -> None:
    assert access_boost(25) < 25 * 0.02
    assert access_boost(10**9) == RECALL.boost_cap == 0.10


def test_access_count_errors_are_raised(opener: Opener) -> None:
    """The original design ignored a failed count. Here a database that cannot be written raises an error."""
    knowledge = opener()
    knowledge.freeze("read-only")
    with pytest.raises(StorageReadOnly):
        knowledge.learn({"x": 1.0}, [])


def test_ids_are_the_same_in_every_process(root: Path) -> None:
    """In the original design, ids came from Python's salted hash. Here a passage has the same id in every process."""
    here = passage("Bats are mammals.")
    code = f"from backend.domain.article import passage_id; print(passage_id({here.source!r}, {here.text!r}))"
    command = [sys.executable, "-W", "ignore", "-c", code]
    salted = os.environ | {"PYTHONHASHSEED": "7"}
    other = subprocess.run(command, cwd=root, env=salted, check=True, capture_output=True, text=True).stdout
    assert other == f"{here.id}\n"


def test_the_same_snippet_is_stored_once(knowledge: KnowledgeBase) -> None:
    for _ in range(3):
        knowledge.ingest(some_passages(4), provenance=Provenance(engine="ddgs", tier="broad", claim="again"))
    assert knowledge.stats()["passages"] == 4


def test_ingest_does_not_load_the_whole_collection(knowledge: KnowledgeBase) -> None:
    """In the original design, every insert read everything. Here an insert embeds and compares only its own passages."""
    knowledge.ingest(some_passages(50))
    embedder = knowledge._embedder
    before = embedder.embedded
    knowledge.ingest([passage("Bats are mammals.")])
    assert embedder.embedded - before == 1


def test_two_facts_of_one_address_are_both_kept(knowledge: KnowledgeBase) -> None:
    """In the original design, one URL meant one fact, so the Earth's age displaced its shape."""
    age = passage("The Earth is about 4.54 billion years old.", "https://nasa.gov/earth")
    shape = passage("The Earth is a nearly round ball.", "https://nasa.gov/earth")
    knowledge.ingest([age, shape])
    assert {c.passage for c in knowledge.recall("The Earth is flat", 20)} == {age, shape}


def test_unjudged_web_snippets_are_quarantined(knowledge: KnowledgeBase) -> None:
    knowledge.ingest([passage("Bats are blind.", kind=PassageKind.SNIPPET)])
    assert knowledge.recall("bats are blind.", 5)[0].quarantined


def test_counts_and_averages_are_updated(knowledge: KnowledgeBase) -> None:
    stored = passage("Bats are mammals.")
    knowledge.ingest([stored])
    knowledge.learn({stored.id: 0.5}, [stored.id])
    row = knowledge.passage(stored.id)
    assert (row.access_count, row.verification_count, row.avg_relevance) == (1, 1, 0.5)
    assert row.last_accessed > row.timestamp


def test_seed_facts_fill_the_static_namespace(knowledge: KnowledgeBase) -> None:
    seed(knowledge)
    assert knowledge.stats()["namespaces"]["static_gk"] == len(seed_passages()) > 100


def test_stored_passages_are_marked_as_knowledge(knowledge: KnowledgeBase) -> None:
    knowledge.ingest([passage("Bats are mammals.", "https://www.reuters.com/bats")])
    (item,) = knowledge.recall("bats are mammals.", 5)
    assert (item.origin, item.passage.source) == (Origin.KNOWLEDGE, "https://www.reuters.com/bats")


def test_the_matching_passage_is_returned(knowledge: KnowledgeBase) -> None:
    sentences = [f"Part {n} of the article tells of topic{n} and nothing else at all." for n in range(40)]
    article = Article(url="https://a.org/x", title="Long", text=" ".join(sentences))
    knowledge.ingest(cut_passages(article, "topic33"))
    best = knowledge.recall("article tells of topic33", 5)[0].passage
    assert "topic33" in best.text
    assert best.text == article.text[best.start : best.end]
    assert len(best.text) < len(article.text) / 4


def test_passages_of_one_article_do_not_fill_the_list(knowledge: KnowledgeBase) -> None:
    one = [passage(f"{CLAIM} part{n}", "https://long.org/article") for n in range(30)]
    others = [passage(f"{CLAIM} with some other words {n} in it", f"https://site{n}.org/") for n in range(6)]
    knowledge.ingest([*one, *others], quarantined=False)
    found = knowledge.recall(CLAIM, 10)
    assert sum(item.passage.source == "https://long.org/article" for item in found) == 4
    assert len({item.passage.source for item in found}) == 7
    assert len(found) == 10


def test_chunks_have_no_useless_tail() -> None:
    """In the original design, the last chunk was only the overlap. Here every chunk has a sentence that the previous one lacks."""
    text = " ".join(f"Sentence number {n} has some words of its own to say here." for n in range(30))
    found = cut_passages(Article(url="https://a.org/x", title="", text=text), "")
    assert all(later.end > earlier.end for earlier, later in pairwise(found))
    assert found[-1].end == len(text)


def test_passages_survive_the_loss_of_the_index(opener: Opener, tmp_path: Path) -> None:
    """The original design deleted the live collection before writing the new one. Here the index is derived from the database."""
    first = opener()
    first.ingest(some_passages(20))
    first.close()
    for folder in (tmp_path / "data").glob("index-*"):
        for file in folder.rglob("*"):
            if file.is_file():
                file.unlink()
    again = opener()
    assert again.recall("Fact 3 says alpha3 and beta3.", 1)[0].passage == some_passages(20)[3]
    assert again.stats()["passages"] == 20


def test_full_text_matches_any_word(knowledge: KnowledgeBase) -> None:
    wanted = passage("Ombudsmen investigate complaints.", "https://rare.org/")
    knowledge.ingest([wanted, *some_passages(20)])
    long_claim = (
        "Since their introduction in Sweden ombudsmen have always been hated by every single government there is"
    )
    assert wanted.id in [name for name, _ in knowledge.full_text(long_claim, 5)]


def test_backfilled_passages_are_marked(knowledge: KnowledgeBase) -> None:
    """The original design did not mark rows that only filled the list. Claimlight marks them by their similarity."""
    claim = "alpha beta gamma delta epsilon zeta"
    vectors = knowledge._embedder
    texts = [f"omega{n} psi{n} chi{n}" for n in range(400)]
    cosines = vectors.embed(texts) @ vectors.embed([claim])[0]
    far = [t for t, c in zip(texts, cosines, strict=True) if RECALL.backfill_score <= c < RECALL.min_score]
    none = [t for t, c in zip(texts, cosines, strict=True) if c < RECALL.backfill_score]
    assert far
    assert none
    knowledge.ingest([passage(t, f"https://s{n}.org/") for n, t in enumerate([*far, *none])])
    found = knowledge.recall(claim, 20)
    assert len(found) == min(RECALL.backfill_to, len(far))
    assert all(
        RECALL.backfill_score <= c.similarity < RECALL.min_score and not c.bm25 and not c.kg_score for c in found
    )


def test_triples_are_not_presented_as_evidence(opener: Opener) -> None:
    """The original design stored facts worded by a model as evidence. Here a triple only points to its passage."""
    knowledge = opener(reading=GraphReading(readers=(RuleReader(),)))
    stored = passage("Canberra, which was planned, is the capital of Australia. Bats are mammals.")
    knowledge.ingest([stored], quarantined=False)
    assert knowledge.stats()["triples"] > 0
    assert [c.passage for c in knowledge.recall("Bats are mammals", 5)] == [stored]


def test_another_embedder_keeps_the_passages(opener: Opener) -> None:
    """In the original design, a new embedding model emptied the store. Here the vectors are recomputed from the stored texts."""
    first = opener(model="words@00000001")
    first.ingest(some_passages(30))
    first.close()
    again = opener(model="words@00000002")
    assert again.wait_for_index(30)
    assert again.stats()["passages"] == 30
    best = again.recall("Fact 3 says alpha3 and beta3.", 1)[0]
    assert best.passage == some_passages(30)[3]
    assert np.isclose(best.similarity, 1.0, atol=1e-4)


def test_triples_of_quarantined_passages_do_not_reach_a_verdict(reading_knowledge: KnowledgeBase) -> None:
    """The original design followed every extracted triple. Here a poisoned page neither contributes triples nor connects others."""
    poison = passage("Canberra is the capital of Atlantis.", "https://evil.com/x")
    behind = passage("Atlantis is the home of dragons.", "https://b.org/")
    reading_knowledge.ingest([poison])
    reading_knowledge.ingest([behind], namespace=Namespace.STATIC, quarantined=False)
    found = reading_knowledge.recall("Canberra is the home of dragons and the capital of Atlantis", 5)
    assert all(poison.text[:8] not in item.kg_path for item in found)
    assert next(item for item in found if item.passage == poison).kg_score == 0.0

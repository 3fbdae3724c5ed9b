"""Recalling, ingesting, learning and deleting, with real SQLite and Chroma files."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from backend.domain.article import Namespace
from backend.domain.evidence import Origin
from backend.domain.trust import SourceTier
from backend.errors import NotFound, StorageError
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.recall import access_boost
from backend.knowledge.values import IngestReport, Provenance
from tests.each_row import each_row
from tests.unit.knowledge.world import Opener, passage, some_passages


def test_a_stored_passage_is_recalled_with_its_source(knowledge: KnowledgeBase) -> None:
    stored = passage("Whales are mammals.", "https://www.reuters.com/whales")
    assert knowledge.ingest([stored, passage("Paris is big.")]) == IngestReport(new=2, unchanged=0)
    best = knowledge.recall("whales are mammals.")[0]
    assert best.passage == stored
    assert best.origin is Origin.KNOWLEDGE
    assert best.quarantined
    assert best.rating.domain == "reuters.com"
    assert best.rating.tier in (SourceTier.A, SourceTier.A_PRIME, SourceTier.B)
    assert best.similarity == pytest.approx(1.0, abs=1e-4)


def test_storing_a_passage_again_changes_nothing(knowledge: KnowledgeBase) -> None:
    knowledge.ingest(some_passages(20))
    revision = knowledge.revision
    assert knowledge.ingest(some_passages(20)) == IngestReport(new=0, unchanged=20)
    assert knowledge.stats()["passages"] == 20
    assert knowledge.revision == revision


def test_duplicate_passage_in_one_batch_is_stored_once(knowledge: KnowledgeBase) -> None:
    assert knowledge.ingest([passage("One."), passage("One.")]) == IngestReport(new=1, unchanged=1)


def test_equal_text_from_another_source_is_another_passage(knowledge: KnowledgeBase) -> None:
    report = knowledge.ingest([passage("One."), passage("One.", "https://www.bbc.com/b")])
    assert report.new == 2
    assert {c.passage.source for c in knowledge.recall("One.")} == {
        "https://www.reuters.com/a",
        "https://www.bbc.com/b",
    }


def test_storing_an_empty_list_succeeds(knowledge: KnowledgeBase) -> None:
    assert knowledge.ingest([]) == IngestReport(new=0, unchanged=0)
    assert knowledge.recall("anything") == ()


def test_all_twelve_metadata_fields_are_kept(knowledge: KnowledgeBase) -> None:
    stored = passage("Whales are mammals.", "https://www.nasa.gov/whales")
    knowledge.ingest([stored])
    knowledge.learn({stored.id: 0.8}, [])
    knowledge.learn({stored.id: 0.4}, [stored.id])
    row = knowledge.passage(stored.id)
    assert (row.access_count, row.verification_count) == (2, 1)
    assert row.avg_relevance == pytest.approx(0.6)
    assert row.last_accessed > row.timestamp
    assert not row.quarantined
    assert (row.passage.title, row.passage.domain, row.passage.language) == ("A title", "nasa.gov", "en")


def test_unknown_ids_are_ignored_when_learning(knowledge: KnowledgeBase) -> None:
    knowledge.learn({"never-there": 0.5}, ["never-there"])
    assert knowledge.stats()["accesses"] == 0
    with pytest.raises(NotFound):
        knowledge.passage("never-there")


def test_access_boost_is_logarithmic_and_capped() -> None:
    assert access_boost(0) == 0.0
    assert access_boost(1) == pytest.approx(0.02)
    assert access_boost(25) == pytest.approx(0.02 * math.log2(26))
    assert access_boost(31) == access_boost(10**6) == pytest.approx(0.10)


def test_access_boost_is_added_before_the_cut_off(knowledge: KnowledgeBase) -> None:
    claim = "one two three four five six seven eight nine ten eleven twelve"
    proven = passage(f"{claim} thirteen", "https://proven.com/")
    knowledge.ingest([passage(claim, f"https://site{n}.com/") for n in range(5)] + [proven])
    assert proven not in [c.passage for c in knowledge.recall(claim, 5)]
    for _ in range(40):
        knowledge.learn({proven.id: 0.9}, [])
    best = knowledge.recall(claim, 5)[0]
    assert best.passage == proven
    assert best.boost == pytest.approx(0.10)
    assert best.recall_score == pytest.approx(best.similarity + 0.10 + 0.2 * best.bm25_norm, abs=1e-4)


def test_search_ignores_the_access_boost(knowledge: KnowledgeBase) -> None:
    knowledge.ingest([passage("alpha beta"), passage("alpha gamma")])
    other = next(c for c in knowledge.recall("alpha beta") if c.passage.text == "alpha gamma")
    knowledge.learn({other.passage.id: 1.0}, [])
    assert [c.passage.text for c in knowledge.search("alpha beta", 1)] == ["alpha beta"]


def test_trusted_ingest_releases_quarantined_passages(knowledge: KnowledgeBase) -> None:
    knowledge.ingest([passage("One.")])
    knowledge.ingest([passage("One.")], namespace=Namespace.STATIC, quarantined=False)
    assert not knowledge.recall("One.")[0].quarantined
    assert knowledge.stats()["quarantined"] == 0


def test_deleting_a_domain_removes_every_trace(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    secret = "Zanzibarish quokkas waltz."
    knowledge.ingest([passage(secret, "https://evil.com/x"), passage("Whales are mammals.")])
    assert knowledge.forget(domain="https://WWW.evil.com/page") == 1
    assert secret not in [c.passage.text for c in knowledge.recall(secret)]
    assert [c.passage.text for c in knowledge.recall("whales are mammals.")] == ["Whales are mammals."]
    assert knowledge.full_text("quokkas", 5) == ()
    assert knowledge.wait_for_index(60)
    for file in (tmp_path / "data").rglob("*"):
        if file.is_file():
            content = file.read_bytes().lower()
            assert b"quokka" not in content, file
            assert b"zanzibarish" not in content, file


def test_one_passage_can_be_deleted(knowledge: KnowledgeBase) -> None:
    stored = passage("One.")
    knowledge.ingest([stored, passage("Two.")])
    assert knowledge.forget(passage_id=stored.id) == 1
    assert knowledge.forget(passage_id=stored.id) == 0
    assert knowledge.stats()["passages"] == 1


def test_forgetting_a_claim_removes_passages_found_only_for_it(knowledge: KnowledgeBase) -> None:
    own, shared, says_it = passage("Own."), passage("Shared."), passage("Some say the  MOON is cheese, wrongly.")
    knowledge.ingest([own, shared], provenance=Provenance(engine="ddgs", tier="broad", claim="The moon is cheese"))
    knowledge.ingest([shared], provenance=Provenance(engine="ddgs", tier="broad", claim="Something else"))
    knowledge.ingest([says_it])
    assert knowledge.forget(claim="the moon is cheese") == 2
    assert knowledge.stats()["passages"] == 1
    assert [c.passage.text for c in knowledge.recall("shared.")] == ["Shared."]


def test_claims_are_stored_only_as_hashes(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    knowledge.ingest([passage("One.")], provenance=Provenance(engine="ddgs", claim="canaryclaim"))
    assert not [f for f in (tmp_path / "data").rglob("*") if f.is_file() and b"canaryclaim" in f.read_bytes()]


def test_a_forgotten_seed_fact_is_not_restored(opener: Opener) -> None:
    seeds = [passage("Seed."), passage("Other seed.")]
    first = opener()
    first.ingest(seeds, namespace=Namespace.STATIC, quarantined=False)
    first.forget(passage_id=seeds[0].id)
    first.close()
    again = opener()
    assert again.ingest(seeds, namespace=Namespace.STATIC, quarantined=False) == IngestReport(new=0, unchanged=2)
    assert again.stats()["namespaces"]["static_gk"] == 1


def test_empty_deletion_removes_nothing(knowledge: KnowledgeBase) -> None:
    knowledge.ingest([passage("One.")])
    assert knowledge.forget() == knowledge.forget(claim="  ") == knowledge.forget(domain="unknown.org") == 0
    assert knowledge.stats()["passages"] == 1


@each_row("query", ['say "alpha3', "alpha3 OR NOT *", "alpha3)", "ALPHA3's"])
def test_full_text_ignores_punctuation(knowledge: KnowledgeBase, query: str) -> None:
    knowledge.ingest(some_passages(10))
    (found, score), *_ = knowledge.full_text(query, 3)
    assert knowledge.passage(found).passage.text.startswith("Fact 3 ")
    assert score > 0


def test_full_text_without_words_finds_nothing(knowledge: KnowledgeBase) -> None:
    assert knowledge.full_text("?!* ", 3) == ()


def test_invalid_unicode_is_a_storage_error(knowledge: KnowledgeBase) -> None:
    with pytest.raises(StorageError):
        knowledge.ingest([passage("lone \ud800 surrogate")])
    assert knowledge.stats()["passages"] == 0

"""The graph in the database: extracted from trusted passages, with provenance, followed for two hops, deleted with its passage."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from backend.domain.article import Namespace, Passage
from backend.domain.graph import Triple
from backend.domain.patience import Stop, never
from backend.errors import LanguageModelTimeout
from backend.graph.rules import RuleReader
from backend.knowledge.base import GraphReading, KnowledgeBase
from backend.knowledge.constants import GRAPH
from backend.knowledge.database import FILE_NAME, Database
from backend.knowledge.paths import paths
from backend.knowledge.store import Store
from tests.unit.knowledge.world import Opener, passage

CAPITAL = passage("Canberra is the capital of Australia.", "https://www.britannica.com/place/Canberra")
RULES = GraphReading(readers=(RuleReader(),))


@pytest.fixture
def record(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The database file of the knowledge base that the test opened."""
    connection = sqlite3.connect(tmp_path / "data" / FILE_NAME)
    connection.row_factory = sqlite3.Row
    yield connection
    connection.close()


def trust(knowledge: KnowledgeBase, *passages: Passage) -> None:
    knowledge.ingest(passages, quarantined=False)


def test_a_triple_keeps_its_provenance(reading_knowledge: KnowledgeBase, tmp_path: Path) -> None:
    trust(reading_knowledge, CAPITAL)
    database = Database(tmp_path / "data")
    (path,) = paths(Store(database).graph, "Canberra is the capital of Australia").values()
    database.close()
    (hop,) = path.hops
    assert (hop.triple.subject, hop.passage_id, hop.source) == ("Canberra", CAPITAL.id, CAPITAL.source)
    assert (hop.extractor, hop.extracted[:4]) == (RuleReader.version, "2026")
    assert CAPITAL.text[hop.triple.start : hop.triple.end] == CAPITAL.text


def test_stats_count_triples_and_entities(reading_knowledge: KnowledgeBase) -> None:
    trust(reading_knowledge, CAPITAL)
    stats = reading_knowledge.stats()
    assert (stats["triples"], stats["entities"]) == (2, 3)


def test_reading_a_passage_again_changes_nothing(reading_knowledge: KnowledgeBase) -> None:
    trust(reading_knowledge, CAPITAL)
    revision, triples = reading_knowledge.revision, reading_knowledge.stats()["triples"]
    reading_knowledge.read_for_graph()
    assert (reading_knowledge.revision, reading_knowledge.stats()["triples"]) == (revision, triples)


def test_two_hops_lead_to_entities_the_claim_does_not_name(reading_knowledge: KnowledgeBase) -> None:
    bridge = passage("Marie Curie won the Nobel Prize in Physics.", "https://a.org/")
    behind = passage("The Nobel Prize was founded by Alfred Nobel, a Swedish chemist.", "https://b.org/")
    trust(reading_knowledge, bridge, behind, passage("Bats are mammals.", "https://c.org/"))
    found = {c.passage.id: c for c in reading_knowledge.recall("Marie Curie won a prize founded by a chemist", 10)}
    assert found[bridge.id].kg_score > found[behind.id].kg_score >= GRAPH.min_path
    assert found[behind.id].kg_path.count("→") == 4


def test_an_abbreviation_leads_to_its_expansion(reading_knowledge: KnowledgeBase) -> None:
    named = passage("The Food and Drug Administration (FDA) is an agency of the United States.", "https://a.org/")
    wanted = passage("The Food and Drug Administration banned cyclamate in 1969.", "https://b.org/")
    trust(reading_knowledge, named, wanted)
    found = {c.passage.id: c for c in reading_knowledge.recall("The FDA banned cyclamate", 10)}
    assert found[wanted.id].kg_score > 0.5


def test_a_negated_statement_stays_negated(reading_knowledge: KnowledgeBase) -> None:
    denial = passage("5G mobile networks do not spread COVID-19.", "https://who.int/x")
    trust(reading_knowledge, denial)
    best = reading_knowledge.recall("5G mobile networks spread COVID-19", 3)[0]
    assert "do not spread" in best.kg_path


def test_a_passage_that_leaves_quarantine_is_read(reading_knowledge: KnowledgeBase) -> None:
    reading_knowledge.ingest([CAPITAL])
    assert reading_knowledge.stats()["triples"] == 0
    reading_knowledge.learn({}, [CAPITAL.id])
    assert reading_knowledge.stats()["triples"] == 2


def test_forgetting_a_passage_removes_its_triples(reading_knowledge: KnowledgeBase, tmp_path: Path) -> None:
    secret = passage("Quokkasaurus is the capital of Zanzibarish.", "https://evil.com/x")
    trust(reading_knowledge, secret, CAPITAL)
    assert reading_knowledge.forget(passage_id=secret.id) == 1
    assert reading_knowledge.stats()["triples"] == 2
    for file in (tmp_path / "data").rglob("*"):
        assert not file.is_file() or b"quokkasaurus" not in file.read_bytes().lower(), file


def test_passages_of_an_older_database_are_read_at_the_next_start(opener: Opener) -> None:
    first = opener()
    trust(first, CAPITAL)
    assert first.stats()["triples"] == 0
    first.close()
    again = opener(reading=RULES)
    assert again.wait_for_graph(10)
    assert again.stats()["triples"] == 2


class NewerRules(RuleReader):
    version = "rules-next"

    def read(self, passages: Sequence[Passage], stop: Stop = never) -> tuple[tuple[Triple, ...], ...]:
        return tuple(found[:1] for found in super().read(passages, stop))


def test_a_newer_reader_version_reads_passages_again(opener: Opener) -> None:
    first = opener(reading=RULES)
    trust(first, CAPITAL)
    first.close()
    again = opener(reading=GraphReading(readers=(NewerRules(),)))
    assert again.stats()["triples"] == 1


class SlowReader(RuleReader):
    """A reader that is as expensive as a language model and may fail."""

    reader = "model"
    batch = 2
    slow = True

    def __init__(self, failures: int = 0) -> None:
        self.asked: list[int] = []
        self._failures = failures

    def read(self, passages: Sequence[Passage], stop: Stop = never) -> tuple[tuple[Triple, ...], ...]:
        self.asked.append(len(passages))
        if len(self.asked) <= self._failures:
            raise LanguageModelTimeout("too slow")
        return super().read(passages, stop)


def cities(count: int) -> list[Passage]:
    return [passage(f"City{n} is the capital of Land{n}.", f"https://site{n}.org/") for n in range(count)]


def test_daily_allowance_of_a_slow_reader_survives_a_restart(opener: Opener) -> None:
    reader = SlowReader()
    first = opener(reading=GraphReading(readers=(reader,), calls_per_day=3))
    trust(first, *cities(10))
    assert first.wait_for_graph(10)
    assert reader.asked == [2, 2, 2]
    first.close()
    again = opener(reading=GraphReading(readers=(reader,), calls_per_day=4))
    assert again.wait_for_graph(10)
    assert reader.asked == [2, 2, 2, 2]


def test_a_slow_reader_never_reads_seed_facts(opener: Opener) -> None:
    reader = SlowReader()
    knowledge = opener(reading=GraphReading(readers=(reader,), calls_per_day=9))
    knowledge.ingest(cities(3), namespace=Namespace.STATIC, quarantined=False)
    assert knowledge.wait_for_graph(10)
    assert reader.asked == []


def test_a_failed_call_counts_and_is_retried_later(opener: Opener) -> None:
    reader = SlowReader(failures=1)
    knowledge = opener(reading=GraphReading(readers=(reader,), calls_per_day=2))
    assert knowledge.wait_for_graph(10)
    trust(knowledge, *cities(2))
    assert knowledge.wait_for_graph(10)
    assert knowledge.stats()["triples"] == 0
    knowledge.read_for_graph()
    assert knowledge.wait_for_graph(10)
    assert knowledge.stats()["triples"] > 0
    knowledge.read_for_graph()
    assert knowledge.wait_for_graph(10)
    assert reader.asked == [2, 2]


def test_fan_out_is_bounded(reading_knowledge: KnowledgeBase) -> None:
    trust(
        reading_knowledge, *[passage(f"Town{n} is a town in Ruritania.", f"https://site{n}.org/") for n in range(200)]
    )
    proposed = [c for c in reading_knowledge.recall("Ruritania is an island", 100) if c.kg_path]
    assert 0 < len(proposed) <= GRAPH.max_paths


def test_triples_of_quarantined_passages_are_never_returned(
    reading_knowledge: KnowledgeBase, record: sqlite3.Connection
) -> None:
    """Even if the database contains such a triple, the query omits the triple."""
    trust(reading_knowledge, CAPITAL)
    record.execute("UPDATE passages SET quarantined = 1")
    record.commit()
    (item,) = reading_knowledge.recall("Canberra is the capital of Australia", 5)
    assert (item.kg_score, item.kg_path) == (0.0, "")

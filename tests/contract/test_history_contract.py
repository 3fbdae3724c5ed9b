"""The contract of the history on its own SQLite file and on a real PostgreSQL server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from backend.api import wire
from backend.domain.claim import VerifyRequest
from backend.domain.verdict import Leaning, LeaningLabel
from backend.errors import NotFound, StorageReadOnly
from backend.knowledge.history import History
from backend.knowledge.history_filter import NO_LEANING, HistoryFilter
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.values import claim_hash
from tests.api_world import make_verdict
from tests.job_world import eventually
from tests.time_limits import PATIENCE_S


class Now:
    def __init__(self) -> None:
        self.time = datetime(2026, 1, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture(params=["sqlite", "postgresql"])
def history(request: pytest.FixtureRequest, tmp_path: Path, now: Now) -> Iterator[History]:
    if request.param == "sqlite":
        opened = History(tmp_path, now=now)
        yield opened
        opened.close()
        return
    database = PostgresDatabase(request.getfixturevalue("database_url"))
    yield History(database, now=now)
    database.close()


def result(claim: str, session_id: str, job_id: str = "j") -> wire.Json:
    return {**wire.result(make_verdict(VerifyRequest(claim=claim)), job_id=job_id), "session_id": session_id}


def test_history_entries_are_listed_searched_and_counted(history: History) -> None:
    for number in range(5):
        history.add(result(f"Straße {number} 100%", f"s{number}"), page_url=f"https://www.a{number % 2}.example:80/x")
    assert [entry.claim for entry in history.entries(limit=2)] == ["Straße 4 100%", "Straße 3 100%"]
    assert [e.session_id for e in history.entries(before=history.entries(limit=2)[-1].number)] == ["s2", "s1", "s0"]
    assert history.count() == 5
    assert [e.session_id for e in history.entries(sought=HistoryFilter(words="STRA 3"))] == ["s3"]
    assert history.count(HistoryFilter(site="a1.example")) == 2
    assert history.count(HistoryFilter(site="1.example")) == 0
    assert history.count(HistoryFilter(words="% 100%")) == 5
    assert history.count(HistoryFilter(verdict="True")) == 0


def test_history_lists_and_filters_leanings(history: History) -> None:
    leaning = {"label": "Probably false", "probability": 0.7}
    undecided = {"verdict": "Not Enough Evidence"}
    history.add({**result("Leans", "s1"), **undecided, "leaning": leaning})
    history.add({**result("Leans nowhere", "s2"), **undecided})
    old = result("Of an earlier version", "s3")
    del old["leaning"]
    history.add(old)
    of = {entry.session_id: entry.leaning for entry in history.entries()}
    assert of == {"s1": Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=0.7), "s2": None, "s3": None}
    found = {
        leaning: [
            e.session_id for e in history.entries(sought=HistoryFilter(verdict="Not Enough Evidence", leaning=leaning))
        ]
        for leaning in ("", "Probably false", "Probably true", NO_LEANING)
    }
    assert found == {"": ["s2", "s1"], "Probably false": ["s1"], "Probably true": [], NO_LEANING: ["s2"]}


def test_a_stored_answer_is_returned_complete_and_once(history: History) -> None:
    first = result("A claim", "s1", "job1")
    history.add(first)
    history.add(first)
    assert history.count() == 1
    assert history.result("s1") == first
    found = history.latest(first["original_claim"])
    assert found is not None
    assert found.session_id == "s1"
    assert history.latest("another") is None


def test_a_job_can_be_found_until_its_retention_ends(history: History, now: Now) -> None:
    history.add(result("A claim", "s1", "job1"))
    assert history.of_job("job1", seconds=600)["session_id"] == "s1"
    with pytest.raises(NotFound):
        history.of_job("job2", seconds=600)
    now.time += timedelta(seconds=601)
    with pytest.raises(NotFound):
        history.of_job("job1", seconds=600)


def test_the_newest_answer_to_a_claim_is_its_provenance_until_it_is_deleted(history: History) -> None:
    history.add(result("A claim", "s1"))
    history.add(result("A claim", "s2"))
    wanted = [claim_hash("A claim"), claim_hash("Never asked")]
    assert history.asked_for(wanted) == {wanted[0]: ("s2", "A claim")}
    assert history.asked_for([]) == {}
    history.delete("s2")
    assert history.asked_for(wanted) == {wanted[0]: ("s1", "A claim")}
    assert history.clear() == 1
    assert history.asked_for(wanted) == {}
    with pytest.raises(NotFound):
        history.delete("s1")


def test_answers_are_deleted_after_the_chosen_number_of_days(history: History, now: Now) -> None:
    history.add(result("Old", "s1"))
    now.time += timedelta(days=3)
    history.add(result("New", "s2"))
    assert history.kept_days() == 0
    assert history.keep_days(2) == 1
    assert history.keep_days(5) == 0
    assert history.kept_days() == 5
    assert [entry.session_id for entry in history.entries()] == ["s2"]


def test_a_read_only_history_can_still_be_read(history: History) -> None:
    history.add(result("A claim", "s1"))
    history.freeze("read only")
    with pytest.raises(StorageReadOnly):
        history.add(result("A claim", "s2"))
    assert history.count() == 1


def test_deleting_an_answer_does_not_wait_for_vacuum(database_url: str) -> None:
    """A deletion vacuums only the history's tables, in the background, because vacuuming the passages may take minutes."""
    database = PostgresDatabase(database_url)
    opened = History(database)
    opened.add(result("A claim", "s1"))
    vacuums = sa.text("SELECT relname, vacuum_count FROM pg_stat_user_tables WHERE relname IN ('verdicts', 'passages')")
    with database.write() as held:
        held.execute(sa.text("LOCK TABLE verdicts, passages IN SHARE UPDATE EXCLUSIVE MODE"))
        deleting = threading.Thread(target=opened.delete, args=("s1",))
        deleting.start()
        deleting.join(PATIENCE_S)
        assert not deleting.is_alive()
        assert not database.wait(0.1)
    assert database.wait(30)

    def vacuum_counts() -> dict[str, int]:
        with database.read() as db:
            return {row[0]: row[1] for row in db.execute(vacuums)}

    # The server updates its statistics with a delay.
    eventually(lambda: vacuum_counts()["verdicts"] == 1)
    assert vacuum_counts() == {"verdicts": 1, "passages": 0}
    opened.close()
    database.close()

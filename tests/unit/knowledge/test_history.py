"""The user's history is stored, listed, permanently deleted on request, and private."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backend.api import wire
from backend.domain.claim import VerifyRequest
from backend.errors import NotFound, StorageError
from backend.knowledge.history import FILE_NAME, History
from tests.api_world import make_verdict


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    opened = History(tmp_path)
    yield opened
    opened.close()


def result(claim: str, session_id: str) -> wire.Json:
    return {**wire.result(make_verdict(VerifyRequest(claim=claim)), job_id="j"), "session_id": session_id}


def test_entries_are_paged_newest_first(history: History) -> None:
    for n in range(5):
        history.add(result(f"claim {n}", f"s{n}"), page_url="https://a.example/")
    first = history.entries(limit=3)
    assert [entry.claim for entry in first] == ["claim 4", "claim 3", "claim 2"]
    second = history.entries(limit=3, before=first[-1].number)
    assert [entry.claim for entry in second] == ["claim 1", "claim 0"]
    assert first[0].verdict == "False"
    assert first[0].page_url == "https://a.example/"


def test_the_complete_answer_is_restored(history: History) -> None:
    kept = result("The Earth is flat", "s1")
    history.add(kept)
    assert history.result("s1") == kept


def test_a_deleted_answer_leaves_no_trace_in_the_files(history: History, tmp_path: Path) -> None:
    history.add(result("canary sentence", "s1"))
    history.add(result("another", "s2"))
    history.delete("s1")
    assert history.count() == 1
    assert not any(b"canary" in file.read_bytes() for file in tmp_path.iterdir())
    with pytest.raises(NotFound):
        history.result("s1")
    with pytest.raises(NotFound):
        history.delete("s1")


def test_clearing_removes_everything_and_counts(history: History, tmp_path: Path) -> None:
    for n in range(3):
        history.add(result(f"canary {n}", f"s{n}"))
    assert history.clear() == 3
    assert history.entries() == ()
    assert not any(b"canary" in file.read_bytes() for file in tmp_path.iterdir())


def test_history_survives_a_restart_and_is_private(tmp_path: Path) -> None:
    first = History(tmp_path)
    first.add(result("kept", "s1"))
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    first.close()
    assert set(modes.values()) == {0o600}
    again = History(tmp_path)
    assert again.count() == 1
    again.close()


def test_answers_from_misread_fact_checks_are_marked_once(tmp_path: Path) -> None:
    with closing(History(tmp_path)) as opened:
        for session, kind, source_type in (
            ("old", "article", "fact_checker"),
            ("rated", "review", "fact_checker"),
            ("news", "article", "news"),
        ):
            kept = result(f"claim {session}", session)
            opened.add({**kept, "evidence": [{**kept["evidence"][0], "kind": kind, "source_type": source_type}]})
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("ALTER TABLE verdicts DROP COLUMN before_correction")
        db.execute("DELETE FROM migrations WHERE number = 4")
        db.execute("PRAGMA user_version = 3")
    db.close()
    with closing(History(tmp_path)) as opened:
        kept = result("claim new", "new")
        opened.add({**kept, "evidence": [{**kept["evidence"][0], "kind": "article", "source_type": "fact_checker"}]})
        assert [entry.session_id for entry in opened.entries() if entry.before_correction] == ["old"]


def test_a_broken_file_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is no database" * 100)
    with pytest.raises(StorageError):
        History(tmp_path)


def test_the_newest_answer_to_a_claim_is_found(history: History) -> None:
    assert history.latest("The Earth is flat") is None
    for session_id in ("s1", "s2"):
        history.add(result("The Earth is flat", session_id))
    history.add(result("The Earth is round", "s3"))
    found = history.latest("The Earth is flat")
    assert found is not None
    assert (found.session_id, found.verdict) == ("s2", "False")


class Clock:
    """Returns the time that the test sets."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


def test_without_a_retention_period_nothing_is_removed(tmp_path: Path) -> None:
    clock = Clock()
    history = History(tmp_path, now=clock)
    history.add(result("old", "s1"))
    clock.time += timedelta(days=5_000)
    assert history.kept_days() == 0
    assert [entry.claim for entry in history.entries()] == ["old"]
    history.close()


def test_answers_are_removed_after_the_retention_period(tmp_path: Path) -> None:
    clock = Clock()
    history = History(tmp_path, now=clock)
    assert history.keep_days(30) == 0
    history.add(result("canary", "s1"))
    clock.time += timedelta(days=29)
    history.add(result("later", "s2"))
    assert history.count() == 2
    clock.time += timedelta(days=1, seconds=1)
    assert [entry.claim for entry in history.entries()] == ["later"]
    assert history.latest("canary") is None
    with pytest.raises(NotFound):
        history.result("s1")
    assert not any(b"canary" in file.read_bytes() for file in tmp_path.iterdir())
    history.close()


def test_shorter_retention_applies_at_once_and_survives_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    first = History(tmp_path, now=clock)
    first.add(result("old", "s1"))
    clock.time += timedelta(days=3)
    first.add(result("new", "s2"))
    assert first.keep_days(2) == 1
    first.close()
    clock.time += timedelta(days=3)
    again = History(tmp_path, now=clock)
    assert again.kept_days() == 2
    assert b"new" not in (tmp_path / FILE_NAME).read_bytes()
    assert again.keep_days(0) == 0
    again.add(result("kept", "s3"))
    clock.time += timedelta(days=400)
    assert again.count() == 1
    again.close()


def test_a_read_only_history_can_be_read(tmp_path: Path) -> None:
    clock = Clock()
    history = History(tmp_path, now=clock)
    history.keep_days(1)
    history.add(result("old", "s1"))
    history.freeze("the disk is full")
    clock.time += timedelta(days=2)
    assert history.count() == 1
    history.close()


def test_a_jobs_answer_is_found_while_results_are_kept(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with closing(History(tmp_path, now=lambda: now)) as history:
        history.add({**result("claim", "s1"), "job_id": "first"})
    later = now + timedelta(seconds=599)
    with closing(History(tmp_path, now=lambda: later)) as again:
        assert again.of_job("first", seconds=600)["session_id"] == "s1"
        with pytest.raises(NotFound):
            again.of_job("other", seconds=600)
    later = now + timedelta(seconds=602)
    with closing(History(tmp_path, now=lambda: later)) as again, pytest.raises(NotFound):
        again.of_job("first", seconds=600)

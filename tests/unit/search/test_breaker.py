from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from backend.errors import EngineError, EngineTimeout
from backend.search.breaker import Breaker
from backend.search.memory import FileMemory
from tests.fake_search import Clock, Memory, blocked, failed


def _pause(breaker: Breaker, clock: Clock, error: EngineError) -> float:
    breaker.failed("fake", error)
    return breaker.state("fake").until - clock.now


def test_failures_pause_five_seconds_doubling_to_two_minutes() -> None:
    clock = Clock()
    breaker = Breaker(Memory(), clock=clock)
    assert [_pause(breaker, clock, failed()) for _ in range(7)] == [5, 10, 20, 40, 80, 120, 120]


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (blocked(), 3600),
        (blocked(retry_after=40), 40),
        (blocked(retry_after=0), 5),
        (blocked(retry_after=10**9), 86_400),
        (blocked(captcha=True), 86_400),
        (blocked(captcha=True, retry_after=3), 86_400),
        (EngineTimeout("late"), 5),
    ],
)
def test_refusals_pause_as_long_as_their_kind_requires(error: EngineError, seconds: float) -> None:
    clock = Clock()
    assert _pause(Breaker(Memory(), clock=clock), clock, error) == seconds


def test_a_paused_engine_gets_one_trial_and_is_paused_longer_when_it_fails_again() -> None:
    clock = Clock()
    breaker = Breaker(Memory(), clock=clock)
    breaker.failed("fake", failed())
    assert not breaker.allows("fake")
    clock.now += 5.1
    assert breaker.state("fake").state == "half_open"
    assert breaker.allows("fake")
    assert _pause(breaker, clock, failed()) == 10


def test_successful_answer_resets_earlier_failures() -> None:
    clock = Clock()
    breaker = Breaker(Memory(), clock=clock)
    breaker.failed("fake", failed())
    breaker.succeeded("fake")
    assert breaker.state("fake").state == "closed"
    assert _pause(breaker, clock, failed()) == 5


def test_time_of_the_last_answer_survives_failures_and_restarts(tmp_path: Path) -> None:
    clock = Clock()
    breaker = Breaker(FileMemory(tmp_path / "engines.json"), clock=clock)
    assert breaker.state("fake").answered == 0
    breaker.succeeded("fake")
    first = clock.now
    clock.now += 30
    breaker.succeeded("fake")
    assert breaker.state("fake").answered == first
    clock.now += 31
    breaker.succeeded("fake")
    breaker.failed("fake", failed())
    state = Breaker(FileMemory(tmp_path / "engines.json"), clock=clock).state("fake")
    assert (state.state, state.answered) == ("open", first + 61)


def test_one_engine_does_not_pause_another() -> None:
    breaker = Breaker(Memory(), clock=Clock())
    breaker.failed("fake", blocked())
    assert breaker.allows("other")


def test_pauses_survive_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    Breaker(FileMemory(tmp_path / "engines.json"), clock=clock).failed("fake", blocked(captcha=True))
    state = Breaker(FileMemory(tmp_path / "engines.json"), clock=clock).state("fake")
    assert (state.state, state.failures, state.reason) == ("open", 1, "fake refuses.")


def test_a_clock_set_back_by_years_does_not_pause_an_engine_for_years() -> None:
    memory, clock = Memory(), Clock()
    Breaker(memory, clock=clock).failed("fake", failed())
    clock.now -= 10 * 365 * 86_400
    assert Breaker(memory, clock=clock).allows("fake")


@pytest.mark.parametrize("rubbish", ["", "{", "[]", '{"failures": "many"}', '{"until": null}', "null"])
def test_unreadable_breaker_state_counts_as_empty(rubbish: str) -> None:
    memory = Memory()
    memory.set("breaker:fake", rubbish)
    assert Breaker(memory).allows("fake")


def test_breaker_file_is_private_and_complete(tmp_path: Path) -> None:
    path = tmp_path / "engines.json"
    FileMemory(path).set("a", "b")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text()) == {"a": "b"}
    assert [child.name for child in tmp_path.iterdir()] == ["engines.json"]


@pytest.mark.parametrize("content", ["", "not json", "[1]", '{"a": 3}'])
def test_broken_breaker_file_starts_empty(tmp_path: Path, content: str) -> None:
    path = tmp_path / "engines.json"
    path.write_text(content)
    assert FileMemory(path).get("a") is None


def test_missing_folder_does_not_break_an_answer(tmp_path: Path) -> None:
    memory = FileMemory(tmp_path / "missing" / "engines.json")
    memory.set("a", "b")
    assert memory.get("a") == "b"

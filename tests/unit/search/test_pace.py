from __future__ import annotations

from backend.search.pace import Pace
from tests.fake_search import Clock


def test_a_burst_is_allowed_then_one_question_per_interval() -> None:
    clock = Clock(0.0)
    pace = Pace({"slow": (2.0, 3.0)}, clock=clock)
    assert [pace.take("slow") for _ in range(3)] == [True, True, False]
    clock.now = 2.9
    assert not pace.take("slow")
    clock.now = 3.1
    assert [pace.take("slow"), pace.take("slow")] == [True, False]


def test_each_backend_has_a_bucket_of_its_own_under_the_family_limit() -> None:
    pace = Pace({"ddgs": (1.0, 60.0)}, clock=Clock(0.0))
    assert [pace.take("ddgs:brave"), pace.take("ddgs:mojeek"), pace.take("ddgs:brave")] == [True, True, False]


def test_unlisted_engines_are_not_limited() -> None:
    pace = Pace(clock=Clock(0.0))
    assert all(pace.take("searxng") for _ in range(100))


def test_tokens_never_exceed_the_burst() -> None:
    clock = Clock(0.0)
    pace = Pace({"slow": (2.0, 1.0)}, clock=clock)
    pace.take("slow")
    clock.now = 10_000
    assert [pace.take("slow") for _ in range(3)] == [True, True, False]

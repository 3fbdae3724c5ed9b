from __future__ import annotations

from backend.search.rate_limiter import RateLimiter
from tests.fake_search import Clock


def test_burst_is_allowed_and_then_one_query_per_interval() -> None:
    clock = Clock(0.0)
    limiter = RateLimiter({"slow": (2.0, 3.0)}, clock=clock)
    assert [limiter.take("slow") for _ in range(3)] == [True, True, False]
    clock.now = 2.9
    assert not limiter.take("slow")
    clock.now = 3.1
    assert [limiter.take("slow"), limiter.take("slow")] == [True, False]


def test_each_backend_has_its_own_bucket_under_the_family_limit() -> None:
    limiter = RateLimiter({"ddgs": (1.0, 60.0)}, clock=Clock(0.0))
    assert [limiter.take("ddgs:brave"), limiter.take("ddgs:mojeek"), limiter.take("ddgs:brave")] == [True, True, False]


def test_unlisted_engines_are_not_limited() -> None:
    limiter = RateLimiter(clock=Clock(0.0))
    assert all(limiter.take("searxng") for _ in range(100))


def test_tokens_never_exceed_the_burst() -> None:
    clock = Clock(0.0)
    limiter = RateLimiter({"slow": (2.0, 1.0)}, clock=clock)
    limiter.take("slow")
    clock.now = 10_000
    assert [limiter.take("slow") for _ in range(3)] == [True, True, False]

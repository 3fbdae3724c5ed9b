"""Time limits of browser tests: seconds on an idle machine, proportionally more on a busy one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

TEST_LIMIT_S = 30.0
"""Time limit of a whole test with its fixtures."""
BACKEND_TEST_LIMIT_S = 90.0
"""Time limit of a test that starts its own backend processes, each of which loads its models."""
LIMIT_S = 20.0
"""Time limit of a single condition. It makes the failure name the condition and not the test."""
POLL_S = 0.04
FIRST_POLL_S = 0.002
"""Intervals between polls. Most conditions are met at once; longer waits poll less often."""


def load_factor() -> float:
    """Estimate how many times slower this machine is than an idle one, from the last minute's load; at least 1."""
    # Two parallel test processes with their browsers and backends keep about two tasks per core ready to run.
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) / 2)


def set_expect_limit() -> None:
    """Give Playwright's `expect` the same limit as `until`."""
    expect.set_options(timeout=LIMIT_S * load_factor() * 1000)


def until(condition: Callable[[], object], what: str | Callable[[], str]) -> Any:
    """Wait until the condition is true, and return its value. A failure reports `what`.

    The limit is a number of polls, which a busy machine slows down as much as the browser that is polled.
    """
    polls = round(LIMIT_S * load_factor() / POLL_S)
    pause = FIRST_POLL_S
    for _ in range(polls):
        found = condition()
        if found:
            return found
        time.sleep(pause)
        pause = min(POLL_S, 1.5 * pause)
    raise AssertionError(f"asked {polls} times in vain for {what if isinstance(what, str) else what()}")

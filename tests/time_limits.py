"""Checks that a call keeps its time limit, based on the order of events and the number of polls instead of a clock."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import pytest

from backend.domain.patience import POLL_S, Stop
from tests.loopback import LoopbackServer

PATIENCE_S = 60.0
"""Time limit for events that always happen, which only ends a test that has already failed."""
LIMITS_S = (0.2, 2.0, 20.0)
E = TypeVar("E", bound=Exception)


class Polls:
    """A `stop` callback that never stops the work. A waiting thread polls it once per `POLL_S`, so the count measures the wait.

    On a busy machine each wait takes longer, but the count does not increase.
    """

    def __init__(self) -> None:
        self._asked: Counter[int] = Counter()

    def __call__(self) -> bool:
        self._asked[threading.get_ident()] += 1
        return False

    @property
    def waited_s(self) -> float:
        """Minimum number of seconds that the longest-waiting thread has waited."""
        return max(self._asked.values(), default=0) * POLL_S


def times_out(server: LoopbackServer, ask: Callable[[float, Stop], object], error: type[E]) -> E:
    """Return the error of a call to which `server` never responds: the call gave up at its limit and closed the connection.

    `ask` is called with the limit in seconds and with the `stop` callback to pass on. A busy machine may use up the first limit
    before the server is reached; in that case the call is repeated with a limit ten times as long.
    """
    for limit_s in LIMITS_S:
        polls = Polls()
        with pytest.raises(error) as caught:
            ask(limit_s, polls)
        assert 0 < polls.waited_s < 2 * limit_s + 1.0
        if server.requests:
            break
    assert server.hung_up.wait(PATIENCE_S)
    return caught.value


def when(event: threading.Event, action: Callable[[], object]) -> None:
    """Call `action` from another thread once `event` is set."""

    def wait_and_act() -> None:
        if event.wait(PATIENCE_S):
            action()

    threading.Thread(target=wait_and_act, daemon=True).start()

"""Abandoned work: no caller waits for the work, and its connections are closed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from backend.domain.patience import ConnectionGroup, within
from backend.errors import Cancelled
from tests.time_limits import PATIENCE_S, Polls

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    theirs.settimeout(PATIENCE_S)
    with ours, theirs:
        yield ours, theirs


def test_cancelling_wakes_the_reading_thread_and_closes_the_connection(pair: Pair) -> None:
    """Only the cancellation can wake the thread, because no data is ever sent and the socket has no timeout."""
    ours, theirs = pair
    woken = threading.Event()

    def read() -> None:
        ours.recv(1)
        woken.set()

    with ConnectionGroup() as line:
        line.watch(ours)
        with pytest.raises(TimeoutError):
            within(0.2, read)
    assert theirs.recv(1) == b""
    assert woken.wait(PATIENCE_S)


def test_connection_opened_after_cancelling_is_closed_at_once(pair: Pair) -> None:
    with ConnectionGroup() as line:
        pass
    line.watch(pair[0])
    assert pair[1].recv(1) == b""


def test_cancelling_a_closed_connection_is_not_an_error(pair: Pair) -> None:
    with ConnectionGroup() as line:
        line.watch(pair[0])
        line.watch(None)
        pair[0].close()
        pair[1].close()


def test_stop_ends_the_wait_while_the_work_continues() -> None:
    begun, release, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        release.wait(PATIENCE_S)
        ended.set()

    with pytest.raises(Cancelled):
        within(2 * PATIENCE_S, work, stop=begun.is_set)
    assert not ended.is_set()
    release.set()


def test_time_limit_ends_the_wait_while_the_work_continues() -> None:
    release, polls = threading.Event(), Polls()
    with pytest.raises(TimeoutError):
        within(0.2, lambda: release.wait(PATIENCE_S), stop=polls)
    release.set()
    assert polls.waited_s < 1

"""Abandoned work: nobody waits for it, and what it was connected to notices."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from backend.domain.patience import Line, within
from backend.errors import Cancelled

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    ours.settimeout(20)
    theirs.settimeout(2)
    with ours, theirs:
        yield ours, theirs


def test_a_cut_wakes_the_thread_that_reads_and_ends_the_connection(pair: Pair) -> None:
    ours, theirs = pair
    begin = time.monotonic()
    woken = threading.Event()

    def read() -> None:
        ours.recv(1)
        woken.set()

    with Line() as line:
        line.watch(ours)
        with pytest.raises(TimeoutError):
            within(0.2, read)
    assert theirs.recv(1) == b""
    assert woken.wait(2)
    assert time.monotonic() - begin < 2


def test_what_connects_after_the_cut_is_cut_at_once(pair: Pair) -> None:
    with Line() as line:
        pass
    line.watch(pair[0])
    assert pair[1].recv(1) == b""


def test_a_connection_that_is_gone_already_is_no_error(pair: Pair) -> None:
    with Line() as line:
        line.watch(pair[0])
        line.watch(None)
        pair[0].close()
        pair[1].close()


def test_stop_ends_the_waiting() -> None:
    release = threading.Event()
    begin = time.monotonic()
    with pytest.raises(Cancelled):
        within(20, lambda: release.wait(20), stop=lambda: time.monotonic() - begin > 0.1)
    release.set()
    assert time.monotonic() - begin < 2

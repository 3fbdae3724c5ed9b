"""Bounded waiting for work that may never end: the work is abandoned, its connections are cut, and the caller goes on."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from backend.errors import Cancelled

T = TypeVar("T")
Stop = Callable[[], bool]
"""Returns true once nobody wants the result any more."""

POLL_S = 0.05


def never() -> bool:
    """The `stop` of callers that wait to the end."""
    return False


class _Box(Generic[T]):
    """Result or error of one piece of work."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.value: list[T] = []
        self.error: BaseException | None = None


def within(seconds: float, work: Callable[[], T], *, stop: Stop = never) -> T:
    """The result or error of `work`, TimeoutError after `seconds`, or Cancelled soon after `stop()` turns true.

    The work runs in a daemon thread, so that abandoned work never keeps the program from ending. It must have a
    time limit of its own (socket time-outs, a ConnectionGroup), or abandoned threads would pile up.
    """
    box: _Box[T] = _Box()

    def run() -> None:
        try:
            box.value.append(work())
        except BaseException as error:  # noqa: BLE001 - carried to the caller's thread unchanged
            box.error = error
        finally:
            box.done.set()

    threading.Thread(target=run, name="within", daemon=True).start()
    deadline = time.monotonic() + seconds
    while not box.done.wait(min(POLL_S, max(0.0, deadline - time.monotonic()))):
        if stop():
            raise Cancelled
        if time.monotonic() >= deadline:
            raise TimeoutError
    if box.error is not None:
        raise box.error
    return box.value[0]


class ConnectionGroup:
    """The connections of one piece of work; leaving the block cuts them, even while a thread still reads.

    Closing a socket does not wake a thread that waits for it, and leaves the connection open until it wakes; shutting
    it down does both. Connections made after the cut are cut at once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends: list[socket.socket] = []
        self._cut = False
        self.connected = False
        """True once a connection was made."""

    def __enter__(self) -> ConnectionGroup:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._cut = True
            ends, self._ends = self._ends, []
        for end in ends:
            _hang_up(end)

    def watch(self, end: object) -> None:
        """Add a connected socket; anything else (a test's stand-in) is ignored.

        A second handle is kept, because TLS takes the first one over.
        """
        if not isinstance(end, socket.socket):
            return
        self.connected = True
        handle = end.dup()
        with self._lock:
            if not self._cut:
                self._ends.append(handle)
                return
        _hang_up(handle)

    def trace(self, event: str, info: dict[str, object]) -> None:
        """A `trace` extension for httpx and httpcore: watches every new connection."""
        stream = info.get("return_value")
        if event.endswith("connect_tcp.complete") and hasattr(stream, "get_extra_info"):
            self.watch(stream.get_extra_info("socket"))


def _hang_up(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        # The other side, or the work itself, was faster.
        pass
    finally:
        end.close()

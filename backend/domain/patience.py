"""Waits a limited time for work that may never end: then the work is abandoned, its connections are closed, and the caller continues."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from backend.errors import Cancelled

T = TypeVar("T")
Stop = Callable[[], bool]
"""Returns true once the result is no longer wanted."""

POLL_S = 0.05


def never() -> bool:
    """Return False; the `stop` function of callers that wait until the end."""
    return False


class _Box(Generic[T]):
    """Holds the result or the error of one piece of work."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.value: list[T] = []
        self.error: BaseException | None = None


def within(seconds: float, work: Callable[[], T], *, stop: Stop = never) -> T:
    """Run `work` and return its result or raise its error; raises TimeoutError after `seconds`, Cancelled soon after `stop()` becomes true.

    The work runs in a daemon thread, so that abandoned work never prevents the program from ending. It must have its own
    time limit (socket time-outs, a ConnectionGroup), or abandoned threads would accumulate.
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
    """The connections of one piece of work. Leaving the block shuts them down, even while a thread is reading from them.

    Closing a socket does not wake a thread that waits for it, and keeps the connection open until the thread wakes; shutting it
    down does both. Connections made afterwards are shut down at once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends: list[socket.socket] = []
        self._cut = False
        self.connected = False
        """True once a connection has been made."""

    def __enter__(self) -> ConnectionGroup:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._cut = True
            ends, self._ends = self._ends, []
        for end in ends:
            _hang_up(end)

    def watch(self, end: object) -> None:
        """Add a connected socket; any other object, such as a test double, is ignored.

        A duplicate of the handle is kept, because TLS takes over the original.
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
        """Watch every new connection; usable as a `trace` extension of httpx and httpcore."""
        stream = info.get("return_value")
        if event.endswith("connect_tcp.complete") and hasattr(stream, "get_extra_info"):
            self.watch(stream.get_extra_info("socket"))


def _hang_up(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        # The other side, or the work itself, has already closed the connection.
        pass
    finally:
        end.close()

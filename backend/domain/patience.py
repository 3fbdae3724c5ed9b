"""Runs work with a time limit. Work that exceeds the limit is abandoned, and its connections are closed."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from backend.errors import Cancelled

T = TypeVar("T")
Stop = Callable[[], bool]
"""Returns true once the result is no longer needed."""

POLL_S = 0.05


def never() -> bool:
    """Return False. This is the default `stop` function, for callers that never stop early."""
    return False


class _WorkResult(Generic[T]):
    """The result or the error of one piece of work."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.value: list[T] = []
        self.error: BaseException | None = None


def within(seconds: float, work: Callable[[], T], *, stop: Stop = never) -> T:
    """Run `work` and return its result.

    Raises TimeoutError after `seconds`, and Cancelled soon after `stop()` returns true. An error raised by `work` is
    re-raised. The work runs in a daemon thread, so abandoned work never keeps the program from exiting. The work must
    have a time limit of its own (socket timeouts, a ConnectionGroup), because abandoned threads would otherwise
    accumulate.
    """
    box: _WorkResult[T] = _WorkResult()

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
    """The connections of one piece of work. Leaving the `with` block shuts them down, even while a thread is reading.

    Closing a socket does not wake a thread that is reading from it, and the connection stays open until the thread
    wakes. Shutting the socket down wakes the thread and ends the connection. Connections made after the block are shut
    down immediately.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._closed = False
        self.connected = False
        """True once a connection has been made."""

    def __enter__(self) -> ConnectionGroup:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
            ends, self._sockets = self._sockets, []
        for end in ends:
            _shut_down(end)

    def watch(self, end: object) -> None:
        """Add a connected socket to the group. Any other object, such as a test double, is ignored.

        The group keeps a duplicate of the socket's handle, because TLS takes over the original handle.
        """
        if not isinstance(end, socket.socket):
            return
        self.connected = True
        handle = end.dup()
        with self._lock:
            if not self._closed:
                self._sockets.append(handle)
                return
        _shut_down(handle)

    def trace(self, event: str, info: dict[str, object]) -> None:
        """Watch every new connection. Suitable as the `trace` extension of httpx and httpcore."""
        stream = info.get("return_value")
        if event.endswith("connect_tcp.complete") and hasattr(stream, "get_extra_info"):
            self.watch(stream.get_extra_info("socket"))


def _shut_down(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        # The peer, or the work itself, has already closed the connection.
        pass
    finally:
        end.close()

"""Connection monitors: a network backend that redirects connections to a loopback server, and an audit hook for all real sockets."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

import httpcore


class RecordingNetwork(httpcore.NetworkBackend):
    """Records the host of every connection, and redirects all connections to one loopback port."""

    def __init__(self, port: int) -> None:
        self.connected: list[str] = []
        self._port = port
        self._real = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,  # noqa: ARG002 - all ports are redirected to one
        timeout: float | None = None,
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        """Connect to the loopback server instead of the given host."""
        self.connected.append(host)
        return self._real.connect_tcp("127.0.0.1", self._port, timeout)


class Flipping:
    """A resolver that returns the given DNS answers in turn, and then repeats the last one."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = answers
        self._asked = 0

    def __call__(self, _host: str) -> Sequence[str]:
        """Return the next answer, for any host."""
        self._asked += 1
        return self._answers[min(self._asked, len(self._answers)) - 1]


_watches: list[SocketWatch] = []
_hooked = threading.Event()


class SocketWatch(AbstractContextManager["SocketWatch"]):
    """Records every address to which any thread of this process connects within the block, except the `known` loopback ports."""

    def __init__(self, *known: int) -> None:
        self._known = frozenset(known)
        self.connected: list[str] = []

    def __enter__(self) -> Self:
        if not _hooked.is_set():
            # An audit hook cannot be removed, so all monitors share one hook.
            sys.addaudithook(_hook)
            _hooked.set()
        _watches.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _watches.remove(self)

    def saw(self, address: object) -> None:
        """Record one connection attempt, unless the address is one of the known loopback ports."""
        if isinstance(address, tuple) and not (address[0] == "127.0.0.1" and address[1] in self._known):
            self.connected.append(f"{address[0]} port {address[1]}")


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("socket.connect", "socket.sendto"):
        for watch in _watches:
            watch.saw(arguments[-1])

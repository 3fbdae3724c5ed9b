"""The network layer for fetching pages, which connects only to checked addresses and never waits past the deadline."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import httpcore

from backend.acquire.safety import Resolver, checked_addresses
from backend.domain.patience import ConnectionGroup, within

CONNECT_S = 3.0
READ_S = 5.0
"""The time limits, in seconds, for connecting (including the DNS lookup) and for one read or write (S14)."""


class Deadline:
    """A point in time that limits every wait."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def within(self, seconds: float) -> float:
        """Return `seconds`, or the time left if that is less. Raises httpcore.ReadTimeout if no time is left."""
        left = self._end - self._clock()
        if left <= 0:
            raise httpcore.ReadTimeout("deadline")
        return min(seconds, left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """How to connect for one request: to a checked address that `resolve` returns, or to a fixed `target`.

    Only tests set a `target`. Every connection is added to the connection group `line`.
    """

    url: str
    resolve: Resolver
    deadline: Deadline
    line: ConnectionGroup
    target: tuple[str, int] | None = None


class CheckedNetwork(httpcore.NetworkBackend):
    """Resolves a host once, checks every address, and connects to one of the checked addresses (S13)."""

    def __init__(self, route: Route, network: httpcore.NetworkBackend) -> None:
        self._route = route
        self._network = network

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the deadline decides
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the host. Raises UnsafeAddress or an httpcore error."""
        addresses, port = self._resolve(host, port)
        failure: Exception = httpcore.ConnectError("no address")
        for address in addresses:
            try:
                stream = self._network.connect_tcp(
                    address, port, self._route.deadline.within(CONNECT_S), local_address, socket_options
                )
                self._route.line.watch(stream.get_extra_info("socket"))
                return _TimedStream(stream, self._route.deadline)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    def _resolve(self, host: str, port: int) -> tuple[tuple[str, ...], int]:
        if self._route.target is not None:
            return (self._route.target[0],), self._route.target[1]
        route = self._route
        try:
            found = within(
                route.deadline.within(CONNECT_S), lambda: checked_addresses(host, route.resolve, url=route.url)
            )
        except TimeoutError as error:
            raise httpcore.ConnectTimeout("name look-up") from error
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError("name look-up") from error
        return found, port


class _TimedStream(httpcore.NetworkStream):
    """A stream whose waits all end at the deadline, so a server that sends a few bytes at a time cannot stall it."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - the deadline decides
        return self._stream.read(max_bytes, self._deadline.within(READ_S))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - the deadline decides
        self._stream.write(buffer, self._deadline.within(READ_S))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 - the deadline decides
    ) -> httpcore.NetworkStream:
        secure = self._stream.start_tls(ssl_context, server_hostname, self._deadline.within(CONNECT_S))
        return _TimedStream(secure, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

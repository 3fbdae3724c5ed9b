"""A server that fails on every request, in one of nine ways."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from tests.loopback import Fault, LoopbackReply, LoopbackServer


class Wrong(StrEnum):
    """A failure mode of the server. The value appears in the table."""

    REFUSE = "refuse"
    HANG = "hang"
    DRIP = "drip"
    RESET = "reset"
    TOO_MANY = "429"
    ERROR = "500"
    BAD_JSON = "bad JSON"
    HUGE = "huge"
    TRUNCATED = "truncated"


_REPLIES: dict[Wrong, Fault | LoopbackReply] = {
    Wrong.HANG: Fault.HANG,
    Wrong.DRIP: Fault.DRIP,
    Wrong.RESET: Fault.RESET,
    # Without a Retry-After header, the product's default pause of an hour applies.
    Wrong.TOO_MANY: LoopbackReply(status=429, body=b"<h1>Slow down</h1>"),
    Wrong.ERROR: Fault.SERVER_ERROR,
    Wrong.BAD_JSON: Fault.BAD_JSON,
    Wrong.HUGE: Fault.HUGE,
    Wrong.TRUNCATED: Fault.TRUNCATED,
}


@dataclass(frozen=True, slots=True)
class WrongServer:
    """A failing server, or a closed port if `server` is None."""

    port: int
    server: LoopbackServer | None

    @property
    def url(self) -> str:
        """Return the base URL."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def asked(self) -> bool:
        """Return whether the server received a request. Always true for a closed port, where requests are not recorded."""
        return self.server is None or bool(self.server.requests)


@contextmanager
def wrong_server(way: Wrong) -> Iterator[WrongServer]:
    """Run a server that fails in the given way for the duration of the block."""
    if way is Wrong.REFUSE:
        # Bind the port without listening, so that it refuses connections and no other program can listen there.
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            yield WrongServer(int(taken.getsockname()[1]), None)
        return
    with LoopbackServer(lambda _: _REPLIES[way]) as server:
        yield WrongServer(server.port, server)

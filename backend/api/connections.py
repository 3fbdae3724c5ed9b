"""Responds to malformed HTTP in the API's format, and closes idle connections when the connection limit is reached."""

from __future__ import annotations

from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.server import BaseWSGIServer
from waitress.task import ErrorTask

from backend.api.guard import refusal_answer
from backend.api.policy import Refusal

_TOO_LARGE = {
    413: Refusal(status=413, code="too_large", message="The request is too large."),
    431: Refusal(status=431, code="too_large", message="The request's headers are too large."),
}
_FAULT = Refusal(status=500, code="internal", message="Something went wrong here. This was not expected.")
_NOT_HTTP = Refusal(status=400, code="invalid_request", message="The request is not valid HTTP.")


class StrictParser(HTTPRequestParser):  # type: ignore[misc] # the library has no types
    """Rejects bytes that two programs could parse as two different requests (RFC 9112, sections 3.2 and 6.3)."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header. Raises ParsingError, which results in status 400."""
        try:
            super().parse_header(header_plus)
        except TransferEncodingNotImplemented as error:
            raise ParsingError(str(error)) from error
        except ValueError as error:
            # Raised, for example, by a length with thousands of digits or an address with a single bracket.
            raise ParsingError("A number or an address cannot be understood.") from error
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Two lengths.")
        if self.proxy_netloc:
            # A request in proxy form names the host in its request line, which takes precedence.
            self.headers["HOST"] = self.proxy_netloc
        elif not self.path.startswith("/"):
            raise ParsingError("No path.")


class _ErrorResponse(ErrorTask):  # type: ignore[misc]
    """Responds to a malformed request or an internal error in JSON, with the same headers as every response (S2, S6)."""

    def execute(self) -> None:
        """Write the response and close the connection."""
        code = self.request.error.code
        refusal = _FAULT if code >= 500 else _TOO_LARGE.get(code, _NOT_HTTP)
        self.status, headers, body = refusal_answer(refusal)
        self.response_headers.extend(headers)
        self.set_close_on_finish()
        self.write(body)


class LimitedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection. If there are more than `max_connections`, a connection without a request in progress is closed.

    Otherwise, a client could lock out all others (slow loris) by opening many connections and sending nothing, sending
    a byte a minute, or not reading the response. Connections that have never received a response are closed first,
    starting with the oldest, followed by those that have been idle longest.
    """

    parser_class = StrictParser
    error_task_class = _ErrorResponse
    max_connections = 0
    answered = False

    def __init__(self, server: BaseWSGIServer, *connection: Any, **options: Any) -> None:
        super().__init__(server, *connection, **options)
        # Iterate over a copy, because other threads remove their own connections in the meantime.
        others = [
            channel
            for channel in list(server.active_channels.values())
            if channel is not self and not channel.will_close
        ]
        idle = [channel for channel in others if not channel.requests]
        if len(others) >= self.max_connections and idle:
            # Close the connection at once, because sending would never end if the client did not read the response.
            min(idle, key=_eviction_order).handle_close()

    def service(self) -> None:
        """Handle the requests that have been read."""
        # Set this before the last request leaves the list, because from then on another thread may close this
        # connection.
        self.answered = True
        super().service()


def _eviction_order(channel: LimitedChannel) -> tuple[bool, float]:
    return channel.answered, channel.last_activity if channel.answered else channel.creation_time


def keep_room(server: BaseWSGIServer, max_connections: int) -> None:
    """Limit the number of connections, but close none with a request in progress. Call this before the server runs."""
    server.channel_class = type("RoomyChannel", (LimitedChannel,), {"max_connections": max_connections})

"""The server's connections: requests that are no clean HTTP are refused in our own words, and who waits too long makes room."""

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
    """Refuses what two programs could read as two different requests (RFC 9112, sections 3.2 and 6.3)."""

    def parse_header(self, header_plus: bytes) -> None:
        """Raises ParsingError, which becomes a 400."""
        try:
            super().parse_header(header_plus)
        except TransferEncodingNotImplemented as error:
            raise ParsingError(str(error)) from error
        except ValueError as error:
            # Lengths of thousands of digits, addresses with half a bracket.
            raise ParsingError("A number or an address cannot be understood.") from error
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Two lengths.")
        if self.proxy_netloc:
            # A request to a proxy names its host in the first line, and that one counts.
            self.headers["HOST"] = self.proxy_netloc
        elif not self.path.startswith("/"):
            raise ParsingError("No path.")


class _Refused(ErrorTask):  # type: ignore[misc]
    """The answer to what is no clean request, or to a fault of ours: as JSON and with the headers of all our answers (S2, S6)."""

    def execute(self) -> None:
        """Write it and close the connection."""
        code = self.request.error.code
        refusal = _FAULT if code >= 500 else _TOO_LARGE.get(code, _NOT_HTTP)
        self.status, headers, body = refusal_answer(refusal)
        self.response_headers.extend(headers)
        self.set_close_on_finish()
        self.write(body)


class LimitedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection. Beyond `most` of the server's, one that no request is being worked on for is closed to make room.

    Whoever opens many and says nothing, one byte a minute, or reads no answer, would otherwise keep everybody else out (slow loris).
    Who never got an answer goes first, the oldest of them; then who has sent and read nothing for longest.
    """

    parser_class = StrictParser
    error_task_class = _Refused
    most = 0
    answered = False

    def __init__(self, server: BaseWSGIServer, *connection: Any, **options: Any) -> None:
        super().__init__(server, *connection, **options)
        # A list first: other threads take their own away while we look.
        others = [one for one in list(server.active_channels.values()) if one is not self and not one.will_close]
        idle = [one for one in others if not one.requests]
        if len(others) >= self.most and idle:
            # At once: an answer that nobody reads could never be sent to its end.
            min(idle, key=_rank).handle_close()

    def service(self) -> None:
        """Work on the requests that were read."""
        super().service()
        self.answered = True


def _rank(one: LimitedChannel) -> tuple[bool, float]:
    return one.answered, one.last_activity if one.answered else one.creation_time


def keep_room(server: BaseWSGIServer, most: int) -> None:
    """To be called before the server runs: at most `most` connections, unless more than that are being answered."""
    server.channel_class = type("RoomyChannel", (LimitedChannel,), {"most": most})

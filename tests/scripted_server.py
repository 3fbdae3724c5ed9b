"""A loopback server that sends one prepared reply to every request and records the requests."""

from __future__ import annotations

from tests.loopback import LoopbackReply, LoopbackServer, Request


class Scripted(LoopbackServer):
    """A server that responds to every request with `reply`."""

    reply: LoopbackReply = LoopbackReply(status=404)

    def __enter__(self) -> Scripted:
        super().__enter__()
        return self

    def answer(self, request: Request) -> LoopbackReply:
        return self.reply

    def asked(self, name: str) -> str:
        """Return a parameter of the first request."""
        return self.requests[0].query[name][0]

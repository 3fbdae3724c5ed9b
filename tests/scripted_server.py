"""A loopback server that answers every request with one prepared reply and keeps what it was asked."""

from __future__ import annotations

from tests.loopback import LoopbackServer, Reply, Request


class Scripted(LoopbackServer):
    """Answers everything with `reply`."""

    reply: Reply = Reply(status=404)

    def __enter__(self) -> Scripted:
        super().__enter__()
        return self

    def answer(self, request: Request) -> Reply:
        return self.reply

    def asked(self, name: str) -> str:
        """The first request's parameter."""
        return self.requests[0].query[name][0]

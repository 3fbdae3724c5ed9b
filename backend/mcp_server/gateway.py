"""Finds the Claimlight backend to use: one that is already running on this machine, or one started on the first request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import anyio
import httpx

from backend.errors import UserError
from backend.knowledge.lock import noted_url
from backend.mcp_server.client import Backend
from backend.remote import is_claimlight_at, token_header
from backend.settings import Settings

if TYPE_CHECKING:
    from backend.mcp_server.embedded import Embedded

T = TypeVar("T")
_PATIENCE_S = 2.0


class Gateway:
    """An asynchronous context manager for access to a backend. On exit, a service that the gateway started is stopped."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = anyio.Lock()
        self._backend: Backend | None = None
        self._embedded: Embedded | None = None

    async def __aenter__(self) -> Gateway:
        return self

    async def __aexit__(self, *_: object) -> None:
        with anyio.CancelScope(shield=True):
            await self._disconnect()

    async def ask(self, request: Callable[[Backend], Awaitable[T]]) -> T:
        """Call `request` with a backend and return the result. Raises UserError.

        If the backend is no longer running, the call is repeated once with the next backend found.
        """
        try:
            return await request(await self._connected_backend())
        except httpx.TransportError:
            pass
        try:
            return await request(await self._connected_backend())
        except httpx.TransportError as error:
            hint = "Its log says why." if self._embedded is None else "Standard error says why."
            raise UserError(f"Claimlight stopped answering ({type(error).__name__}).", hint=hint) from None

    async def _connected_backend(self) -> Backend:
        async with self._lock:
            if self._backend is None or not await self._backend.alive():
                await self._disconnect()
                url, notice = await anyio.to_thread.run_sync(self._find_or_start)
                self._backend = Backend(url, token_header(self.settings), notice=notice)
            return self._backend

    def _find_or_start(self) -> tuple[str, str]:
        for url in self._candidate_urls():
            if is_claimlight_at(url, patience_s=_PATIENCE_S):
                return url, ""
        # Assistants start all servers at once and wait for them all, so models are loaded only on the first request.
        from backend.mcp_server.embedded import start

        self._embedded = start(self.settings)
        return self._embedded.url, self._embedded.notice

    def _candidate_urls(self) -> list[str]:
        """Return the URLs at which a Claimlight backend may be running.

        The first is the URL recorded in the data folder. The second, unless a data folder was configured, is the URL
        with the usual port.
        """
        noted = noted_url(self.settings.data_dir)
        usual = "" if "data_dir" in self.settings.model_fields_set else self.settings.url
        return [url for url in dict.fromkeys((noted, usual)) if url]

    async def _disconnect(self) -> None:
        if self._backend is not None:
            await self._backend.close()
        embedded, self._backend, self._embedded = self._embedded, None, None
        if embedded is not None:
            await anyio.to_thread.run_sync(embedded.close)

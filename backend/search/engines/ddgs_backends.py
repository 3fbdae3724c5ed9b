"""Web search engines that need no key and that the `ddgs` library supports, each as a separate engine.

The library's own entry point reports "No results found" for refusals as well as for empty pages, queries encyclopedias
first, and has no time limit. The library's page parsers are therefore used directly, with a client that checks the
response first.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit, urlunsplit

from backend.domain.patience import POLL_S, Stop, never, within
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import Cancelled, EngineBlocked, EngineFailed, EngineTimeout, EngineUnreachable
from backend.search.engines.base import ALL_TIERS, CONNECT_S, build_result, is_captcha_page, retry_after, usable_results
from backend.search.plan import content_words

T = TypeVar("T")

MAX_PAGE_BYTES = 4 * 1024 * 1024
BACKENDS = ("duckduckgo", "brave", "mojeek", "startpage", "yahoo")
"""The backends in the order in which they are queried. Encyclopedias and backends that return AI-written texts are left
out."""
AUDIT_EVENT = "claimlight.request"
"""The audit event that is raised with the URL before every request (docs.python.org, audit events)."""

_WITHOUT_SITE_LISTS = {"mojeek"}
_REFUSALS = {202, 403, 429}
_REGIONS = {
    "en": "us-en", "de": "de-de", "fr": "fr-fr", "es": "es-es", "it": "it-it", "pt": "br-pt", "nl": "nl-nl",
    "pl": "pl-pl", "ru": "ru-ru", "uk": "ua-uk", "sv": "se-sv", "ja": "jp-jp",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _LibraryResponse:
    """The response object that the library's page parsers expect."""

    status_code: int
    text: str
    content: bytes


class _CheckedClient:
    """Replaces the library's HTTP client, and raises an error for a refusal, an oversized page, a timeout or a failure.

    Like the library's own client, the inner client imitates a browser, because these sites refuse all other requests.
    The inner client is asynchronous, because only an asynchronous client closes the connection when its result is no
    longer awaited.
    """

    def __init__(self, reader: Any, engine: str, base_url: str, *, until: float, stop: Stop) -> None:
        import primp

        self.client = primp.AsyncClient(
            impersonate="random", impersonate_os="random", connect_timeout=CONNECT_S, dns_timeout=CONNECT_S
        )
        self.client.headers_update(reader.headers_update)
        # Environment proxies must be disabled here, because in the constructor None means "from the environment".
        self.client.proxy = None
        self.last = ""
        self._engine = engine
        self._base = base_url
        self._until = until
        self._stop = stop

    def request(self, method: str, url: str, **options: object) -> _LibraryResponse:
        """Send the request and return the page.

        Raises EngineBlocked, EngineUnreachable, EngineTimeout, EngineFailed or Cancelled.
        """
        import primp

        request_url = self._replace_base(url)
        # The client does not use Python's sockets, so audit hooks are notified of its requests only through this call.
        sys.audit(AUDIT_EVENT, request_url)
        try:
            response, body = asyncio.run(self._await_result(self._download(method, request_url, options)))
        except primp.TimeoutError as error:
            # The client's only time limits are those for DNS lookup and connection.
            raise EngineUnreachable(f"{self._engine} cannot be reached.", engine=self._engine) from error
        except TimeoutError as error:
            raise EngineTimeout(f"{self._engine} did not answer in time.", engine=self._engine) from error
        except primp.PrimpError as error:
            message = f"The connection to {self._engine} failed ({type(error).__name__})."
            raise EngineFailed(message, engine=self._engine) from error
        self.last = body.decode("utf-8", "replace")
        self._check_response(response)
        return _LibraryResponse(status_code=response.status_code, text=self.last, content=body)

    async def _await_result(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work` and return its result. Raises TimeoutError or Cancelled; both also close the connection."""
        task = asyncio.ensure_future(work)
        while not (await asyncio.wait({task}, timeout=POLL_S))[0]:
            if self._stop():
                raise Cancelled
            if time.monotonic() >= self._until:
                raise TimeoutError
        return task.result()

    async def _download(self, method: str, url: str, options: dict[str, Any]) -> tuple[Any, bytes]:
        response = await self.client.request(method, url, stream=True, **options)
        body = bytearray()
        async with response:
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > MAX_PAGE_BYTES:
                    raise EngineFailed(f"{self._engine}'s answer is larger than 4 MiB.", engine=self._engine)
        return response, bytes(body)

    def _replace_base(self, url: str) -> str:
        if not self._base:
            return url
        base, parts = urlsplit(self._base), urlsplit(url)
        return urlunsplit((base.scheme, base.netloc, parts.path, parts.query, ""))

    def _check_response(self, response: Any) -> None:
        status = response.status_code
        captcha = "captcha" in str(response.url) or (status != 200 and is_captcha_page(self.last))
        if status in _REFUSALS or captcha:
            wait = retry_after(dict(response.headers).get("retry-after", ""), datetime.now(UTC))
            message = f"{self._engine} refuses our questions (HTTP {status})."
            raise EngineBlocked(message, engine=self._engine, retry_after=wait, captcha=captcha)
        if status != 200:
            raise EngineFailed(f"{self._engine} answered with HTTP {status}.", engine=self._engine)


class DdgsEngine:
    """One backend of `ddgs`. In tests, `base_url` replaces the scheme and host of the site's URL."""

    def __init__(self, backend: str, *, base_url: str = "") -> None:
        self._backend = backend
        self._base = base_url
        self.name = f"ddgs:{backend}"
        self.tiers = frozenset({SearchTier.BROAD}) if backend in _WITHOUT_SITE_LISTS else ALL_TIERS

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return the results on the backend's first page."""
        try:
            rows = within(timeout_s, self._search_task(query, time.monotonic() + timeout_s, stop), stop=stop)
        except TimeoutError as error:
            raise EngineTimeout(f"{self.name} did not answer in time.", engine=self.name) from error
        results = [
            build_result(query, self.name, {"url": row.href, "title": row.title, "snippet": row.body}) for row in rows
        ]
        return usable_results(results, query, self.name)

    def _search_task(self, query: SearchQuery, until: float, stop: Stop) -> Callable[[], list[Any]]:
        def run() -> list[Any]:
            from ddgs.engines import ENGINES
            from ddgs.exceptions import DDGSException
            from lxml.etree import LxmlError

            reader: Any = ENGINES["text"][self._backend]()
            client = _CheckedClient(reader, self.name, self._base, until=until, stop=stop)
            reader.http_client = client
            try:
                rows = reader.search(query.with_sites(), region=_REGIONS.get(query.language, "wt-wt"))
            except (DDGSException, LxmlError, ValueError, LookupError, TypeError, AttributeError) as error:
                raise EngineFailed(f"{self.name}'s page could not be read.", engine=self.name) from error
            return rows or self._require_empty_page(client.last, query)

        return run

    def _require_empty_page(self, page: str, query: SearchQuery) -> list[NoReturn]:
        """Return an empty list if the page is a genuine result page without results.

        Raises EngineBlocked or EngineFailed for any other page.
        """
        if is_captcha_page(page):
            raise EngineBlocked(f"{self.name} wants a human.", engine=self.name, captcha=True)
        words = content_words(query.text, query.language)
        # Every result page repeats the query in its search box; a consent page or a page with a changed layout does not.
        if not words or not any(word.lower() in page.lower() for word in words):
            raise EngineFailed(f"{self.name} answered with a page we do not know.", engine=self.name)
        return []

"""The keyless web searches that the `ddgs` library can read, each as an engine of its own.

The library's own entry point reports "No results found" for a refusal and for an empty page alike, asks encyclopedias
first and has no limit in time. So its page readers are used one by one, over a client that looks at the answer first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from typing import Any, NoReturn
from urllib.parse import urlsplit, urlunsplit

from backend.domain.patience import within
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineBlocked, EngineFailed, EngineTimeout
from backend.search.engines.base import ALL_TIERS, first, found, retry_after, wants_a_human
from backend.search.plan import content_words

MAX_PAGE_BYTES = 4 * 1024 * 1024
BACKENDS = ("duckduckgo", "brave", "mojeek", "startpage", "yahoo")
"""In the order in which they are asked; encyclopedias and machine-written ones are left out."""

_WITHOUT_SITE_LISTS = {"mojeek"}
_REFUSALS = {202, 403, 429}
_REGIONS = {
    "en": "us-en", "de": "de-de", "fr": "fr-fr", "es": "es-es", "it": "it-it", "pt": "br-pt", "nl": "nl-nl",
    "pl": "pl-pl", "ru": "ru-ru", "uk": "ua-uk", "sv": "se-sv", "ja": "jp-jp",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Page:
    """What the library's page readers look at."""

    status_code: int
    text: str
    content: bytes


class _Watcher:
    """Stands in for the library's HTTP client: same calls, but refusals, size and failures are noticed.

    `client` is the library's own (it imitates a browser, without which these sites answer nobody).
    """

    def __init__(self, client: Any, engine: str, base_url: str) -> None:
        self.client = client
        self.last = ""
        self._engine = engine
        self._base = base_url

    def request(self, method: str, url: str, **options: object) -> _Page:
        """Raises EngineBlocked, EngineTimeout or EngineFailed unless the answer is a page."""
        import primp

        try:
            response = self.client.request(method, self._address(url), stream=True, **options)
            body = self._body(response)
        except primp.TimeoutError as error:
            raise EngineTimeout(f"{self._engine} did not answer in time.", engine=self._engine) from error
        except primp.PrimpError as error:
            message = f"The connection to {self._engine} failed ({type(error).__name__})."
            raise EngineFailed(message, engine=self._engine) from error
        self.last = body.decode("utf-8", "replace")
        self._check(response)
        return _Page(status_code=response.status_code, text=self.last, content=body)

    def _address(self, url: str) -> str:
        if not self._base:
            return url
        base, parts = urlsplit(self._base), urlsplit(url)
        return urlunsplit((base.scheme, base.netloc, parts.path, parts.query, ""))

    def _body(self, response: Any) -> bytes:
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MAX_PAGE_BYTES:
                raise EngineFailed(f"{self._engine}'s answer is larger than 4 MiB.", engine=self._engine)
        return bytes(body)

    def _check(self, response: Any) -> None:
        status = response.status_code
        captcha = "captcha" in str(response.url) or (status != 200 and wants_a_human(self.last))
        if status in _REFUSALS or captcha:
            wait = retry_after(dict(response.headers).get("retry-after", ""), datetime.now(UTC))
            message = f"{self._engine} refuses our questions (HTTP {status})."
            raise EngineBlocked(message, engine=self._engine, retry_after=wait, captcha=captcha)
        if status != 200:
            raise EngineFailed(f"{self._engine} answered with HTTP {status}.", engine=self._engine)


class DdgsEngine:
    """One backend of `ddgs`. `base_url` replaces the site's address (tests); the site's path is kept."""

    def __init__(self, backend: str, *, base_url: str = "") -> None:
        self._backend = backend
        self._base = base_url
        self.name = f"ddgs:{backend}"
        self.tiers = frozenset({SearchTier.BROAD}) if backend in _WITHOUT_SITE_LISTS else ALL_TIERS

    def search(self, query: SearchQuery, *, timeout_s: float) -> tuple[SearchResult, ...]:
        """The backend's first page."""
        try:
            rows = within(timeout_s, self._question(query, timeout_s))
        except TimeoutError as error:
            raise EngineTimeout(f"{self.name} did not answer in time.", engine=self.name) from error
        results = [found(query, self.name, {"url": row.href, "title": row.title, "snippet": row.body}) for row in rows]
        return first(results, query, self.name)

    def _question(self, query: SearchQuery, timeout_s: float) -> Callable[[], list[Any]]:
        def run() -> list[Any]:
            from ddgs.engines import ENGINES
            from ddgs.exceptions import DDGSException
            from lxml.etree import LxmlError

            reader: Any = ENGINES["text"][self._backend](timeout=ceil(timeout_s))
            watcher = _Watcher(reader.http_client.client, self.name, self._base)
            reader.http_client = watcher
            try:
                rows = reader.search(query.with_sites(), region=_REGIONS.get(query.language, "wt-wt"))
            except (DDGSException, LxmlError, ValueError, LookupError, TypeError, AttributeError) as error:
                raise EngineFailed(f"{self.name}'s page could not be read.", engine=self.name) from error
            return rows or self._nothing(watcher.last, query)

        return run

    def _nothing(self, page: str, query: SearchQuery) -> list[NoReturn]:
        """An empty list when the page really is an empty result page."""
        if wants_a_human(page):
            raise EngineBlocked(f"{self.name} wants a human.", engine=self.name, captcha=True)
        words = content_words(query.text, query.language)
        # Every result page repeats the question in its search box; a consent page or a new layout does not.
        if not words or not any(word.lower() in page.lower() for word in words):
            raise EngineFailed(f"{self.name} answered with a page we do not know.", engine=self.name)
        return []

"""Fetches a public page without a proxy, cookies or a referrer, and never from a private address (S13, S14)."""

from __future__ import annotations

from functools import lru_cache
from ssl import SSLContext
from urllib.parse import urljoin

import httpcore
import httpx

from backend.acquire.body import ACCEPTED_ENCODINGS, check_type, read_body
from backend.acquire.resolve import ResolveMap
from backend.acquire.safety import Resolver, check_url, system_resolver
from backend.acquire.wire import CheckedNetwork, Deadline, Route
from backend.domain.article import FetchedPage
from backend.domain.patience import ConnectionGroup, Stop, never, within
from backend.errors import FetchRefused, FetchTimeout, UnreadablePage, UnsafeAddress

TOTAL_S = 10.0
MAX_REDIRECTS = 5
USER_AGENT = "Mozilla/5.0 (compatible; Claimlight/0.1; local claim verifier)"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@lru_cache(maxsize=1)
def _ssl_context() -> SSLContext:
    return httpx.create_ssl_context(trust_env=False)


class SafeFetcher:
    """A `PageFetcher` (backend.ports) that connects only to public addresses.

    `resolver`, `network` and `trust` default to those of the machine; tests inject others.
    """

    def __init__(
        self,
        resolve: ResolveMap | None = None,
        *,
        resolver: Resolver = system_resolver,
        network: httpcore.NetworkBackend | None = None,
        trust: SSLContext | None = None,
    ) -> None:
        self._map = resolve or ResolveMap()
        self._resolver = resolver
        self._network = network or httpcore.SyncBackend()
        self._ssl_context = trust

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        """Return the page after at most five redirects, each of which is checked like the first URL.

        Raises FetchError.
        """
        seconds = min(timeout_s, TOTAL_S)
        deadline = Deadline(seconds)
        try:
            with ConnectionGroup() as line:
                # Allow half a second more than the inner limits do, because the inner limits raise more precise errors.
                return within(seconds + 0.5, lambda: self._follow_redirects(url, deadline, line), stop=stop)
        except TimeoutError as error:
            raise FetchTimeout("The page did not load in time.", url=url) from error

    def _follow_redirects(self, url: str, deadline: Deadline, line: ConnectionGroup) -> FetchedPage:
        for _ in range(MAX_REDIRECTS + 1):
            answer = self._fetch_once(url, deadline, line)
            if isinstance(answer, FetchedPage):
                return answer
            url = answer
        raise UnreadablePage("The page redirects too often.", url=url)

    def _fetch_once(self, url: str, deadline: Deadline, line: ConnectionGroup) -> FetchedPage | str:
        """Return the page, or the URL that the page redirects to."""
        address = _parse_address(url)
        target = self._map.target(address.host)
        route = Route(url=url, resolve=self._resolver, deadline=deadline, line=line, target=target)
        try:
            with (
                httpcore.ConnectionPool(
                    ssl_context=self._ssl_context or _ssl_context(),
                    max_connections=1,
                    retries=0,
                    network_backend=CheckedNetwork(route, self._network),
                ) as pool,
                pool.stream(
                    "GET", _wire_url(address, plain=target is not None), headers=_request_headers(address)
                ) as response,
            ):
                return _read_response(response, url)
        except httpcore.TimeoutException as error:
            raise FetchTimeout("The page did not load in time.", url=url) from error
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
            message = f"The connection to the page failed ({type(error).__name__})."
            raise FetchRefused(message, url=url, status=0) from error


def _read_response(response: httpcore.Response, url: str) -> FetchedPage | str:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
    if response.status in _REDIRECTS and "location" in headers:
        return _redirect_target(url, headers["location"])
    if response.status != 200:
        raise FetchRefused(f"The server refused the page (HTTP {response.status}).", url=url, status=response.status)
    kind, charset = check_type(headers.get("content-type", ""), url)
    body = read_body(response.iter_stream(), headers.get("content-encoding", ""), url)
    return FetchedPage(url=url, body=body, content_type=kind, charset=charset)


def _redirect_target(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise UnsafeAddress("The page redirects to an address that cannot be understood.", url=url) from error


def _parse_address(url: str) -> httpx.URL:
    """Parse a URL after checking it in its original spelling.

    The normalised host, in which full-width digits have become ASCII digits, is checked when the connection is made.
    """
    check_url(url)
    try:
        return httpx.URL(url).copy_with(fragment=None)
    except httpx.InvalidURL as error:
        raise UnsafeAddress("The address cannot be understood.", url=url) from error


def _wire_url(address: httpx.URL, *, plain: bool) -> httpcore.URL:
    scheme = b"http" if plain else address.raw_scheme
    return httpcore.URL(scheme=scheme, host=address.raw_host, port=None, target=address.raw_path)


def _request_headers(address: httpx.URL) -> list[tuple[bytes, bytes]]:
    return [
        (b"Host", address.raw_host),
        (b"User-Agent", USER_AGENT.encode()),
        (b"Accept", b"text/html,application/xhtml+xml,text/plain;q=0.8"),
        (b"Accept-Language", b"en;q=0.8,*;q=0.5"),
        (b"Accept-Encoding", ACCEPTED_ENCODINGS.encode()),
        (b"Connection", b"close"),
    ]

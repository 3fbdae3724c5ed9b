"""Sends HTTP requests to the providers' APIs and distinguishes the kinds of failure."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from ssl import SSLContext

import httpx

from backend.domain.patience import ConnectionGroup, Stop, never, within
from backend.errors import Cancelled, EngineBlocked, EngineError, EngineFailed, EngineTimeout, EngineUnreachable
from backend.search.engines.base import CONNECT_S, is_captcha_page, retry_after
from backend.sources.domains import registrable_domain

USER_AGENT = "Claimlight/0.1 (local claim verifier; +https://github.com/claimlight/claimlight)"
MAX_ANSWER_BYTES = 2 * 1024 * 1024
_LONGEST_VALIDATOR = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRequest:
    """One request: a GET or, with a `payload`, a POST with a JSON body.

    `explain` maps a status to a message about the setting that the user must change (for 401, the key). `answers` are
    further statuses with a usable body (openFDA reports "nothing found" with 404). At most `redirects` redirects are
    followed, each within the publisher's own domain and none from https to http. Redirects must be allowed only for
    requests without a key.
    """

    url: str
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    payload: Mapping[str, object] | None = None
    explain: Mapping[int, str] = field(default_factory=dict)
    answers: frozenset[int] = frozenset()
    redirects: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A response: its body, its charset, and the validators for a conditional request ("" if absent).

    `unchanged`: whether the status was 304, which means that there is no body.
    """

    body: bytes
    etag: str = ""
    modified: str = ""
    charset: str = ""
    unchanged: bool = False


@lru_cache(maxsize=1)
def _ssl_context() -> SSLContext:
    return httpx.create_ssl_context(trust_env=False)


def _status_error(engine: str, question: EngineRequest, response: httpx.Response, body: bytes) -> EngineError:
    """Return the error to raise for a response whose status reports a failure."""
    status = response.status_code
    if status in question.explain:
        return EngineFailed(question.explain[status], engine=engine)
    if status in (403, 429) or (status == 503 and "retry-after" in response.headers):
        return EngineBlocked(
            f"{engine} refuses our questions (HTTP {status}).",
            engine=engine,
            retry_after=retry_after(response.headers.get("retry-after", ""), datetime.now(UTC)),
            captcha=is_captcha_page(body.decode("utf-8", "replace")),
        )
    return EngineFailed(f"{engine} answered with HTTP {status}.", engine=engine)


def _read_body(engine: str, response: httpx.Response) -> bytes:
    body = bytearray()
    for chunk in response.iter_bytes():
        body += chunk
        if len(body) > MAX_ANSWER_BYTES:
            raise EngineFailed(f"{engine}'s answer is larger than 2 MiB.", engine=engine)
    return bytes(body)


def format_error(engine: str, body: bytes, expected_format: str) -> EngineError:
    """Return the error for a body not in the `expected_format`: EngineBlocked for a CAPTCHA page, else EngineFailed."""
    if is_captcha_page(body.decode("utf-8", "replace")):
        return EngineBlocked(f"{engine} wants a human.", engine=engine, captcha=True)
    return EngineFailed(f"{engine} did not answer in {expected_format}.", engine=engine)


def parse(engine: str, body: bytes) -> Mapping[str, object]:
    """Parse the JSON object in `body`. Raises EngineBlocked for a CAPTCHA page and EngineFailed for any other content."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise format_error(engine, body, "JSON") from error
    if not isinstance(answer, dict):
        raise EngineFailed(f"{engine}'s answer has an unknown shape.", engine=engine)
    return answer


def _send_request(client: httpx.Client, connections: ConnectionGroup, engine: str, question: EngineRequest) -> Reply:
    method = "GET" if question.payload is None else "POST"
    headers = {"User-Agent": USER_AGENT, "Accept": "application/json", **question.headers}
    try:
        request = client.build_request(
            method,
            question.url,
            params=dict(question.params) or None,
            headers=headers,
            json=question.payload,
            extensions={"trace": connections.trace},
        )
        response = client.send(request, stream=True)
        for _ in range(question.redirects):
            if (moved := same_publisher_redirect(response)) is None:
                break
            response.close()
            response = client.send(moved, stream=True)
        body = _read_body(engine, response)
    except httpx.TimeoutException as error:
        raise EngineTimeout(f"{engine} did not answer in time.", engine=engine) from error
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        raise EngineFailed(f"The connection to {engine} failed ({type(error).__name__}).", engine=engine) from error
    if response.status_code != 200 and response.status_code not in question.answers:
        raise _status_error(engine, question, response, body)
    return Reply(
        body=body,
        etag=_validator_header(response, "etag"),
        modified=_validator_header(response, "last-modified"),
        charset=response.charset_encoding or "",
        unchanged=response.status_code == httpx.codes.NOT_MODIFIED,
    )


def same_publisher_redirect(response: httpx.Response) -> httpx.Request | None:
    """Return the next request if a redirect stays within the same publisher, else None.

    No other publisher may receive the request (S13).
    """
    following = response.next_request
    if following is None or (response.request.url.scheme == "https" and following.url.scheme != "https"):
        return None
    here, there = response.request.url, following.url
    domain = registrable_domain(str(here))
    same = domain == registrable_domain(str(there)) if domain else here.netloc == there.netloc
    return following if same else None


def _validator_header(response: httpx.Response, name: str) -> str:
    """Return the value of a header that will be sent back unchanged, or "" if the value is invalid."""
    value = response.headers.get(name, "")
    return value if len(value) <= _LONGEST_VALIDATOR and value.isascii() and value.isprintable() else ""


def ask(engine: str, question: EngineRequest, *, timeout_s: float, stop: Stop = never) -> Mapping[str, object]:
    """Send a request and return the provider's JSON object. Raises the same errors as `fetch_reply` and `parse`."""
    return parse(engine, fetch(engine, question, timeout_s=timeout_s, stop=stop))


def fetch(engine: str, question: EngineRequest, *, timeout_s: float, stop: Stop = never) -> bytes:
    """Send a request and return the body of the response. Raises the same errors as `fetch_reply`."""
    return fetch_reply(engine, question, timeout_s=timeout_s, stop=stop).body


def fetch_reply(engine: str, question: EngineRequest, *, timeout_s: float, stop: Stop = never) -> Reply:
    """Send a request and return the response with its headers.

    Every call has its own client, without cookies and without a proxy from the environment. Redirects are followed only
    if the request allows them, because a redirect could send a key to another host. The connections are closed at the
    end, which also stops an endless response. Raises EngineBlocked, EngineUnreachable, EngineTimeout or EngineFailed
    within `timeout_s`, or Cancelled.
    """
    client = httpx.Client(timeout=timeout_s, trust_env=False, verify=_ssl_context(), follow_redirects=False)
    latest = time.monotonic() + CONNECT_S
    try:
        with client, ConnectionGroup() as connections:

            def give_up() -> bool:
                return stop() or (not connections.connected and time.monotonic() > latest)

            return within(timeout_s, lambda: _send_request(client, connections, engine, question), stop=give_up)
    except TimeoutError as error:
        raise EngineTimeout(f"{engine} did not answer in time.", engine=engine) from error
    except Cancelled:
        if stop():
            raise
        raise EngineUnreachable(f"{engine} cannot be reached.", engine=engine) from None

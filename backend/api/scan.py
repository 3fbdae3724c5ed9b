"""The route that finds the claims on a page. The page's text is neither stored nor sent anywhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, Response

from backend.api import wire
from backend.api.fields import Fields
from backend.api.io import body, client_gone, json_response
from backend.api.services import Scanner
from backend.domain.scan import PageScan, ScannedClaim, ScanRequest
from backend.errors import Overloaded

MOST_BLOCKS = 10_000
AT_ONCE = 2
"""Maximum number of concurrent scans. Each scan keeps a core busy for a second."""

_URL_LIMIT, _TITLE_LIMIT, _LANGUAGE_LIMIT = 4_096, 1_000, 40


def blueprint(scanner: Scanner) -> Blueprint:
    """Return the route `/api/scan`."""
    routes = Blueprint("scan", __name__)
    slots = threading.BoundedSemaphore(AT_ONCE)

    @routes.post("/api/scan")
    def scan() -> Response:
        scan_request, url = _scan_request()
        gone = client_gone()
        with hold_slot(slots):
            page_scan = scanner.scan(scan_request, gone=gone)
        return json_response({"url": url, **shape(page_scan, scan_request)})

    return routes


def _scan_request() -> tuple[ScanRequest, str]:
    """Return the request, and the page's address, which is only repeated in the response. Raises InvalidRequest."""
    fields = Fields(body())
    blocks = fields.texts("blocks", most=MOST_BLOCKS)
    url = fields.text("url", limit=_URL_LIMIT, raw=True)
    title = fields.text("title", limit=_TITLE_LIMIT, raw=True)
    language = fields.text("language", limit=_LANGUAGE_LIMIT).partition("-")[0].strip().lower()
    fields.done()
    return ScanRequest(blocks=blocks, title=title, language=language if language.isalpha() else ""), url


@contextmanager
def hold_slot(slots: threading.BoundedSemaphore) -> Iterator[None]:
    """Hold one of the limited slots during the `with` block. Raises Overloaded if no slot is free."""
    if not slots.acquire(blocking=False):
        raise Overloaded("Other pages are being looked through.", hint="Try again in a moment.", retry_after=2)
    try:
        yield
    finally:
        slots.release()


def shape(found: PageScan, scan_request: ScanRequest) -> wire.Json:
    """Return the scan as JSON. `claimlight scan --json` prints the same JSON."""
    return {
        "language": found.language,
        "understood": found.understood,
        "sentences": found.sentences,
        "worthy": found.worthy,
        "claims": [_claim(claim, scan_request.blocks[claim.block]) for claim in found.claims],
        "issues": [wire.issue(issue) for issue in found.issues],
    }


def _claim(claim: ScannedClaim, block: str) -> wire.Json:
    """Return the claim, with its span in UTF-16 code units, as in JavaScript."""
    start = _utf16_length(block[: claim.start])
    return {
        "block": claim.block,
        "start": start,
        "end": start + _utf16_length(block[claim.start : claim.end]),
        "text": claim.text,
        "score": claim.score,
        "claim_type": claim.type,
        "rank": claim.rank,
    }


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)

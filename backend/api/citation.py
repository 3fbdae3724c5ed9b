"""The route that checks whether a page supports the sentence that cites it."""

from __future__ import annotations

import threading

from flask import Blueprint, Response

from backend.api import wire
from backend.api.fields import Fields
from backend.api.io import body, client_gone, json_response
from backend.api.requests import claim_text
from backend.api.scan import hold_slot
from backend.api.services import Citations
from backend.domain.patience import within
from backend.domain.run import Run
from backend.errors import Cancelled, InvalidRequest
from backend.pipeline.citation import CitationReport

AT_ONCE = 2
"""Maximum number of pages that are read at the same time."""
SECONDS = 15.0
_SPARE_S = 10.0
_URL_LIMIT = 4_096


def blueprint(citations: Citations) -> Blueprint:
    """Return the route `/api/citation`."""
    routes = Blueprint("citation", __name__)
    slots = threading.BoundedSemaphore(AT_ONCE)

    @routes.post("/api/citation")
    def check() -> Response:
        fields = Fields(body())
        claim = claim_text(fields)
        url = fields.text("url", limit=_URL_LIMIT, required=True).strip()
        fields.done()
        if not url.lower().startswith(("http://", "https://")):
            raise InvalidRequest("url must be the address of a web page.", hint="For example https://example.org/page")
        run, gone = Run(seconds=SECONDS), client_gone()
        with hold_slot(slots):
            try:
                report = within(SECONDS + _SPARE_S, lambda: citations.check(claim, url, run), stop=gone)
            except Cancelled:
                run.cancel()
                raise
        return json_response(shape(report, url))

    return routes


def shape(found: CitationReport, url: str) -> wire.Json:
    """Return the report as JSON. `url` is the address from the request."""
    return {
        "claim": found.claim,
        "url": url,
        "read_at": found.url,
        "says": str(found.says),
        "passages": found.passages,
        "evidence": [wire.evidence(item, n=n) for n, item in enumerate(found.evidence, start=1)],
        "issues": [wire.issue(item) for item in found.issues],
    }

"""Request bodies to domain values."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from backend.api.fields import Fields
from backend.domain.claim import MAX_CLAIM_CHARACTERS, Mode, PageContext, VerifyOptions, VerifyRequest
from backend.errors import ClaimTooLong, InvalidRequest

_RAW_LIMIT = 64 * 1024
_URL_LIMIT = 4_096


def verify_request(body: Mapping[str, Any]) -> VerifyRequest:
    """`{claim, context?, options?}` of docs/api.md. Raises InvalidRequest or ClaimTooLong."""
    fields = Fields(body)
    claim = claim_text(fields)
    context = fields.section("context")
    options = fields.section("options")
    fields.done()
    return VerifyRequest(claim=claim, context=_context(context), options=_options(options))


def claim_text(fields: Fields) -> str:
    """The claim as sent; refused here when it is empty or too long, so that a stream is never opened for it."""
    claim = fields.text("claim", limit=_RAW_LIMIT, required=True)
    length = len(" ".join(unicodedata.normalize("NFKC", claim).split()))
    if length == 0:
        raise InvalidRequest("claim is empty.", hint="Write or select the sentence to check.")
    if length > MAX_CLAIM_CHARACTERS:
        message = f"The claim has {length:,} characters; at most {MAX_CLAIM_CHARACTERS:,} can be checked at once."
        raise ClaimTooLong(message, hint="Select one or two sentences.")
    return claim


def _context(fields: Fields) -> PageContext:
    context = PageContext(
        url=fields.text("url", limit=_URL_LIMIT),
        title=fields.text("title", limit=1_000),
        surrounding=fields.text("surrounding", limit=10_000),
    )
    fields.done()
    return context


def _options(fields: Fields) -> VerifyOptions:
    options = VerifyOptions(
        mode=fields.choice("mode", default=Mode.MAIN),
        top_k=fields.whole("top_k", default=5, low=1, high=20),
        domain=fields.text("domain", limit=100) or "general",
        offline=fields.flag("offline"),
        remember=fields.flag("remember", default=True),
    )
    fields.done()
    return options

"""Converts request bodies to domain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backend.api.fields import Fields
from backend.api.shown import LANGUAGE_LIMIT
from backend.claims.intake import intake
from backend.domain.claim import Mode, PageContext, VerifyOptions, VerifyRequest

_RAW_LIMIT = 64 * 1024
_URL_LIMIT = 4_096


def verify_request(body: Mapping[str, Any]) -> VerifyRequest:
    """Parse `{claim, context?, options?}` (docs/api.md). Raises InvalidRequest or ClaimTooLong."""
    fields = Fields(body)
    claim = claim_text(fields)
    context = fields.section("context")
    options = fields.section("options")
    fields.done()
    return VerifyRequest(claim=claim, context=_context(context), options=_options(options))


def claim_text(fields: Fields) -> str:
    """Return the claim as sent. The claim is validated here, so that no stream is opened for an invalid claim."""
    claim = fields.text("claim", limit=_RAW_LIMIT, required=True, raw=True)
    intake(VerifyRequest(claim=claim))
    return claim


def _context(fields: Fields) -> PageContext:
    # This text comes from untrusted pages. The intake removes invisible characters later.
    context = PageContext(
        url=fields.text("url", limit=_URL_LIMIT, raw=True),
        title=fields.text("title", limit=1_000, raw=True),
        surrounding=fields.text("surrounding", limit=10_000, raw=True),
        published=fields.text("published", limit=40, raw=True),
        language=fields.text("language", limit=LANGUAGE_LIMIT, raw=True),
    )
    fields.done()
    return context


def _options(fields: Fields) -> VerifyOptions:
    # The language affects only the view of the result, so requests in different languages share one job.
    fields.text("language", limit=LANGUAGE_LIMIT)
    options = VerifyOptions(
        mode=fields.choice("mode", default=Mode.MAIN),
        top_k=fields.integer("top_k", default=5, low=1, high=20),
        domain=fields.text("domain", limit=100) or "general",
        offline=fields.flag("offline"),
        remember=fields.flag("remember", default=True),
    )
    fields.done()
    return options

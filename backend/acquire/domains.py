"""The domain that a page is kept under."""

from __future__ import annotations

from urllib.parse import urlsplit

from backend.sources import domains


def registrable_domain(url: str) -> str:
    """Like "bbc.co.uk" for https://www.bbc.co.uk/news or an archive's copy of it; the host itself when it has no registrable part."""
    url = domains.archived(url) or url
    return domains.registrable_domain(url) or (urlsplit(url).hostname or "").lower().rstrip(".")

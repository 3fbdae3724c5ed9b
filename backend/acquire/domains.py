"""The domain under which a page is stored."""

from __future__ import annotations

from urllib.parse import urlsplit

from backend.sources import domains


def registrable_domain(url: str) -> str:
    """The registrable domain, such as "bbc.co.uk" for https://www.bbc.co.uk/news or an archived copy of it; the host if there is none."""
    url = domains.archived(url) or url
    return domains.registrable_domain(url) or (urlsplit(url).hostname or "").lower().rstrip(".")

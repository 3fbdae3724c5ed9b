"""Determines the domain under which a page is stored."""

from __future__ import annotations

from urllib.parse import urlsplit

from backend.sources import domains


def registrable_domain(url: str) -> str:
    """Return the registrable domain of a URL or, if there is none, the host.

    Both https://www.bbc.co.uk/news and an archived copy of that page give "bbc.co.uk".
    """
    url = domains.archived(url) or url
    return domains.registrable_domain(url) or (urlsplit(url).hostname or "").lower().rstrip(".")

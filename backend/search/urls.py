"""Canonical URLs of pages (docs/design.md#addresses)."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from backend.domain.addresses import is_article
from backend.sources.domains import archived

__all__ = ["canonical", "is_article", "same_page"]

_TRACKING = re.compile(
    r"^(utm_.+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_ga|ref_src|cmpid|ns_mchannel|smid)$"
)


def canonical(url: str) -> str:
    """Return the canonical form of a URL, which identifies duplicates (docs/design.md#addresses).

    The canonical form has the scheme https, the host without "www." and port number, a sorted query without tracking
    parameters, no trailing slash and no fragment.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").lower().removeprefix("www.")
    pairs = sorted(
        (key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if not _is_tracking_parameter(key)
    )
    return urlunsplit(("https", host, parts.path.rstrip("/"), urlencode(pairs), ""))


def same_page(one: str, other: str) -> bool:
    """Return whether both URLs show the same page; an archived copy counts as the same page."""
    return canonical(archived(one) or one) == canonical(archived(other) or other)


def _is_tracking_parameter(key: str) -> bool:
    return _TRACKING.match(key.lower()) is not None

"""Prepares addresses for display, and builds links that open them."""

from __future__ import annotations

from urllib.parse import quote as percent_encoded
from urllib.parse import urlsplit

from backend.view.text import clean

_MAX_WHOLE_WORDS, _END_WORDS = 12, 5
"""A quote of more than 12 words is identified by its first and last 5 words, which ignores footnotes in the quote."""
_DIRECTIVE = ":~:"


def place(url: str) -> tuple[str, str]:
    """Return the host to show and the link. The link is "" unless the address begins with http or https."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return "", ""
    return clean(host), url if parts.scheme in ("http", "https") and host else ""


def passage_link(link: str, quote: str) -> str:
    """Return the link with a text fragment for the first paragraph of the quote (WICG Scroll To Text Fragment)."""
    words = quote.partition("\n")[0].split()
    if not link or not words:
        return link
    ends = [words] if len(words) <= _MAX_WHOLE_WORDS else [words[:_END_WORDS], words[-_END_WORDS:]]
    text_value = ",".join(percent_encoded(" ".join(part), safe="").replace("-", "%2D") for part in ends)
    link_without_fragment = link.partition(_DIRECTIVE)[0]
    return f"{link_without_fragment}{'' if '#' in link_without_fragment else '#'}{_DIRECTIVE}text={text_value}"

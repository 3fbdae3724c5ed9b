"""Prepares addresses for display, and links that open them."""

from __future__ import annotations

from urllib.parse import quote as percent_encoded
from urllib.parse import urlsplit

from backend.view.text import clean

_WHOLE, _ENDS = 12, 5
"""A quote of more words than the first number is identified by this many first and last words, so that footnotes in it do no harm."""
_DIRECTIVE = ":~:"


def place(url: str) -> tuple[str, str]:
    """The real host to show, and the link; the link is "" unless the address is http or https."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return "", ""
    return clean(host), url if parts.scheme in ("http", "https") and host else ""


def passage_link(link: str, quote: str) -> str:
    """The link with a text fragment for the first paragraph of the quote (WICG Scroll To Text Fragment), if there is a quote."""
    words = quote.partition("\n")[0].split()
    if not link or not words:
        return link
    ends = [words] if len(words) <= _WHOLE else [words[:_ENDS], words[-_ENDS:]]
    named = ",".join(percent_encoded(" ".join(part), safe="").replace("-", "%2D") for part in ends)
    bare = link.partition(_DIRECTIVE)[0]
    return f"{bare}{'' if '#' in bare else '#'}{_DIRECTIVE}text={named}"

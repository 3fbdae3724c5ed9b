"""Neutralises third-party text and URLs before an assistant reads them.

Hidden characters are removed. White space becomes single spaces, so no text starts a new line. Characters used by
markup and chat templates are replaced by look-alikes. The result is one line that cannot close the quotation marks
around it.
"""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from backend.domain.hygiene import cut_at_word, one_line

LONGEST_QUOTE = 1_500
LONGEST_MESSAGE = 400
LONGEST_URL = 1_000

_LOOK_ALIKES = str.maketrans({"<": "‹", ">": "›", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_BETWEEN_QUOTATIONS = " […] "
_IN_ADDRESSES = "/:?#@!$&*+,;=~-._%"


def neutral(text: str, limit: int = LONGEST_MESSAGE) -> str:
    """Return the text as one line of at most `limit` characters, without markup."""
    line = one_line(text.replace("\n", " ")).translate(_LOOK_ALIKES)
    # Break up Markdown links and images, because some clients fetch images in order to display them.
    line = line.replace("](", "] (").replace("![", "! [")
    return line if len(line) <= limit else f"{cut_at_word(line, limit - 2)} …"


def neutral_quote(words: str) -> str:
    """Return the quoted text on one line. A mark separates the paragraphs, because the page may have other text between them."""
    return neutral(words.strip().replace("\n", _BETWEEN_QUOTATIONS), LONGEST_QUOTE)


def neutral_url(url: str) -> str:
    """Return an http or https URL with unsafe characters escaped, or "" for any other text.

    If the URL is longer than `LONGEST_URL` characters, only the URL of the site is returned.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not host:
        return ""
    host = f"[{host}]" if ":" in host else quote(host, safe="")
    site = f"{parts.scheme}://{host}{f':{port}' if port else ''}"
    rest = parts._replace(scheme="", netloc="").geturl()
    whole = f"{site}{quote(rest, safe=_IN_ADDRESSES)}"
    return whole if len(whole) <= LONGEST_URL else f"{site}/"

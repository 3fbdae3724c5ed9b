"""Makes text and addresses that others wrote harmless for an assistant that reads them.

Hidden characters are removed. White space becomes single blanks, so that no text begins a new line. The characters of markup and of
chat templates become look-alikes. The result is one line that cannot end the quotation marks around it.
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
    """The text as one line of at most `limit` characters, without markup."""
    line = one_line(text.replace("\n", " ")).translate(_LOOK_ALIKES)
    # Breaks up links and pictures in Markdown, because some clients fetch what they show.
    line = line.replace("](", "] (").replace("![", "! [")
    return line if len(line) <= limit else f"{cut_at_word(line, limit - 2)} …"


def neutral_quote(words: str) -> str:
    """The words of a source; their paragraphs stay separate, because the page may have something between them."""
    return neutral(words.strip().replace("\n", _BETWEEN_QUOTATIONS), LONGEST_QUOTE)


def neutral_url(url: str) -> str:
    """An http or https address of unreserved characters; only its site if it is very long, "" for any other text."""
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

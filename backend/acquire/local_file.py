"""Reads one of the user's own files as if it were a fetched page."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from backend.acquire.body import CONTENT_TYPES, MAX_DECODED
from backend.domain.article import FetchedPage
from backend.errors import UnreadablePage


def read_local(path: Path) -> FetchedPage:
    """Return the file as a page, with the content type guessed from the file name (default: plain text).

    Raises UnreadablePage for an unsupported type and for a file that is too large or cannot be opened.
    """
    named, packing = mimetypes.guess_type(path.name)
    guessed = packing or named or "text/plain"
    # Markdown, CSV and similar types are read as plain text.
    kind = guessed if guessed in CONTENT_TYPES or not guessed.startswith("text/") else "text/plain"
    url = path.absolute().as_uri()
    if kind not in CONTENT_TYPES:
        raise UnreadablePage(f"Files of this type are not read ({kind}).", url=url)
    try:
        with path.open("rb") as file:
            body = file.read(MAX_DECODED + 1)
    except OSError as error:
        raise UnreadablePage(f"The file cannot be opened: {error.strerror}.", url=url) from error
    if len(body) > MAX_DECODED:
        raise UnreadablePage("The file is larger than 8 MiB.", url=url)
    return FetchedPage(url=url, body=body, content_type=kind)

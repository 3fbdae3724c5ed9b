"""Builds the header that precedes a passage in the verifier's input. The verifier was trained on headers of this form."""

from __future__ import annotations

from backend.domain.article import COMPOSED, Passage, PassageKind
from backend.stance.quotes import asks

_BARE = COMPOSED | {PassageKind.SEED}
"""Kinds of passages without a header, because the titles of such passages only name the page that they come from."""


def header(passage: Passage) -> str:
    """Return a header such as "Bridge reopens. (2024-03-14) ", or "".

    A title that is a question or part of the passage is left out.
    """
    if passage.kind in _BARE:
        return ""
    title = "" if asks(passage.title) or passage.title in passage.text else passage.title.strip()
    stop = "" if title[-1:] in ".!?" else "."
    day = f"({passage.published[:10]})" if passage.published else ""
    return "".join(f"{part} " for part in (f"{title}{stop}" if title else "", day) if part)

"""What stands in front of a passage when the verifier reads it, in the form that it was trained on."""

from __future__ import annotations

from backend.domain.article import COMPOSED, Passage, PassageKind
from backend.stance.quotes import asks

_BARE = COMPOSED | {PassageKind.SEED}
"""Sentences that stand alone: their titles only name the page that they are taken from."""


def header(passage: Passage) -> str:
    """Such as "Bridge reopens. (2024-03-14) "; "" where neither is known. A title that asks, or that the passage has, is left out."""
    if passage.kind in _BARE:
        return ""
    title = "" if asks(passage.title) or passage.title in passage.text else passage.title.strip()
    stop = "" if title[-1:] in ".!?" else "."
    day = f"({passage.published[:10]})" if passage.published else ""
    return "".join(f"{part} " for part in (f"{title}{stop}" if title else "", day) if part)

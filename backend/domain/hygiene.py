"""Cleans text from untrusted sources (S15)."""

from __future__ import annotations

import unicodedata

_BLANK_LOOKALIKES = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_JOINERS = frozenset("\u200c\u200d")
_FIRST_WITH_JOINERS = 0x0590
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})


def _is_invisible(char: str, before: str) -> bool:
    if char in "\n\t":
        return False
    if char in _JOINERS:
        return not _may_keep_joiner(before)
    if char in _BLANK_LOOKALIKES or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return True
    return unicodedata.category(char) in _INVISIBLE_CATEGORIES


def _may_keep_joiner(before: str) -> bool:
    """Return whether to keep a joiner.

    Persian, Hindi and emoji sequences need joiners. In other text, joiners serve only to hide content.
    """
    if ord(before) < _FIRST_WITH_JOINERS:
        return False
    return unicodedata.category(before)[0] in "LM" or unicodedata.category(before) in ("So", "Sk")


def printable(text: str) -> str:
    """Return the text without NUL, control and invisible characters, keeping line feeds and tabs."""
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    for char in text:
        if not _is_invisible(char, kept[-1] if kept else " "):
            kept.append(char)
    return "".join(kept)


def one_line(text: str) -> str:
    """Return the printable text with each run of white space replaced by one space."""
    return " ".join(printable(text.replace("\x85", " ").replace("\r", " ")).split())


def cut_at_word(text: str, limit: int) -> str:
    """Return at most `limit` characters of the text, ending at a word boundary if possible."""
    if len(text) <= limit:
        return text
    cut = text[: limit + 1].rsplit(" ", 1)[0]
    return cut[:limit].rstrip(" ,;:-")

"""Decides which sentences of a page may be statements, and scores sentences in languages other than English.

The scores for other languages are based on simple features; the claim model scores English sentences. Measurements are
in `docs/claim-models.md` (`scripts/evaluate claim-type`: `marked_precision`, `marked_recall`).
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from backend.claims.question import is_question
from backend.claims.words import tokens_of

WORTHY = 0.5
"""The minimum score at which a sentence is marked on the page."""

_MIN_WORDS, _MAX_WORDS = 3, 80
_MIN_LETTERS, _MAX_LETTERS = 12, 600
_DIGIT = re.compile(r"\d")
_UNIT_OR_YEAR = re.compile(r"[%‰€$£¥₹]|\d{4}")
_WEIGHTS = {"figure": 0.2, "measured": 0.1, "length": 0.1, "name": 0.1}


def may_state(text: str) -> bool:
    """Return whether a text may be a statement: not a question, with enough different words and not too long."""
    words = [token.lower for token in tokens_of(text) if token.text[0].isalpha()]
    return len(set(words)) >= _MIN_WORDS and len(words) <= _MAX_WORDS and not is_question(text)


def worth_by_figures(text: str) -> float:
    """Return the check-worthiness (0..1) of a sentence that is not in English, based on its numbers, names and length."""
    letter_count = sum(character.isalpha() for character in text)
    if not _MIN_LETTERS <= letter_count <= _MAX_LETTERS or text.rstrip("\"'”’»)]").endswith(("?", "？", "؟")):
        return 0.0
    signs = {
        "figure": bool(_DIGIT.search(text)),
        "measured": bool(_UNIT_OR_YEAR.search(text)),
        "length": letter_count >= 2 * _MIN_LETTERS,
        "name": _has_inner_capital(text),
    }
    return round(0.3 + sum(_WEIGHTS[name] for name, is_there in signs.items() if is_there), 3)


def _has_inner_capital(text: str) -> bool:
    return any(unicodedata.category(now) == "Lu" and before.isspace() for before, now in pairwise(text))

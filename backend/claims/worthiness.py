"""How much it would matter whether a sentence of a page is true, before and after the claim model has read it.

Rules and model err in different places, so their mean is used: everyday facts, which the model was never taught, rise. Of the 1,031
held-out debate sentences of ClaimBuster those that would be marked are worth it with a precision of 0.92, at a recall of 0.83
(`scripts/evaluate claim-type`: `marked_precision`, `marked_recall`).
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from backend.claims.question import is_question
from backend.claims.signals import check_worthiness
from backend.claims.words import first_finite, tokens_of

WORTHY = 0.6
"""From this score on a sentence is marked."""

PLAIN = 0.45
"""What the rules give a sentence with nothing in it that could matter; below it, the model is not asked."""

_FEWEST_WORDS, _MOST_WORDS = 4, 80
_FEWEST_LETTERS, _MOST_LETTERS = 12, 600
_FIGURE = re.compile(r"\d")
_MEASURED = re.compile(r"[%‰€$£¥₹]|\d{4}")
_FOREIGN = {"figure": 0.2, "measured": 0.1, "length": 0.1, "name": 0.1}


def promising(text: str) -> float:
    """What the rules alone say, 0..1, of an English sentence; 0 for what cannot be checked: a question, a heading, a caption."""
    tokens = tokens_of(text)
    words = sum(token.is_word for token in tokens)
    if not _FEWEST_WORDS <= words <= _MOST_WORDS or is_question(text) or first_finite(tokens) is None:
        return 0.0
    score = check_worthiness(text)
    return score if score >= PLAIN else 0.0


def worth(rules: float, model: float) -> float:
    """0..1 from what the rules and the model (`ClaimSigns.check_worthiness`) say, both 0..1."""
    return round((rules + model) / 2, 3)


def worth_by_figures(text: str) -> float:
    """0..1 for a sentence in a language that neither rules nor model know: by its figures, names and length alone."""
    letters = sum(character.isalpha() for character in text)
    if not _FEWEST_LETTERS <= letters <= _MOST_LETTERS or text.rstrip("\"'”’»)]").endswith(("?", "？", "؟")):
        return 0.0
    signs = {
        "figure": bool(_FIGURE.search(text)),
        "measured": bool(_MEASURED.search(text)),
        "length": letters >= 2 * _FEWEST_LETTERS,
        "name": _has_inner_capital(text),
    }
    return round(0.4 + sum(_FOREIGN[name] for name, is_there in signs.items() if is_there), 3)


def _has_inner_capital(text: str) -> bool:
    return any(unicodedata.category(now) == "Lu" and before.isspace() for before, now in pairwise(text))

"""Detects from the wording whether the truth of a claim changes over time and whether a claim reports others' words."""

from __future__ import annotations

import re

from backend.claims.words import first_finite, is_finite, tokens_of, verb_list
from backend.domain.present import present_span

_CHANGES = re.compile(
    r"\b(?:tomorrow|as of|this (?:season|decade)|last year|next (?:year|month|week)|upcoming|up to date"
    r"|(?:is|are|was elected|becomes) (?:the |a )?(?:\w+ ){0,2}(?:president|prime minister|chancellor|king|queen|pope|ceo|chairman|mayor"
    r"|governor|champion|richest|record holder|leader|head)"
    r"|(?:price|prices|stock|shares|inflation|unemployment|population|gdp|interest rate|exchange rate|approval)"
    r" (?:of [\w ]+ )?(?:is|are|has|have|stands)|world record|net worth)\b",
    re.IGNORECASE,
)
_ACCORDING = re.compile(r"\b(?:according to|in the words of|quoted as saying|is quoted)\b", re.IGNORECASE)
_OPENERS = frozenset({"that", '"', "“", ":", ",", "'", "‘"})
_ALWAYS_REPORT = verb_list("reporting") - frozenset(
    "added adds noted notes posted wrote estimated estimates reported reports suggested suggests confirmed confirms "
    "promised promises accused accuses announced predicted predicts thought thinks believed".split()
)


def is_time_sensitive(text: str) -> bool:
    """Return whether the truth of the claim may change within a year."""
    return present_span(text) is not None or bool(_CHANGES.search(text))


def is_report(text: str) -> bool:
    """Return whether the text reports another person's words or thoughts ("X said that …", "according to X")."""
    if _ACCORDING.search(text):
        return True
    tokens = tokens_of(text)
    for at, token in enumerate(tokens[1:], start=1):
        if (
            token.lower not in verb_list("reporting")
            or not is_finite(tokens, at)
            or tokens[0].lower in {"i", "we", "you"}
        ):
            continue
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        later = first_finite(tokens, at + 2)
        if following in _OPENERS or (token.lower in _ALWAYS_REPORT and later is not None):
            return True
    return False

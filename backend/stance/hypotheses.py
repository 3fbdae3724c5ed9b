"""Turns a negated claim into its affirmative opposite, because the verifier judges affirmative statements better."""

from __future__ import annotations

import re

from backend.domain.text import NEGATIONS

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
_SCOPED = frozenset(
    """who whom whose which that where when while if because although though since after before unless all every each some most many
    few several both always only no none any either neither nor and or but nobody nothing without than""".split()
)
"""Words that limit the scope of a "not".

In a claim with such a word, removing the "not" would not negate the whole claim.
"""
_DENIAL = re.compile(r"(?<=\w)n[’']t\b|\bcannot\b|\b(?:not|never)\b ?")


def affirmative(claim: str) -> str:
    """Return the claim without its negation, or "" unless exactly one negation negates the whole statement."""
    denials = list(_DENIAL.finditer(claim))
    said = [match.group().lower() for match in _WORD.finditer(claim)]
    if len(denials) != 1 or set(said) & _SCOPED or sum(word in NEGATIONS or word.endswith("n't") for word in said) > 1:
        return ""
    denial = denials[0]
    word = denial.group().strip().lower()
    before = claim[: denial.start()]
    if word in ("n't", "n’t"):
        before = re.sub(r"\bca$", "can", re.sub(r"\bwo$", "will", before))
    kept = "can" if word == "cannot" else ""
    return re.sub(r"  +", " ", before + kept + claim[denial.end() :]).strip()

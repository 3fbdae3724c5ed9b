"""What else a passage may be held against: the claim's affirmative opposite, and the claim with the passage's own value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.numerals import digits
from backend.domain.text import NEGATIONS
from backend.stance.quantity import Quantity, quantities

MAX_VALUES = 2
"""Other values of one passage that are tried in the claim's place."""

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
_SCOPED = frozenset(
    """who whom whose which that where when while if because although though since after before unless all every each some most many
    few several both always only no none any either neither nor and or but nobody nothing without than""".split()
)
"""Words beside which taking back a "not" would not turn the whole statement round."""
_DENIAL = re.compile(r"(?<=\w)n[’']t\b|\bcannot\b|\b(?:not|never)\b ?")
_NUMBER = re.compile(r"(?<![\w.-])(?:\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\w-]*[A-Za-z]-?\d)")
_COMPARED = re.compile(
    r"\b(?:more|less|fewer|over|under|least|most|up to|than|about|around|nearly|almost|roughly|before|after|since|until|above|below)\b",
    re.I,
)
_WINDOW = 24


class Kind(StrEnum):
    """How a hypothesis bears on the claim."""

    OPPOSITE = "opposite"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """OPPOSITE is true exactly where the claim is false; with another VALUE both cannot hold."""

    kind: Kind
    text: str


def hypotheses(claim: str, text: str) -> tuple[Hypothesis, ...]:
    """The opposite, where the claim is a plain denial, then at most two other values that `text` has where the claim has its own.

    Only affirmative ones: the verifier takes nearly every denied statement for refuted (docs/verifier.md, Two passes).
    """
    affirmed = affirmative(claim)
    found = [Hypothesis(Kind.OPPOSITE, affirmed)] if affirmed else []
    return (*found, *(Hypothesis(Kind.VALUE, value) for value in other_values(claim, text)))


def affirmative(claim: str) -> str:
    """A plain denial taken back; "" for a claim that denies nothing, or not just once and as a whole."""
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


def other_values(claim: str, text: str) -> tuple[str, ...]:
    """The claim with the passage's number or year in the place of its own; only where the claim has a single, plain one."""
    asked = list(_numbers(claim))
    if len(asked) != 1 or _COMPARED.search(claim):
        return ()
    start, end, own = asked[0]
    plain = digits(claim)
    stated = list(_numbers(text))
    if any(other.unit == own.unit and other.value == own.value for _, _, other in stated):
        return ()
    rivals: dict[str, str] = {}
    for begin, stop, other in stated:
        if other.unit == own.unit:
            written = digits(text)[begin:stop]
            rivals.setdefault(written, plain[:start] + written + plain[end:])
    return tuple(rivals.values())[:MAX_VALUES]


def _numbers(text: str) -> Iterator[tuple[int, int, Quantity]]:
    """Every number that is no part of a name ("COVID-19"), with its place and its unit."""
    plain = digits(text)
    for match in _NUMBER.finditer(plain):
        read = quantities(plain[match.start() : match.end() + _WINDOW])
        if read:
            yield match.start(), match.end(), read[0]

"""The comparison guard (document 000 §8): "X is taller than Y" held against a sentence that gives both values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.text import NEGATIONS, akin, content_stems, words
from backend.stance.quantity import CALENDAR, ORDINAL, Quantity, matches, quantity, readable

_THAN = re.compile(
    r"^(?P<left>[^,;:]{2,80}?) (?:is|are|was|were|has|have|had|weighs?|costs?|contains?|lies?|flows?|grew|produces?|uses?|earns?|kills?)"
    r"(?: (?:much|far|slightly|considerably|significantly|a little|even))? "
    r"(?P<operator>more|less|fewer|\w+er)(?P<of>(?: [\w-]+){0,3}?) than (?:in |on |at )?(?P<right>[^,;:.]{2,80})",
    re.I,
)
_SMALLER = frozenset(
    "less fewer lower smaller shorter lighter slower younger cheaper colder cooler narrower nearer closer weaker thinner poorer".split()
)
_EARLIER = frozenset("older earlier younger newer later sooner".split())
"""Told by dates, where the smaller number is the earlier one: left to the verifier."""
_UNREADABLE = frozenset("better worse other rather further farther".split())
_CLAUSE = re.compile(r"[;,]|\b(?:and|but|while|whereas|against|compared (?:to|with)|versus|than)\b", re.I)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The two things by their own stems, and whether the left one is said to be the smaller."""

    left: frozenset[str]
    right: frozenset[str]
    smaller: bool


@lru_cache(maxsize=4_096)
def comparison(claim: str) -> Comparison | None:
    """What is compared; None unless the claim is plainly of two things, without a negation."""
    match = _THAN.match(claim.strip())
    if not match or set(words(claim)) & NEGATIONS:
        return None
    operator = match["operator"].lower()
    left, right = set(content_stems(match["left"])), set(content_stems(match["right"]))
    if operator in _UNREADABLE | _EARLIER or not left - right or not right - left:
        return None
    return Comparison(frozenset(left - right), frozenset(right - left), operator in _SMALLER)


def compared(claim: str, sentence: str) -> int | None:
    """+1 the sentence's two values bear the comparison out, -1 they do not, None when they do not settle it."""
    asked = comparison(claim)
    if asked is None or set(words(sentence)) & NEGATIONS:
        return None
    left, right = (
        _values(sentence, own, other) for own, other in ((asked.left, asked.right), (asked.right, asked.left))
    )
    if len(left) != 1 or len(right) != 1 or left[0].unit != right[0].unit or not left[0].unit:
        return None
    low, high = (left[0], right[0]) if asked.smaller else (right[0], left[0])
    (high_from, high_to), (low_from, low_to) = _span(high), _span(low)
    if high_from > low_to:
        return 1
    return -1 if high_to < low_from or high.value == low.value else None


def _span(found: Quantity) -> tuple[float, float]:
    """A plain number is taken at its word; only "about", "over" and ranges leave room."""
    return (found.low, found.high) if found.rough else (found.value, found.value)


def _values(sentence: str, own: frozenset[str], other: frozenset[str]) -> list[Quantity]:
    """Quantities in the clauses that speak of one side alone; a clause that names neither goes on with the one before it."""
    found: list[Quantity] = []
    mine = False
    for clause in _clauses(sentence):
        stems = content_stems(clause)
        if _names(stems, own) or _names(stems, other):
            mine = _names(stems, own) and not _names(stems, other)
        if mine:
            found += [q for q in map(quantity, matches(clause)) if q.unit not in (CALENDAR, ORDINAL)]
    return found


def _clauses(sentence: str) -> list[str]:
    """Cut at joints, but not inside a number."""
    text = readable(sentence)
    cuts = [m for m in _CLAUSE.finditer(text) if not re.match(r",\d", text[m.start() : m.start() + 2])]
    places = [0, *(m.end() for m in cuts), len(text)]
    ends = [*(m.start() for m in cuts), len(text)]
    return [text[start:end] for start, end in zip(places, ends, strict=False)]


def _names(stems: tuple[str, ...], wanted: frozenset[str]) -> bool:
    return any(akin(stem, w) for stem in stems for w in wanted)

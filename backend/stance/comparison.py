"""The comparison guard (document 000 §8): "X is taller than Y" held against a sentence that gives both values.

Which unit decides depends on what is compared: seconds tell nothing of a speed, people nothing of a size. Where the claim's
comparison has no unit of its own ("safer", "cleaner"), the guard is silent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.text import NEGATIONS, akin, content_stems, stem, words
from backend.stance.quantity import CALENDAR, ORDINAL, Quantity, matches, quantity, readable
from backend.stance.units import UNITS, base_unit

_THAN = re.compile(
    r"^(?P<left>[^,;:]{2,80}?) (?P<verb>is|are|was|were|has|have|had|weighs?|costs?|contains?|lies?|flows?|grew|produces?|uses?|earns?"
    r"|kills?)(?: an?\b)?(?: (?:much|far|slightly|considerably|significantly|a little|even))? "
    r"(?P<operator>more|less|fewer|\w+er)(?P<of>(?: [\w-]+){0,3}?) than (?:in |on |at )?(?P<right>[^,;:.]{2,80})",
    re.I,
)
_MONEY = frozenset({"usd", "eur", "gbp"})
_DIMENSIONS = {
    adjective: frozenset(units.split())
    for adjectives, units in (
        ("taller longer deeper wider broader thicker shorter narrower thinner closer nearer farther further", "m"),
        ("higher lower", "m % celsius usd eur gbp"), ("heavier lighter", "g"), ("warmer hotter colder cooler", "celsius"),
        ("faster slower quicker", "m/s"), ("cheaper dearer costlier pricier", "usd eur gbp"), ("louder quieter", "decibel db"),
        ("bigger larger smaller greater", "m2 l"), ("older younger", "year"),
    )
    for adjective in adjectives.split()
}  # fmt: skip
"""Adjective to the base units that measure it."""
_SMALLER = frozenset(
    "less fewer lower smaller shorter lighter slower younger cheaper colder cooler narrower nearer closer thinner quieter".split()
)
_VERBS = {"weigh": frozenset({"g"}), "cost": _MONEY, "earn": _MONEY}
"""What "more" and "less" are of where no noun follows them."""
_MEASURED = {"expensive": _MONEY, "populous": frozenset({"peopl", "inhabitant", "resident"})}
"""Adjectives after "more" and "less"; of others no unit is known."""
_BASES = frozenset(base for base, _ in UNITS.values())
_NOUNS = {
    noun: frozenset(base_unit(unit)[0] for unit in units.split())
    for nouns, units in (
        ("population", "people inhabitants residents"), ("price cost income revenue salary budget debt", "$ € £"), ("area", "m2"),
        ("height length depth width distance diameter radius altitude elevation", "m"), ("weight mass", "g"),
        ("temperature", "celsius"), ("speed", "m/s"), ("share rate percentage", "%"),
    )
    for noun in map(stem, nouns.split())
}  # fmt: skip
"""Nouns that say what "higher", "larger" and "lower" are of."""
_GENERAL = frozenset("higher lower bigger larger smaller greater".split())
_COPULAS = frozenset({"is", "are", "was", "were"})
_PLACES = frozenset("in on at for among with by during per from".split())
_AGE = re.compile(r"\b(?:old|aged?|ages)\b", re.I)
_PAST, _PRESENT = frozenset({"was", "were", "had"}), frozenset({"is", "are", "has", "have"})
_CLAUSE = re.compile(r"[;,]|\b(?:and|but|while|whereas|against|compared (?:to|with)|versus|than)\b", re.I)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The two things by their own stems, whether the left one is said to be the smaller, and what may measure them.

    `units` are base units; a unit that is the `noun` itself will do, too ("more people": people). The noun must stand in the sentence.
    """

    left: frozenset[str]
    right: frozenset[str]
    smaller: bool
    units: frozenset[str]
    noun: tuple[str, ...] = ()
    aged: bool = False

    def measured_by(self, unit: str) -> bool:
        """Whether values of this base unit decide the comparison."""
        return bool(unit) and (unit in self.units or any(akin(unit, own) for own in self.noun))


@lru_cache(maxsize=4_096)
def comparison(claim: str) -> Comparison | None:
    """What is compared; None unless the claim is plainly of two things in something that has a unit, without a negation."""
    match = _THAN.match(claim.strip())
    if not match or set(words(claim)) & NEGATIONS:
        return None
    operator = match["operator"].lower()
    left, right = set(content_stems(match["left"])), set(content_stems(match["right"]))
    units, noun = _measure(match, operator, claim), content_stems(match["of"])
    if units is None or not left - right or not right - left:
        return None
    aged = operator in ("older", "younger")
    noun = () if set(noun) & {*map(stem, _MEASURED), *_NOUNS} else noun
    return Comparison(frozenset(left - right), frozenset(right - left), operator in _SMALLER, units, noun, aged)


def _measure(match: re.Match[str], operator: str, claim: str) -> frozenset[str] | None:
    """The base units that decide; empty where only the noun's own does, None where it is not known what measures it."""
    of = words(match["of"])
    if set(of) & _PLACES:
        return None
    if operator in ("more", "less", "fewer"):
        if not of:
            return _VERBS.get(stem(match["verb"].lower()))
        return _MEASURED.get(of[0]) if match["verb"].lower() in _COPULAS else _BASES
    named = [_NOUNS[noun] for noun in content_stems(claim) if noun in _NOUNS]
    if operator in _GENERAL and named:
        return frozenset().union(*named)
    return _BASES if operator in _GENERAL and of else _DIMENSIONS.get(operator)


def compared(claim: str, sentence: str) -> int | None:
    """+1 the sentence's two values bear the comparison out, -1 they do not, None when they do not settle it."""
    asked = comparison(claim)
    if asked is None or set(words(sentence)) & NEGATIONS or not _fits(asked, claim, sentence):
        return None
    left, right = (
        _values(sentence, own, other) for own, other in ((asked.left, asked.right), (asked.right, asked.left))
    )
    if len(left) != 1 or len(right) != 1 or left[0].unit != right[0].unit or not asked.measured_by(left[0].unit):
        return None
    low, high = (left[0], right[0]) if asked.smaller else (right[0], left[0])
    (high_from, high_to), (low_from, low_to) = _span(high), _span(low)
    if high_from > low_to:
        return 1
    return -1 if high_to < low_from or high.value == low.value else None


def _fits(asked: Comparison, claim: str, sentence: str) -> bool:
    """The sentence speaks of what is compared, and not of what once was."""
    stems, said = content_stems(sentence), set(words(sentence))
    past = bool(said & _PAST) and not said & _PRESENT and bool(set(words(claim)) & _PRESENT)
    aged = not asked.aged or bool(_AGE.search(sentence))
    return aged and not past and all(any(akin(noun, own) for own in stems) for noun in asked.noun)


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
    return any(akin(own, w) for own in stems for w in wanted)

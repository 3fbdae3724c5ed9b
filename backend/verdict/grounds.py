"""Puts into words what a verdict rests on, what is missing, and what would decide an open claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.verdict import Belief, Label
from backend.sources.publishers import publisher_name

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_RULE = "A clear statement by an authoritative source, or by a reputable one and a second source, would decide it."
"""The condition that `stands` in pipeline/policy.py checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What the pipeline found a verdict to rest on.

    `supporting`, `refuting`: domains that count. `leads`: number of passages that take a side but may not count. `searched`: the web
    was searched. `authoritative`: one of the counting sources is authoritative. `lacks_value`: the claim names a number, and no
    passage that takes a side names any. `newest`: for a claim about the present, the date of the newest counting source, else "".
    `summarised`: all counting passages are our own summaries. `pillars`: domains without which the verdict would differ.
    `tried`: `pillars` was computed.
    """

    supporting: tuple[str, ...] = ()
    refuting: tuple[str, ...] = ()
    leads: int = 0
    searched: bool = False
    authoritative: bool = False
    lacks_value: bool = False
    newest: str = ""
    summarised: bool = False
    pillars: tuple[str, ...] = ()
    tried: bool = True


def in_words(number: int) -> str:
    """Small numbers as words, 0 as "no", larger ones in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted(number: int, noun: str) -> str:
    """Such as "no source", "one source", "two sources", "13 sources"."""
    return f"{in_words(number)} {noun}" if number < 2 else f"{in_words(number)} {noun}s"


def sources(label: Label, grounds: Grounds) -> str:
    """How many independent sources take each side, the deciding side first, and whether one is indispensable; "" without any."""
    if not grounds.supporting and not grounds.refuting:
        return ""
    sides = [(len(grounds.supporting), "supports", "support"), (len(grounds.refuting), "contradicts", "contradict")]
    if len(grounds.refuting) > len(grounds.supporting) or label is Label.FALSE:
        sides.reverse()
    (many, singular, plural), (other, other_singular, other_plural) = sides
    first = f"{counted(many, 'independent source')} {singular if many < 2 else plural} it"
    second = "none" if other == 0 else in_words(other)
    said = f"{_sentence(first)}, {second} {other_singular if other < 2 else other_plural} it."
    return " ".join(filter(None, (said, _rests(label, grounds))))


def _rests(label: Label, grounds: Grounds) -> str:
    side = {Label.TRUE: grounds.supporting, Label.FALSE: grounds.refuting}.get(label, ())
    pillars = [publisher_name(domain) for domain in grounds.pillars if domain in side]
    if pillars:
        return f"This rests mainly on {listed(pillars)}."
    return "It does not depend on any single source." if grounds.tried and len(side) > 1 else ""


def missing(label: Label, grounds: Grounds) -> tuple[str, ...]:
    """Noun phrases for what a careful reader would still want."""
    side = {Label.TRUE: grounds.supporting, Label.FALSE: grounds.refuting}.get(label)
    found = bool(grounds.supporting or grounds.refuting)
    wanted = {
        "a second independent source": side is not None and len(side) == 1,
        "an authoritative source": label.firm and not grounds.authoritative,
        "a second independent source on the same side": not label.firm and found,
        "a source that states or denies it": not label.firm and not found,
        "a passage that gives its number": grounds.lacks_value,
        "words read on a page (it rests on Claimlight's own summary)": label.firm and grounds.summarised,
        f"confirmation of {counted(grounds.leads, 'lead')} that may not count yet": grounds.leads > 0,
        f"anything newer than {grounds.newest}": bool(grounds.newest),
        "a search of the web": not grounds.searched and not label.firm,
    }
    return tuple(phrase for phrase, lacks in wanted.items() if lacks)


def change(label: Label) -> tuple[str, ...]:
    """Sentences on what would decide an undecided claim."""
    return () if label.firm else (_RULE,)


def weighing(belief: Belief, confidence: float) -> str:
    """The weighed sources and the result, for the trace: "For it: nasa.gov 1.8. Against it: nothing. Belief 86%, confidence 80%."."""
    sides = {"For it": 1, "Against it": -1}
    said = []
    for words, sign in sides.items():
        heard = sorted((v for v in belief.voices if v.log_odds * sign > 0), key=lambda v: (-abs(v.log_odds), v.domain))
        said.append(f"{words}: {', '.join(f'{v.domain} {abs(v.log_odds):.1f}' for v in heard) or 'nothing'}.")
    return f"{' '.join(said)} Belief {belief.probability:.0%}, confidence {confidence:.0%}."


def listed(items: Sequence[str]) -> str:
    """Such as "a", "a and b", "a, b and c"; "" for none."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]

"""Describes the sources that a verdict depends on, the missing evidence, and evidence that would decide the claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.explanation import Lack, LackKind
from backend.domain.verdict import Belief, Label
from backend.sources.publishers import publisher_name

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_RULE = "A clear statement by an authoritative source, or by a reputable one and a second source, would decide it."
"""The condition that `stands` in pipeline/policy.py checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """The grounds for a verdict, as determined by the pipeline.

    `supporting` and `refuting` are the domains that count as evidence. `leads` is the number of supporting and refuting
    passages that must not count. `searched` means that the web was searched. `authoritative` means that a counted
    source is authoritative. `lacks_value` means that the claim contains a number, but no supporting or refuting passage
    does. `newest` is the date of the newest counted source for a claim about the present, else "". `summarised` means
    that all counted passages are Claimlight's own summaries. `pillars` are the domains without which the verdict would
    be different. `tried` means that `pillars` has been computed.
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
    """Return a number up to twelve as a word, with "no" for 0, and a larger number in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted(number: int, noun: str) -> str:
    """Return a phrase such as "no source", "one source", "two sources" or "13 sources"."""
    return f"{in_words(number)} {noun}" if number < 2 else f"{in_words(number)} {noun}s"


def sources(label: Label, grounds: Grounds) -> str:
    """Return a sentence with the number of independent sources for each stance, or "" if there are none.

    The prevailing stance comes first. A second sentence, if any, names the sources that the verdict depends on, or
    states that it depends on no single source.
    """
    if not grounds.supporting and not grounds.refuting:
        return ""
    sides = [(len(grounds.supporting), "supports", "support"), (len(grounds.refuting), "contradicts", "contradict")]
    if len(grounds.refuting) > len(grounds.supporting) or label is Label.FALSE:
        sides.reverse()
    (many, singular, plural), (other, other_singular, other_plural) = sides
    first = f"{counted(many, 'independent source')} {singular if many < 2 else plural} it"
    second = "none" if other == 0 else in_words(other)
    count_sentence = f"{_capitalised(first)}, {second} {other_singular if other < 2 else other_plural} it."
    return " ".join(filter(None, (count_sentence, _dependence_sentence(label, grounds))))


def _dependence_sentence(label: Label, grounds: Grounds) -> str:
    named = [publisher_name(domain) for domain in pillars(label, grounds)]
    if named:
        return f"This rests mainly on {listed(named)}."
    return (
        "It does not depend on any single source."
        if grounds.tried and len(_deciding_domains(label, grounds)) > 1
        else ""
    )


def pillars(label: Label, grounds: Grounds) -> tuple[str, ...]:
    """Return the domains that the label depends on: without them, the verdict would be different."""
    return tuple(domain for domain in grounds.pillars if domain in _deciding_domains(label, grounds))


def _deciding_domains(label: Label, grounds: Grounds) -> tuple[str, ...]:
    return {Label.TRUE: grounds.supporting, Label.FALSE: grounds.refuting}.get(label, ())


def missing(label: Label, grounds: Grounds) -> tuple[Lack, ...]:
    """Return the kinds of evidence that a careful reader would want but that are missing."""
    has_sources = bool(grounds.supporting or grounds.refuting)
    lacking_by_kind = {
        LackKind.SECOND_SOURCE: len(_deciding_domains(label, grounds)) == 1,
        LackKind.AUTHORITATIVE: label.firm and not grounds.authoritative,
        LackKind.SAME_SIDE: not label.firm and has_sources,
        LackKind.ANY_SOURCE: not label.firm and not has_sources,
        LackKind.FIGURE: grounds.lacks_value,
        LackKind.OWN_WORDS: label.firm and grounds.summarised,
        LackKind.LEADS: grounds.leads > 0 and not has_sources,
        LackKind.NEWER: bool(grounds.newest),
        LackKind.WEB: not grounds.searched and not label.firm,
    }
    return tuple(
        Lack(
            kind=kind,
            count=grounds.leads if kind is LackKind.LEADS else 0,
            newest=grounds.newest if kind is LackKind.NEWER else "",
        )
        for kind, lacks in lacking_by_kind.items()
        if lacks
    )


_PHRASES = {
    LackKind.SECOND_SOURCE: "a second independent source",
    LackKind.AUTHORITATIVE: "an authoritative source",
    LackKind.SAME_SIDE: "a second independent source on the same side",
    LackKind.ANY_SOURCE: "a source that states or denies it",
    LackKind.FIGURE: "a passage that gives its number",
    LackKind.OWN_WORDS: "words read on a page (it rests on Claimlight's own summary)",
    LackKind.WEB: "a search of the web",
}


def phrase(lack: Lack) -> str:
    """Return the missing evidence as a noun phrase."""
    if lack.kind is LackKind.LEADS:
        return f"confirmation of {counted(lack.count, 'lead')} that may not count yet"
    if lack.kind is LackKind.NEWER:
        return f"anything newer than {lack.newest}"
    return _PHRASES[lack.kind]


def change(label: Label) -> tuple[str, ...]:
    """Return the sentences about the evidence that would decide an undecided claim, or none for a firm label."""
    return () if label.firm else (_RULE,)


def weighing(belief: Belief, confidence: float) -> str:
    """Return the trace line "For it: nasa.gov 1.8. Against it: nothing. Belief 86%, confidence 80%." for a verdict."""
    sides = {"For it": 1, "Against it": -1}
    sentences = []
    for words, sign in sides.items():
        side_voices = sorted(
            (v for v in belief.voices if v.log_odds * sign > 0), key=lambda v: (-abs(v.log_odds), v.domain)
        )
        sentences.append(
            f"{words}: {', '.join(f'{v.domain} {abs(v.log_odds):.1f}' for v in side_voices) or 'nothing'}."
        )
    return f"{' '.join(sentences)} Belief {belief.probability:.0%}, confidence {confidence:.0%}."


def listed(items: Sequence[str]) -> str:
    """Join the items as in "a", "a and b" or "a, b and c". Return "" if there are none."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]

"""Splits lists of names and professions into one statement per item, if every item is true by itself.

Each rule takes a sentence and returns the statements in reading order, or () if it does not apply.
"""

from __future__ import annotations

import re
from functools import cache

from backend.claims.agreement import main_verb
from backend.claims.phrases import (
    NAME,
    Statements,
    is_occupation,
    mask,
    phrases,
)
from backend.claims.sentences import QUANTIFIED, subject_of
from backend.claims.words import PREPOSITIONS, first_finite, tokens_of

_ITEM = rf"(?:(?:the )?(?:X+|{NAME})(?: X+)?)"
_SERIES = re.compile(rf"(?P<list>{_ITEM}(?:, {_ITEM})+,? and (?:also )?{_ITEM})$")
_PAIR = re.compile(rf"(?P<list>(?P<one>{_ITEM}),? and (?P<two>{_ITEM}))$")
_INCLUDING = re.compile(r"^(?P<main>.+?),? (?P<word>including|such as|like|notably|namely) $")
_SUBORDINATE = re.compile(r"\b(?:which|who|whom|whose|that|where|when|after|before|while|until)\b")
_EXAMPLES = re.compile(r"\b(?:including|such as|notably|namely) $")
_SEVERAL = re.compile(
    r" (?P<several>(?:(?:several|many|various|numerous|other|multiple|some|different|notable|dozens of|hundreds of)"
    r"|a (?:number|variety|range|series|host) of|(?:more than |over |at least |about )?"
    r"(?:a dozen|\d+|two|three|four|five|six|seven|eight|nine|ten))\b[^,]*)$"
)


@cache
def _collective() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{phrases('collective')})\b", re.IGNORECASE)


@cache
def _scoped() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{phrases('scoped')})\b")


def professions(text: str) -> Statements:
    """Split sentences such as "X is an American actress, singer and model"."""
    found = re.match(r"^(?P<subject>.+? (?:is|was) (?:also )?)(?P<list>an? [^()]*? and [^()]*)$", text)
    if not found or first_finite(tokens_of(found["subject"].rsplit(maxsplit=1)[0])) or QUANTIFIED.search(text):
        return ()
    items = _series(found["list"])
    ends = [_profession(item, last=at == len(items) - 1) for at, item in enumerate(items)]
    if not all(ends) or _scoped().search(found["list"]):
        return ()
    return tuple(f"{found['subject'].rstrip()} {_with_article(item)}" for item in items)


def _series(listed: str) -> list[str]:
    """Return the items up to the first "and"; the rest is the last item with its modifiers."""
    before, _, last = re.sub(r",? and (?:also )?", " & ", listed, count=1).partition(" & ")
    return [*before.split(", "), last]


def _profession(item: str, *, last: bool) -> bool:
    words = item.split()
    stops = [at for at, word in enumerate(words) if word in PREPOSITIONS | {"who"} or word.endswith(",")]
    if last and stops:
        words = words[: stops[0]] or words
    return 0 < len(words) <= 6 and is_occupation(words[-1]) and not set(words) & PREPOSITIONS


def _with_article(item: str) -> str:
    if re.match(r"(?:an?|the|one) ", item):
        return item
    return f"{'an' if item[0].lower() in 'aeio' else 'a'} {item}"


def names_in_series(text: str) -> Statements:
    """Split sentences such as "He played for Ajax, Barcelona, and Milan" or "… in several films, including Rust and Ash"."""
    masked = mask(text)
    found = _SERIES.search(masked)
    items = re.split(r",? and (?:also )?|, ", found["list"]) if found else []
    if not found:
        found = _PAIR.search(masked)
        items = (
            [found["one"], found["two"]]
            if found and _is_clear_pair(masked[: found.start()], found["one"], found["two"])
            else []
        )
    if not found or not items or found.start() == 0:
        return ()
    start, places = found.start("list"), []
    for item in items:
        at = masked.index(item, start)
        places.append(text[at : at + len(item)])
        start = at + len(item)
    return _distributed(text[: found.start("list")], tuple(places))


def _is_clear_pair(lead: str, one: str, two: str) -> bool:
    """Return whether the pair is clear: two quoted titles, or two example names of several words ("Bill Gates and Paul Allen")."""
    if not _EXAMPLES.search(lead):
        return bool(re.fullmatch("X+", one) and re.fullmatch("X+", two))
    if "X" * 4 in one and "X" * 4 in two:
        return True
    if one.startswith("the ") != two.startswith("the "):
        return False
    one, two = one.removeprefix("the "), two.removeprefix("the ")
    return " " in one and " " in two and not re.search(r"\b(?:the|of)\b", f"{one} {two}")


def _distributed(lead: str, items: tuple[str, ...]) -> Statements:
    verb = main_verb(lead)
    if verb is None or _SUBORDINATE.search(lead) or _collective().search(mask(lead)):
        return ()
    including = _INCLUDING.match(lead)
    if including:
        several = _SEVERAL.search(including["main"])
        frame = including["main"][: several.start()] if several else f"{including['main']} {including['word']}"
        if not several or main_verb(several["several"]):
            return tuple(f"{lead}{item}" for item in items)
        return (including["main"], *(f"{frame} {item}" for item in items))
    before = lead.rsplit(maxsplit=1)[-1].lower() if lead.split() else ""
    if before in {"in", "at", "near"} and re.search(r"\b(?:born|died|raised|located|based|buried)\b", lead):
        return ()
    head = lead.split()[-2] if len(lead.split()) > 1 else ""
    lower = before.islower() and not lead.rstrip().endswith(",") and not (before in PREPOSITIONS and head[:1].isupper())
    return tuple(f"{lead}{item}" for item in items) if lower and subject_of(lead) else ()

"""Whether a sentence dates the claim's own event: its year stands beside the claim's verb, and nobody and nothing new with it.

"Tesla's Berlin factory was founded in 2019" dates no founding of Tesla, and "opened a new wing in 2012" no opening.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.text import AUXILIARIES, NEGATIONS, STOP_WORDS, akin, stem
from backend.stance.lexicon import lexicon
from backend.stance.number_pattern import readable
from backend.stance.quantity import Quantity

_MONTHS = frozenset("january february march april may june july august september october november december".split())
_DATE_COMMA = re.compile(rf"((?:{'|'.join(_MONTHS)}) \d{{1,2}}), (?=\d{{4}}\b)", re.I)
_TOKEN = re.compile(r"[^\W_]+(?:[’'.-][^\W_]+)*|[,;:()—–]|(?<!\b[A-Z])[.!?](?=\s|$)")
_NAMES_JOINED = re.compile(r"\b([A-Z]\S*) and (?=[A-Z])")
_ENDS = frozenset(
    """; : ( ) — – . ! ? who whom whose which that when where while whereas but and or although though because if after before
    since than""".split()
)
"""What ends a clause."""
_OF = frozenset("of for with without as about".split())
"""Behind these a new word makes it another thing; behind other prepositions it is a place or who did it."""
_AT = frozenset(
    "in on at by to from near under during off into through along across between within around over against".split()
)
_AGAIN = frozenset({"again", "anew", "second", "another", "new"})
_PLAIN = STOP_WORDS | AUXILIARIES | _MONTHS


@dataclass(frozen=True, slots=True)
class _Word:
    """A word or a mark as it is written; `stem` is "" for what carries no meaning: marks, function words, dates, adverbs."""

    text: str
    stem: str
    owner: bool
    capital: bool


@dataclass(frozen=True, slots=True)
class _Event:
    """What happens in the claim: its verb, the word that must stand directly before it ("first"), and who or what has to be there."""

    verb: str
    lead: str
    subject: tuple[str, ...]
    required: tuple[str, ...]
    known: frozenset[str]
    passive: bool


@lru_cache(maxsize=8_192)
def _words(text: str) -> tuple[_Word, ...]:
    found = []
    # "By Hillary and Tenzing" is one phrase, any other "and" opens a clause.
    for match in _TOKEN.finditer(_NAMES_JOINED.sub(r"\1 ", _DATE_COMMA.sub(r"\1 ", readable(text)))):
        written = match.group().replace("’", "'")
        word = written.lower().removesuffix("'s")
        silent = word in _PLAIN or word.isdigit() or not word[0].isalnum() or word.endswith("ly")
        root = "" if silent and word not in NEGATIONS else stem(word)
        found.append(_Word(word, root, written.endswith(("'s", "s'")), written[0].isupper()))
    return tuple(found)


@lru_cache(maxsize=4_096)
def _event(claim: str) -> _Event | None:
    """None unless something happens in the claim that happens once."""
    words = _words(claim)
    once = [i for i, word in enumerate(words) if word.stem in lexicon().once]
    verbs = [i for i in once if words[i].text != "first"]
    if verbs:
        place, lead = verbs[-1], ""
    else:
        following = [i for i in range(once[0] + 1, len(words)) if words[i].stem] if once else []
        if not following or following[0] != once[0] + 1:
            return None
        place, lead = following[0], words[once[0]].stem
    subject = _needed(words[:place])
    before = [word.text for word in words[:place]]
    return _Event(
        verb=words[place].stem,
        lead=lead,
        subject=subject,
        required=(*subject, *_needed(words[place + 1 :])),
        known=frozenset(word.stem for word in words if word.stem),
        passive=any(word in ("is", "are", "was", "were", "been") for word in before[-3:]),
    )


def _needed(words: Sequence[_Word]) -> tuple[str, ...]:
    """The stems that no other place or time can replace: not those behind "in" or "by", and of "Nelson Mandela" only Mandela."""
    needed: list[str] = []
    placed = False
    for i, word in enumerate(words):
        if word.text in _AT:
            placed = True
        elif word.text in AUXILIARIES or word.text == "," or word.text in _OF:
            placed = word.text in _OF and placed
        if word.stem and not placed:
            following = words[i + 1] if i + 1 < len(words) else None
            joined = following and following.stem and word.capital and following.capital
            needed += [] if joined else [word.stem]
    return tuple(needed)


def dates_same_event(claim: str, sentence: str, bare: str, other: Quantity) -> bool:
    """Whether the sentence (`bare`: without what its page lends it) says that the claim's event was in this other year or decade."""
    event = _event(claim)
    if event is None:
        return False
    words, seen = _words(bare), {word.stem for word in _words(sentence) if word.stem}
    opposite = any(seen & lexicon().opposites.get(known, frozenset()) - event.known for known in event.known)
    negated = any(word.text in NEGATIONS or word.text.endswith("n't") for word in words)
    if opposite or negated or not all(any(akin(n, s) for s in seen) for n in event.required):
        return False
    places = [i for i, word in enumerate(words) if word.stem == event.verb and _led(words, i, event.lead)]
    years = [i for i, word in enumerate(words) if _dates(word.text, other)]
    return any(_beside(words, i, y, event) for i in places for y in years)


def _dates(word: str, other: Quantity) -> bool:
    """The word is this year, decade or century."""
    found = re.fullmatch(r"(\d+)(s|st|nd|rd|th)?", word)
    if not found:
        return False
    number = int(found[1])
    return 100 * (number - 1) == other.low if found[2] not in (None, "s") else number in (other.low, other.value)


def _led(words: Sequence[_Word], place: int, lead: str) -> bool:
    return not lead or (place > 0 and words[place - 1].stem == lead)


def _beside(words: Sequence[_Word], verb: int, year: int, event: _Event) -> bool:
    """Verb and year in one clause, with no other event between them, and whoever it happens to."""
    low, high = sorted((verb, year))
    between = words[low + 1 : high]
    if any(word.text in _ENDS or word.text in _AGAIN or word.stem in lexicon().once - {event.verb} for word in between):
        return False
    start = next((i + 1 for i in range(verb - 1, -1, -1) if words[i].text in _ENDS), 0)
    if start == verb and verb > 0 and words[verb - 1].text == "(":
        start = next((i + 1 for i in range(verb - 2, -1, -1) if words[i].text in _ENDS), 0)
    after = words[verb + 1 : next((i for i in range(verb + 1, len(words)) if words[i].text in _ENDS), len(words))]
    # What follows the year is told of the same event.
    told = words[verb + 1 : year] if year > verb else after
    return _about_subject(words[start:verb], event, after) and _nothing_new(told, event)


def _about_subject(before: Sequence[_Word], event: _Event, after: Sequence[_Word]) -> bool:
    """What stands before the verb is the claim's subject, a pronoun for it, or who did it where the claim is in the passive."""
    said = _main_part(before)
    new = [i for i, word in enumerate(said) if _is_new(word, event) and word.stem not in lexicon().once]
    own = [i for i, word in enumerate(said) if word.stem and _any_akin(word.stem, event.subject)]
    # "Researchers collected the first specimen", "Bezos founded Amazon".
    if (
        not own
        and event.passive
        and (not event.subject or any(_any_akin(w.stem, event.subject) for w in after if w.stem))
    ):
        return True
    if not own or not new:
        return not new
    apart = any(word.text in _OF | _AT or word.owner for word in said[new[0] : own[0]])
    # Robert Kennedy is not John Kennedy; "the liner Titanic" is the Titanic.
    another_name = new[-1] + 1 == own[0] and said[new[-1]].capital and said[own[0]].capital
    return new[-1] < own[0] and not apart and not another_name


def _main_part(before: Sequence[_Word]) -> Sequence[_Word]:
    """The first part between commas that is no "In 1912, ...": "Evelyn" of "Evelyn, Mandela's first wife, died"."""
    parts: list[list[_Word]] = [[]]
    for word in before:
        if word.text == ",":
            parts.append([])
        else:
            parts[-1].append(word)
    return next(
        (part for part in parts if part and part[0].text not in _AT and any(w.text.isalpha() for w in part)), []
    )


def _nothing_new(after: Sequence[_Word], event: _Event) -> bool:
    """Behind the verb come its own words, then at most where, when and by whom."""
    new_thing = True
    for i, word in enumerate(after):
        if word.text in _AT or word.text == ",":
            new_thing = False
        elif word.text in _OF:
            new_thing = True
        number = word.text.isdigit() and len(word.text) < 4 and not _day(after, i)
        if (new_thing and _is_new(word, event)) or number or word.text in _AGAIN:
            return False
    return True


def _is_new(word: _Word, event: _Event) -> bool:
    return bool(word.stem) and not _any_akin(word.stem, event.known)


def _day(words: Sequence[_Word], place: int) -> bool:
    return any(0 <= i < len(words) and words[i].text in _MONTHS for i in (place - 1, place + 1))


def _any_akin(word: str, known: Sequence[str] | frozenset[str]) -> bool:
    return any(akin(word, other) for other in known)

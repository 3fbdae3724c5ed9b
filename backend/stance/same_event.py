"""Whether a sentence dates the claim's own event: its year stands beside the claim's verb, and nobody and nothing new with it.

"Tesla's Berlin factory was founded in 2019" dates no founding of Tesla, and "opened a new wing in 2012" no opening.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.months import MONTHS
from backend.domain.text import AUXILIARIES, NEGATIONS, akin
from backend.stance.clause_words import AT, ENDS, OF, Word, any_akin, words_of
from backend.stance.lexicon import lexicon
from backend.stance.quantity import Quantity

_AGAIN = frozenset({"again", "anew", "second", "another", "new"})
_NOT_THE_ONLY = frozenset({"first", "originally", "initially"})
_DYING = frozenset({"die", "died"})


@dataclass(frozen=True, slots=True)
class _Event:
    """What happens in the claim: its verb, the word that must stand directly before it ("first"), and who or what has to be there."""

    verb: str
    lead: str
    subject: tuple[str, ...]
    required: tuple[str, ...]
    known: frozenset[str]
    passive: bool


@lru_cache(maxsize=4_096)
def _event(claim: str) -> _Event | None:
    """None unless something happens in the claim that happens once."""
    words = words_of(claim)
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


def _needed(words: Sequence[Word]) -> tuple[str, ...]:
    """The stems that no other place or time can replace: not those behind "in" or "by", and of "Nelson Mandela" only Mandela."""
    needed: list[str] = []
    placed = False
    for i, word in enumerate(words):
        if word.text in AT:
            placed = True
        elif word.text in AUXILIARIES or word.text == "," or word.text in OF:
            placed = word.text in OF and placed
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
    words, seen = words_of(bare), {word.stem for word in words_of(sentence) if word.stem}
    opposite = any(seen & lexicon().opposites.get(known, frozenset()) - event.known for known in event.known)
    negated = any(word.text in NEGATIONS or word.text.endswith("n't") for word in words)
    if opposite or negated or not all(any(akin(n, s) for s in seen) for n in event.required):
        return False
    places = [i for i, word in enumerate(words) if word.stem == event.verb and _led(words, i, event.lead)]
    years = [i for i, word in enumerate(words) if _dates(word.text, other)]
    return any(_beside(words, i, y, event) for i in places for y in years)


def still_to_come(claim: str, sentence: str) -> bool:
    """The claim's event is told as done, and the sentence tells it as planned: "to be built", "will open"."""
    event = _event(claim)
    if event is None or any(word.text in ("will", "shall") for word in words_of(claim)):
        return False
    words = words_of(sentence)
    places = [i for i, word in enumerate(words) if word.stem == event.verb]
    return any(
        any(word.text == "will" for word in words[max(0, i - 3) : i])
        or (i > 1 and (words[i - 2].text, words[i - 1].text) == ("to", "be"))
        for i in places
    )


def _dates(word: str, other: Quantity) -> bool:
    """The word is this year, decade or century."""
    found = re.fullmatch(r"(\d+)(s|st|nd|rd|th)?", word)
    if not found:
        return False
    number = int(found[1])
    return 100 * (number - 1) == other.low if found[2] not in (None, "s") else number in (other.low, other.value)


def _led(words: Sequence[Word], place: int, lead: str) -> bool:
    """A "first" that the claim has not tells of more than one time."""
    before = words[place - 1] if place else None
    return before is not None and before.stem == lead if lead else before is None or before.text not in _NOT_THE_ONLY


def _beside(words: Sequence[Word], verb: int, year: int, event: _Event) -> bool:
    """Verb and year in one clause, with no other event or year between them, and whoever it happens to."""
    low, high = sorted((verb, year))
    between = words[low + 1 : high]
    if any(word.text in ENDS or word.text in _AGAIN or _is_year(word) for word in between) or _another_event(
        between, event
    ):
        return False
    start = next((i + 1 for i in range(verb - 1, -1, -1) if words[i].text in ENDS), 0)
    if start == verb and verb > 0 and words[verb - 1].text == "(":
        start = next((i + 1 for i in range(verb - 2, -1, -1) if words[i].text in ENDS), 0)
    after = words[verb + 1 : next((i for i in range(verb + 1, len(words)) if words[i].text in ENDS), len(words))]
    # What follows the year is told of the same event.
    told = words[verb + 1 : year] if year > verb else after
    return _about_subject(words[start:verb], event, after) and _nothing_new(told, event)


def _another_event(between: Sequence[Word], event: _Event) -> bool:
    """Something else happens there; "in a car crash" is only how."""
    placed = False
    for word in between:
        placed = word.text != "," and (placed or word.text in AT)
        if word.stem in lexicon().once - {event.verb} and not placed:
            return True
    return False


def _about_subject(before: Sequence[Word], event: _Event, after: Sequence[Word]) -> bool:
    """What stands before the verb is the claim's subject, a pronoun for it, or who did it where the claim is in the passive."""
    said = _main_part(before)
    new = [i for i, word in enumerate(said) if _is_new(word, event) and word.stem not in lexicon().once]
    own = [i for i, word in enumerate(said) if word.stem and any_akin(word.stem, event.subject)]
    # "Researchers collected the first specimen", "Bezos founded Amazon".
    if (
        not own
        and event.passive
        and (not event.subject or any(any_akin(w.stem, event.subject) for w in after if w.stem))
    ):
        return True
    if not own and "".join(word.text[0] for word in said if word.capital and word.stem) in event.subject:
        return all(said[i].capital for i in new)
    # "The Thirteenth Amendment to the Constitution" is the Thirteenth Amendment.
    end = next((i for i in range(own[-1], len(said)) if said[i].text == "to"), len(said)) if own else len(said)
    new = [i for i in new if i < end and not (own and _with_them(said, i, own[-1]))]
    if not own or not new:
        return not new
    apart = any(word.text in OF | AT or word.owner for word in said[new[0] : own[0]])
    # Robert Kennedy is not John Kennedy, and a trade war is not the war; "the liner Titanic" is the Titanic.
    adjacent = new[-1] + 1 == own[0] and not said[own[0]].joined
    another = adjacent and (said[new[-1]].capital or not said[own[0]].capital)
    return new[-1] < own[0] and not apart and not another


def _with_them(said: Sequence[Word], place: int, own: int) -> bool:
    """It belongs to a name that "and" joins to the subject: "Diana and Dodi Fayed died"."""
    joined = next((i for i in range(own + 1, place + 1) if said[i].joined), None)
    return joined is not None and all(word.capital for word in said[joined : place + 1])


def _main_part(before: Sequence[Word]) -> Sequence[Word]:
    """The first part between commas that is no "In 1912, ...": "Evelyn" of "Evelyn, Mandela's first wife, died"."""
    parts: list[list[Word]] = [[]]
    for word in before:
        if word.text == ",":
            parts.append([])
        else:
            parts[-1].append(word)
    return next((part for part in parts if part and part[0].text not in AT and any(w.text.isalpha() for w in part)), [])


def _nothing_new(after: Sequence[Word], event: _Event) -> bool:
    """Behind the verb come its own words, then at most where, when and by whom."""
    new_thing = True
    for i, word in enumerate(after):
        if word.text in AT or word.text == ",":
            new_thing = False
        elif word.text in OF:
            # What somebody died of is no other thing.
            new_thing = not (i == 0 and event.verb in _DYING)
        if word.text == "by" and event.verb in lexicon().each and any(_is_new(w, event) for w in after[i + 1 : i + 3]):
            return False
        number = word.text.isdigit() and len(word.text) < 4 and not _day(after, i)
        if (new_thing and _is_new(word, event)) or number or word.text in _AGAIN:
            return False
    return True


def _is_new(word: Word, event: _Event) -> bool:
    return bool(word.stem) and not any_akin(word.stem, event.known)


def _is_year(word: Word) -> bool:
    return word.text.isdigit() and len(word.text) == 4


def _day(words: Sequence[Word], place: int) -> bool:
    return any(0 <= i < len(words) and words[i].text in MONTHS for i in (place - 1, place + 1))

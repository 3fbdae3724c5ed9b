"""The numeric guard (document 000 §8): quantities compared with their unit, approximately where one side says so."""

from __future__ import annotations

from backend.domain.text import akin, content_stems
from backend.stance.circumstance import elsewhere
from backend.stance.lexicon import lexicon
from backend.stance.number_pattern import designations
from backend.stance.portion import narrowed, other_thing
from backend.stance.quantity import CALENDAR, Quantity, matches, quantities, readable
from backend.stance.same_event import dates_same_event
from backend.stance.settings import GUARDS

__all__ = ["CALENDAR", "Quantity", "contradicts_number", "lacks_number", "quantities", "years"]


def _same(asked: Quantity, stated: Quantity) -> bool:
    """They are equal, nearly so where one is approximate, or what is stated lies within what is claimed ("more than 300": 450)."""
    if CALENDAR in (asked.unit, stated.unit):
        within = asked.low <= stated.low and stated.high <= asked.high
        return within if asked.unit == stated.unit else asked.value == stated.value
    slack = GUARDS.number.tolerance * abs(asked.value)
    if _comparable(asked, stated) and asked.low - slack <= stated.low and stated.high <= asked.high + slack:
        return True
    if asked.bound:
        return False
    rough = asked.rough or stated.rough
    allowed = GUARDS.number.rough_tolerance if rough else GUARDS.number.tolerance
    return abs(asked.value - stated.value) <= allowed * max(abs(asked.value), abs(stated.value))


def _comparable(asked: Quantity, stated: Quantity) -> bool:
    """The same unit, or both count something: "more than 2,600 employees" and "employs 2,794 people"."""
    return asked.unit == stated.unit or (asked.bound and not any(q.measured for q in (asked, stated)))


def _exclude(asked: Quantity, stated: Quantity) -> bool:
    """No value fits both; a bound that leaves room for the other excludes nothing."""
    return not _same(asked, stated) and (stated.low > asked.high or stated.high < asked.low)


def years(text: str) -> frozenset[int]:
    """The calendar years that a text names; a decade is none."""
    return frozenset(int(q.value) for q in quantities(text) if q.unit == CALENDAR and q.low == q.high)


def lacks_number(claim: str, sentence: str) -> bool:
    """The claim states a quantity that the sentence does not, or names another ("Apollo 12"), so the sentence cannot support it."""
    stated = quantities(sentence)
    if any(not any(_same(q, other) for other in stated) for q in quantities(claim)):
        return True
    return _other_name(claim, sentence)


def _other_name(claim: str, sentence: str) -> bool:
    """It has a name of the claim with another number and not with the claim's: Apollo 11 for Apollo 12."""
    named = designations(readable(sentence))
    return any(
        mark not in named and any(head == mark[0] for head, _ in named) for mark in designations(readable(claim))
    )


def contradicts_number(claim: str, sentence: str, bare: str = "") -> bool:
    """One quantity on each side, same unit, values that exclude each other, and the sentence speaks of the same (`shared`).

    `bare` is the sentence without what its page lends it: the number and what it measures must stand there. Another year refutes
    only what happens once, and only as the year of the same event: who won in 2004 may have won in 1998, too.
    """
    own = bare or sentence
    asked = quantities(claim)
    if len(asked) != 1 or not asked[0].unit or _other_name(claim, sentence):
        return False
    stated = [q for q in quantities(own) if q.unit == asked[0].unit]
    rivals = [q for i, q in enumerate(stated) if not any(_same(q, other) for other in stated[:i])]
    if asked[0].unit == CALENDAR:
        dating = [q for q in rivals if dates_same_event(claim, sentence, own, q)]
        return bool(dating) and all(_exclude(asked[0], q) for q in dating)
    if len(rivals) != 1 or not _exclude(asked[0], rivals[0]) or elsewhere(claim, own) or other_thing(claim, own):
        return False
    # Of "5,000 employees" there may well be "300 in Norway".
    part = rivals[0].high < asked[0].low or asked[0].unit == "%"
    counts = not rivals[0].measured or rivals[0].unit in ("%", "usd", "eur", "gbp")
    if part and counts and narrowed(own, content_stems(claim)):
        return False
    return _of_the_same(claim, sentence, own)


def agrees_roughly(claim: str, sentence: str) -> bool:
    """The claim's only quantity is a rounded one, and the only one of its kind in the sentence is that: 3.7 for "about 4 million"."""
    asked = quantities(claim)
    if len(asked) != 1 or not asked[0].rough or asked[0].unit == CALENDAR:
        return False
    alike = [q for q in quantities(sentence) if q.unit == asked[0].unit or _counts(asked[0], q)]
    seen, known = set(content_stems(sentence)), set(content_stems(claim))
    opposite = any(seen & lexicon().opposites.get(word, frozenset()) - known for word in known)
    return len(alike) == 1 and _same(asked[0], alike[0]) and not opposite


def _counts(asked: Quantity, stated: Quantity) -> bool:
    return stated.unit != CALENDAR and not asked.measured and not stated.measured


def _of_the_same(claim: str, sentence: str, bare: str) -> bool:
    """Who it is about is in the sentence, the word next to the number in its own words, and most of the claim's other words."""
    text, have, own = readable(claim), content_stems(sentence), content_stems(bare)
    others = content_stems(_without_quantities(text))
    found = {word: any(akin(word, other) for other in have) for word in others}
    measured = _measured(text)
    return (
        bool(others)
        and found[others[0]]
        and any(akin(measured, other) for other in own)
        and sum(found.values()) / len(found) >= GUARDS.number.shared
    )


def _without_quantities(text: str) -> str:
    kept, at = "", 0
    for match in matches(text):
        kept, at = f"{kept}{text[at : match.start()]} ", match.end()
    return kept + text[at:]


def _measured(text: str) -> str:
    """The content word next to the quantity, mostly the verb it belongs to: "boils" in "water boils at 50 degrees"."""
    found = matches(text)
    if not found:
        return ""
    before, after = content_stems(text[: found[0].start()]), content_stems(text[found[0].end() :])
    return before[-1] if before else (after or ("",))[0]

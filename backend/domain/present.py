"""Detects whether a claim refers to the present, and to which period.

Search, knowledge base and verdict share these rules.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Span(StrEnum):
    """The period that a word for the present covers.

    The verdict's settings contain the number of days for each period. NOW and STILL name no length: a state has begun or
    has lasted.
    """

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    RECENT = "recent"
    THIS_YEAR = "this_year"
    NOW = "now"
    STILL = "still"


_DEICTIC_WORDS = (
    (re.compile(r"\b(?:today|tonight|yesterday|this morning|last night|breaking news)\b|^breaking:"), Span.DAY),
    (re.compile(r"\b(?:this|last) week\b"), Span.WEEK),
    (re.compile(r"\b(?:this|last) month\b"), Span.MONTH),
    (re.compile(r"\b(?:recently|at the moment)\b"), Span.RECENT),
    (re.compile(r"\bthis year\b"), Span.THIS_YEAR),
    (re.compile(r"\b(?:currently|nowadays|these days)\b"), Span.NOW),
)
"""Words that refer to the author's own time in any tense."""
_STUDIED = (
    r"stud(?:y|ies)|research\w*|findings|evidence|works?|papers?|years|decades|centur(?:y|ies)|times|history|past"
)
_STILLNESS = r"lifes?|images?|photo\w*|pictures?|frames?|waters?|cameras?|wines?|air"
_BEHIND_A_NOUN = (
    r"is|are|was|were|has|have|had|can|of|in|on|at|to|from|through|by|and|or|that|which|flows?|runs?|carries|moves?|travels?"
    r"|passes|brings?|density|account|events"
)
_PRESENT_TENSE_WORDS = (
    (re.compile(rf"\b(?:latest|newest)\b|\brecent\b(?! (?:{_STUDIED})\b)"), Span.RECENT),
    (
        re.compile(
            rf"\b(?P<current>current)\b(?= \w)(?! (?:{_BEHIND_A_NOUN})\b)|\bnow\b(?!-)|\bno longer\b|\bso far\b|\bongoing\b"
        ),
        Span.NOW,
    ),
    (
        re.compile(rf"(?<!stood )(?<!stand )(?<!stands )(?<!sit )(?<!hold )(?<!keep )\bstill\b(?! (?:{_STILLNESS})\b)"),
        Span.STILL,
    ),
)
"""Words that refer to the present with a present-tense verb, but not with a past-tense verb ("was still alive")."""
_CURRENT_MODIFIERS = frozenset(
    """alternating direct electric electrical ocean oceanic air sea water warm cold strong rip tidal eddy convection river induced
    surface deep swift""".split()
)
_PRESENT = re.compile(
    r"\b(?:is|are|am|isn't|aren't|has|have|does|do|can|will|remains?|\w+'(?:s|re|ve) (?:\w+ing|now|still))\b"
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|wasn't|weren't|didn't|\w{2,}ed|ran|won|wrote|built|made|fell|rose|began|sank|led|held|came|went|gave|took"
    r"|lost|left|met|sold|grew|flew|sang|bought|brought|taught|caught|fought|found|knew|saw|wore|broke|spoke|chose|drove|drew"
    r"|sent|spent|became|said|paid|stood|told|kept|got|died)\b"
)
_PAST_IRREGULAR = re.compile(
    r"\b(?:cut|hit|put|struck|shook|swept|stole|threw|tore|ate|drank|won|hid|rode|bit|blew|burnt|dealt|dug|fed|fled|forbade|forgot"
    r"|shut|cost|spread|set|froze|hung|heard|kept|laid|lay|lit|meant|sought|shot|slept|sold|spoke|stuck|swore|swam|thought|understood|withdrew|drew|held)\b"
)
_NOW = re.compile(r"\b(?:is|are|has|have|does|do|can|isn't|aren't)\b")
_VERB = re.compile(
    r"^(?:(?:the|a|an|its|his|her|their) )?(?:\w+ ){0,3}?\w+(?<!s) (?!(?:was|has|this|its|his)\b)[a-z]+(?<![sui])s\b",
    re.I,
)
_ACTING = re.compile(r" (?!was\b|has\b|this\b|its\b|his\b|\w+(?:ss|us|is)\b)\w+s\b")


def present_span(claim: str) -> Span | None:
    """Return the present period that the claim refers to, or None if the claim refers to the past or to no time.

    Names such as "USA Today" do not count.
    """
    text = claim.lower() if claim.isupper() else claim[:1].lower() + claim[1:]
    for pattern, span in _DEICTIC_WORDS:
        if pattern.search(text):
            return span
    for pattern, span in _PRESENT_TENSE_WORDS:
        if any(_describes_present(text, match) for match in pattern.finditer(text)):
            return span
    return None


def told_as_past(clause: str) -> bool:
    """Return whether the clause reports something completed, with a verb in the past tense or a perfect tense."""
    text = clause.lower()
    return bool(_PAST.search(text) or _PAST_IRREGULAR.search(text))


def told_as_present(clause: str) -> bool:
    """Return whether the clause has a present-tense verb and no past-tense verb.

    Present-tense verbs are words such as "is" and "have", and words ending in -s that may be verbs, such as "orbits".
    """
    if told_as_past(clause):
        return False
    text = clause.lower()
    return bool(_NOW.search(text) or _VERB.search(clause))


def _describes_present(text: str, match: re.Match[str]) -> bool:
    """Return whether the matched word is not a noun, and the claim has a present-tense verb or no past-tense verb."""
    before = text[: match.start()].split()[-1:]
    if before == ["the"] and text[: match.start()].endswith("at the "):
        return False
    if match.groupdict().get("current") and before and before[0].lower() in _CURRENT_MODIFIERS:
        return False
    return bool(_PRESENT.search(text) or _ACTING.match(text, match.end())) or not _PAST.search(text)

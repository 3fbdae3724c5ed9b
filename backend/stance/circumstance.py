"""When and where something is counted: 500 hired in May and 700 in June, 12 dead in Athens and 30 in Lisbon contradict nothing."""

from __future__ import annotations

import re

from backend.domain.months import DAYS, MONTH_PATTERN, MONTHS
from backend.stance.clause_words import words_of

_AT = frozenset("in at near on across within throughout to from of for with against".split())
_ANOTHER = re.compile(
    r"(?P<before>.{0,40})\b(?:another|next|preceding|previous|prior) (?:fiscal |financial )?"
    r"(?:year|quarter|month|week|day|season|decade|term|match|game|round)\b",
    re.I,
)
_COMPARED = re.compile(
    r"\b(?:than|from|unlike|compared (?:with|to))(?: (?:in|during|that|those|of|the|an?|its|their))*\s*$", re.I
)
_NAME = r"(?:the )?(?-i:[A-Z])[^\W_]+(?: (?:(?:of|the|de|for) )*(?-i:[A-Z])[^\W_]+)*"
_SOURCE = re.compile(rf"\b(?:according to|said) (?!(?:{MONTH_PATTERN})\b|\w+day\b){_NAME}", re.I)
"""Who says so is no place."""
_EVERYWHERE = frozenset("worldwide globally nationwide internationally".split())
_NAMED = ("month", "day", "place")
_ORDINAL = r"(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)"
_PART = re.compile(
    rf"\b({_ORDINAL}) (quarter|half|season|round|term|period|game|match|week|day)\b|\b[QH]([1-4])\b", re.I
)
_NTH = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth"}
_OF_QUARTERS = {"1": "first", "2": "second", "3": "third", "4": "fourth"}


def elsewhere(claim: str, sentence: str) -> bool:
    """Both name a month, a weekday, a part of a year or a place, and of that kind none is the same; or it tells of another time."""
    claim, sentence = _SOURCE.sub("", claim), _SOURCE.sub("", sentence)
    if not _another(claim) and _another(sentence):
        return True
    asked, stated = _circumstances(claim), _circumstances(sentence)
    own, said = _written(claim), _written(sentence)
    # A place that the other one has in another role is no other place.
    return any(
        asked[kind] and stated[kind] and not asked[kind] & said and not stated[kind] & own for kind in _NAMED
    ) or (bool(asked["part"] and stated["part"]) and not asked["part"] & stated["part"])


def _another(text: str) -> bool:
    """It tells of the next or the previous year: not "another office", nor "up from the previous month"."""
    return any(not _COMPARED.search(match["before"]) for match in _ANOTHER.finditer(text))


def _written(text: str) -> frozenset[str]:
    return frozenset(form for word in words_of(text) for form in (word.text, word.stem))


def _circumstances(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {"month": set(), "day": set(), "place": set(), "part": set()}
    words = words_of(text)
    for i, word in enumerate(words):
        behind = i > 0 and words[i - 1].text in _AT
        # "May" may also be a verb, and "in the Netherlands" has an article.
        article = i > 1 and words[i - 1].text == "the" and words[i - 2].text in _AT
        if word.text in MONTHS and word.capital:
            found["month"].add(word.text)
        elif word.text in DAYS:
            found["day"].add(word.text)
        elif word.text in _EVERYWHERE or (word.capital and word.stem and (behind or article)):
            found["place"].add(word.stem or word.text)
    for match in _PART.finditer(text):
        nth = _OF_QUARTERS[match[3]] if match[3] else _NTH.get(match[1].lower(), match[1].lower())
        unit = match[2].lower() if match[2] else {"q": "quarter", "h": "half"}[match[0][0].lower()]
        found["part"].add(f"{nth} {unit}")
    return found

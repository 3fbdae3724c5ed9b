"""Replaces numbers written in words with digits: "twenty-five", "half a million", "one in five". English only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from backend.domain.months import MONTH_PATTERN

_ONES = {w: i for i, w in enumerate("one two three four five six seven eight nine".split(), 1)}
_TEENS = {
    w: i
    for i, w in enumerate("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), 10)
}
_TENS = {w: 10 * i for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_BELOW_HUNDRED = (
    {"zero": 0}
    | _ONES
    | _TEENS
    | _TENS
    | {f"{ten}{joint}{one}": _TENS[ten] + _ONES[one] for ten in _TENS for one in _ONES for joint in "- "}
)
SPELLED = {word: str(value) for word, value in _BELOW_HUNDRED.items()} | {"covid-19": "covid"}
"""Digits for each number word below a hundred, including "one", and the short form of a name that `digits` shortens."""
_ORDINALS = {
    w: i
    for i, w in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
        sixteenth seventeenth eighteenth nineteenth twentieth twenty-first""".split(),
        1,
    )
}
_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
BELOW_SCALE = {"thousand": "", "million": "thousand", "billion": "million", "trillion": "billion"}
"""Scale words, each mapped to the next smaller scale word."""
_HALVES = {"dozen": "6", "thousand": "500", "million": "500,000", "billion": "500 million", "trillion": "500 billion"}


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _number_value(word: str) -> int:
    """Return the value of digits, a number word or an indefinite article."""
    word = word.lower()
    return int(word.replace(",", "")) if word[0].isdigit() else 1 if word in ("a", "an") else _BELOW_HUNDRED[word]


def _replace_hundreds(match: re.Match[str]) -> str:
    return str(100 * _number_value(match["hundreds"]) + (_number_value(match["rest"]) if match["rest"] else 0))


def _as_percentage(part: int, total: int, match: re.Match[str]) -> str:
    """Return the share as an approximate percentage, or the original words if the share is not between 0 and 1."""
    return f"about {100 * part / total:.3g}%" if 0 < part < total else match.group()


def _replace_ratio(match: re.Match[str]) -> str:
    return _as_percentage(_number_value(match["of"]), _number_value(match["whole"]), match)


def _replace_fraction(match: re.Match[str]) -> str:
    count = _number_value(match["count"]) if match["count"] else 1
    return _as_percentage(count, _FRACTIONS[match["part"].lower().removesuffix("s")], match)


def _replace_century(match: re.Match[str]) -> str:
    value = _ORDINALS[match[1].lower()]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th") if value not in (11, 12, 13) else "th"
    return f"{value}{ending}"


_COUNT = rf"(?:(?:{_alternatives(_TENS)})(?:[- ](?:{_alternatives(_ONES)})\b)?|{_alternatives(_TEENS)}|{_alternatives(_ONES)}|zero)"
_NUMBER = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,4}}|{_COUNT})"
_SCALE = "thousand|million|billion|trillion"
_NO_SHARE = (
    "seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|on|in|for|from|by|with|based|stars?|points?|hundred|percent|"
    + _SCALE
)
_NO_HALF = "year|day|time|month|season|game|match|hour|century|way"
_Replacement = str | Callable[[re.Match[str]], str]
_REPLACEMENTS: tuple[tuple[tuple[str, ...], re.Pattern[str], _Replacement], ...] = tuple(
    (tuple(hints.split("|")), re.compile(pattern, re.I), reader)
    for hints, pattern, reader in (
        ("world war ii|second world|wwii|ww2", r"\b(?:World War II|Second World War|WWII|WW2)\b", "World War 2"),
        ("world war i|first world|wwi|ww1", r"\b(?:World War I|First World War|WWI|WW1)\b", "World War 1"),
        ("-dimensional", r"\b(?:two|2)-dimensional\b", "2D"),
        ("-dimensional", r"\b(?:three|3)-dimensional\b", "3D"),
        ("covid", r"\bCOVID[- ]?19\b", "COVID"),
        (
            # Matches "2 in 5 adults" and "nine out of ten", but not "3 in 20 minutes", "8 out of 10 on average" or "one in 1998".
            " in | out of ",
            rf"\b(?<![\d$€£.,-])(?P<of>{_NUMBER}) (?:in|out of)(?: every)? (?P<whole>\d{{1,3}}(?:,\d{{3}})*|{_COUNT})"
            rf"(?![\w,-]*\d)(?!-)(?= (?!(?:{_NO_SHARE})\b|%)[a-z]|[.;!?]|$)",
            _replace_ratio,
        ),
        (
            "third|quarter|fifth|tenth",
            r"\b(?P<count>an?|one|two|three|four|nine|[1-9])[- ](?P<part>thirds?|quarters?|fifths?|tenths?)(?= of (?!an?\b))",
            _replace_fraction,
        ),
        (
            "quarter",
            rf"\b(?P<count>a|three) quarters? of an? (?P<scale>{_SCALE})\b",
            lambda m: f"about {250 * _number_value(m['count'])} {BELOW_SCALE[m['scale'].lower()]}".rstrip(),
        ),
        ("/", r"\b(?P<of>[1-9])/(?P<whole>[2-9]|10)(?= of\b)", _replace_ratio),
        (
            "half ",
            r"\b(?<!first )(?<!second )(?<!other )(?<!latter )(?<!and a )(?<!better )(?<!top )(?<!bottom )(?<!-)(?P<count>(?!))?"
            rf"(?P<part>half)(?= (?:of (?!an?\b)|the |all )(?!\w* ?(?:{_NO_HALF})\b))",
            _replace_fraction,
        ),
        ("half a", rf"\bhalf an? (?P<scale>dozen|{_SCALE})\b", lambda m: f"about {_HALVES[m['scale'].lower()]}"),
        (
            _SCALE,
            rf"\b(?:an?|one) (?=(?:{_SCALE})\b)",
            lambda m: "1 " if m.group().lower().startswith("one") else "about 1 ",
        ),
        (
            "dozen",
            rf"\b(?P<count>an?|{_alternatives(_ONES)}|\d) dozen\b",
            lambda m: f"about {12 * _number_value(m['count'])}",
        ),
        (
            "hundred",
            rf"\b(?P<hundreds>an?|{_alternatives(_ONES)}) hundred\b(?:(?: and)? (?P<rest>{_COUNT})\b)?",
            _replace_hundreds,
        ),
        ("centur", rf"\b({_alternatives(_ORDINALS)})(?=[- ]centur(?:y|ies)\b)", _replace_century),
        ("", rf"\b(?!one\b){_COUNT}\b(?!-(?:{_alternatives(_ORDINALS)})\b)", lambda m: SPELLED[m.group().lower()]),
    )
)
"""Tuples of (hints, pattern, replacement). A pattern is applied only if the text contains one of its hints.

Longer forms come first.
"""
_SPACED = re.compile(
    rf"(?<!\w)(?<![.,-])(?<!\d )(?P<month>(?:{MONTH_PATTERN}) )?(?P<number>[1-9]\d{{0,2}}(?:[ \u00a0\u202f]\d{{3}})+)(?![\w-])"
)


def _join_groups(match: re.Match[str]) -> str:
    """Join the groups of a number like "20 000". In "May 5 300 people", the day and the number stay separate."""
    return match.group() if match["month"] else re.sub(r"\s", ",", match["number"])


@lru_cache(maxsize=4_096)
def digits(text: str) -> str:
    """Return the text with numbers in digits: "ten percent" → "10 percent", "one in five" → "about 20%", "20 000" → "20,000".

    "one" on its own stays, because it is also a pronoun. "dozens" and "a couple of" stay, because they are not exact.
    """
    text = _SPACED.sub(_join_groups, text)
    low = text.lower()
    for hints, pattern, replacement in _REPLACEMENTS:
        if any(hint in low for hint in hints):
            text = pattern.sub(replacement, text)
    return text

"""Where quantities stand in a text: the pattern of a number with its bounds, sign, scale and unit, and numbers that are none."""

from __future__ import annotations

import re

from backend.domain.months import MONTH_PATTERN, MONTHS
from backend.domain.numerals import digits
from backend.domain.text import AUXILIARIES, STOP_WORDS
from backend.stance.units import measures, plain

_AT_LEAST = (
    r"at least|(?:no|not) (?:less|fewer) than|more than|greater than|higher than|over|above|upwards of|exceed(?:s|ed|ing)?"
    r"|a minimum of"
)
_AT_MOST = r"at most|(?:no|not) more than|less than|fewer than|lower than|under|below|up to|a maximum of"
_ABOUT = r"about|around|roughly|nearly|almost|approximately|some|only|just|close to|circa|an estimated"
_NUMBER = (
    r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
    r"|\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
)
_MANY = frozenset(
    """people men women children residents inhabitants users subscribers followers viewers customers workers employees jobs homes
    households copies views downloads votes voters barrels doses tonnes tons dollars euros pounds deaths cases visitors passengers
    tourists refugees students migrants immigrants vehicles cars trees animals birds years""".split()
)
"""What is counted in millions: before it "5m" is no length, and a capital before the number does not make it a name."""
_QUANTITY = re.compile(
    rf"(?:\b(?:(?P<least>{_AT_LEAST})|(?P<most>{_AT_MOST})|(?P<about>{_ABOUT})|(?P<before>before|prior to)|(?P<after>after))"
    rf" (?:about |around |the )?(?:(?:early|mid|late)[ -])?(?P<month>(?:{MONTH_PATTERN}) )?)?"
    r"(?P<between>between )?(?P<christ>(?-i:AD) )?"
    r"(?P<sign>(?:(?<![\w)\]%$€£.,–-])[-−–]|\b(?:minus|negative) )(?=[$€£]?\d))?(?P<currency>[$€£])?"
    # Behind letters and a hyphen it is part of a name: "Catch-22".
    r"(?<![\w.])(?<![^\W\d_]-)"
    rf"(?P<number>{_NUMBER})"
    # Two years side by side are two dates, and "rose in 2023 to 14 million" is no range.
    r"(?:(?: ?[-–—] ?|(?<!\bin \d{4})(?<!(?:ary|rch|ril|May|une|uly|ust|ber) \d{4}) to |(?(between) and |(?!)))(?P<upper_sign>minus |[-−])?"
    rf"(?P<upper>(?!(?:1\d|20)\d\d(?![\d,.]))(?:{_NUMBER}))(?![\w-]))?"
    r"(?:(?P<ordinal>st|nd|rd|th)\b(?P<century>[ -]centur(?:y|ies)\b)?|(?P<decade>(?<=\d\d\d0)['’]?s\b)"
    r"| ?(?P<scale>thousand|million|billion|trillion|[mb]ln|[mbt]n|trn|%|percent)(?!\w)"
    # Only "$5m" and "5m people" are millions, "5m" is a length; 4K is a kind of picture.
    rf"|(?P<short>(?-i:k)|(?-i:K)(?(currency)|(?:(?<=\d\dK)|(?= (?:{'|'.join(_MANY)})\b)))"
    rf"|[mb](?(currency)|(?= (?:{'|'.join(_MANY)})\b)))(?!\w)(?! (?:run|race|walk)))?"
    r"(?: ?(?P<era>(?-i:BCE?|B\.C\.|CE|AD|A\.D\.))(?!\w))?"
    r"(?:[ -]?(?P<unit>(?:°|degrees?) ?(?:celsius|fahrenheit|c\b|f\b)|[^\W\d_]+(?:/[a-z]+)?[²2]?))?",
    re.I,
)
_UNREAD = re.compile(
    r"(?:^|\n)\s*\d{1,2}[.)](?=\s)|\[\d{1,3}\]|(?<![\d/.])\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d\d))?(?![\d/])"
)
"""List numbers, reference marks and "9/11"."""
_RESPELLED = (
    (re.compile(r"\bpre-(?=\d)", re.I), "before "),
    (re.compile(r"\bpost-(?=\d)", re.I), "after "),
    (re.compile(r"\b(mid|early|late)-(?=\d)", re.I), r"\1 "),
    (re.compile(r"(?<!\w)['’]([2-9]0)s\b"), r"19\1s"),
    (
        re.compile(
            r"(?<![\w.-])(\d+(?:\.\d+)?(?: ?°| degrees?)?(?: ?(?:celsius|fahrenheit|[cf]\b))?) below (?:zero|0)\b", re.I
        ),
        r"minus \1",
    ),
)
_HEAD = re.compile(r"(?:^|(?<=[\s(“\"']))([A-Z][\w’'-]*|[a-z]+[A-Z]\w*)[ -]$")
_NO_HEADS = STOP_WORDS | AUXILIARIES | frozenset(MONTHS) | {"since", "until", "among", "within", "per"}
_NETWORK = re.compile(r"(?<![\w.])([2-9])G\b")


def readable(text: str) -> str:
    """The text as quantities are read from it: digits, one-word units, without list numbers and reference marks."""
    text = _UNREAD.sub(" ", plain(digits(text)))
    for pattern, read in _RESPELLED:
        text = pattern.sub(read, text)
    return text


def matches(text: str) -> tuple[re.Match[str], ...]:
    """Where quantities stand in a `readable` text; the number of a name ("Apollo 11", "5G") is none."""
    return tuple(m for m in _QUANTITY.finditer(text) if not _head(m) and not _NETWORK.match(text, m.start("number")))


def _head(match: re.Match[str]) -> str:
    """The capitalised word that a plain small number belongs to; "" for an amount, a date or a number that stands alone."""
    plain_number = match["number"].isdigit() and len(match["number"]) <= 3
    marks = (
        "least",
        "most",
        "about",
        "between",
        "sign",
        "currency",
        "upper",
        "ordinal",
        "decade",
        "scale",
        "short",
        "era",
        "christ",
    )
    unit = (match["unit"] or "").lower()
    if not plain_number or any(match[mark] for mark in marks) or measures(unit) or unit in _MANY:
        return ""
    found = _HEAD.search(match.string, max(0, match.start("number") - 40), match.start("number"))
    return found[1] if found and found[1].lower() not in _NO_HEADS else ""

"""What only one thing can be: "Canberra is the capital of Australia" leaves no room for Sydney."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.months import MONTHS
from backend.domain.text import NEGATIONS, akin, content_stems, numbers, stem, words
from backend.stance.lexicon import lexicon

_IS_THE = re.compile(
    r"^(?P<subject>[^,;:]{2,60}?) (?P<verb>is|are|remains?|was|were) (?P<role>the [^,;:.]+)(?P<rest>.*)$", re.I | re.S
)
_ONE_ONLY = re.compile(
    r"\bthe (?:only|first|last|capital|(?!(?:mid)?west|\w*forest|guest|rest|nest|chest|priest|\w*test|\w*quest|interest|harvest)\w+est"
    r"|most \w+|least \w+|sole|current)\b"
    r"(?! of (?:the )?(?:most|many|several))",
    re.I,
)
_OPINION = re.compile(
    r"\bthe (?:best|worst|greatest|finest|nicest|funniest|coolest|cutest|prettiest|smartest|wisest|kindest"
    r"|(?:most|least) (?:beautiful|important|influential|famous|popular|interesting|exciting|talented|loved|hated|iconic|successful))\b",
    re.I,
)
_PASSED = frozenset({"was", "were"})
_ONCE = re.compile(r"^the (?:first|last)\b", re.I)
"""What was the first stays it; what was the largest may have been overtaken."""
_QUALIFIED = re.compile(
    r"\b(?:until|till|before|by (?:some|many|most|certain|far|\w+ (?:measures?|standards?|counts?))|measured|if|when|depending|arguably"
    r"|perhaps|probably|possibly|then|once|claims?|considered|other than|except|outside|excluding|second|joint|tied)\b",
    re.I,
)
_LATER = re.compile(
    r"\b(?:until|till|measured|by (?:some|many|most|certain) \w+|at the time|formerly|no longer)\b", re.I
)
_CALENDAR = frozenset(map(stem, MONTHS))
_JOINING = frozenset({"of", "the", "de", "van", "von", "der", "da", "del", "la", "le", "and"})
_TITLED = re.compile(r"^(?:the|lake|mount|mt\.?|mr\.?|mrs\.?|ms\.?|dr\.?|sir|president|king|queen|river) ", re.I)


@dataclass(frozen=True, slots=True)
class _Holder:
    subject: str
    role: frozenset[str]
    passed: bool


@lru_cache(maxsize=2_048)
def _holder(text: str) -> _Holder | None:
    """Who holds which one-of-a-kind role, where the text says so plainly, of a proper name and without a condition."""
    match = _IS_THE.match(text.strip())
    if not match or not _ONE_ONLY.search(match["role"]) or _OPINION.search(match["role"]):
        return None
    qualified = _QUALIFIED.search(match["role"]) or _LATER.search(match["rest"])
    if qualified or set(words(text)) & NEGATIONS or not _proper(match["subject"]):
        return None
    passed = match["verb"].lower() in _PASSED
    if passed and not _ONCE.match(match["role"]):
        return None
    return _Holder(match["subject"], frozenset(content_stems(match["role"])), passed)


def _proper(subject: str) -> bool:
    """A proper name, and no acronym, which may stand for any: "the Polish physicist" may be Marie Curie, and JFK John F. Kennedy."""
    parts = [part for part in subject.split() if part.lower() not in _JOINING]
    short = any(part.isupper() and sum(map(str.isalpha, part)) > 1 for part in parts) or "." in subject
    return bool(parts) and all(part[:1].isupper() for part in parts) and not short


def other_holder(claim: str, sentence: str) -> bool:
    """The sentence gives the claim's one-of-a-kind role to somebody else; it may add a date, or a second superlative."""
    asked, stated = _holder(claim), _holder(sentence)
    if asked is None or stated is None or asked.passed != stated.passed or len(asked.role) < 2:
        return False
    further = {s for s in stated.role - asked.role if s not in _CALENDAR and not numbers(s) and not s.endswith("est")}
    return asked.role <= stated.role and not further and _others(asked.subject, stated.subject)


def _others(a: str, b: str) -> bool:
    """Two names of which none is a part of the other or known to be another name of it."""
    first, second = content_stems(a), content_stems(b)
    if not first or not second or any(akin(x, y) for x in first for y in second):
        return False
    names = {_bare(a), _bare(b)}
    return not any(names <= group for group in lexicon().aliases)


def _bare(name: str) -> str:
    return _TITLED.sub("", name.strip().lower())

"""Splits sentences with "is a …" into the kind and further details, and "was born" into day and place.

Each rule takes a sentence and returns the statements in reading order, or () if it does not apply.
"""

from __future__ import annotations

import re
from functools import cache

from backend.claims.agreement import main_verb, opens_with_verb
from backend.claims.phrases import (
    DATE,
    NAME,
    Statements,
    lexicon,
    mask,
    phrases,
)
from backend.claims.sentences import QUANTIFIED
from backend.claims.words import first_finite, participles, tokens_of

_COPULA = re.compile(
    r"^(?P<subject>.+?) (?P<be>is|was) (?P<adverb>(?:also|now|still|currently) )?(?P<noun>an? [^,]+?)(?P<comma>,?) "
)
_KNOWN = (
    r"(?:(?:best|widely|well|also|mostly|primarily|mainly|perhaps) )?(?:known|famous|notable|noted|remembered|renowned)"
)
_RELATIVE = re.compile(
    rf"(?P<link>who|which|that) |(?P<known>{_KNOWN}) (?=for|as)"
    r"|(?P<participle>(?:(?:originally|first|currently) )?[a-z]+) (?=by|in|on|at|for|to|as|from|with|under|between)"
)
_BORN = r"^(?P<lead>.+? (?:was|were) (?:also )?born|.+? (?:had )?died)"
_DAY = rf"(?P<day>(?:on|in) {DATE})"
_BIRTH = re.compile(rf"{_BORN} {_DAY},?(?P<place> (?:in|at) (?:the )?{NAME}(?:, {NAME})*)$")
_BIRTH_REVERSED = re.compile(rf"{_BORN}(?P<place> (?:in|at) (?:the )?{NAME}(?:, {NAME})*?),? {_DAY}$")
_IN_PARENTHESES = re.compile(r" \([^()]*\)")
_WITHIN = frozenset({"with", "about", "by", "for", "on", "to"})


def relative_of_kind(text: str) -> Statements:
    """Split "X is an American actor born in Ulm" and "X is a player who played for Ajax"; indefinite kinds only."""
    masked = mask(text)
    copula = _COPULA.match(masked)
    if not copula or first_finite(tokens_of(copula["subject"])) or QUANTIFIED.search(text):
        return ()
    for found in _RELATIVE.finditer(masked, copula.start("noun")):
        kind, said = text[copula.start("noun") : found.start()].rstrip(" ,"), text[found.start() :]
        subject = _IN_PARENTHESES.sub("", text[: copula.end("subject")])
        if _restrictive().search(kind) or len(kind.split()) < 2 or main_verb(kind):
            return ()
        clause = _of_kind(subject, copula["be"], kind, said, found)
        if clause:
            return (f"{text[: copula.start('noun')]}{kind}", clause)
    return ()


def _of_kind(subject: str, copula: str, kind: str, said: str, found: re.Match[str]) -> str:
    last, words = kind.rsplit(maxsplit=1)[-1], mask(kind).split()
    if found["link"]:
        after = said[len(found["link"]) :].strip()
        clear = (found["link"] == "who" or "of" not in words) and not (last.endswith("s") and " for " in kind)
        return f"{subject} {after}" if clear and opens_with_verb(after) else ""
    if found["known"]:
        return f"{subject} {copula} {said}"
    word = found["participle"].split()[-1]
    known = word in participles() | lexicon("participles") and (word.endswith("ed") or word in lexicon("participles"))
    if not known or set(words) & _WITHIN or not last.isalpha():
        return ""
    return f"{subject} {copula if word in lexicon('stative') else 'was'} {said}"


@cache
def _restrictive() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{phrases('restrictive')})\b")


def day_and_place(text: str) -> Statements:
    """Split "X was born on 5 May 1970 in Ulm" into date and place, which is safe because a person is born only once."""
    found = _BIRTH.match(text) or _BIRTH_REVERSED.match(text)
    if not found or " and " in found["lead"] or re.search(r"\b(?:not|never)\b", found["lead"]):
        return ()
    parts = {
        found.start("day"): f"{found['lead']} {found['day']}",
        found.start("place"): f"{found['lead']}{found['place']}",
    }
    return tuple(parts[at] for at in sorted(parts))

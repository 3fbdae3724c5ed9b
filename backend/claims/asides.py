"""Turns a phrase in commas after the subject into a separate statement."""

from __future__ import annotations

import re

from backend.claims.agreement import be, is_plural, main_verb, opens_with_verb
from backend.claims.phrases import (
    Statements,
    is_nominal,
    lexicon,
    mask,
    owner_of,
)
from backend.claims.sentences import QUANTIFIED
from backend.claims.words import PREPOSITIONS, first_finite, participles, tokens_of

_ALIAS = re.compile(
    r"^(?:also|better|formerly|commonly|best|originally|professionally) (?:known|called|named|titled)\b"
)
_ORIGIN = re.compile(
    r"^(?:was|were) (?:first |originally )?(?:founded|established|formed|created|built|opened|launched|invented|written|designed)\b"
)
"""Something that was founded, built or written still exists as what it is, so that its aside is in the present tense."""


def after_subject(text: str) -> Statements:
    """Split sentences such as "Tesla, an American company, was …" and "Michael Jackson, who was born in 1958, died …"."""
    masked = mask(text)
    first = masked.find(", ")
    subject = text[:first]
    if first < 2 or not _may_be_subject(subject):
        return ()
    for comma in re.finditer(r",", masked[first + 2 :]):
        stop = first + 2 + comma.start()
        rest = text[stop + 1 :].strip()
        if opens_with_verb(rest) and not re.search(r"\b(?:and|or)$", text[:stop]):
            aside = _said_of(subject, text[first + 2 : stop], rest)
            return (aside, f"{subject} {rest}") if aside else ()
    return ()


def _may_be_subject(subject: str) -> bool:
    tokens = tokens_of(subject)
    opening = tokens[0].lower if tokens else ""
    blocked = opening in PREPOSITIONS | lexicon("adverbs") | {"if", "when", "while", "although", "there", "however"}
    verb = first_finite(tokens)
    named = any(token.capitalised for token in tokens[1:]) or tokens[0].capitalised if tokens else False
    return bool(tokens) and not blocked and not verb and named and not QUANTIFIED.search(subject) and len(tokens) <= 12


def _said_of(subject: str, aside: str, rest: str) -> str:
    """Return the aside as a statement about the subject, "" if it is not one. `rest` determines number and tense."""
    opening, _, after = aside.partition(" ")
    verb = main_verb(f"{subject} {rest}")
    if opening in {"who", "which"}:
        return f"{subject} {after}" if opens_with_verb(after) else ""
    if opening == "whose":
        return f"{owner_of(subject)} {after}" if main_verb(after) else ""
    if is_nominal(aside) and not (" and " in mask(subject) and is_plural(subject, verb)):
        return f"{subject} {be(subject, verb, past=False if _ORIGIN.match(rest) else None)} {aside}"
    if _ALIAS.match(aside):
        return f"{subject} {be(subject, verb)} {aside}"
    return _participle(subject, aside, rest)


def _participle(subject: str, aside: str, rest: str) -> str:
    words = aside.split()
    at = 1 if words and words[0] in lexicon("adverbs") else 0
    if len(words) < at + 3 or words[at] not in participles() | lexicon("participles"):
        return ""
    if words[at + 1] not in PREPOSITIONS | {"out"} and not words[at + 1][0].isupper():
        return ""
    past = None if words[at] in lexicon("stative") else True
    return f"{subject} {be(subject, main_verb(f'{subject} {rest}'), past=past)} {aside}"

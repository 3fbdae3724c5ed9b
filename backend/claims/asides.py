"""Turns asides into separate statements: text beside the subject, between commas or in parentheses, or opening the sentence.

Each rule takes a sentence and returns the statements in reading order, or () if it does not apply.
"""

from __future__ import annotations

import re

from backend.claims.agreement import be, is_plural, main_verb, opens_with_verb
from backend.claims.phrases import (
    DATE,
    MONTH,
    Statements,
    is_nominal,
    is_occupation,
    lexicon,
    mask,
    owner_of,
)
from backend.claims.sentences import QUANTIFIED, subject_of
from backend.claims.words import PREPOSITIONS, first_finite, participles, tokens_of

_LIFE = re.compile(rf"^(?P<born>{DATE})\s*[-–—]+\s*(?P<died>{DATE})$")
_BORN = re.compile(r"^(?:(?P<alias>[^;]+);\s*)?(?:born|b\.)\s+(?P<born>.+)$")
_ALIAS = re.compile(
    r"^(?:also|better|formerly|commonly|best|originally|professionally) (?:known|called|named|titled)\b"
)
_ORIGIN = re.compile(
    r"^(?:was|were) (?:first |originally )?(?:founded|established|formed|created|built|opened|launched|invented|written|designed)\b"
)
"""Things that were founded still are what they are."""


def life_dates(text: str) -> Statements:
    """For "Ann Lee (born 1971) is …" and "Ann Lee (1 May 1703 – 3 June 1763) was …": born, died, and the rest."""
    found = re.match(r"^(?P<subject>[^(),]{3,60}?) \((?P<inside>[^()]*)\),?(?= )", text)
    if not found or not opens_with_verb(text[found.end() :]):
        return ()
    subject, inside = found["subject"], found["inside"].strip()
    rest = f"{subject}{text[found.end() :]}"
    born, life = _BORN.match(inside), _LIFE.match(inside)
    if born:
        alias = f" ({born['alias']})" if born["alias"] else ""
        return (f"{subject} was born {_dated(born['born'])}", f"{subject}{alias}{text[found.end() :]}")
    if life and 15 <= _year(life["died"]) - _year(life["born"]) <= 115 and _is_person(text[found.end() :]):
        return (f"{subject} was born {_dated(life['born'])}", f"{subject} died {_dated(life['died'])}", rest)
    return ()


def _dated(date: str) -> str:
    """With "on" or "in" if the parenthesis has none."""
    if re.match(rf"(?:{MONTH} \d{{1,2}}|\d{{1,2}} {MONTH})", date):
        return f"on {date}"
    return f"in {date}" if re.match(rf"(?:{MONTH}|\d{{4}})", date) else date


def _year(date: str) -> int:
    return int(date[-4:])


def _is_person(predicate: str) -> bool:
    """Says what somebody was, as in " was a French engraver"; wars and states have dates as well."""
    found = re.match(r"^,? (?:was|is) (?:an?|the) (?P<rest>[^,.]*)", predicate)
    return found is not None and any(is_occupation(word) for word in found["rest"].split()[:6])


def after_subject(text: str) -> Statements:
    """For "Tesla, an American company, was …" and "Michael Jackson, who was born in 1958, died …"."""
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
    """The aside as a statement about the subject, "" if it is not one; `rest` determines number and tense."""
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


def opening_participle(text: str) -> Statements:
    """For "Born in Ulm, Einstein moved to Bern"."""
    first = text.find(", ")
    if first < 0 or text.split(maxsplit=1)[0].lower() not in lexicon("participles") | participles():
        return ()
    tokens = tokens_of(text[first + 2 :])
    verb = first_finite(tokens)
    if not verb:
        return ()
    comma = text.rfind(", ", 0, first + 2 + tokens[verb].start)
    rest = text[comma + 2 :]
    if not (rest[0].isupper() or rest.split()[0] in {"he", "she", "it", "they", "the"}):
        return ()
    subject = subject_of(rest)
    if not subject or "," in subject or QUANTIFIED.search(subject):
        return ()
    said = _participle(subject, text[0].lower() + text[1:comma], rest[tokens[verb].start :])
    return (said, rest) if said else ()

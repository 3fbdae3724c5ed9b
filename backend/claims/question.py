"""Converts a yes-or-no question into the statement that the question asks about. Other questions contain no statement."""

from __future__ import annotations

import re

from backend.claims.frames import capital
from backend.claims.words import (
    DETERMINERS,
    PREPOSITIONS,
    Token,
    base_forms,
    participles,
    past_of,
    tokens_of,
    verb_list,
    with_s,
)

_QUESTION_FRAMES = re.compile(
    r"^(?:(?:is|isn't|was) it (?:really |actually |not )?(?:true|a fact|a myth|correct|the case|right) (?:that )?"
    r"|(?:did|do) you (?:know|think|believe)(?: that)? |have you heard(?: that)? |does anyone (?:else )?(?:think|believe)(?: that)? )",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",? (?:right|correct|no|(?:is|was|are|were|do|does|did|has|have|can|will|would)(?:n't| not)? (?:it|he|she|they|we|you|there|not))$",
    re.IGNORECASE,
)
_QUESTION_WORDS = frozenset("who what when where why how which whom whose who's what's where's how's".split())
_DO = {"do": "do", "don't": "do", "does": "does", "doesn't": "does", "did": "did", "didn't": "did"}


def is_question(text: str) -> bool:
    """Return whether the text ends with a question mark, ignoring closing quotation marks."""
    return text.rstrip(" \"'”!").endswith("?")


def to_statement(text: str) -> str | None:
    """Return the statement that a question asks about, or None if there is none. Other texts are returned unchanged."""
    if not is_question(text):
        return text
    body = _TAG.sub("", text.rstrip(" \"'”!?").strip())
    body = _QUESTION_FRAMES.sub("", body)
    tokens = tokens_of(body)
    if not tokens:
        return None
    first = tokens[0].lower
    if first in _QUESTION_WORDS:
        return None
    if first not in verb_list("auxiliary"):
        return capital(body)
    rest = tokens[1:]
    if len(rest) < 2:
        return None
    return capital(_undo_inversion(body, tokens[0], rest) or body)


def _undo_inversion(body: str, auxiliary: Token, rest: tuple[Token, ...]) -> str:
    """Undo the inversion: "Is the Earth flat" -> "the Earth is flat". Return "" if the end of the subject is unclear."""
    word = auxiliary.lower
    if word in _DO:
        return _remove_do(body, _DO[word], rest)
    plain = re.sub(r"n't$", "", word).replace("ca", "can") if word == "can't" else re.sub(r"n't$", "", word)
    at = _predicate_index(rest) if word in verb_list("be") else _verb_index(rest)
    if not at:
        return ""
    subject, predicate = body[rest[0].start : rest[at - 1].end], body[rest[at].start :]
    return f"{subject} {plain} {predicate}"


def _remove_do(body: str, auxiliary: str, rest: tuple[Token, ...]) -> str:
    at = _verb_index(rest)
    if not at:
        return ""
    subject, verb, tail = body[rest[0].start : rest[at - 1].end], rest[at].lower, body[rest[at].end :]
    form = {"do": verb, "does": with_s(verb), "did": past_of(verb)}[auxiliary]
    return f"{subject} {form}{tail}"


def _verb_index(rest: tuple[Token, ...]) -> int:
    """Return the index of the first infinitive or participle after the subject, or 0 if there is none."""
    verbs = base_forms() | participles() | {"be", "been"}
    for at in range(1, len(rest)):
        blocked = rest[at - 1].lower in DETERMINERS | PREPOSITIONS
        if rest[at].lower in verbs and not blocked and not rest[at].capitalised:
            return at
    return 0


def _predicate_index(rest: tuple[Token, ...]) -> int:
    """Return the index at which the predicate begins after a form of "be" and its subject."""
    head = _end_of_subject(rest)
    for at in range(head, len(rest)):
        word = rest[at].lower
        if word in {"a", "an", "the", "not"} or word[0].isdigit() or word.endswith("ing") or word in participles():
            return at
        if word in PREPOSITIONS and at > head:
            return at - 1
    return head if head >= len(rest) - 1 else len(rest) - 1


def _end_of_subject(rest: tuple[Token, ...]) -> int:
    """Return the index after the first noun or name and any "of …" phrases that follow."""
    at = 1 if rest[0].lower in DETERMINERS else 0
    at = _end_of_name(rest, at)
    while at + 1 < len(rest) and rest[at].lower == "of":
        at = _end_of_name(rest, at + 2 if rest[at + 1].lower in DETERMINERS else at + 1)
    return min(at, len(rest) - 1)


def _end_of_name(rest: tuple[Token, ...], at: int) -> int:
    """Return the index after a run of capitalised words, or after one word if that word is not capitalised."""
    end = at
    while end < len(rest) and rest[end].capitalised:
        end += 1
    return max(end, at + 1)

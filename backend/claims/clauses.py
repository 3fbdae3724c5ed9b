"""Splitting a text into clauses with their own verb, keeping names, quotations and contrasts whole.

Document 000's rules (seed-systems §3.2) broke "Food and Drug Administration" at its "and"; here a coordinator splits only
where both sides are clauses, and a shared subject is repeated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

import pysbd

from backend.claims.words import (
    ADVERBS,
    PREPOSITIONS,
    PRONOUNS,
    Token,
    base_forms,
    content_words,
    first_finite,
    is_finite,
    negations,
    participles,
    past_forms,
    present_forms,
    tokens_of,
    verb_list,
)

MIN_PART_CHARACTERS = 10
"""Document 001, rules mode: shorter parts are no claims."""

_COORDINATOR = re.compile(
    r";\s*(?:and |but |however,? )?|,?\s+(?:and|but|yet)\s+(?:that\s+)?|,\s+(?:while|whereas)\s+|,\s+(?=[^;]*,\s+and\s)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|\([^)]*\)|«[^»]*»")
_CONDITION = re.compile(
    r"^(?:if|when|unless|although|though|because|since|while|as|before|after|despite)\b", re.IGNORECASE
)
QUANTIFIED = re.compile(
    r"^(?:no|some|few|many|most|only|any|half|none|nobody|neither|either|both|all|every|each|several|\d|one|two|three)\b"
    r"|\b(?:percent|per cent)\b|%",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(r"\b(?:that|which|who|whose|whom|because|if|although|when|where|whether)\b", re.IGNORECASE)
_TAKES_PARTICIPLE = verb_list("be") | {"has", "have", "had"}
_POSSESSIVES = frozenset({"his", "her", "its", "their"})


@dataclass(frozen=True, slots=True)
class Part:
    """A clause; `start`, `end` are its span in the text, -1 when words were added or replaced."""

    text: str
    start: int
    end: int


def split(text: str, *, is_report: bool = False, complete: bool = True) -> tuple[Part, ...]:
    """The clauses of the text in order, at least one. A report of somebody's words is split at sentence ends only.

    With `complete` a sentence stays whole unless each of its clauses says enough to be a claim.
    """
    parts: list[Part] = []
    for start, end in sentence_spans(text):
        sentence = Part(text[start:end], start, end)
        found = [sentence] if is_report or _CONDITION.match(sentence.text) else _clauses(sentence, complete=complete)
        parts.extend(found)
    return _without_pronouns(parts)


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences without surrounding white space; a quotation is never cut."""
    protected = _QUOTED.sub(lambda quoted: re.sub(r"[.!?]", ",", quoted.group()), text)
    spans = [_trim(text, piece.start, piece.end) for piece in _segmenter().segment(protected)]
    return tuple(span for span in spans if span[0] < span[1]) or ((0, len(text)),)


@cache
def _segmenter() -> pysbd.Segmenter:
    return pysbd.Segmenter(language="en", clean=False, char_span=True)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _clauses(sentence: Part, *, complete: bool) -> list[Part]:
    """Cut at each coordinator that stands between two clauses; what follows is a clause or gets the shared subject."""
    masked = _QUOTED.sub(lambda quoted: "X" * len(quoted.group()), sentence.text)
    pieces: list[Part] = []
    begin, prefix, subject = 0, "", ""
    for cut in _COORDINATOR.finditer(masked):
        left = f"{prefix} {sentence.text[begin : cut.start()]}".strip()
        right = sentence.text[cut.end() : _next_cut(masked, cut.end())]
        added = _prefix(left, right, subject, cut.group().strip(" ,").lower(), bare=cut.group().strip() == ",")
        if added is None:
            continue
        pieces.append(_piece(sentence, begin, cut.start(), prefix))
        subject = subject or subject_of(pieces[0].text)
        begin, prefix = cut.end(), added
    pieces.append(_piece(sentence, begin, len(sentence.text), prefix))
    return pieces if not complete or all(_stands_alone(piece.text) for piece in pieces) else [sentence]


def _next_cut(masked: str, start: int) -> int:
    found = _COORDINATOR.search(masked, start)
    return found.start() if found else len(masked)


def _piece(sentence: Part, begin: int, end: int, prefix: str) -> Part:
    start, stop = _trim(sentence.text, begin, end)
    text = sentence.text[start:stop].rstrip(" ,;")
    stop = start + len(text)
    if prefix:
        return Part(f"{prefix} {text}", -1, -1)
    return Part(text, sentence.start + start, sentence.start + stop)


def _stands_alone(text: str) -> bool:
    return len(text) >= MIN_PART_CHARACTERS and len(content_words(text)) >= 2


def _prefix(left: str, right: str, subject: str, coordinator: str, *, bare: bool) -> str | None:
    """Words to put before `right`: "" for a clause of its own, a shared subject with its auxiliary, None for no cut."""
    left_tokens, right_tokens = tokens_of(left), tokens_of(right)
    verb = first_finite(left_tokens)
    if verb is None or not right_tokens or _open_pair(left):
        return None
    if _SUBORDINATE.search(left) and (bare or not coordinator.startswith(";")):
        return None
    lead = next((i for i, token in enumerate(right_tokens) if token.lower not in ADVERBS), 0)
    if _has_own_subject(right_tokens, lead):
        return ""
    shared = subject or subject_of(left)
    if coordinator.startswith(";") or not shared or QUANTIFIED.search(shared):
        return None
    return _shared_prefix(shared, left_tokens[verb:], right_tokens[lead:], contrast=coordinator == "but")


def _shared_prefix(shared: str, left: tuple[Token, ...], right: tuple[Token, ...], *, contrast: bool) -> str | None:
    """The subject, and the auxiliary when the second verb needs it ("was tested and approved"). `left` opens with the verb."""
    auxiliary = " ".join(token.text for token in _auxiliaries(left))
    denied, word = bool(negations(auxiliary)), right[0].lower
    if word in verb_list("auxiliary"):
        return shared
    if word in base_forms() and auxiliary and word not in past_forms() and left[0].lower not in _TAKES_PARTICIPLE:
        does = left[0].lower in ("do", "don't")
        return f"{shared} {auxiliary}" if not contrast or not denied else shared if does else None
    if contrast and denied:
        return shared if word in present_forms() else None
    if word in participles() and _goes_on(left[0].lower, right):
        return f"{shared} {auxiliary}"
    plain = word in base_forms() and left[0].lower in base_forms() | {"are", "were", "have"}
    return shared if plain or word in past_forms() | present_forms() else None


def _goes_on(auxiliary: str, right: tuple[Token, ...]) -> bool:
    """Whether "was" or "has" of the first verb holds for the participle too: a passive has no object after it."""
    if right[0].lower in verb_list("intransitive") or auxiliary not in _TAKES_PARTICIPLE:
        return False
    active = len(right) > 1 and right[1].is_word and right[1].lower not in PREPOSITIONS | ADVERBS | {"and", "but"}
    return auxiliary not in verb_list("be") or not active


def _auxiliaries(left: tuple[Token, ...]) -> tuple[Token, ...]:
    """The auxiliaries and negations that open the verb phrase: "was", "has been", "does not"."""
    opening = verb_list("auxiliary") | {"not", "never", "been", "be"}
    return tuple(takewhile(lambda token: token.lower in opening, left))


def _has_own_subject(tokens: tuple[Token, ...], lead: int) -> bool:
    """A subject before the first finite verb; "and Warren voted" has one too, but there the left side has no verb."""
    verb = first_finite(tokens, lead + 1)
    if verb is None or is_opening_verb(tokens, lead):
        return False
    before = tokens[lead:verb]
    opening = before[0]
    return (
        opening.lower not in PREPOSITIONS
        and opening.is_word
        and not _SUBORDINATE.search(" ".join(t.text for t in before))
    )


def is_opening_verb(tokens: tuple[Token, ...], at: int) -> bool:
    """True when the clause begins with its verb ("died in Princeton", "is based in Paris", "kill people")."""
    word = tokens[at]
    if word.capitalised:
        return False
    if word.lower in verb_list("auxiliary") or word.lower in past_forms() | present_forms():
        return not (at + 1 < len(tokens) and tokens[at + 1].lower in verb_list("be"))
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    return (
        word.lower in base_forms()
        and following not in verb_list("auxiliary")
        and not is_finite(tokens, at + 1 if following else at)
    )


def _open_pair(left: str) -> bool:
    """The coordinator belongs to "between X and", "both X and", "from X and" or to a list in commas."""
    tail = re.split(r"[;.]", left)[-1]
    return bool(re.search(r"\b(?:between|both)\b(?!.*\band\b)", tail, re.IGNORECASE))


def subject_of(clause: str) -> str:
    """The words before the first finite verb, without a leading adverb or phrase in commas."""
    tokens = tokens_of(clause)
    verb = first_finite(tokens)
    if not verb:
        return ""
    words = list(tokens[:verb])
    while words and words[-1].lower in ADVERBS:
        words.pop()
    if not words:
        return ""
    head = clause[: words[-1].end]
    commas = head.split(", ")
    return (commas[0] if len(commas) > 1 and not _opens_with_phrase(head) else commas[-1]).strip()


def _opens_with_phrase(head: str) -> bool:
    return tokens_of(head)[0].lower in PREPOSITIONS | ADVERBS


def _without_pronouns(parts: list[Part]) -> tuple[Part, ...]:
    """A later part that opens with a pronoun gets the first part's subject in its place."""
    if len(parts) < 2:
        return tuple(parts)
    subject = subject_of(parts[0].text)
    return (parts[0], *(_resolved(part, subject) for part in parts[1:]))


def _resolved(part: Part, subject: str) -> Part:
    tokens = tokens_of(part.text)
    first = tokens[0].lower if tokens else ""
    if not subject or subject.split(maxsplit=1)[0].lower() in PRONOUNS | _POSSESSIVES | {
        "this",
        "that",
        "these",
        "those",
        "there",
    }:
        return part
    if first in PRONOUNS and len(tokens) > 1 and (is_finite(tokens, 1) or tokens[1].lower in ADVERBS):
        return Part(subject + part.text[tokens[0].end :], -1, -1)
    if first in _POSSESSIVES:
        owner = f"{subject}'" if subject.endswith("s") else f"{subject}'s"
        return Part(owner + part.text[tokens[0].end :], -1, -1)
    return part

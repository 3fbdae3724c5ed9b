"""Determines how far the rules split a sentence, and checks that no split loses or invents anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from functools import cache

from backend.claims.agreement import is_plural, main_verb, stems
from backend.claims.asides import after_subject
from backend.claims.clauses import MIN_PART_CHARACTERS, clauses_of
from backend.claims.ellipsis import filled
from backend.claims.frames import capital
from backend.claims.phrases import Statements, bare, lexicon, mask, phrases
from backend.claims.predicates import day_and_place, relative_of_kind
from backend.claims.sentences import Part, subject_of
from backend.claims.series import names_in_series, professions
from backend.claims.signals import is_report
from backend.claims.tails import gerund_at_end, relative_at_end
from backend.claims.time_frame import in_one_time
from backend.claims.words import PREPOSITIONS, content_words, first_finite, negations, numbers, tokens_of, verb_list

Rule = Callable[[str], Statements]

_DANGLING = re.compile(
    r"[a-z] (?:it|him|them|her(?=[.,;]?$))(?=[.,;]?$| (?:in|on|at|for|with|to|from|until|by|into|as)\b)"
)
"""An object whose name stands in the previous clause. Such a clause cannot stand alone."""


class SplitDepth(IntEnum):
    """How far a sentence is split."""

    SENTENCE = 0
    CLAUSES = 1
    ASIDES = 2
    DETAILS = 3


def clauses(text: str) -> Statements:
    """Clauses joined by "and", "but" or a semicolon."""
    parts = clauses_of(Part(text, 0, len(text)))
    mixed = any(re.match(r"they\b", part.text, re.IGNORECASE) for part in parts[1:]) and not _several(parts[0].text)
    dangling = ";" not in text and any(_DANGLING.search(part.text) for part in parts[1:])
    if len(parts) == 1 or mixed or dangling:
        return ()
    return filled(in_one_time(text, tuple(part.text for part in parts)))


def _several(clause: str) -> bool:
    """Return whether "they" in the next clause can refer to the subject. A sentence on one person may mention several people."""
    subject = subject_of(clause)
    return is_plural(subject, main_verb(clause)) or subject.lower().startswith("the ")


_ASIDES: tuple[Rule, ...] = (after_subject, relative_at_end, relative_of_kind, clauses, gerund_at_end)
_RULES: dict[SplitDepth, tuple[Rule, ...]] = {
    SplitDepth.SENTENCE: (),
    SplitDepth.CLAUSES: (clauses,),
    SplitDepth.ASIDES: _ASIDES,
    SplitDepth.DETAILS: (*_ASIDES, day_and_place, names_in_series, professions),
}
_DEEPEST = 6


def statements(sentence: str, depth: SplitDepth) -> Statements:
    """Return the statements of the sentence in reading order, or the sentence itself if no rule applies or it must stay whole."""
    if depth == SplitDepth.SENTENCE or stays_whole(sentence):
        return (sentence,)
    found = _apply(_RULES[depth], _body(sentence), _DEEPEST)
    return found if len(found) > 1 else (sentence,)


def _body(sentence: str) -> str:
    """Return the sentence without "Overall," and the full stop, and with commas outside quotations."""
    plain = re.sub(r"([,.])([\"”])", r"\2\1", bare(sentence))
    return capital(bare(_opener().sub("", plain)))


@cache
def _opener() -> re.Pattern[str]:
    return re.compile(rf"^(?:{phrases('discourse')}), ")


@cache
def _whole() -> tuple[re.Pattern[str], re.Pattern[str]]:
    openers = re.compile(rf"(?:{phrases('sentence_openers')})\b")
    return openers, re.compile(rf"\b(?:{phrases('causal')})\b", re.IGNORECASE)


def _apply(rules: tuple[Rule, ...], text: str, left: int) -> Statements:
    if not left:
        return (text,)
    for rule in rules:
        found = tuple(bare(part) for part in rule(text))
        if len(found) > 1 and is_safe(found, text):
            return tuple(part for piece in found for part in _apply(rules, piece, left - 1))
    return (text,)


def stays_whole(sentence: str) -> bool:
    """Return whether the sentence is a report, condition, cause, alternative or hedge, whose parts would claim more than it does."""
    masked = mask(sentence)
    openers, causal = _whole()
    return bool(openers.match(masked) or causal.search(masked)) or is_report(sentence) or _alternative(masked)


def _alternative(masked: str) -> bool:
    """Return whether "or" joins clauses, or "either" or "neither" occurs: such clauses are true only together."""
    if re.search(r"\b(?:either|neither|nor|whether)\b", masked, re.IGNORECASE):
        return True
    after = (re.split(r"[,;]|\b(?:and|but|which|who|that)\b", text)[0] for text in re.split(r"\bor\b", masked)[1:])
    return any(first_finite(tokens_of(text)) is not None for text in after)


def is_safe(parts: Statements, text: str) -> bool:
    """Return whether every part is a claim in the words of the text, and the parts together keep all of them."""
    together = " ".join(parts)
    known = stems(text) | stems("born died")
    kept = stems(together) | _connectors()
    return (
        all(_is_claim(part) for part in parts)
        and stems(together) <= known
        and stems(text) <= kept
        and set(numbers(text)) == set(numbers(together))
        and negations(together) >= negations(text)
    )


@cache
def _connectors() -> frozenset[str]:
    return stems(" ".join(lexicon("connectors")))


def _is_claim(part: str) -> bool:
    tokens = tokens_of(part)
    if tokens and tokens[-1].lower in PREPOSITIONS | {"the", "a", "an", "be", "and", "or"}:
        return False
    if part.endswith(("'s", "’s")):
        # The noun is in another part.
        return False
    if len(tokens) > 2 and tokens[0].lower == "so" and tokens[1].lower in verb_list("auxiliary"):
        # The verb of "Tea does so too" is in another part.
        return False
    return len(part) >= MIN_PART_CHARACTERS and len(content_words(part)) >= 2 and bool(first_finite(tokens))

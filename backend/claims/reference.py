"""Checks whether the subject of a text is clear, and replaces an opening pronoun if the page has only one matching name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.claims.decontext import without_pronouns
from backend.claims.phrases import owner_of
from backend.claims.sentences import Part, sentence_spans, subject_of
from backend.claims.words import PRONOUNS, content_words, names, tokens_of
from backend.domain.claim import PageContext

TOO_SHORT = "It is too short to state anything."


@dataclass(frozen=True, slots=True)
class Reference:
    """The result of resolving the opening words of a text.

    In `text`, an opening pronoun or "the company" is replaced by a name if the page determines the name. `problem` is ""
    for a clear text.
    """

    text: str
    problem: str = ""


_POSSESSIVES = frozenset({"his", "her", "its", "their"})
_ANAPHORIC = PRONOUNS | _POSSESSIVES
_REFERRING_WORDS = _ANAPHORIC | {"this", "that", "these", "those", "i", "my", "mine", "we", "our"}
_PERSON_PRONOUNS = frozenset({"he", "she", "his", "her"})
_WHERE_OR_WHEN = re.compile(r"\b(?:in|on|at|from) [A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)*")
"""Places and days, which "she" cannot refer to."""
_TITLE_NAME = re.compile(r"^([A-Z][\w.'’-]+(?: (?:of |the )*[A-Z][\w.'’-]+){0,4})(?:\s*[-–—|:(]|$)")
_FULL_NAME = re.compile(r"[A-Z][\w.'’-]*\w(?: (?:(?:de|van|von|der|la|al|bin) )*[A-Z][\w.'’-]*\w)+")


def opening_of(text: str) -> str:
    """Return the first word, in lower case, if it refers to something outside the text ("She resigned"), or ""."""
    first = next((token.lower for token in tokens_of(text) if token.is_word), "")
    word = re.sub(r"'(?:s|re|ll|ve|d|m)$", "", first)
    return word if word in _REFERRING_WORDS else ""


def resolve(text: str, context: PageContext, claim: str) -> Reference:
    """Resolve the first word of `text` from the page, if possible. `text` is part of the selection `claim` on the page."""
    if len(text.split()) < 2 or not content_words(text):
        return Reference(text, TOO_SHORT)
    opening, before = opening_of(text), _preceding_sentences(context, claim)
    title_name = next((name for sentence in reversed(before) if (name := _named_in_both(sentence, context.title))), "")
    if opening in _ANAPHORIC and title_name:
        return Reference(_replace_pronoun(title_name, opening, text))
    doubtful = opening in _PERSON_PRONOUNS and before and _names_others(before[-1])
    resolved = text if doubtful else without_pronouns([Part(said, -1, -1) for said in (*before, text)])[-1].text
    if resolved != text or not opening:
        return Reference(resolved)
    if opening in _ANAPHORIC and not doubtful and (name := _name_in_title(context.title)):
        return Reference(_replace_pronoun(name, opening, text))
    return Reference(text, f'It is not clear what "{opening}" means.')


def _names_others(sentence: str) -> bool:
    """Return whether the sentence has names besides its subject, so that a later pronoun may refer to one of them."""
    return bool(names(_WHERE_OR_WHEN.sub("", sentence.removeprefix(subject_of(sentence)))))


def _replace_pronoun(name: str, pronoun: str, text: str) -> str:
    return f"{owner_of(name) if pronoun in _POSSESSIVES else name}{text[len(pronoun) :]}"


def _named_in_both(sentence: str, title: str) -> str:
    """Return the only full name in the sentence whose last word also occurs in the title, else ""."""
    words = {token.text for token in tokens_of(title)}
    full_names = [found for found in _FULL_NAME.findall(sentence) if found.split()[-1] in words]
    return full_names[0] if len(set(full_names)) == 1 else ""


def _name_in_title(title: str) -> str:
    """Return the full name before a title's separator ("Marie Curie - Wikipedia"), or the only full name in the title, else ""."""
    found = _TITLE_NAME.match(title)
    if found:
        return found[1] if " " in found[1] else ""
    full_names = _FULL_NAME.findall(title)
    return full_names[0] if len(full_names) == 1 else ""


def _preceding_sentences(context: PageContext, claim: str) -> tuple[str, ...]:
    """Return the sentences before the selection, if the page's surrounding text contains the selection."""
    before = context.surrounding.partition(claim)[0].strip() if claim in context.surrounding else ""
    return tuple(before[start:end] for start, end in sentence_spans(before)) if before else ()

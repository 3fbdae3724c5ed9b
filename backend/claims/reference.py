"""Is it clear what a text is about? A pronoun that opens it gets the name that the page gives, if there is exactly one."""

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
    """`text` with an opening pronoun or "the company" replaced where the page resolves it; `problem` is "" when it is clear."""

    text: str
    problem: str = ""


_POSSESSIVES = frozenset({"his", "her", "its", "their"})
_ANAPHORIC = PRONOUNS | _POSSESSIVES
_POINTING = _ANAPHORIC | {"this", "that", "these", "those", "i", "my", "mine", "we", "our"}
_OF_PERSONS = frozenset({"he", "she", "his", "her"})
_WHERE_OR_WHEN = re.compile(r"\b(?:in|on|at|from) [A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)*")
"""Neither a place nor a day can be meant by "she"."""
_TITLE_NAME = re.compile(r"^([A-Z][\w.'’-]+(?: (?:of |the )*[A-Z][\w.'’-]+){0,4})(?:\s*[-–—|:(]|$)")
_FULL_NAME = re.compile(r"[A-Z][\w.'’-]*\w(?: (?:(?:de|van|von|der|la|al|bin) )*[A-Z][\w.'’-]*\w)+")


def opening_of(text: str) -> str:
    """The first word if it points at something outside of the text ("She resigned", "That is why"), else ""."""
    first = next((token.lower for token in tokens_of(text) if token.is_word), "")
    word = re.sub(r"'(?:s|re|ll|ve|d|m)$", "", first)
    return word if word in _POINTING else ""


def resolve(text: str, context: PageContext, claim: str) -> Reference:
    """The statement `text`, taken from the selection `claim` on that page, with what its first word means, if the page tells."""
    if len(text.split()) < 2 or not content_words(text):
        return Reference(text, TOO_SHORT)
    opening, before = opening_of(text), _before(context, claim)
    about = next((name for sentence in reversed(before) if (name := _named_in_both(sentence, context.title))), "")
    if opening in _ANAPHORIC and about:
        return Reference(_put(about, opening, text))
    doubtful = opening in _OF_PERSONS and before and _names_others(before[-1])
    resolved = text if doubtful else without_pronouns([Part(said, -1, -1) for said in (*before, text)])[-1].text
    if resolved != text or not opening:
        return Reference(resolved)
    if opening in _ANAPHORIC and not doubtful and (name := _of_title(context.title)):
        return Reference(_put(name, opening, text))
    return Reference(text, f'It is not clear what "{opening}" means.')


def _names_others(sentence: str) -> bool:
    """Whether it names more than its subject, so that a pronoun after it may mean somebody else."""
    return bool(names(_WHERE_OR_WHEN.sub("", sentence.removeprefix(subject_of(sentence)))))


def _put(name: str, pronoun: str, text: str) -> str:
    return f"{owner_of(name) if pronoun in _POSSESSIVES else name}{text[len(pronoun) :]}"


def _named_in_both(sentence: str, title: str) -> str:
    """The one name of the sentence whose last word stands in the title as well, in its longer form."""
    words = {token.text for token in tokens_of(title)}
    full = [found for found in _FULL_NAME.findall(sentence) if found.split()[-1] in words]
    return full[0] if len(set(full)) == 1 else ""


def _of_title(title: str) -> str:
    """The name that a title consists of, or the only full name in it."""
    found = _TITLE_NAME.match(title)
    if found:
        return found[1] if " " in found[1] else ""
    full = _FULL_NAME.findall(title)
    return full[0] if len(full) == 1 else ""


def _before(context: PageContext, claim: str) -> tuple[str, ...]:
    """The sentences in front of the selection, where the page's surrounding text holds it."""
    before = context.surrounding.partition(claim)[0].strip() if claim in context.surrounding else ""
    return tuple(before[start:end] for start, end in sentence_spans(before)) if before else ()

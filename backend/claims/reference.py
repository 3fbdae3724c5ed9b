"""Is it clear what a text is about? A pronoun that opens it gets the name that the page gives, if there is exactly one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.claims.decontext import without_pronouns
from backend.claims.sentences import QUANTIFIED, Part, sentence_spans, subject_of
from backend.claims.words import PRONOUNS, content_words, names, tokens_of
from backend.domain.claim import PageContext

TOO_SHORT = "It is too short to state anything."


@dataclass(frozen=True, slots=True)
class Reference:
    """`text` with an opening pronoun or "the company" replaced where the page resolves it; `problem` is "" when it is clear."""

    text: str
    problem: str = ""


_POSSESSIVES = frozenset({"his", "her", "its", "their"})
_DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
_SPEAKER = frozenset({"i", "my", "mine", "we", "our"})
_SAME = {
    "he": {"he", "his"}, "his": {"he", "his"}, "she": {"she", "her"}, "her": {"she", "her"}, "it": {"it", "its"},
    "its": {"it", "its"}, "they": {"they", "their"}, "their": {"they", "their"},
}  # fmt: skip
"""A sentence about "he" before a selection about "him": whom they mean stands farther up."""
_OF_PERSONS = frozenset({"he", "she", "his", "her"})
_TITLE_NAME = re.compile(r"^([A-Z][\w.'’-]+(?: (?:of |the |and )*[A-Z][\w.'’-]+){0,4})(?:\s*[-–—|:(]|$)")
_WHERE_OR_WHEN = re.compile(r"\b(?:in|on|at|from) [A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)*")
"""Neither a place nor a day can be meant by "she"."""
_FULL_NAME = re.compile(r"[A-Z][\w.'’-]*\w(?: (?:(?:de|van|von|der|la|al|bin) )*[A-Z][\w.'’-]*\w)+")


def opening_of(text: str) -> str:
    """The first word if it points at something outside of the text ("She resigned", "That is why"), else ""."""
    first = next((token.lower for token in tokens_of(text) if token.is_word), "")
    word = re.sub(r"'(?:s|re|ll|ve|d|m)$", "", first)
    return word if word in PRONOUNS | _POSSESSIVES | _DEMONSTRATIVES | _SPEAKER else ""


def resolve(text: str, context: PageContext, claim: str) -> Reference:
    """Whether the statement `text`, taken from the selection `claim` on that page, can stand alone, as far as its first word tells."""
    if len(text.split()) < 2 or not content_words(text):
        return Reference(text, TOO_SHORT)
    if opening := opening_of(text):
        return _by_context(text, opening, context, claim)
    before = [Part(sentence, -1, -1) for sentence in _before(context, claim)]
    named = text.lower().startswith("the ") and before
    return Reference(without_pronouns([*before, Part(text, -1, -1)])[-1].text if named else text)


def _by_context(text: str, pronoun: str, context: PageContext, claim: str) -> Reference:
    """Put the page's name for the pronoun in its place, when there is exactly one candidate."""
    name = "" if pronoun in _DEMONSTRATIVES | _SPEAKER else _antecedent(pronoun, context, claim)
    if not name:
        return Reference(text, f'It is not clear what "{pronoun}" means.')
    own = f"{name}'" if name.endswith("s") else f"{name}'s"
    return Reference((own if pronoun in _POSSESSIVES else name) + text[len(pronoun) :])


def _antecedent(pronoun: str, context: PageContext, claim: str) -> str:
    """The subject of the sentence before the selection, or a name that the page's text or title has alone; "" when in doubt."""
    persons = pronoun in _OF_PERSONS
    about = ""
    for sentence in reversed(_before(context, claim)):
        subject = subject_of(sentence)
        opening = subject.split()[0].lower() if subject else ""
        about = _named_in_both(sentence, context.title)
        if persons and names(_WHERE_OR_WHEN.sub("", sentence[sentence.find(subject) + len(subject) :])):
            return about
        if opening in _SAME.get(pronoun, {pronoun}):
            continue
        if _is_name(subject, opening):
            return about or subject
        return about or _of_title(context.title)
    return about or _of_title(context.title)


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


def _is_name(subject: str, opening: str) -> bool:
    named = bool(subject) and subject[0].isupper() and not QUANTIFIED.search(subject) and len(subject.split()) <= 6
    return named and opening not in PRONOUNS | _POSSESSIVES | _DEMONSTRATIVES | {"i", "there"}

"""Is it clear what a text is about? Pronouns, fragments and vague subjects are not, unless the page says whom they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.claims.decontext import without_pronouns
from backend.claims.sentences import QUANTIFIED, Part, sentence_spans, subject_of
from backend.claims.words import (
    PRONOUNS,
    STOP_WORDS,
    Token,
    content_words,
    first_finite,
    is_finite,
    names,
    numbers,
    tokens_of,
    verb_forms,
)
from backend.domain.claim import PageContext


@dataclass(frozen=True, slots=True)
class Reference:
    """`text` with an opening pronoun or "the company" replaced where the page resolves it; `problem` is "" when it is clear.

    `points`: the problem is its first word, which points at something else.
    """

    text: str
    problem: str = ""
    points: bool = False


_POSSESSIVES = frozenset({"his", "her", "its", "their"})
_DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
_SAME = {
    "he": {"he", "his"}, "his": {"he", "his"}, "she": {"she", "her"}, "her": {"she", "her"}, "it": {"it", "its"},
    "its": {"it", "its"}, "they": {"they", "their"}, "their": {"they", "their"},
}  # fmt: skip
"""A sentence about "he" before a selection about "him": whom they mean stands farther up."""
_OF_PERSONS = frozenset({"he", "she", "his", "her"})
_PERIODS = frozenset(
    "year month week century decade morning summer winter spring autumn fall season days years".split()
)
_OURS = frozenset("planet sun solar galaxy universe moon body bodies brain brains species ancestors world".split())
_EXPLETIVE = re.compile(
    r"^it(?:'s| is| was| takes| took| costs| cost| has been| can)\b.*\b(?:to|that|for|than|who)\b"
    r"|^it (?:never |often |always )?(?:rain|snow)(?:s|ed)?\b.*\b(?:in|on|at)\b",
    re.IGNORECASE,
)
_EMPTY_EXPLETIVE = re.compile(
    r"^it(?:'s| is| was) (?:\w+ )?(?:true|false|fake|real|a lie|wrong|right|a hoax|a myth)\b", re.IGNORECASE
)
_VAGUE = re.compile(
    r"^(?:something|someone|somebody|stuff|things?|some (?:people|guys?|man|woman|things?|expert|experts)|a (?:guy|friend))\b",
    re.IGNORECASE,
)
_NOUN_NEEDS_PAGE = frozenset(
    "company movie film book man woman author country city team game song guy victim suspect article report study video "
    "photo picture image document bill minister actor actress singer player show series website device building event".split()
)
_TITLE_NAME = re.compile(r"^([A-Z][\w.'’-]+(?: (?:of |the |and )*[A-Z][\w.'’-]+){0,4})(?:\s*[-–—|:(]|$)")


def resolve(text: str, context: PageContext, claim: str) -> Reference:
    """Whether the statement `text`, taken from the selection `claim` on that page, can stand alone."""
    tokens = tuple(token for token in tokens_of(text) if token.is_word)
    if len(tokens) < 2 or not content_words(text):
        return Reference(text, "It is too short to state anything.")
    opening = tokens[0].lower
    pronoun = re.sub(r"'(?:s|re|ll|ve|d|m)$", "", opening)
    if pronoun in PRONOUNS | _POSSESSIVES | _DEMONSTRATIVES:
        problem = _pronoun_problem(text, tokens, pronoun)
        return _by_context(text, pronoun, context, claim) if problem else Reference(text)
    if pronoun in {"i", "my", "mine"} or (opening == "our" and tokens[1].lower not in _OURS):
        return Reference(text, f'It is not known whom "{tokens[0].text}" means.', points=True)
    said_before = [Part(sentence, -1, -1) for sentence in _before(context, claim)]
    text = without_pronouns([*said_before, Part(text, -1, -1)])[-1].text if opening == "the" and said_before else text
    return Reference(text, _vagueness(text, tuple(token for token in tokens_of(text) if token.is_word), context))


def _pronoun_problem(text: str, tokens: tuple[Token, ...], pronoun: str) -> bool:
    if pronoun == "it":
        return bool(_EMPTY_EXPLETIVE.match(text)) or not _EXPLETIVE.match(text)
    if pronoun in _DEMONSTRATIVES:
        clause_first = pronoun == "that" and len([1 for at in range(len(tokens)) if is_finite(tokens, at)]) > 1
        return not clause_first and tokens[1].lower not in _PERIODS | {"who", "in", "with", "of", "living", "born"}
    return True


def _vagueness(text: str, tokens: tuple[Token, ...], context: PageContext) -> str:
    specific = bool(names(text) or numbers(text))
    if _VAGUE.match(text) and not specific and len(content_words(text)) < 7:
        return "It does not say who or what is meant."
    if first_finite(tokens) is None and "=" not in text and not _may_hold_a_verb(tokens):
        return "It is a fragment that states nothing."
    if tokens[-1].lower in {"it", "this", "that", "them"} and not specific and len(content_words(text)) <= 2:
        return f'It is not clear what "{tokens[-1].text}" means.'
    bare = len(tokens) > 2 and tokens[0].lower == "the" and tokens[1].lower in _NOUN_NEEDS_PAGE and is_finite(tokens, 2)
    if bare and not context.title and not context.surrounding:
        return f"It is not clear which {tokens[1].text} is meant."
    return ""


def _may_hold_a_verb(tokens: tuple[Token, ...]) -> bool:
    """A verb that the list does not know may hide in a longer text, but not in a title or "the history of …"."""
    if any(token.lower in verb_forms() for token in tokens[1:]):
        return True
    words = [token.lower for token in tokens]
    if len(tokens) <= 3 or (words[0] in {"the", "a", "an"} and "of" in words[:4]):
        return any(
            at and not t.capitalised and re.search(r"[a-z](?:s|ed|ing)$", t.lower) for at, t in enumerate(tokens)
        )
    return any(not token.capitalised and token.lower not in STOP_WORDS for token in tokens[1:])


def _by_context(text: str, pronoun: str, context: PageContext, claim: str) -> Reference:
    """Put the page's name for the pronoun in its place, when there is exactly one candidate."""
    name = "" if pronoun in _DEMONSTRATIVES else _antecedent(pronoun, context, claim)
    if not name:
        return Reference(text, f'It is not clear what "{pronoun}" means.', points=True)
    own = f"{name}'" if name.endswith("s") else f"{name}'s"
    rest = text[len(pronoun) :]
    return Reference((own if pronoun in _POSSESSIVES else name) + rest)


def _antecedent(pronoun: str, context: PageContext, claim: str) -> str:
    """The subject of the sentence before the selection, else a title that is a name; "" when in doubt."""
    before = _before(context, claim)
    for sentence in reversed(before):
        subject = subject_of(sentence)
        opening = subject.split()[0].lower() if subject else ""
        rest = sentence[sentence.find(subject) + len(subject) :]
        if pronoun in _OF_PERSONS and names(rest):
            return ""
        if opening not in _SAME.get(pronoun, {pronoun}):
            return subject if _is_name(subject, opening) else ""
    if before:
        return ""
    found = _TITLE_NAME.match(context.title)
    return found[1] if found and " " in found[1] else ""


def _before(context: PageContext, claim: str) -> tuple[str, ...]:
    """The sentences in front of the selection, where the page's surrounding text holds it."""
    before = context.surrounding.partition(claim)[0].strip() if claim in context.surrounding else ""
    return tuple(before[start:end] for start, end in sentence_spans(before)) if before else ()


def _is_name(subject: str, opening: str) -> bool:
    named = bool(subject) and subject[0].isupper() and not QUANTIFIED.search(subject) and len(subject.split()) <= 6
    return named and opening not in PRONOUNS | _POSSESSIVES | _DEMONSTRATIVES | {"i", "there"}

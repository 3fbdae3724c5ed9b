"""Splits a plain English sentence into clauses (subject, verb group and rest) using word lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from backend.claims.words import (
    ADVERBS,
    DETERMINERS,
    NEGATIONS,
    PREPOSITIONS,
    Token,
    base_forms,
    first_finite,
    is_finite,
    participles,
    verb_list,
)

Tokens = tuple[Token, ...]

_JOINING = frozenset({"and", "or", "but"})
"""Conjunctions that join two clauses, or two words within one clause."""
_OPENING = frozenset({"while", "whereas", "because", "although", "though", ";"})
"""Words that begin a new clause."""
_CLOSING = frozenset(
    "who whom whose which that where when than if unless until so yet thereby such rather instead including except like : — –".split()
)
"""Words that begin a modifier of the preceding words."""
_BE = frozenset("is are was were am be been being isn't aren't wasn't weren't".split())
_HAVE = frozenset("has have had hasn't haven't hadn't".split())
_PLACES = PREPOSITIONS | {"above", "below", "beyond", "beside", "inside", "outside", "along", "behind"}
_PARTICLES = frozenset("up out off down away back".split())
_NOUN_LIKE = frozenset(
    "study studies work works report reports result results use uses form forms view views show shows range ranges change changes cause "
    "causes test tests name names record records plant plants play plays mark marks plan plans cost costs".split()
)
_NUMBER_LEADS = frozenset("about around over under between".split())


class VerbVoice(Enum):
    """The grammatical voice of a verb group, or COPULA for a form of "be"."""

    COPULA = auto()
    PASSIVE = auto()
    ACTIVE = auto()


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence.

    `verb` is the whole verb group including auxiliaries, and `rest` extends to the start of the next clause.
    """

    subject: Tokens
    verb: Tokens
    rest: Tokens

    @property
    def negated(self) -> bool:
        """Whether the verb group is negated, or the subject or the rest begins with "no", "neither" or "none"."""
        around = [*self.subject[:1], *self.rest[:1]]
        return any(denies(t) for t in self.verb) or any(t.lower in {"no", "neither", "none"} for t in around)

    @property
    def relation(self) -> str:
        """The verb group in lower case, without adverbs other than negations."""
        return " ".join(t.lower for t in self.verb if t.lower not in ADVERBS or denies(t))

    @property
    def voice(self) -> VerbVoice:
        """The voice of the verb group, determined by its last two verbs."""
        words = [t.lower for t in self.verb if t.lower in _BE or not _is_adverb(t)]
        if not words or words[-1] in _BE:
            return VerbVoice.COPULA
        passive = len(words) > 1 and words[-2] in _BE and not words[-1].endswith("ing")
        return VerbVoice.PASSIVE if passive else VerbVoice.ACTIVE


def denies(token: Token) -> bool:
    """Return whether the word is a negation, such as "not", "never" or "isn't"."""
    return token.lower in NEGATIONS


def clauses(tokens: Tokens) -> Iterator[Clause]:
    """Yield the clauses of a sentence in reading order, and stop where the structure of the sentence becomes unclear.

    A clause without a subject inherits the subject of the previous clause.
    """
    start, at = 0, _find_verb(tokens, 0)
    subject: Tokens = ()
    while at is not None:
        own_subject = tokens[start:at]
        if start and not _opens_clause(tokens, start, own_subject):
            return
        subject = own_subject or subject
        after = _verb_group_end(tokens, at)
        stop = _clause_end(tokens, after)
        if not subject or stop is None or _is_word_at(tokens, stop, "than"):
            return
        clause = Clause(subject, tokens[at:after], tokens[after:stop])
        yield clause
        if stop >= len(tokens) or tokens[stop].lower not in _JOINING | _OPENING:
            return
        start = stop + 1
        at = _find_verb(tokens, start)
        if clause.negated and at == start and tokens[start].lower in base_forms():
            # "does not cool and dry the skin": the negation also applies to the second verb.
            return


def _find_verb(tokens: Tokens, start: int) -> int | None:
    """Return the index of the first finite verb at or after `start`, or None if there is none.

    A word that may also be a noun, such as "studies" in "studies have shown", is skipped if a finite verb follows it.
    """
    at = first_finite(tokens, start)
    while at is not None and at + 1 < len(tokens) and _looks_like_noun(tokens, at):
        at += 1
    return at


def _looks_like_noun(tokens: Tokens, at: int) -> bool:
    return tokens[at].lower in _NOUN_LIKE and is_finite(tokens, at + 1)


def _opens_clause(tokens: Tokens, start: int, own_subject: Tokens) -> bool:
    """Return whether a new clause may begin after the conjunction at `start - 1`.

    No clause begins after "or". After "and" without a comma, a clause begins only with a verb or an article.
    """
    mark = tokens[start - 1].lower
    if not own_subject:
        return mark != "or"
    clear = mark in _OPENING or tokens[start - 2].text == "," or own_subject[0].lower in {"the", "a", "an"}
    return mark != "or" and clear and not (len(own_subject) == 1 and own_subject[0].lower in base_forms())


def _is_word_at(tokens: Tokens, stop: int, word: str) -> bool:
    return stop < len(tokens) and tokens[stop].lower == word


def split_phrases(rest: Tokens) -> Iterator[tuple[str, Tokens]]:
    """Yield (preposition or "", noun phrase) in reading order.

    "of" does not begin a new phrase, nor does "about", "around", "over", "under" or "between" before a number.
    """
    preposition, words = "", list[Token]()
    for place, token in enumerate(rest):
        if _opens_phrase(rest, place):
            if words or preposition:
                yield preposition, tuple(words)
            preposition, words = token.lower, []
        else:
            words.append(token)
    if words or preposition:
        yield preposition, tuple(words)


def _opens_phrase(rest: Tokens, place: int) -> bool:
    word = rest[place].lower
    if word == "of" or word not in _PLACES:
        return False
    number_next = place + 1 < len(rest) and rest[place + 1].text[0].isdigit()
    return not (word in _NUMBER_LEADS and number_next)


def _verb_group_end(tokens: Tokens, at: int) -> int:
    """Return the index after the verb group that begins at `at`, including a particle such as "up" in "break up"."""
    place = at + 1
    if tokens[at].lower in verb_list("auxiliary"):
        while place < len(tokens) and (_is_adverb(tokens[place]) or tokens[place].lower in {"been", "being", "be"}):
            place += 1
        if place == len(tokens) or not _is_main_verb(tokens, at, place):
            return place
        place += 1
    particle = place + 1 < len(tokens) and tokens[place].lower in _PARTICLES and tokens[place + 1].lower != "to"
    return place + 1 if particle else place


def _is_adverb(token: Token) -> bool:
    """Return whether the word is an adverb. "not" counts as an adverb, but "no" does not, because "no" modifies a noun."""
    word = token.lower
    return (
        word in ADVERBS
        or (denies(token) and word not in {"no", "without"})
        or (word.endswith("ly") and token.text.islower())
    )


def _is_main_verb(tokens: Tokens, at: int, place: int) -> bool:
    """Return whether the word at `place` is the main verb after the auxiliaries that begin at `at`.

    The main verb is a participle or an -ing form after "be", a participle after "have", and otherwise an infinitive.
    """
    word, group = tokens[place].lower, {t.lower for t in tokens[at:place]}
    if not tokens[place].text.islower() or word in DETERMINERS | PREPOSITIONS:
        return False
    participle = word in participles() or word.endswith("ed") or word == "born"
    if group & _BE:
        follows = tokens[place + 1].lower if place + 1 < len(tokens) else ""
        return (participle and follows in _PLACES) or (word.endswith("ing") and bool(follows))
    if tokens[at].lower in _HAVE:
        return participle or (place + 1 < len(tokens) and tokens[place + 1].lower in DETERMINERS)
    return word.isalpha()


def _clause_end(tokens: Tokens, after: int) -> int | None:
    """Return the index at which the next clause begins or the sentence ends.

    Return None if another verb follows without a conjunction or punctuation mark.
    """
    for place in range(after, len(tokens)):
        token = tokens[place]
        if token.lower in _CLOSING | _OPENING or token.text in ".!":
            return place
        if token.lower in _JOINING and _has_verb(tokens, place + 1):
            return place
        if place > after and is_finite(tokens, place) and not denies(tokens[place - 1]):
            return None
    return len(tokens)


def _has_verb(tokens: Tokens, start: int) -> bool:
    """Return whether a finite verb precedes the start of the next clause."""
    for place in range(start, len(tokens)):
        if is_finite(tokens, place):
            return True
        if tokens[place].lower in _CLOSING | _OPENING | _JOINING:
            return False
    return False

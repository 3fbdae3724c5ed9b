"""Extracts triples from English passages with rules instead of a model, in about 1 ms per sentence (decision 0014)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from backend.claims.words import DETERMINERS, Token, base_forms, present_forms, tokens_of
from backend.domain.article import Passage
from backend.domain.entities import entity_key
from backend.domain.graph import Triple
from backend.domain.patience import Stop, never
from backend.graph.grammar import Clause, VerbVoice, clauses, split_phrases
from backend.graph.phrases import appositive, is_literal, is_quality, objects, subjects, text_of
from backend.graph.plain import is_plain, sentence_spans, without_asides

MAX_TRIPLES = 24
"""Maximum number of statements per passage."""
IS, IS_NOT, SHORT_FOR = "is", "is not", "is short for"

CONFIDENCE = {"is": 0.9, "of": 0.9, "passive": 0.85, "active": 0.8, "phrase": 0.75, "appositive": 0.85, "short": 0.95}
"""Confidence of a statement by its kind, set to the measured precision (decision 0014)."""

_SHORT = re.compile(r"((?:[A-Z][\w’'&-]*(?: (?:of|the|and|for|de|on|in))* ){1,8})\(([A-Z][A-Z&]{1,7})s?\)")
_LOOSE = frozenset(
    "make makes made making let lets keep keeps kept help helps helped give gives gave given get gets got tell tells told ask asks asked "
    "show shows showed shown find finds found".split()
)
"""Verbs that take two objects or a whole clause as their object. No statements are extracted from their clauses."""
_PLURAL = frozenset("are were have do aren't weren't haven't don't".split())
_SINGULAR = frozenset("is was has does isn't wasn't hasn't doesn't".split())
MAX_RELATION = 10
"""Maximum number of words in a relation. A relation extends from the verb to the preposition before the object."""


@dataclass(frozen=True, slots=True)
class RawStatement:
    """A statement without its entity keys and its position in the passage, which are added later."""

    subject: str
    relation: str
    object: str
    kind: str
    negated: bool = False
    quality: bool = False


class RuleReader:
    """A `GraphReader` (backend.knowledge.values) for English, which returns no triples for other languages."""

    reader = "rules"
    version = "rules-1"
    batch = 50
    slow = False

    def read(self, passages: Sequence[Passage], stop: Stop = never) -> tuple[tuple[Triple, ...], ...]:
        """Return the triples of each passage, in order. Never raises."""
        return tuple(() if stop() else triples(passage.text, passage.language) for passage in passages)


def triples(text: str, language: str = "en") -> tuple[Triple, ...]:
    """Return at most 24 distinct triples from an English text, in reading order, or () for another language."""
    if not language.startswith("en"):
        return ()
    found: dict[tuple[str, str, str], Triple] = {}
    for start, end in sentence_spans(text):
        for statement in statements(text[start:end]):
            triple = _to_triple(statement, start, end)
            if triple is not None:
                found.setdefault((triple.subject_key, triple.relation, triple.object.casefold()), triple)
    return tuple(found.values())[:MAX_TRIPLES]


def statements(sentence: str) -> Iterator[RawStatement]:
    """Yield the sentence's statements that relate an entity to another entity, a number or a quality."""
    yield from _abbreviation_statements(sentence)
    if not is_plain(sentence):
        return
    for clause in clauses(tokens_of(without_asides(sentence))):
        described = appositive(clause.subject)
        if described:
            name, description = described
            yield from _complement_statements((text_of(name),), IS, description, kind="appositive", negated=False)
        head = described[0] if described else clause.subject
        names = subjects(head, plural=_is_plural(head, clause.verb[0].lower))
        if names:
            yield from _clause_statements(names, clause)


def _is_plural(head: Sequence[Token], verb: str) -> bool:
    """Return whether the verb is plural, or may be plural and has a subject that contains "and"."""
    single = verb in _SINGULAR or verb in present_forms()
    return verb in _PLURAL or (not single and any(token.lower == "and" for token in head))


def _abbreviation_statements(sentence: str) -> Iterator[RawStatement]:
    """Yield a statement for each abbreviation that the sentence explains, as "Food and Drug Administration (FDA)" does."""
    for found in _SHORT.finditer(sentence):
        words = found[1].split()
        initials = [word[0] for word in words if word[0].isupper()]
        abbreviation = found[2].replace("&", "")
        if "".join(initials[-len(abbreviation) :]) == abbreviation:
            first = len(words) - next(
                n for n in range(1, len(words) + 1) if _count_capitals(words[-n:]) == len(abbreviation)
            )
            yield RawStatement(found[2], SHORT_FOR, " ".join(words[first:]), "short")


def _count_capitals(words: Sequence[str]) -> int:
    return sum(word[0].isupper() for word in words)


def _clause_statements(names: tuple[str, ...], clause: Clause) -> Iterator[RawStatement]:
    if clause.verb[-1].lower in _LOOSE:
        return
    affirmed, denied = _split_contrast(clause.rest)
    read: dict[VerbVoice, Callable[..., Iterator[RawStatement]]] = {
        VerbVoice.COPULA: _complement_statements, VerbVoice.PASSIVE: _phrase_statements, VerbVoice.ACTIVE: _phrase_statements,
    }  # fmt: skip
    kind = {VerbVoice.COPULA: "is", VerbVoice.PASSIVE: "passive", VerbVoice.ACTIVE: "active"}[clause.voice]
    yield from read[clause.voice](names, clause.relation, affirmed, kind=kind, negated=clause.negated)
    if denied and clause.voice is VerbVoice.COPULA and not clause.negated:
        yield from _complement_statements(names, f"{clause.relation} not", denied, kind=kind, negated=True)


def _split_contrast(rest: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """Return the affirmed and the negated part of a contrast such as "mammals, not fish"."""
    for place, token in enumerate(rest):
        if token.lower == "not" and place and rest[place - 1].lower in {",", "and"}:
            return rest[: place - 1], rest[place + 1 :]
    return rest, ()


def _complement_statements(
    names: tuple[str, ...], relation: str, rest: Sequence[Token], *, kind: str, negated: bool
) -> Iterator[RawStatement]:
    """Yield statements from the complement of a form of "be".

    The object is the whole complement, or the noun phrase after "the capital of", "the largest ocean on" and the like.
    """
    parts = list(split_phrases(tuple(rest)))
    if not parts:
        return
    preposition, phrase = parts[0]
    if preposition:
        yield from _phrase_statements(names, relation, rest, kind="phrase", negated=negated)
        return
    quality = bool(phrase) and is_quality(phrase)
    for name in names:
        for object_text in objects(phrase):
            yield RawStatement(name, relation, object_text, kind, negated, quality)
        yield from _role_statements(name, relation, phrase, negated=negated)
    if not is_literal(text_of(phrase)) and not any(token.text == "," for token in phrase):
        behind = tuple(rest)[len(phrase) :]
        yield from _phrase_statements(names, f"{relation} {text_of(phrase)}", behind, kind="phrase", negated=negated)


def _role_statements(name: str, relation: str, phrase: Sequence[Token], *, negated: bool) -> Iterator[RawStatement]:
    """Yield statements for a phrase such as "the capital of Australia", with "is the capital of" as the relation."""
    place = next((i for i, token in enumerate(phrase) if token.lower == "of"), 0)
    if place > 1 and phrase[0].lower in DETERMINERS:
        for object_text in objects(phrase[place + 1 :]):
            yield RawStatement(name, f"{relation} {text_of(phrase[: place + 1])}", object_text, "of", negated)


def _phrase_statements(
    names: tuple[str, ...], relation: str, rest: Sequence[Token], *, kind: str, negated: bool
) -> Iterator[RawStatement]:
    """Yield a statement for the direct object and for every prepositional phrase.

    Earlier phrases become part of the relation, as in "landed humans on".
    """
    if rest and rest[0].lower == "to":
        return
    parts = tuple(split_phrases(tuple(rest)))
    if kind == "active" and len(parts) > 1 and _is_infinitive(*parts[1]):
        return
    for place, (preposition, phrase) in enumerate(parts):
        if preposition == "between" or _is_infinitive(preposition, phrase):
            return
        relation = f"{relation} {preposition}".strip()
        if len(relation.split()) > MAX_RELATION:
            return
        for name in names:
            for object_text in objects(phrase):
                yield RawStatement(name, relation, object_text, "phrase" if place else kind, negated)
        if any(token.text == "," for token in phrase):
            return
        relation = f"{relation} {text_of(phrase)}"


def _is_infinitive(preposition: str, phrase: Sequence[Token]) -> bool:
    return preposition == "to" and bool(phrase) and phrase[0].lower in base_forms()


def _to_triple(statement: RawStatement, start: int, end: int) -> Triple | None:
    subject_key = entity_key(statement.subject)
    literal = statement.quality or is_literal(statement.object)
    object_key = "" if literal else entity_key(statement.object)
    if not subject_key or subject_key == object_key or not (literal or object_key):
        return None
    return Triple(
        subject=statement.subject,
        relation=statement.relation,
        object=statement.object,
        subject_key=subject_key,
        object_key=object_key,
        start=start,
        end=end,
        confidence=CONFIDENCE[statement.kind],
        negated=statement.negated,
    )

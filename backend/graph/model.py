"""Extracts triples with the optional language model, and keeps only triples whose quote occurs in the passage."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from pydantic import BaseModel, Field

from backend.domain.article import Passage
from backend.domain.entities import entity_key
from backend.domain.graph import Triple
from backend.domain.patience import Stop, never
from backend.domain.text import fold
from backend.errors import LanguageModelInvalid
from backend.graph.phrases import is_literal, is_pronoun
from backend.ports import LanguageModel

BATCH = 6
"""Number of passages per request. Six passages of at most 85 words have about 1,000 tokens."""
CONFIDENCE = 0.8
"""Confidence of a statement whose quote occurs in the passage and contains the subject and the object.

The value lies between the confidences of the weakest and the strongest rule (see `backend.graph.rules.CONFIDENCE`).
"""
_DENIES = re.compile(r"\b(?:not|no|never|neither|nor|without|cannot|n't)\b|n['’]t\b", re.IGNORECASE)
_LIKE = {
    "'": "['’‘]",
    "’": "['’‘]",
    '"': '["“”]',
    "“": '["“”]',
    "”": '["“”]',
    "-": "[-‐‑‒–—−]",
    "–": "[-‐‑‒–—−]",
    "—": "[-‐‑‒–—−]",
}

log = logging.getLogger(__name__)


class Statement(BaseModel):
    """One triple with the number of its passage (from 1) and the sentence that states it."""

    passage: int
    subject: str = Field(max_length=120)
    relation: str = Field(max_length=80)
    object: str = Field(max_length=120)
    negated: bool = False
    quote: str = Field(max_length=600)


class Statements(BaseModel):
    """The response of the language model."""

    statements: list[Statement] = Field(default_factory=list, max_length=60)


class ModelReader:
    """A `GraphReader` (backend.knowledge.values) that sends six passages per request to a language model."""

    reader = "model"
    batch = BATCH
    slow = True

    def __init__(self, model: LanguageModel, timeout_s: float) -> None:
        self._model = model
        self._timeout_s = timeout_s
        self._prompt = "triples"

    @property
    def version(self) -> str:
        """The version of this reader. It includes the model's name, so a change of model causes a new extraction."""
        return f"model:{self._model.model_id}"

    def read(self, passages: Sequence[Passage], stop: Stop = never) -> tuple[tuple[Triple, ...], ...]:
        """Return the triples of each passage, in order, or no triples if the response does not match the schema.

        Raises LanguageModelError or Cancelled.
        """
        numbered = "\n\n".join(f"[{number}] {passage.text}" for number, passage in enumerate(passages, start=1))
        try:
            answer = self._model.ask(
                prompt=self._prompt,
                inputs={"passages": numbered},
                answer=Statements,
                timeout_s=self._timeout_s,
                stop=stop,
            )
        except LanguageModelInvalid as error:
            log.info("the language model's statements could not be read: %s", error)
            return tuple(() for _ in passages)
        return tuple(
            tuple(t for s in answer.statements if s.passage == number and (t := _to_triple(s, passage)) is not None)
            for number, passage in enumerate(passages, start=1)
        )


def _to_triple(statement: Statement, passage: Passage) -> Triple | None:
    """Return the statement as a triple, or None if it cannot be verified.

    The passage must contain the quote, the quote must contain the subject and the object, and the negations must agree.
    """
    place = _find_quote(statement.quote, passage.text)
    if place is None:
        return None
    quote = passage.text[slice(*place)]
    subject, name = statement.subject.strip(), statement.object.strip()
    literal = is_literal(name)
    subject_key, object_key = entity_key(subject), "" if literal else entity_key(name)
    between = _text_between(subject, name, quote)
    if between is None or not statement.relation.strip() or not subject_key or subject_key == object_key:
        return None
    # An omitted or invented negation would reverse the meaning of the statement.
    denials = {statement.negated, bool(_DENIES.search(statement.relation)), bool(_DENIES.search(between))}
    if len(denials) > 1 or not (literal or object_key):
        return None
    return Triple(
        subject=subject,
        relation=statement.relation.strip(),
        object=name,
        subject_key=subject_key,
        object_key=object_key,
        start=place[0],
        end=place[1],
        confidence=CONFIDENCE,
        negated=statement.negated,
    )


def _text_between(subject: str, name: str, quote: str) -> str | None:
    """Return the text of the quote between the subject and the object, or None if the quote lacks one of them."""
    folded_quote = fold(quote)
    first, second = _find_occurrences(subject, folded_quote), _find_occurrences(name, folded_quote)
    if not first or not second:
        return None
    start, end = sorted((first[0], second[-1]))
    return folded_quote[start:end]


def _find_occurrences(end: str, folded_quote: str) -> list[int]:
    """Return the positions at which a subject or object occurs as whole words, or [] for a pronoun."""
    pattern = re.escape(fold(end))
    if not pattern or is_pronoun(end):
        return []
    return [found.start() for found in re.finditer(rf"(?<!\w){pattern}(?!\w)", folded_quote)]


def _find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Return the span of the quote in the text, or None if it is not found.

    Differences in case, white space, quotation marks and dashes are ignored (S16).
    """
    if len(quote.strip()) < 12:
        return None
    words = ("".join(_LIKE.get(char, re.escape(char)) for char in word) for word in quote.split())
    found = re.search(r"\s+".join(words), text, re.IGNORECASE)
    return found.span() if found else None

"""Splits the checkable part of a claim into at most five independently checkable statements (docs/design.md#decomposition).

The parts returned by an LLM are preferred, but only if they consist of the claim's own words and keep every number, name
and negation. Otherwise the splitter decides. Every dropped part is reported as an Issue.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from pydantic import BaseModel, Field

from backend.claims.decontext import stand_alone
from backend.claims.faithful import keeps_words
from backend.claims.frames import capital
from backend.claims.graph import Link, from_links, from_wording
from backend.claims.sentences import Part, sentence_spans
from backend.claims.signals import is_report, is_time_sensitive
from backend.claims.splitter import Splitter
from backend.claims.words import names, negations, numbers
from backend.domain.claim import MAX_ATOMIC_CLAIMS, AtomicClaim, Claim, ClaimSet, Classification
from backend.domain.run import Run
from backend.errors import LanguageModelError
from backend.ports import LanguageModel

MIN_CHARACTERS = 20
"""Claims shorter than this many characters are never split."""
LONG_CHARACTERS = 80
"""For a claim longer than this many characters, the LLM is asked even if the splitter finds only one statement."""


class DecomposeAnswer(BaseModel):
    """The response that the LLM must return."""

    parts: list[str] = Field(min_length=1, max_length=12)
    links: list[Link] = Field(default_factory=list, max_length=20)


class Decomposer:
    """Splits a claim into atomic claims."""

    def __init__(self, llm: LanguageModel | None, splitter: Splitter, *, timeout_s: float = 8.0) -> None:
        self._llm = llm
        self._splitter = splitter
        self._timeout_s = timeout_s

    def decompose(self, claim: Claim, classification: Classification, run: Run) -> ClaimSet:
        """Return 1 to 5 parts of `classification.factual_part` in reading order, with their spans in that text. Never raises."""
        text = classification.factual_part
        if len(text) < MIN_CHARACTERS:
            return _claim_set((Part(text, 0, len(text)),), "local")
        other_language = claim.language not in ("en", "und")
        local = _sentences(text) if other_language else split_locally(text, self._splitter)
        compound = len(local) > 1 or len(text) > LONG_CHARACTERS or self._splitter.is_compound(text)
        parts, links = self._ask(text, run) if compound else ((), ())
        if parts:
            found = _claim_set(_first_five(parts, run), "llm")
            return replace(found, edges=from_links(found.parts, links) or from_wording(text, found.parts))
        found = _claim_set(_first_five(local, run), "local")
        return replace(found, edges=() if other_language else from_wording(text, found.parts))

    def _ask(self, text: str, run: Run) -> tuple[tuple[Part, ...], tuple[Link, ...]]:
        """Return the LLM's parts and links, or two empty tuples if there are none that can be used."""
        if self._llm is None:
            return (), ()
        timeout = min(self._timeout_s, run.remaining())
        try:
            answer = self._llm.ask(
                prompt="decompose",
                inputs={"claim": text},
                answer=DecomposeAnswer,
                timeout_s=timeout,
                stop=lambda: run.cancelled,
            )
        except LanguageModelError as error:
            run.issue(
                error.code, "decompose", "The language model did not help; the claim was split without it.",
                subject="decompose",
            )  # fmt: skip
            return (), ()
        parts = tuple(part.strip() for part in answer.parts)
        if not _faithful(parts, text):
            run.issue(
                "llm_answer_rejected", "decompose", "The language model changed the claim; the claim was split without it.",
                subject="decompose",
            )  # fmt: skip
            return (), ()
        return tuple(_located(part, text) for part in parts), tuple(answer.links)


def split_locally(text: str, splitter: Splitter) -> tuple[Part, ...]:
    """Return the statements of every sentence, at most `MAX_ATOMIC_CLAIMS` in total unless the text has more sentences."""
    spans, parts_by_sentence = sentence_spans(text), list[tuple[str, ...]]()
    for place, (start, end) in enumerate(spans, start=1):
        remaining = MAX_ATOMIC_CLAIMS - sum(map(len, parts_by_sentence)) - (len(spans) - place)
        parts_by_sentence.append(splitter.split(text[start:end], remaining))
    return _unique(stand_alone(parts_by_sentence), text)


def _unique(parts: tuple[str, ...], text: str) -> tuple[Part, ...]:
    unique: dict[str, Part] = {}
    for part in parts:
        unique.setdefault(part.casefold(), _located(part, text))
    return tuple(unique.values())


def _sentences(text: str) -> tuple[Part, ...]:
    return tuple(Part(text[start:end], start, end) for start, end in sentence_spans(text))


def _faithful(parts: tuple[str, ...], text: str) -> bool:
    """Return whether the parts use only the text's words and together keep its numbers, names and negations."""
    together = " ".join(parts)
    return (
        all(keeps_words(part, text) for part in parts)
        and set(numbers(text)) == set(numbers(together))
        and names(text) <= {word.lower().strip(".,") for word in together.replace("'s", "").split()} | names(together)
        and (negations(text) == 0) == (negations(together) == 0)
        and negations(together) >= negations(text)
    )


def _located(part: str, text: str) -> Part:
    """Return the part with its span in the text. A rewritten part gets a capital letter and the span (-1, -1)."""
    start = text.find(part)
    return Part(part, start, start + len(part)) if start >= 0 else Part(capital(part), -1, -1)


def _first_five(parts: tuple[Part, ...], run: Run) -> tuple[Part, ...]:
    for part in parts[MAX_ATOMIC_CLAIMS:]:
        run.issue(
            "claim_part_skipped",
            "decompose",
            f"Only {MAX_ATOMIC_CLAIMS} statements are checked at once; this one was left out: {part.text}",
            subject=_part_id(0, part.text),
        )
    return parts[:MAX_ATOMIC_CLAIMS]


def _claim_set(parts: tuple[Part, ...], method: str) -> ClaimSet:
    return ClaimSet(
        parts=tuple(
            AtomicClaim(
                id=_part_id(number, part.text),
                text=part.text,
                start=part.start,
                end=part.end,
                time_sensitive=is_time_sensitive(part.text),
                attribution=is_report(part.text),
            )
            for number, part in enumerate(parts, start=1)
        ),
        method=method,
    )


def _part_id(number: int, text: str) -> str:
    """Return the position ("c1") and 8 hex characters of the text's hash: stable across runs, and never the text itself."""
    return f"c{number}-{hashlib.sha256(text.casefold().encode()).hexdigest()[:8]}"

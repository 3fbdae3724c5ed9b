"""One more query, conditioned on what was found (document 002, retrieval loop)."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from backend.domain.evidence import Evidence, Stance
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.text import content_stems, names, words
from backend.errors import LanguageModelError
from backend.ports import LanguageModel

MAX_TERMS = 12
"""Document 002: words of the found text that enter a follow-up."""
SHOWN = 4
"""Passages shown to the LLM."""


class Query(BaseModel):
    """What the model returns."""

    query: str = Field(min_length=3, max_length=200)


class FollowUp:
    """Follow-ups in deep mode, or wherever there is an LLM to propose one. URLs are never taken from a model (S15)."""

    def __init__(self, model: LanguageModel | None, timeout_s: float) -> None:
        self._model = model
        self._timeout_s = timeout_s

    def queries(
        self, claim: str, evidence: Sequence[Evidence], run: Run, *, deep: bool, asked: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """At most one query in main mode (with an LLM), two in deep mode; none that repeats the claim or a query `asked`."""
        near = sorted(evidence, key=lambda e: (-e.signals.get("topicality", 0.0), e.passage.id))[:SHOWN]
        proposed = (*self._proposed(claim, near, run, asked), *(_local(claim, near) if deep else ()))
        known = [set(content_stems(text)) for text in (claim, *asked)]
        unique = dict.fromkeys(q for q in proposed if not any(set(content_stems(q)) <= old for old in known))
        return tuple(unique)[: 2 if deep else 1]

    def _proposed(self, claim: str, near: Sequence[Evidence], run: Run, asked: Sequence[str]) -> tuple[str, ...]:
        if self._model is None:
            return ()
        try:
            answer = self._model.ask(
                prompt="follow_up",
                inputs={
                    "claim": claim,
                    "asked": "\n".join(asked),
                    "found": "\n".join(e.passage.text[:300] for e in near),
                },
                answer=Query,
                timeout_s=min(self._timeout_s, run.remaining()),
                stop=lambda: run.cancelled,
            )
        except LanguageModelError as error:
            run.issue(
                "llm_failed",
                "search",
                f"The language model did not propose a further search: {error}",
                severity=Severity.INFO,
                subject="follow_up",
            )
            return ()
        return (" ".join(answer.query.split()),)


def _local(claim: str, near: Sequence[Evidence]) -> tuple[str, ...]:
    """Numbers missing: ask for the exact number; conflict: for contradicting evidence; else for the primary source."""
    if not near:
        return ()
    found = near[0].passage.text
    topic = " ".join(dict.fromkeys([*names(claim), *names(found)])) or " ".join(words(claim)[:MAX_TERMS])
    topic = " ".join(topic.split()[:MAX_TERMS])
    missing_number = any(c.isdigit() for c in claim) and not any(c.isdigit() for c in found)
    if missing_number:
        return (f"{topic} exact number",)
    if any(e.stance is Stance.REFUTES for e in near):
        return (f"{topic} contradicting evidence",)
    return (f"{topic} official statement",)

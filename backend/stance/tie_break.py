"""The LLM as tie-breaker: for passages that speak of the claim and that the verifier could not decide (design §4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field

from backend.domain.evidence import Evidence, Stance, StanceScores
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.errors import LanguageModelError
from backend.ports import LanguageModel
from backend.stance.quotes import sentences, verbatim

MAX_QUESTIONS = 3
"""Per call: the most topical undecided passages."""
MIN_TOPICALITY = 0.55
DECIDED = 0.85
"""Probability given to the side that the model chose with a quote found in the passage; never more than the verifier's best."""


class Reading(BaseModel):
    """What the model returns for one passage."""

    stance: Literal["supports", "refutes", "neutral"]
    quote: str = Field(default="", max_length=1_000)


class TieBreaker:
    """Asks at most three questions per call; without a model it changes nothing."""

    def __init__(self, model: LanguageModel | None, timeout_s: float) -> None:
        self._model = model
        self._timeout_s = timeout_s
        self._prompt = "tie_break"

    def resolve(self, claim: str, evidence: Sequence[Evidence], run: Run) -> tuple[Evidence, ...]:
        """The evidence in its order, undecided items decided where the model's quote is verbatim in the passage."""
        if self._model is None:
            return tuple(evidence)
        open_items = [e for e in evidence if _undecided(e)]
        chosen = sorted(open_items, key=lambda e: -e.signals.get("topicality", 0.0))[:MAX_QUESTIONS]
        decided = {e.passage.id: self._ask(self._model, claim, e, run) for e in chosen}
        return tuple(decided.get(e.passage.id, e) for e in evidence)

    def _ask(self, model: LanguageModel, claim: str, item: Evidence, run: Run) -> Evidence:
        asked = replace(item, signals={**item.signals, "llm_asked": 1.0})
        if run.remaining() <= self._timeout_s / 4:
            return item
        try:
            reading = model.ask(
                prompt=self._prompt,
                inputs={"claim": claim, "passage": item.passage.text},
                answer=Reading,
                timeout_s=min(self._timeout_s, run.remaining()),
                stop=lambda: run.cancelled,
            )
        except LanguageModelError as error:
            run.issue(
                "llm_failed",
                "stance",
                f"The language model did not help to judge a passage: {error}",
                severity=Severity.INFO,
                subject="tie_break",
            )
            return asked
        quote = _sentence_with(verbatim(reading.quote, item.passage.text), item.passage.text)
        if reading.stance == "neutral" or not quote:
            return asked
        return _decided(asked, Stance(reading.stance), quote)


def _sentence_with(quote: str, passage: str) -> str:
    """The whole sentence around the model's quote, so that no fragment decides; "" for no quote."""
    if not quote:
        return ""
    start = passage.find(quote)
    inside = [s for s in sentences(passage) if s.start < start + len(quote) and start < s.end]
    return passage[inside[0].start : inside[-1].end] if inside else quote


def _undecided(item: Evidence) -> bool:
    return (
        item.stance is Stance.NEUTRAL
        and item.signals.get("topicality", 0.0) >= MIN_TOPICALITY
        and not item.signals.get("llm_asked")
    )


def _decided(item: Evidence, stance: Stance, quote: str) -> Evidence:
    rest = (1 - DECIDED) / 2
    pro = stance is Stance.SUPPORTS
    scores = StanceScores(supports=DECIDED if pro else rest, refutes=rest if pro else DECIDED, neutral=rest)
    return replace(
        item,
        stance=stance,
        scores=scores,
        quote=quote,
        relevance=scores.relevance * item.signals.get("topicality", 0.0),
        signals={**item.signals, "llm": 1.0},
    )

"""Asks the LLM to judge passages about the claim that the verifier left undecided (docs/design.md#stance)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, Field

from backend.domain.evidence import Evidence, Stance, StanceScores
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.errors import LanguageModelError
from backend.ports import Answer, LanguageModel
from backend.stance.quotes import sentences, verbatim

MAX_QUESTIONS = 3
"""Maximum number of passages per call. The most topical undecided passages are chosen."""
MIN_TOPICALITY = 0.55
DECIDED = 0.85
"""Probability of a stance that the model chose with a quote from the passage.

The verifier can reach a higher probability.
"""
OPPOSED = 0.4
"""Minimum probability of the opposite stance at which the verifier contradicts the model; the passage then stays
undecided."""


class Reading(BaseModel):
    """The response of the model for one passage."""

    stance: Literal["supports", "refutes", "neutral"]
    quote: str = Field(default="", max_length=1_000)


class Side(BaseModel):
    """The response of the model in one of two passes, with the sentence that the model was asked to find."""

    found: bool
    quote: str = Field(default="", max_length=1_000)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The passage after asking the model, and the trace line about the response, or ""."""

    item: Evidence
    told: str = ""


class TieBreaker:
    """Asks the model about at most three passages per call. Without a model, the evidence stays unchanged."""

    def __init__(self, model: LanguageModel | None, timeout_s: float) -> None:
        self._model = model
        self._timeout_s = timeout_s

    @property
    def ready(self) -> bool:
        """Whether a model is available."""
        return self._model is not None

    def resolve(
        self, claim: str, evidence: Sequence[Evidence], run: Run, *, deep: bool = False, part: str = ""
    ) -> tuple[Evidence, ...]:
        """Return the evidence in its order. Undecided items are decided if the model's quote occurs verbatim in the passage.

        `deep` asks twice, for a supporting and for a refuting sentence. A passage with both sentences stays undecided.
        Each response adds a line to the trace, even if the response does not count.
        """
        if self._model is None:
            return tuple(evidence)
        open_items = [e for e in evidence if _is_undecided(e)]
        chosen = sorted(open_items, key=lambda e: -e.signals.get("topicality", 0.0))[:MAX_QUESTIONS]
        outcomes = [self._ask_about(self._model, claim, e, run, deep=deep) for e in chosen]
        for outcome in outcomes:
            if outcome.told:
                run.step("stance", f"The local judge was unsure of a passage of {outcome.told}", part=part)
        decided = {outcome.item.passage.id: outcome.item for outcome in outcomes}
        return tuple(decided.get(e.passage.id, e) for e in evidence)

    def _ask_about(self, model: LanguageModel, claim: str, item: Evidence, run: Run, *, deep: bool) -> _Outcome:
        if run.remaining() <= self._timeout_s / 4:
            return _Outcome(item)
        asked = _with_signal(item, "llm_asked")
        inputs = {"claim": claim, "passage": item.passage.text}
        try:
            if not deep:
                return _check_answer(asked, self._ask_model(model, "tie_break", inputs, Reading, run))
            pro = self._ask_model(model, "support_pass", inputs, Side, run)
            con = self._ask_model(model, "refute_pass", inputs, Side, run)
        except LanguageModelError as error:
            run.issue(
                error.code,
                "stance",
                f"The language model did not help to judge a passage: {error}",
                severity=Severity.INFO,
                subject="tie_break",
            )
            return _Outcome(asked)
        return _merge_passes(asked, pro, con)

    def _ask_model(
        self, model: LanguageModel, prompt: str, inputs: dict[str, str], answer: type[Answer], run: Run
    ) -> Answer:
        return model.ask(
            prompt=prompt,
            inputs=inputs,
            answer=answer,
            timeout_s=min(self._timeout_s, run.remaining()),
            stop=lambda: run.cancelled,
        )


def _merge_passes(item: Evidence, pro: Side, con: Side) -> _Outcome:
    """Decide the passage if the model quotes it for only one stance. A passage quoted for both stays undecided."""
    quotes = [_sentence_around(verbatim(side.quote, item.passage.text), item.passage.text) for side in (pro, con)]
    if all(quotes):
        reason = f"{item.rating.domain}; the language model finds both sides in it, so it stays undecided"
        both = " and ".join(map(item.passage.quoted, quotes))
        return _Outcome(_with_signal(item, "llm_opposed"), f"{reason}: {both}")
    if pro.found and (quotes[0] or not con.found):
        return _check_answer(item, Reading(stance="supports", quote=pro.quote))
    if con.found:
        return _check_answer(item, Reading(stance="refutes", quote=con.quote))
    return _check_answer(item, Reading(stance="neutral"))


def _check_answer(item: Evidence, reading: Reading) -> _Outcome:
    """Decide the passage only if the quote occurs in it and the verifier does not lean towards the opposite stance."""
    host, stance = item.rating.domain, Stance(reading.stance)
    if stance is Stance.NEUTRAL:
        return _Outcome(item, f"{host}, and so is the language model.")
    quote = _sentence_around(verbatim(reading.quote, item.passage.text), item.passage.text)
    said = f"the language model says that it {stance.value}"
    if not quote:
        trace_line = f"{host}; {said}, but its quote does not stand there, so that does not count."
        return _Outcome(_with_signal(item, "llm_unquoted"), trace_line)
    quoted = item.passage.quoted(quote)
    against = item.scores.refutes if stance is Stance.SUPPORTS else item.scores.supports
    if against >= OPPOSED:
        trace_line = f"{host}; {said}, the judge leans the other way ({against:.0%}), so it stays undecided: {quoted}"
        return _Outcome(_with_signal(item, "llm_opposed"), trace_line)
    return _Outcome(_with_decision(item, stance, quote), f"{host}; {said}: {quoted}")


def _with_signal(item: Evidence, signal: str) -> Evidence:
    return replace(item, signals={**item.signals, signal: 1.0})


def _sentence_around(quote: str, passage: str) -> str:
    """Return the whole sentence around the model's quote, or "" without a quote. A fragment must not decide."""
    if not quote:
        return ""
    start = passage.find(quote)
    inside = [s for s in sentences(passage) if s.start < start + len(quote) and start < s.end]
    return passage[inside[0].start : inside[-1].end] if inside else quote


def _is_undecided(item: Evidence) -> bool:
    return (
        item.stance is Stance.NEUTRAL
        and item.signals.get("topicality", 0.0) >= MIN_TOPICALITY
        and not item.signals.get("llm_asked")
    )


def _with_decision(item: Evidence, stance: Stance, quote: str) -> Evidence:
    rest = (1 - DECIDED) / 2
    pro = stance is Stance.SUPPORTS
    scores = StanceScores(supports=DECIDED if pro else rest, refutes=rest if pro else DECIDED, neutral=rest)
    return replace(
        item,
        stance=stance,
        scores=scores,
        quote=quote,
        relevance=scores.relevance,
        signals={**item.signals, "llm": 1.0},
    )

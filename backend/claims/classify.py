"""Classifies a text as FACTUAL, OPINION, MIXED or AMBIGUOUS and finds the checkable part (docs/design.md#claim-types).

An LLM's response is used only if it keeps the user's own numbers, names and negations. Otherwise, or without an LLM,
rules and the bundled claim model decide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field

from backend.claims.faithful import keeps_facts
from backend.claims.frames import words
from backend.claims.judgement import separated
from backend.claims.model import ClaimModel
from backend.claims.question import is_question, to_statement
from backend.claims.reference import Reference, resolve
from backend.claims.selection import as_meant, opens_inside
from backend.claims.signals import is_report, is_time_sensitive
from backend.claims.words import first_finite, tokens_of
from backend.claims.worthiness import worth_by_figures
from backend.domain.claim import Claim, ClaimType, Classification
from backend.domain.run import Run
from backend.errors import LanguageModelError
from backend.ports import LanguageModel

ENGLISH = ("en", "und")
OPINION_REASON = "This appears to be a subjective opinion. Opinions cannot be fact-checked."
AMBIGUOUS_REASON = "The claim is too ambiguous. Please rephrase with more specific details."

_REASONS = {
    ClaimType.FACTUAL: "The text states something that can be checked.",
    ClaimType.MIXED: "Only the part that can be checked is verified, without the judgement.",
    ClaimType.OPINION: OPINION_REASON,
    ClaimType.AMBIGUOUS: AMBIGUOUS_REASON,
}
"""The reasons are fixed texts, because an LLM would discuss the truth of the claim before any evidence is found."""


class ClassifyAnswer(BaseModel):
    """The response that the LLM must return."""

    type: Literal["FACTUAL", "OPINION", "MIXED", "AMBIGUOUS"]
    claim: str = Field(max_length=2_000)
    check_worthiness: float = Field(ge=0.0, le=1.0)
    time_sensitive: bool
    attribution: bool


class Classifier:
    """Classifies the text that the user selected."""

    def __init__(self, llm: LanguageModel | None, *, model: ClaimModel, timeout_s: float = 8.0) -> None:
        self._llm = llm
        self._model = model
        self._timeout_s = timeout_s

    def classify(self, claim: Claim, run: Run) -> Classification:
        """Classify the claim. If the LLM fails, add an Issue and use the rules and claim model instead of raising."""
        answer = self._classify_by_llm(claim, run)
        return answer or classify_locally(claim, self._model)

    def _classify_by_llm(self, claim: Claim, run: Run) -> Classification | None:
        if self._llm is None:
            return None
        inputs = {"claim": claim.text, "context": _context(claim)}
        timeout = min(self._timeout_s, run.remaining())
        try:
            answer = self._llm.ask(
                prompt="classify", inputs=inputs, answer=ClassifyAnswer, timeout_s=timeout, stop=lambda: run.cancelled
            )
        except LanguageModelError as error:
            run.issue(
                error.code, "classify", "The language model did not help; the claim was classified by local rules.",
                subject="classify",
            )  # fmt: skip
            return None
        if not _keeps_users_words(answer, claim):
            run.issue(
                "llm_answer_rejected", "classify", "The language model changed the claim; local rules were used instead.",
                subject="classify",
            )  # fmt: skip
            return None
        return _classification_of_answer(answer, claim)


def classify_locally(claim: Claim, model: ClaimModel) -> Classification:
    """Classify without an LLM. Only English is analysed, so claims in other languages count as FACTUAL."""
    claim = replace(claim, text=as_meant(claim.text, claim.context.surrounding))
    if claim.language not in ENGLISH:
        return _checkable_classification(claim.text, claim, judged=False, worth=worth_by_figures(claim.text))
    question = to_statement(claim.text)
    statement = question or claim.text
    signs = model.read([statement])[0]
    separation = separated(statement, signs, model)
    if not separation.factual:
        return _local_classification(ClaimType.OPINION, "", OPINION_REASON)
    if question is None:
        return _local_classification(
            ClaimType.AMBIGUOUS, "", f"{AMBIGUOUS_REASON} A question states nothing that could be checked."
        )
    reference = _resolve_references(separation.factual, claim, model)
    if reference.problem:
        return _local_classification(ClaimType.AMBIGUOUS, "", f"{AMBIGUOUS_REASON} {reference.problem}")
    return _checkable_classification(reference.text, claim, judged=separation.judged, worth=signs.check_worthiness)


def _resolve_references(text: str, claim: Claim, model: ClaimModel) -> Reference:
    """Return the text with its references resolved from the page, and a problem if its subject is unclear."""
    text = _drop_truncated_word(text, claim, model)
    ambiguity, limits = model.read([text])[0].ambiguity, model.thresholds
    if ambiguity < limits.clear:
        return Reference(text)
    reference = resolve(text, claim.context, claim.text)
    if reference.text != text:
        return reference
    on_page = claim.context.title or claim.context.surrounding
    if reference.problem:
        return reference if ambiguity >= limits.pointing else Reference(text)
    if ambiguity < limits.ambiguous or (on_page and first_finite(tokens_of(text)) is not None):
        return reference
    return Reference(text, "It does not say who or what is meant.")


def _is_unclear(text: str, model: ClaimModel) -> bool:
    return model.read([text])[0].ambiguity >= model.thresholds.ambiguous


def _drop_truncated_word(text: str, claim: Claim, model: ClaimModel) -> str:
    """Remove the remains of a truncated sentence from the start: "that", or the end of a word ("he Earth is flat")."""
    first, _, rest = text.partition(" ")
    conjunction = first.lower() == "that"
    may_be_truncated = conjunction or (first.islower() and rest[:1].isupper())
    if not may_be_truncated or not opens_inside(claim.text, claim.context.surrounding):
        return text
    if conjunction:
        return text if _is_unclear(rest, model) else rest
    # Removing an article or a preposition leaves the text as clear as before; removing half a word makes it clearer.
    ambiguity_before, ambiguity_after = (sign.ambiguity for sign in model.read([text, rest]))
    return rest if ambiguity_after < model.thresholds.clear <= ambiguity_before else text


def _checkable_classification(text: str, claim: Claim, *, judged: bool, worth: float) -> Classification:
    if judged:
        return _local_classification(
            ClaimType.MIXED, text, "Only the part that can be checked is verified, without the judgement.", worth
        )
    if is_question(claim.text):
        return _local_classification(
            ClaimType.FACTUAL, text, "The statement that the question asks about is verified.", worth
        )
    return _local_classification(ClaimType.FACTUAL, text, "The text states something that can be checked.", worth)


def _local_classification(kind: ClaimType, factual_part: str, reason: str, worth: float = 0.0) -> Classification:
    return Classification(
        type=kind,
        factual_part=factual_part,
        reason=reason,
        check_worthiness=round(worth, 2),
        method="local",
        time_sensitive=is_time_sensitive(factual_part),
        attribution=bool(factual_part) and is_report(factual_part),
    )


def _keeps_users_words(answer: ClassifyAnswer, claim: Claim) -> bool:
    """Return whether the LLM's extract contains only the user's own words. An empty extract stands for the whole text."""
    if answer.type in ("OPINION", "AMBIGUOUS") or not answer.claim.strip():
        return True
    return keeps_facts(answer.claim, claim.text, words("strong") | words("sentence_adverbs"))


def _classification_of_answer(answer: ClassifyAnswer, claim: Claim) -> Classification:
    kind = ClaimType(answer.type)
    checkable = kind in (ClaimType.FACTUAL, ClaimType.MIXED)
    factual_part = (answer.claim.strip() or claim.text) if checkable else ""
    return Classification(
        type=kind,
        factual_part=factual_part,
        reason=_REASONS[kind],
        check_worthiness=round(answer.check_worthiness, 2),
        method="llm",
        time_sensitive=answer.time_sensitive or is_time_sensitive(factual_part),
        attribution=answer.attribution,
    )


def _context(claim: Claim) -> str:
    """Return the page's title and the surrounding text, which help the LLM resolve pronouns."""
    return f"{claim.context.title}\n{claim.context.surrounding}".strip() or "(none)"

"""Builds the explanation of the verdict on a claim with several parts."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import Evidence
from backend.domain.explanation import VerdictExplanation
from backend.domain.verdict import AtomicVerdict, Label
from backend.verdict.combine import reasoning
from backend.verdict.grounds import counted, in_words

_OPEN = "nothing firm was found"
_OUTCOMES = {
    Label.TRUE: "confirmed",
    Label.FALSE: "contradicted",
    Label.PARTIALLY_TRUE: "disputed",
    Label.MISLEADING: "misleading",
}
_WORDS = (*_OUTCOMES.values(), _OPEN)


def explain_whole(parts: Sequence[AtomicVerdict], evidence: Sequence[Evidence]) -> VerdictExplanation:
    """Return the explanation: the findings for each part, the outcome of the parts, and the evidence that each part lacks."""
    supporting, refuting = (_domains_by_sign(parts, sign) for sign in (1, -1))
    return VerdictExplanation(
        found=reasoning(parts, evidence),
        sources=_outcome_sentence([part.label for part in parts]),
        missing=tuple(_missing_by_part(parts)),
        supporting=len(supporting),
        refuting=len(refuting),
    )


def _domains_by_sign(parts: Sequence[AtomicVerdict], sign: int) -> set[str]:
    return {voice.domain for part in parts for voice in part.belief.voices if voice.log_odds * sign > 0}


def _outcome_sentence(labels: Sequence[Label]) -> str:
    """Return a sentence such as "One part is confirmed; for the other nothing firm was found." for these labels."""
    counts = [(words, sum(_OUTCOMES.get(label, _OPEN) == words for label in labels)) for words in _WORDS]
    nonzero_counts = [(words, count) for words, count in counts if count]
    clauses: list[str] = []
    for words, count in nonzero_counts:
        subject = _subject_phrase(count, len(labels), first=not clauses)
        clauses.append(f"for {subject} {_OPEN}" if words == _OPEN else f"{subject} {_verb_form(count)} {words}")
    return f"{'; '.join(clauses)[:1].upper()}{'; '.join(clauses)[1:]}."


def _subject_phrase(count: int, total: int, *, first: bool) -> str:
    if count == total:
        return "both parts" if total == 2 else f"all {in_words(total)} parts"
    if total == 2 and not first:
        return "the other"
    return counted(count, "part")


def _verb_form(count: int) -> str:
    return "is" if count == 1 else "are"


def _missing_by_part(parts: Sequence[AtomicVerdict]) -> list[str]:
    return [
        f"{what} on “{part.claim.text}”"
        for part in parts
        for what in (part.explanation.missing if part.explanation else ())
    ]

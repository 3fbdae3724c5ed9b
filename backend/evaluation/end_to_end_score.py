"""Computes scores from outcomes.

`ece` uses the confidence shown to the user. For an undecided claim, that confidence is the certainty that an answer
would have (at most 0.35), and the claim counts as right if its label is NEI. `ece_firm` covers firm verdicts only.
`ece_told` covers firm verdicts and leanings, each with the probability shown to the user.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean, median
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from backend.domain.verdict import DataSource
from backend.evaluation import metrics
from backend.evaluation.end_to_end_causes import (
    NEI,
    REFUTES,
    STANCES,
    World,
    answered,
    cause,
    certainty,
    firm,
    predicted,
    told,
)
from backend.evaluation.end_to_end_client import ServiceAnswer
from backend.evaluation.end_to_end_data import CLAIM_LABELS, CONFLICTING, Case
from backend.evaluation.end_to_end_run import Outcome
from backend.evaluation.scores import FileScores, Measurement, Value
from backend.settings import Settings

SLOWEST = 95
DEADLINE_S: float = Settings.model_fields["deadline_s"].default
"""The product's default deadline, after which the user receives a partial answer."""
Item = TypeVar("Item")
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def measurement(file: str, outcomes: Sequence[Outcome], world: World, seconds: float) -> Measurement:
    """Return all metrics of one file or a part of it. Raises ValueError if there are no outcomes."""
    has_conflicting_label = any(o.case.label == CONFLICTING for o in outcomes)
    names = CLAIM_LABELS if has_conflicting_label else CLAIM_LABELS[:-1]
    labels = [predicted(o.answer, has_conflicting_label=has_conflicting_label) for o in outcomes]
    gold = np.array([names.index(o.case.label) for o in outcomes], dtype=np.int64)
    predicted_codes = np.array([names.index(label) for label in labels], dtype=np.int64)
    confidence = np.array([o.answer.confidence for o in outcomes])
    decided = np.array([firm(o.answer) for o in outcomes])
    extra_scores: dict[str, Value] = {
        "ece_firm": metrics.ece(confidence[decided], (gold == predicted_codes)[decided]) if decided.any() else None,
        **_firm_scores(outcomes, world),
        **_shown_scores(outcomes, has_conflicting_label=has_conflicting_label),
        **_evidence_scores(outcomes, world),
        **_cost_scores(outcomes),
        **_repeat_scores(outcomes, has_conflicting_label=has_conflicting_label),
        **_value_counts("cause", (cause(o, world, label) for o, label in zip(outcomes, labels, strict=True))),
        **_value_counts("issue", (code for o in outcomes for code in o.answer.issues)),
        **_value_counts("failure", (o.answer.failure for o in outcomes)),
    }
    figures = FileScores(
        file=file,
        n=len(outcomes),
        seconds=seconds,
        accuracy=metrics.accuracy(gold, predicted_codes),
        macro_f1=metrics.macro_f1(gold, predicted_codes),
        binary_accuracy=_share(
            zip(gold, predicted_codes, strict=True), lambda p: bool(p[0] == p[1]), lambda p: max(p) < 2
        ),
        ece=metrics.ece(confidence, gold == predicted_codes),
        per_class=metrics.per_class(gold, predicted_codes, names),
        more=extra_scores,
    )
    counts, probabilities_and_flags = (
        metrics.confusion(gold, predicted_codes, len(names)),
        _shown_probabilities(outcomes, has_conflicting_label=has_conflicting_label),
    )
    return Measurement(
        figures=figures,
        bins=metrics.reliability(*probabilities_and_flags) if len(probabilities_and_flags[0]) else (),
        labels=tuple(names),
        confusion=tuple(tuple(int(count) for count in row) for row in counts),
        curve=curve(*probabilities_and_flags, len(outcomes)),
    )


def _firm_scores(outcomes: Sequence[Outcome], world: World) -> dict[str, Value]:
    """Return the shares of firm verdicts among all claims, NEI claims, and claims that no passage of the file decides.

    The two `macro_f1_…` scores are ceilings: an error-free reader that uses only the labelled passages would reach
    them. For the first, any one passage is enough to decide the claim. The second follows the rule that a verdict needs
    two sources, or one source that may decide alone (S17).
    """
    return {
        "firm": _share(outcomes, lambda o: firm(o.answer)),
        "firm_on_nei": _share(outcomes, lambda o: firm(o.answer), lambda o: o.case.label == NEI),
        "firm_without_gold": _share(outcomes, lambda o: firm(o.answer), lambda o: not o.case.gold),
        "without_gold": _share(outcomes, lambda o: not o.case.gold),
        "macro_f1_of_gold_passages": _ceiling_f1(outcomes, lambda case: bool(case.gold)),
        "macro_f1_within_source_rule": _ceiling_f1(outcomes, lambda case: world.independent(case.gold)),
        "failed": _share(outcomes, lambda o: bool(o.answer.failure)),
    }


def _shown_scores(outcomes: Sequence[Outcome], *, has_conflicting_label: bool) -> dict[str, Value]:
    """Return the share and the accuracy of firm verdicts and leanings together.

    `false_found` is the share of false claims that are reported as false, among the false claims that a passage of the
    file decides.
    """

    def right(outcome: Outcome) -> bool:
        return told(outcome.answer, has_conflicting_label=has_conflicting_label) == outcome.case.label

    probabilities, correct = _shown_probabilities(outcomes, has_conflicting_label=has_conflicting_label)
    return {
        "firm_right": _share(outcomes, right, lambda o: firm(o.answer)),
        "told": len(probabilities) / len(outcomes),
        "told_right": _share(outcomes, right, lambda o: answered(o.answer)),
        "false_found": _share(outcomes, right, lambda o: o.case.label == REFUTES and bool(o.case.gold)),
        "ece_told": metrics.ece(probabilities, correct) if len(probabilities) else None,
    }


def _shown_probabilities(outcomes: Sequence[Outcome], *, has_conflicting_label: bool) -> tuple[Floats, Flags]:
    """Return the probability shown with each firm verdict or leaning, and whether that verdict or leaning is right."""
    answered_outcomes = [o for o in outcomes if answered(o.answer)]
    right = [told(o.answer, has_conflicting_label=has_conflicting_label) == o.case.label for o in answered_outcomes]
    return np.array([certainty(o.answer) for o in answered_outcomes]), np.array(right, dtype=np.bool_)


def curve(probabilities: Floats, right: Flags, claims: int) -> tuple[tuple[float, float], ...]:
    """Return points (coverage, accuracy) when the most probable answers are accepted first.

    Equally probable answers share a point.
    """
    order = np.argsort(-probabilities, kind="stable")
    accuracies = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    tie_ends = [
        n for n in range(len(order)) if n + 1 == len(order) or probabilities[order[n + 1]] < probabilities[order[n]]
    ]
    return tuple((round((n + 1) / claims, 4), round(float(accuracies[n]), 4)) for n in tie_ends)


def _ceiling_f1(outcomes: Sequence[Outcome], decides: Callable[[Case], bool]) -> float:
    """Return the macro-F1 of a reader that predicts the gold label if the passages decide the claim, and NEI otherwise."""
    gold = np.array([CLAIM_LABELS.index(o.case.label) for o in outcomes], dtype=np.int64)
    best = np.array([CLAIM_LABELS.index(o.case.label if decides(o.case) else NEI) for o in outcomes], dtype=np.int64)
    return metrics.macro_f1(gold, best)


def _evidence_scores(outcomes: Sequence[Outcome], world: World) -> dict[str, Value]:
    """Return the precision of the citations and the recall of the deciding passages at each stage.

    A citation of a firm verdict is right if its quote lies within a passage that is labelled with the cited stance for
    this claim. `citation_precision` covers only quotes from passages labelled for the claim.
    `citation_precision_strict` covers all quotes and counts those from passages of other claims, which have no label
    for this claim, as wrong. `citations_with_label` is the share of citations whose stance agrees with the claim's
    label. Recall covers the claims that at least one passage decides; search recall and read recall cover only those
    that caused a search.
    """
    cited = [judged for o in outcomes if firm(o.answer) for judged in _judged_citations(o, world)]
    labelled_flags = [right for right, _ in cited if right is not None]
    decidable = [o for o in outcomes if o.case.gold]

    def page_recall(pages_of: Callable[[Outcome], Iterable[str]]) -> Value:
        searched = [o for o in decidable if o.visit.questions]
        return _share(searched, lambda o: bool({world.url(p) for p in o.case.gold} & set(pages_of(o))))

    return {
        "citations": len(cited),
        "citation_precision": fmean(labelled_flags) if labelled_flags else None,
        "citation_precision_strict": fmean(bool(right) for right, _ in cited) if cited else None,
        "citations_with_label": fmean(agrees for _, agrees in cited) if cited else None,
        "citations_unlabelled": 1 - len(labelled_flags) / len(cited) if cited else None,
        "evidence_recall": _share(decidable, lambda o: bool(_quoted_passages(o, world))),
        "cited_recall": _share(decidable, lambda o: bool(_cited_passages(o, world))),
        "search_recall": page_recall(lambda o: o.visit.found),
        "read_recall": page_recall(lambda o: o.visit.read),
    }


def _judged_citations(outcome: Outcome, world: World) -> Iterator[tuple[bool | None, bool]]:
    """Yield two flags for each citation.

    The first tells whether the label of the quoted passage confirms the cited stance (None if the passage has no
    label), the second whether the cited stance agrees with the claim's label.
    """
    for shown in outcome.answer.citations:
        quoted = world.quoted(shown)
        labels = [p.label for p in outcome.case.passages if p.text in quoted]
        side = STANCES[shown.stance]
        yield (side in labels if labels else None), side == outcome.case.label


def _quoted_passages(outcome: Outcome, world: World) -> frozenset[str]:
    """Return the deciding passages that were quoted in any evidence shown to the user."""
    quoted = {text for shown in outcome.answer.evidence for text in world.quoted(shown)}
    return frozenset(p.text for p in outcome.case.gold if p.text in quoted)


def _cited_passages(outcome: Outcome, world: World) -> frozenset[str]:
    quoted = {text for shown in outcome.answer.citations for text in world.quoted(shown)}
    return frozenset(p.text for p in outcome.case.gold if p.text in quoted)


def _cost_scores(outcomes: Sequence[Outcome]) -> dict[str, Value]:
    """Return the answer times in seconds and the numbers of web requests per claim."""
    seconds = [o.answer.seconds for o in outcomes]
    return {
        "searches_per_claim": fmean(len(o.visit.questions) for o in outcomes),
        "pages_per_claim": fmean(len(o.visit.read) for o in outcomes),
        "p50_s": median(seconds),
        "p95_s": float(np.percentile(seconds, SLOWEST)),
        "first_event_p50_s": median(o.answer.first_s for o in outcomes),
        "past_deadline": _share(seconds, lambda s: s > DEADLINE_S),
    }


def _repeat_scores(outcomes: Sequence[Outcome], *, has_conflicting_label: bool) -> dict[str, Value]:
    """Return the metrics of the second run.

    They cover the answers from the knowledge base alone, the answer times, and the agreement with the first run.
    """
    pairs = [(o, o.again[0], o.again[1]) for o in outcomes if o.again]
    if not pairs:
        return {}
    from_knowledge_base = [a for _, a, _ in pairs if not a.searched and a.data_source == DataSource.KNOWLEDGE_BASE]
    firm_first = [(o, a) for o, a, _ in pairs if firm(o.answer)]
    return {
        "repeat_without_search": _share(pairs, lambda p: not p[2].questions),
        "repeat_from_knowledge_base": len(from_knowledge_base) / len(pairs),
        "repeat_from_knowledge_base_of_firm": _share(firm_first, lambda p: p[1] in from_knowledge_base),
        "repeat_same_label": _share(
            pairs,
            lambda p: (
                _predicted_label(p[1], has_conflicting_label) == _predicted_label(p[0].answer, has_conflicting_label)
            ),
        ),
        "repeat_p50_s": median(a.seconds for _, a, _ in pairs),
        "repeat_knowledge_base_p50_s": median(a.seconds for a in from_knowledge_base) if from_knowledge_base else None,
    }


def _predicted_label(answer: ServiceAnswer, has_conflicting_label: bool) -> str:
    return predicted(answer, has_conflicting_label=has_conflicting_label)


def _value_counts(name: str, found: Iterable[str]) -> dict[str, Value]:
    """Return the count of each non-empty value, with "name: value" as the key."""
    return {f"{name}: {what}": count for what, count in sorted(Counter(filter(None, found)).items())}


def _share(
    items: Iterable[Item], holds: Callable[[Item], bool], among: Callable[[Item], bool] = lambda _: True
) -> float | None:
    """Return the share of the items selected by `among` for which `holds` is true; None if none is selected."""
    chosen = [holds(item) for item in items if among(item)]
    return fmean(chosen) if chosen else None

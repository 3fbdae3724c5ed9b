"""Derives the status of each part of a claim, and the truthfulness from the statuses (docs/design.md#truthfulness)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.verdict import Label, SegmentStatus
from backend.verdict.settings import VERDICT, TruthSettings

Status = SegmentStatus
VALID = frozenset({Status.STRONGLY_VALID, Status.VALID})
SUPPORTED = VALID | {Status.PARTIALLY_VALID}


@dataclass(frozen=True, slots=True, kw_only=True)
class Guards:
    """The inputs that limit the truthfulness: the belief's probability, the sources' diversity, and the objections.

    `objections` has the same meaning as in `truth_score`. `unqualified` means that the claim allows no exception, but
    no source confirms it in such absolute terms.
    """

    probability: float = 0.5
    diversity: float = 1.0
    objections: tuple[float, ...] = ()
    unqualified: bool = False


def status_of(label: Label, probability: float, *, strong: bool) -> SegmentStatus:
    """Return the status of one part. Only Partially True and Misleading give a partial status."""
    if label is Label.TRUE:
        return Status.STRONGLY_VALID if strong else Status.VALID
    if label is Label.FALSE:
        return Status.INVALID
    if label in (Label.PARTIALLY_TRUE, Label.MISLEADING):
        return Status.PARTIALLY_VALID if probability >= 0.5 else Status.PARTIALLY_INVALID
    return Status.UNKNOWN


def weight(status: SegmentStatus, settings: TruthSettings = VERDICT.truth) -> float:
    """Return the degree to which a part with this status is true, 0..1."""
    return {
        Status.STRONGLY_VALID: settings.strongly_valid,
        Status.VALID: settings.valid,
        Status.PARTIALLY_VALID: settings.partially_valid,
        Status.UNKNOWN: settings.unknown,
        Status.PARTIALLY_INVALID: settings.partially_invalid,
        Status.INVALID: settings.invalid,
    }[status]


def truth_score(
    statuses: Sequence[SegmentStatus], objections: Sequence[float] = (), settings: TruthSettings = VERDICT.truth
) -> float:
    """Return the truthfulness of a claim from the statuses of its parts, 0..1.

    The score is the mean weight of the statuses, minus .30 times the contradicted share and .10 times the unresolved
    share, limited by the bounds of the design. `objections` contains, for each part, the share of its sources' weight
    against the part. Objections apply to valid parts only, because the weight of a partial status already includes the
    contradiction. Raises ValueError if there are no statuses.
    """
    if not statuses:
        raise ValueError("a claim has at least one part")
    count, found = len(statuses), set(statuses)
    objected = [o for s, o in zip(statuses, objections, strict=False) if s in VALID]
    contradicted = (statuses.count(Status.INVALID) + sum(objected)) / count
    unresolved = statuses.count(Status.UNKNOWN) / count
    score = sum(map(weight, statuses)) / count
    score = min(1.0, max(0.0, score - settings.contradicted * contradicted - settings.unresolved * unresolved))
    if unresolved and not contradicted:
        score = min(score, settings.unresolved_cap)
    if found == {Status.STRONGLY_VALID} and not contradicted:
        score = max(score, settings.strong_floor)
    if found <= {Status.INVALID, Status.PARTIALLY_INVALID} and contradicted:
        score = min(score, settings.refuted_cap)
    return score


def truthfulness(
    statuses: Sequence[SegmentStatus], label: Label, guards: Guards, settings: TruthSettings = VERDICT.truth
) -> float:
    """Return `truth_score` in percent, 0..100, limited by the guards but never at odds with the label.

    For an undecided label, the result lies between 35 and 65 and follows the belief.
    """
    if not label.firm:
        span = settings.undecided_high - settings.undecided_low
        return round(100 * (settings.undecided_low + span * guards.probability), 1)
    score = min(
        truth_score(statuses, guards.objections), settings.ceiling + settings.ceiling_diversity * guards.diversity
    )
    if guards.unqualified or label is not Label.TRUE:
        score = min(score, settings.absolute_cap)
    return round(100 * _limited_by_label(score, label, settings), 1)


def _limited_by_label(score: float, label: Label, settings: TruthSettings) -> float:
    if label is Label.TRUE:
        return max(score, settings.true_floor)
    if label is Label.MISLEADING:
        return min(score, settings.misleading_cap)
    return min(score, settings.false_cap) if label is Label.FALSE else score

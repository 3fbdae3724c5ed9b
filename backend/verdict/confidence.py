"""Confidence in a verdict: a weighted sum, then a floor, and finally every cap (docs/design.md#confidence)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import TrustReport
from backend.domain.verdict import Label, SegmentStatus
from backend.verdict.settings import VERDICT, ConfidenceSettings, TruthSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What limits confidence besides trust: how the claim is worded, and the flaws of its evidence.

    `opposed`, 0..1, is the share of the sources' weight that speaks against the verdict.
    """

    comparative: bool = False
    absolute: bool = False
    outdated: bool = False
    opposed: float = 0.0


def certainty(
    truth_percent: float, probability: float, diversity: float, settings: TruthSettings = VERDICT.truth
) -> float:
    """How far truthfulness and belief lie from the middle, in equal parts, 0.5..1; never above the diversity ceiling.

    A clear refutation is therefore as certain as a clear confirmation, and an outweighed objection makes either less certain.
    """
    truth = truth_percent / 100
    value = (max(truth, 1 - truth) + max(probability, 1 - probability)) / 2
    return min(value, settings.ceiling + settings.ceiling_diversity * diversity)


def composite(certain: float, trust: TrustReport, settings: ConfidenceSettings = VERDICT.confidence) -> float:
    """.30 certainty + .25 coverage + .20 agreement + .15 diversity + .10 trust, 0..1; `certain` comes from `certainty`."""
    value = (
        settings.certainty * certain
        + settings.coverage * trust.coverage
        + settings.agreement * trust.agreement
        + settings.diversity * trust.diversity
        + settings.trust * trust.trust_post
    )
    return max(value, settings.covered_floor * certain) if trust.coverage >= settings.covered else value


def contract_cap(
    statuses: Sequence[SegmentStatus], *, sufficient: bool, settings: ConfidenceSettings = VERDICT.confidence
) -> float:
    """The highest confidence that a breakdown allows; unresolved parts and a failed trust gate lower it."""
    unresolved = statuses.count(SegmentStatus.UNKNOWN) / len(statuses)
    caps = [settings.cap]
    if unresolved:
        caps.append(settings.unresolved_cap + settings.unresolved_share * (1 - unresolved))
    if not sufficient:
        caps.append(settings.insufficient_unresolved_cap if unresolved else settings.insufficient_cap)
    return min(caps)


def confidence(
    label: Label, evidence: Sequence[Evidence], trust: TrustReport, certain: float, circumstances: Circumstances
) -> float:
    """0..1 for one part; `certain` comes from `certainty`. It never exceeds the probability of the best deciding passage."""
    settings = VERDICT.confidence
    deciding = [e for e in evidence if e.decisive]
    if not label.firm:
        value = settings.undecided_coverage * trust.coverage + settings.undecided_passage * len(deciding)
        return round(min(value, undecided_cap(comparative=circumstances.comparative)), 4)
    value = composite(certain, trust)
    if label is Label.FALSE and not circumstances.comparative and {e.stance for e in deciding} == {Stance.REFUTES}:
        value = max(value, settings.refuted_floor)
    value -= settings.outdated_penalty * circumstances.outdated + settings.conflict * circumstances.opposed
    return round(max(settings.floor, min(value, *_caps(label, deciding, trust, circumstances))), 4)


def undecided_cap(*, comparative: bool) -> float:
    """The cap for an undecided verdict."""
    settings = VERDICT.confidence
    return settings.undecided_comparative_cap if comparative else settings.undecided_cap


def _caps(label: Label, deciding: Sequence[Evidence], trust: TrustReport, circumstances: Circumstances) -> list[float]:
    settings = VERDICT.confidence
    best = max((max(e.scores.supports, e.scores.refutes) for e in deciding), default=0.0)
    caps = [settings.cap, best] if trust.threshold_met else [settings.insufficient_cap, best]
    if label in (Label.PARTIALLY_TRUE, Label.MISLEADING):
        caps.append(settings.conflict_cap)
    against = {Label.TRUE: Stance.REFUTES, Label.FALSE: Stance.SUPPORTS}.get(label)
    if len({e.rating.domain for e in deciding if e.stance is not against}) < 2:
        caps.append(settings.single_source_cap)
    if label is Label.TRUE and circumstances.absolute:
        caps.append(settings.absolute_cap)
    return caps


def of_parts(
    values: Sequence[tuple[Label, float]],
    statuses: Sequence[SegmentStatus],
    whole: Label,
    *,
    comparative: bool,
    sufficient: bool,
) -> float:
    """The lowest confidence among the parts that decide the headline, limited by the caps of the headline and of the breakdown.

    `sufficient`: every part passed its trust gate.
    """
    settings = VERDICT.confidence
    deciding = [v for label, v in values if label is whole] or [v for label, v in values if label.firm]
    value = min(deciding or [v for _, v in values])
    if not whole.firm:
        return round(min(value, undecided_cap(comparative=comparative)), 4)
    caps = [contract_cap(statuses, sufficient=sufficient)]
    if whole is Label.PARTIALLY_TRUE:
        caps.append(settings.conflict_cap)
    return round(min(value, *caps), 4)

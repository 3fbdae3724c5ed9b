"""Computes the confidence in a verdict: a probability or a weighted sum, limited by caps (docs/design.md#confidence)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.evidence import Evidence
from backend.domain.trust import TrustReport
from backend.domain.verdict import Label, SegmentStatus
from backend.verdict.settings import VERDICT, ConfidenceSettings, TruthSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """The inputs of the confidence besides the trust report.

    `probability` (0..1) is the probability that a True or False label is right, and is not used for other labels.
    `opposed` (0..1) is the share of the sources' weight against the verdict. `outdated` means that most dated sources
    are too old for the time that the claim is about.
    """

    probability: float = 0.0
    comparative: bool = False
    outdated: bool = False
    opposed: float = 0.0


def certainty(
    truth_percent: float, probability: float, diversity: float, settings: TruthSettings = VERDICT.truth
) -> float:
    """Return the mean certainty of truthfulness and belief, 0.5 (undecided) to 1, limited by the diversity ceiling.

    Clear refutation is therefore as certain as clear support, and outweighed objections make both less certain.
    """
    truth = truth_percent / 100
    value = (max(truth, 1 - truth) + max(probability, 1 - probability)) / 2
    return min(value, settings.ceiling + settings.ceiling_diversity * diversity)


def composite(certainty_value: float, trust: TrustReport, settings: ConfidenceSettings = VERDICT.confidence) -> float:
    """Return .30 certainty + .25 coverage + .20 agreement + .15 diversity + .10 trust, 0..1.

    `certainty_value` is the result of `certainty`.
    """
    value = (
        settings.certainty * certainty_value
        + settings.coverage * trust.coverage
        + settings.agreement * trust.agreement
        + settings.diversity * trust.diversity
        + settings.trust * trust.trust_post
    )
    return max(value, settings.covered_floor * certainty_value) if trust.coverage >= settings.covered else value


def contract_cap(
    statuses: Sequence[SegmentStatus], *, sufficient: bool, settings: ConfidenceSettings = VERDICT.confidence
) -> float:
    """Return the maximum confidence for these statuses. Unresolved parts and a failed trust gate lower the maximum."""
    unresolved = statuses.count(SegmentStatus.UNKNOWN) / len(statuses)
    caps = [settings.cap]
    if unresolved:
        caps.append(settings.unresolved_cap + settings.unresolved_share * (1 - unresolved))
    if not sufficient:
        caps.append(settings.insufficient_unresolved_cap if unresolved else settings.insufficient_cap)
    return min(caps)


def confidence(
    label: Label, evidence: Sequence[Evidence], trust: TrustReport, certainty_value: float, circumstances: Circumstances
) -> float:
    """Return the confidence in the verdict on one part, 0..1.

    It is based on `circumstances.probability` for True and False, and on `composite(certainty_value, trust)` minus a
    penalty for opposing sources for other firm labels. `certainty_value` is the result of `certainty`.
    """
    settings = VERDICT.confidence
    deciding = [e for e in evidence if e.decisive]
    if not label.firm:
        value = settings.undecided_coverage * trust.coverage + settings.undecided_passage * len(deciding)
        return round(min(value, undecided_cap(comparative=circumstances.comparative)), 4)
    if label in (Label.TRUE, Label.FALSE):
        value, max_confidence = circumstances.probability, settings.cap
    else:
        value = composite(certainty_value, trust) - settings.conflict * circumstances.opposed
        best = max((max(e.scores.supports, e.scores.refutes) for e in deciding), default=0.0)
        max_confidence = min(settings.conflict_cap, best)
    value -= settings.outdated_penalty * circumstances.outdated
    return round(max(settings.floor, min(value, max_confidence)), 4)


def undecided_cap(*, comparative: bool) -> float:
    """Return the maximum confidence in an undecided verdict."""
    settings = VERDICT.confidence
    return settings.undecided_comparative_cap if comparative else settings.undecided_cap


def of_parts(
    values: Sequence[tuple[Label, float]],
    statuses: Sequence[SegmentStatus],
    whole: Label,
    *,
    comparative: bool,
    sufficient: bool,
) -> float:
    """Return the lowest confidence of the parts that decide the headline, limited by the caps of the headline and the statuses.

    `sufficient` means that every part passed its trust gate.
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

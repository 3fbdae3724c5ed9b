"""Combines the verdicts on the parts of a claim into the verdict on the whole claim (docs/design.md#combination)."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, prod

from backend.domain.claim_form import comparative
from backend.domain.evidence import Evidence
from backend.domain.verdict import AtomicVerdict, Belief, DataSource, Label, Leaning, LeaningLabel, Rgba, Voice
from backend.verdict import rgba
from backend.verdict.bayes import bounded, objection, probability
from backend.verdict.confidence import of_parts
from backend.verdict.contract import Guards, truth_score, truthfulness
from backend.verdict.explain import renumbered
from backend.verdict.settings import VERDICT

LEAST_TOLD = 0.55
"""Minimum probability of a leaning, which is shown in tenths: "right 5 times in 10" would tell nothing."""


def headline(labels: Sequence[Label]) -> Label:
    """Return the label of the whole claim (docs/design.md#combination).

    A false part makes the whole claim false, or partially true if another part is at least partially true. Without a
    false part, a misleading or partially true part determines the label. Otherwise, an undecided part leaves the whole
    claim undecided.
    """
    label_set = set(labels)
    if Label.FALSE in label_set:
        return Label.PARTIALLY_TRUE if label_set & {Label.TRUE, Label.PARTIALLY_TRUE} else Label.FALSE
    for label in (Label.MISLEADING, Label.PARTIALLY_TRUE):
        if label in label_set:
            return label
    if label_set == {Label.TRUE}:
        return Label.TRUE
    return Label.NOT_ENOUGH_EVIDENCE


def leaning(parts: Sequence[AtomicVerdict], whole: Label) -> Leaning | None:
    """Return the leaning of an undecided claim.

    It is Probably true, with the lowest probability of the parts, only if each part is true or leans true. It is
    Probably false, with the highest probability of the parts, if a part leans false and no part is true or leans true.
    If parts are on both sides, it is Probably partly true if that is probable enough.
    """
    if whole is not Label.NOT_ENOUGH_EVIDENCE:
        return None
    leanings = [part.leaning for part in parts if part.leaning]
    leaning_false = [found for found in leanings if found.label is LeaningLabel.PROBABLY_FALSE]
    leaning_true = [found for found in leanings if found.label is LeaningLabel.PROBABLY_TRUE]
    true_count = sum(part.label is Label.TRUE for part in parts)
    if leaning_true and true_count + len(leaning_true) == len(parts):
        return min(leaning_true, key=lambda found: found.probability)
    if leaning_false and not leaning_true and not true_count:
        return max(leaning_false, key=lambda found: found.probability)
    return _partly_true(parts)


def _partly_true(parts: Sequence[AtomicVerdict]) -> Leaning | None:
    """Return the leaning Probably partly true, or None unless parts are on both sides and it is probable enough.

    If p_i is the probability that part i is true, then a part is true and another part is false with the probability
    1 - Π p_i - Π (1 - p_i) if the parts are independent. They share sources and a judge, so the result is never higher
    than the probability of the surest true part and of the surest false part. Only parts that are true or lean are
    included. No part is false, because then the whole claim would not be undecided.
    """
    leanings = [part.leaning for part in parts if part.leaning]
    true_side = [found.probability for found in leanings if found.label is LeaningLabel.PROBABLY_TRUE]
    true_side += [part.confidence for part in parts if part.label is Label.TRUE]
    false_side = [found.probability for found in leanings if found.label is LeaningLabel.PROBABLY_FALSE]
    if not true_side or not false_side:
        return None
    all_true = prod(true_side) * prod(1 - p for p in false_side)
    all_false = prod(1 - p for p in true_side) * prod(false_side)
    share = round(min(1 - all_true - all_false, max(true_side), max(false_side)), 2)
    return Leaning(label=LeaningLabel.PROBABLY_PARTLY_TRUE, probability=share) if share >= LEAST_TOLD else None


def merged_evidence(parts: Sequence[AtomicVerdict]) -> tuple[Evidence, ...]:
    """Return at most 25 passages from the evidence of all parts, each passage once, with decisive passages first."""
    seen: dict[str, Evidence] = {}
    for item in (item for part in parts for item in part.evidence):
        if item.passage.id not in seen or (item.decisive and not seen[item.passage.id].decisive):
            seen[item.passage.id] = item
    ordered = sorted(seen.values(), key=lambda e: not e.decisive)
    return tuple(ordered[: VERDICT.citations.shown])


def reasoning(parts: Sequence[AtomicVerdict], evidence: Sequence[Evidence]) -> str:
    """Return one line per part with its label and findings. The citations are renumbered to match the merged evidence."""
    number_by_passage = {e.passage.id: n for n, e in enumerate(evidence, 1)}
    lines = []
    for part in parts:
        new_numbers = {n: number_by_passage.get(item.passage.id, 0) for n, item in enumerate(part.evidence, 1)}
        text = part.explanation.found if part.explanation else part.reasoning
        lines.append(f"“{part.claim.text}”: {part.label}. {renumbered(text, new_numbers)}")
    return "\n".join(lines)


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean rounded to 4 digits, or 0 if there are no values."""
    return round(sum(values) / len(values), 4) if values else 0.0


def belief(parts: Sequence[AtomicVerdict], whole: Label) -> Belief:
    """Return the belief in the whole claim.

    For a true or false headline, return the lowest belief of the parts, because a conjunction is only as credible as
    its weakest member. For other headlines, return the sum of the contributions to all parts, counting each passage
    once and bounded by the truthfulness of the parts.
    """
    if len(parts) == 1 or whole in (Label.TRUE, Label.FALSE):
        return min((p.belief for p in parts), key=lambda b: b.log_odds)
    merged_voices = _merged_voices(parts)
    share = truth_score([p.status for p in parts], [objection(p.belief.consensus) for p in parts])
    odds = bounded(fsum(voice.log_odds for voice in merged_voices), share, len(parts)) + 0.0
    return Belief(
        log_odds=odds,
        probability=probability(odds),
        consensus=share,
        certainty=mean([p.belief.certainty for p in parts]),
        voices=merged_voices,
    )


def _merged_voices(parts: Sequence[AtomicVerdict]) -> tuple[Voice, ...]:
    """Return the contributions to all parts.

    A passage with the same stance on several parts counts once, with its greatest weight.
    """
    loudest: dict[tuple[str, bool], Voice] = {}
    for voice in (voice for part in parts for voice in part.belief.voices):
        key = (voice.passage, voice.log_odds > 0)
        if key not in loudest or abs(voice.log_odds) > abs(loudest[key].log_odds):
            loudest[key] = voice
    return tuple(loudest[key] for key in sorted(loudest))


def truth(parts: Sequence[AtomicVerdict], whole: Label) -> float:
    """Return the truthfulness of the whole claim in percent, 0..100 (docs/design.md#truthfulness)."""
    if len(parts) == 1:
        return parts[0].truthfulness_percent
    guards = Guards(
        probability=belief(parts, whole).probability,
        diversity=mean([p.trust.diversity for p in parts]),
        objections=tuple(objection(p.belief.consensus) for p in parts),
        unqualified=any(p.truthfulness_percent <= 100 * VERDICT.truth.absolute_cap for p in parts),
    )
    return truthfulness([p.status for p in parts], whole, guards)


def beliefs(parts: Sequence[AtomicVerdict], whole: Label) -> Rgba:
    """Return the four beliefs about the whole claim (docs/design.md#rgba)."""
    return rgba.of_parts([p.rgba for p in parts], belief(parts, whole).probability)


def data_source(parts: Sequence[AtomicVerdict]) -> DataSource:
    """Return the origin of the evidence of all parts."""
    origins = {p.data_source for p in parts} - {DataSource.NONE}
    if not origins:
        return DataSource.NONE
    return origins.pop() if len(origins) == 1 else DataSource.MIXED


def confidence(parts: Sequence[AtomicVerdict], whole: Label) -> float:
    """Return the lowest confidence of the parts that decide the headline, limited by every cap, 0..1 (docs/design.md#confidence)."""
    if len(parts) == 1:
        return parts[0].confidence
    return of_parts(
        [(p.label, p.confidence) for p in parts],
        [p.status for p in parts],
        whole,
        comparative=any(comparative(p.claim.text) for p in parts),
        sufficient=all(p.trust.threshold_met for p in parts),
    )

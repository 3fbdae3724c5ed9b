"""Adaptive trust (document 000 §5): what the evidence covers, whether it suffices, and what state that leaves the verdict in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from backend.domain.coverage import Cover, Gate, SegmentCoverage, TrustMode, TrustState
from backend.domain.evidence import Evidence
from backend.domain.trust import TrustReport
from backend.trust.coverage import coverage, covered
from backend.trust.figures import agreement, diversity, fixed, grade, interval, trust_of, trust_post
from backend.trust.gates import Figures, gate
from backend.trust.match import semantic
from backend.trust.settings import TRUST
from backend.trust.sufficiency import countable, deciding_side, firm


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the evidence is asked. `claim` "" is a single segment that any passage may cover; `today` makes sources grow old."""

    claim: str = ""
    mode: TrustMode = TrustMode.NORMAL
    today: date | None = None


def assess(question: Question, evidence: Sequence[Evidence], pool: Sequence[Evidence] | None = None) -> TrustReport:
    """All figures for one atomic claim. `evidence` is what a verdict rests on, `pool` everything judged, before any cut.

    Only what may count towards a verdict counts here; leads cover in part at most. Order and duplicates change nothing.
    """
    items = _once(evidence)
    counted = [e for e in items if countable(e)]
    segments = covered(question.claim, items, TRUST.mode(question.mode), question.today)
    trusts = {e.passage.id: trust_of(e, question.today) for e in counted}
    figures = _figures(counted, items if pool is None else _once(pool), segments, max(trusts.values(), default=0.0))
    return _report(question.mode, _gate(counted, figures, question.mode), figures, segments, trusts)


def _figures(
    counted: Sequence[Evidence], pool: Sequence[Evidence], segments: Sequence[SegmentCoverage], top_trust: float
) -> Figures:
    share = coverage(segments)
    return Figures(
        passages=len(counted),
        segments=len(segments),
        strong=sum(s.cover is Cover.STRONG for s in segments),
        contested=sum(s.contested for s in segments),
        coverage=share,
        diversity=diversity([e.rating.domain for e in counted]),
        agreement=agreement(pool, deciding_side(counted)[0]),
        relevance=_relevance(segments),
        trust_post=trust_post(segments, share, top_trust),
        top_semantic=max(map(semantic, counted), default=0.0),
        top_trust=top_trust,
    )


def _gate(counted: Sequence[Evidence], figures: Figures, mode: TrustMode) -> Gate:
    """Document 000's gate, and what this product asks besides: independent sources, or two sides of them (S17)."""
    if deciding_side(counted)[1]:
        return Gate.BOTH_SIDES
    found = gate(figures, TRUST.mode(mode))
    return Gate.DEPENDENT if found.passes and not firm(counted) else found


def _once(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Each passage once, in an order of its own."""
    return tuple(item for _, item in sorted({e.passage.id: e for e in evidence}.items()))


def _relevance(segments: Sequence[SegmentCoverage]) -> float:
    """Mean relevance over the segments, less a tenth of the contested share, never negative (document 000 §5.2)."""
    contested = sum(s.contested for s in segments) / len(segments)
    mean = math.fsum(s.relevance for s in segments) / len(segments)
    return max(0.0, mean - TRUST.gates.contested_relevance * contested)


def report(evidence: Sequence[Evidence], *, threshold_met: bool, reason: str) -> TrustReport:
    """The same for a claim that is not told, with the caller's own judgement of it."""
    return replace(assess(Question(), evidence), threshold_met=threshold_met, reason=reason)


def _report(
    mode: TrustMode, found: Gate, figures: Figures, segments: tuple[SegmentCoverage, ...], trusts: dict[str, float]
) -> TrustReport:
    least, most = interval(trusts)
    plain = fixed(list(trusts.values()))
    return TrustReport(
        mode=mode,
        coverage=round(figures.coverage, 4),
        diversity=round(figures.diversity, 4),
        agreement=round(figures.agreement, 4),
        trust_post=round(figures.trust_post, 4),
        fixed=round(plain, 4),
        threshold_met=found.passes,
        reason=_reason(found, figures.trust_post),
        state=state(found, figures.trust_post),
        gate=found,
        relevance=round(figures.relevance, 4),
        fixed_met=plain >= TRUST.trust.fixed_threshold,
        fixed_grade=grade(plain),
        fixed_low=round(least, 4),
        fixed_high=round(most, 4),
        segments=segments,
    )


def state(found: Gate, trust_post: float) -> TrustState:
    """Document 000 §5.3. Sufficient evidence is never called revoked, and two sides are never confirmed."""
    if not found.passes:
        return TrustState.INSUFFICIENT
    sure = trust_post >= TRUST.trust.confirmed and found is not Gate.BOTH_SIDES
    return TrustState.CONFIRMED if sure else TrustState.PROVISIONAL


def _reason(found: Gate, trust_post: float) -> str:
    little = found.passes and trust_post < TRUST.trust.provisional
    return f"{_REASONS[found]} They are little trusted." if little else _REASONS[found]


def whole(parts: Sequence[TrustReport], *, decided: bool) -> TrustReport:
    """The report on a claim of several parts; `decided` says whether they decide it (one refuted part may, document 001 §8).

    Coverage and trust are those of all segments together. Diversity and agreement are means: a part that rests on one source does
    not become broader by its neighbour's.
    """
    if len(parts) == 1:
        return parts[0]
    segments = tuple(s for part in parts for s in part.segments)
    share = coverage(segments)
    failing = next((p for p in parts if not p.threshold_met), parts[0])
    mixed = any(p.gate is Gate.BOTH_SIDES for p in parts)
    found = (Gate.BOTH_SIDES if mixed else Gate.PARTS) if decided else failing.gate
    post = trust_post(segments, share)
    plain = _mean([p.fixed for p in parts])
    return replace(
        failing,
        coverage=round(share, 4),
        trust_post=round(post, 4),
        diversity=_mean([p.diversity for p in parts]),
        agreement=_mean([p.agreement for p in parts]),
        relevance=_mean([p.relevance for p in parts]),
        fixed=plain,
        fixed_grade=grade(plain),
        fixed_low=_mean([p.fixed_low for p in parts]),
        fixed_high=_mean([p.fixed_high for p in parts]),
        threshold_met=decided,
        reason=_reason(found, post),
        state=state(found, post) if decided else failing.state,
        gate=found,
        fixed_met=plain >= TRUST.trust.fixed_threshold,
        completed_from_cache=all(p.completed_from_cache for p in parts),
        segments=segments,
    )


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), 4)


def revoked(report: TrustReport) -> TrustReport:
    """The report of a verdict that takes back an earlier firm one; as it was where the evidence suffices."""
    return report if report.threshold_met else replace(report, state=TrustState.REVOKED)


_REASONS = {
    Gate.LOW_COUNT: "Few sources decide it, but independent and very relevant ones.",
    Gate.RELAXED: "After a thorough search independent sources decide it.",
    Gate.OVERRIDE: "Independent sources decide it.",
    Gate.HIGH: "Independent sources agree on most of it.",
    Gate.MEDIUM: "Many different sources agree on what they cover of it.",
    Gate.BOTH_SIDES: "Independent sources stand on either side.",
    Gate.PARTS: "The sources on its parts decide it.",
    Gate.NOTHING: "Nothing that was found may decide it.",
    Gate.FEW: "Too few passages bear on it.",
    Gate.BELOW: "What was found covers too little of it, or disagrees.",
    Gate.WEAK: "What was found is too weak to rest a verdict on.",
    Gate.DEPENDENT: "No independent source decides it yet.",
}

"""Determines the state and reason of a trust report, and merges the parts' reports (docs/design.md#trust-states)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from backend.domain.coverage import Cover, Gate, SegmentCoverage, TrustState
from backend.domain.trust import TrustReport
from backend.trust.coverage import coverage
from backend.trust.measures import grade, trust_post
from backend.trust.settings import TRUST

_REASONS = {
    Gate.LOW_COUNT: "Few sources decide it, but independent and very relevant ones.",
    Gate.RELAXED: "After a thorough search independent sources decide it.",
    Gate.OVERRIDE: "Independent sources decide it.",
    Gate.HIGH: "Independent sources agree on most of it.",
    Gate.MEDIUM: "Many different sources agree on what they cover of it.",
    Gate.BOTH_SIDES: "Independent sources stand on either side.",
    Gate.WEIGHED: "Weighed together, the sources decide it.",
    Gate.PARTS: "The sources on its parts decide it.",
    Gate.NOTHING: "Nothing that was found may decide it.",
    Gate.FEW: "Too few passages bear on it.",
    Gate.BELOW: "What was found covers too little of it, or disagrees.",
    Gate.WEAK: "What was found is too weak to rest a verdict on.",
    Gate.DEPENDENT: "No independent source decides it yet.",
}
_STATE_PHRASES = {TrustState.INSUFFICIENT: "not enough to go on", TrustState.REVOKED: "an earlier verdict is withdrawn"}


def state(found: Gate, trust_post: float) -> TrustState:
    """Return the state. Sufficient evidence is never REVOKED, and evidence for both stances is never CONFIRMED."""
    if not found.passes:
        return TrustState.INSUFFICIENT
    sure = trust_post >= TRUST.trust.confirmed and found is not Gate.BOTH_SIDES
    return TrustState.CONFIRMED if sure else TrustState.PROVISIONAL


def reason(found: Gate, trust_post: float) -> str:
    """Return the displayed reason for the gate. It also mentions low trust in otherwise sufficient evidence."""
    low_trust = found.passes and trust_post < TRUST.trust.provisional
    return f"{_REASONS[found]} They are little trusted." if low_trust else _REASONS[found]


def whole(parts: Sequence[TrustReport], *, decided: bool) -> TrustReport:
    """Return the report on a claim with several parts.

    `decided` is true if the parts decide the claim (a single refuted part can decide it). Coverage and trust are
    computed from all segments together. Diversity and agreement are means, because the sources of one part do not
    support another part that rests on a single source.
    """
    if len(parts) == 1:
        return parts[0]
    segments = tuple(s for part in parts for s in part.segments)
    share = coverage(segments)
    failing = next((p for p in parts if not p.threshold_met), parts[0])
    mixed = any(p.gate is Gate.BOTH_SIDES for p in parts)
    gate_result = (Gate.BOTH_SIDES if mixed else Gate.PARTS) if decided else failing.gate
    post = trust_post(segments, share)
    fixed_trust = _mean([p.fixed for p in parts])
    return replace(
        failing,
        coverage=round(share, 4),
        trust_post=round(post, 4),
        diversity=_mean([p.diversity for p in parts]),
        agreement=_mean([p.agreement for p in parts]),
        relevance=_mean([p.relevance for p in parts]),
        fixed=fixed_trust,
        fixed_grade=grade(fixed_trust),
        fixed_low=_mean([p.fixed_low for p in parts]),
        fixed_high=_mean([p.fixed_high for p in parts]),
        threshold_met=decided,
        reason=reason(gate_result, post),
        state=state(gate_result, post) if decided else failing.state,
        gate=gate_result,
        fixed_met=fixed_trust >= TRUST.trust.fixed_threshold,
        completed_from_cache=all(p.completed_from_cache for p in parts),
        segments=segments,
    )


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), 4)


def settled(report: TrustReport, *, decided: bool, stood: bool) -> TrustReport:
    """Return the report after the verdict. Without a firm verdict, no gate counts as passed.

    `stood` means that an earlier verdict was firm. The earlier verdict is revoked unless the new verdict is firm too.
    """
    if decided:
        return report
    gate_result = Gate.BELOW if report.gate.passes else report.gate
    new_state = TrustState.REVOKED if stood else TrustState.INSUFFICIENT
    return replace(report, gate=gate_result, threshold_met=False, reason=_REASONS[gate_result], state=new_state)


def told(report: TrustReport) -> str:
    """Return the report as one line of the trace, with the coverage of each segment of the claim."""
    figures = (
        f"Coverage {report.coverage:.0%}, diversity {report.diversity:.0%}, agreement {report.agreement:.0%}, "
        f"trust {report.trust_post:.2f} (fixed {report.fixed:.2f}, {report.fixed_grade}): "
        f"{_STATE_PHRASES.get(report.state, str(report.state))}."
    )
    if len(report.segments) == 1:
        return f"{figures} The claim is {_coverage_phrase(report.segments[0])}."
    return f"{figures} {' '.join(f'“{s.text}” is {_coverage_phrase(s)}.' for s in report.segments)}"


def _coverage_phrase(segment: SegmentCoverage) -> str:
    if segment.cover is Cover.NONE:
        return "not covered"
    side = {1: "supported", -1: "refuted", 0: "undecided"}[segment.sign]
    strength = {Cover.STRONG: "strongly", Cover.PARTIAL: "partly"}[segment.cover]
    marks = [
        word for word, holds in (("contested", segment.contested), ("by leads only", not segment.confirmed)) if holds
    ]
    return ", ".join([f"{strength} covered and {side}", *marks])

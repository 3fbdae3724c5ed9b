"""The trust gates for sufficient evidence, and the guard that may revoke a passed gate (docs/design.md#trust-gates)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from backend.domain.coverage import Gate
from backend.trust.settings import TRUST, ModeThresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class GateInputs:
    """The input of the gates. `passages`, `segments`, `strong` and `contested` are counts; the other values are 0..1."""

    passages: int
    segments: int
    strong: int
    contested: int
    coverage: float
    diversity: float
    agreement: float
    relevance: float
    trust_post: float
    top_semantic: float
    top_trust: float


def gate(figures: GateInputs, mode: ModeThresholds) -> Gate:
    """Return the first gate that the evidence passes, or why it passes none or the guard revokes the gate."""
    gate_result = next(name for name, holds in _gate_results(figures, mode) if holds)
    return Gate.WEAK if gate_result.passes and _is_weak(figures, gate_result) else gate_result


def _gate_results(f: GateInputs, mode: ModeThresholds) -> Iterator[tuple[Gate, bool]]:
    limits = TRUST.gates
    few, agreed = f.passages < mode.min_evidence, f.agreement >= mode.agreement_high
    diverse = f.diversity >= mode.diversity_high
    yield Gate.NOTHING, f.passages == 0
    yield Gate.LOW_COUNT, few and agreed and _passes_low_count(f)
    yield Gate.FEW, few and f.coverage < limits.few_coverage
    yield Gate.RELAXED, mode.relaxed and _passes_relaxed(f)
    yield Gate.OVERRIDE, f.contested == 0 and _passes_override(f)
    yield Gate.HIGH, f.coverage >= mode.coverage_high and agreed
    yield Gate.MEDIUM, f.coverage >= mode.coverage_medium and diverse and agreed
    yield Gate.BELOW, True


def _passes_low_count(f: GateInputs) -> bool:
    return f.diversity >= TRUST.gates.low_count_diversity and f.relevance >= TRUST.gates.low_count_relevance


def _passes_relaxed(f: GateInputs) -> bool:
    limits = TRUST.gates
    return (
        f.coverage >= limits.relaxed_coverage
        and f.diversity >= limits.relaxed_diversity
        and f.agreement >= limits.relaxed_agreement
    )


def _passes_override(f: GateInputs) -> bool:
    """Return whether one of the three override conditions holds.

    A claim with many segments needs several strong segments.
    """
    limits = TRUST.gates
    spread = f.coverage >= limits.override_coverage and f.diversity >= limits.override_diversity
    strong = f.strong >= max(limits.override_strong, limits.override_share * f.segments)
    return spread or strong or f.relevance >= limits.override_relevance


def _is_weak(f: GateInputs, found: Gate) -> bool:
    guard = TRUST.guard
    weak = f.trust_post < guard.trust_post or f.top_semantic < guard.top_semantic or f.top_trust < guard.top_trust
    overridden = (
        found is Gate.OVERRIDE
        and f.coverage >= guard.override_coverage
        and f.relevance >= guard.override_relevance
        and f.top_trust >= guard.top_trust
    )
    full = f.coverage >= guard.full_coverage and f.agreement >= guard.full_agreement
    return weak and not (overridden or full)

"""Computes adaptive trust: the coverage of the claim, the trust gate and the resulting state (docs/design.md#trust-gates)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from backend.domain.coverage import Cover, Gate, SegmentCoverage, TrustMode
from backend.domain.evidence import Evidence
from backend.domain.trust import TrustReport
from backend.trust.coverage import coverage, covered
from backend.trust.gates import GateInputs, gate
from backend.trust.match import semantic
from backend.trust.measures import agreement, diversity, fixed, grade, interval, trust_of, trust_post
from backend.trust.settings import TRUST
from backend.trust.states import reason, state
from backend.trust.sufficiency import countable, deciding_side, firm, strength


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The claim to assess. An empty `claim` is a single segment that any passage may cover.

    `today` is the date relative to which the age of the sources is computed.
    """

    claim: str = ""
    mode: TrustMode = TrustMode.NORMAL
    today: date | None = None


def assess(question: Question, evidence: Sequence[Evidence], pool: Sequence[Evidence] | None = None) -> TrustReport:
    """Return the trust report on one atomic claim. `pool` contains all judged passages, before any limit on their number.

    Only evidence that may decide a verdict counts. Leads can cover a segment only partly. The report does not depend on
    the order of the evidence or on duplicates.
    """
    gate_result, figures, segments = _measure(question, evidence, pool)
    trusts = {e.passage.id: trust_of(e, question.today) for e in evidence if countable(e)}
    return _trust_report(question.mode, gate_result, figures, segments, trusts)


def _measure(
    question: Question, evidence: Sequence[Evidence], pool: Sequence[Evidence] | None
) -> tuple[Gate, GateInputs, tuple[SegmentCoverage, ...]]:
    items = _deduplicated(evidence)
    counted = [e for e in items if countable(e)]
    segments = covered(question.claim, items, TRUST.mode(question.mode), question.today)
    top = max((trust_of(e, question.today) for e in counted), default=0.0)
    figures = _gate_inputs(counted, items if pool is None else _deduplicated(pool), segments, top)
    return _independent_gate(counted, figures, question.mode), figures, segments


def _counted_domains(counted: Sequence[Evidence]) -> list[str]:
    """Return the domain of each passage, up to the maximum number of passages that count per domain."""
    found = Counter(e.rating.domain for e in counted)
    return [domain for domain, n in sorted(found.items()) for _ in range(min(n, TRUST.trust.per_domain))]


def _gate_inputs(
    counted: Sequence[Evidence], pool: Sequence[Evidence], segments: Sequence[SegmentCoverage], top_trust: float
) -> GateInputs:
    share = coverage(segments)
    return GateInputs(
        passages=len(counted),
        segments=len(segments),
        strong=sum(s.cover is Cover.STRONG for s in segments),
        contested=sum(s.contested for s in segments),
        coverage=share,
        diversity=diversity(_counted_domains(counted)),
        agreement=agreement(pool, deciding_side(counted)[0]),
        relevance=_mean_relevance(segments),
        trust_post=trust_post(segments, share, top_trust),
        top_semantic=max(map(semantic, counted), default=0.0),
        top_trust=top_trust,
    )


def _independent_gate(counted: Sequence[Evidence], figures: GateInputs, mode: TrustMode) -> Gate:
    """Return the trust gate. Passing also requires independent sources, or a conflict between independent sources (S17)."""
    if deciding_side(counted)[1]:
        return Gate.BOTH_SIDES
    gate_result = gate(figures, TRUST.mode(mode))
    return Gate.DEPENDENT if gate_result.passes and not firm(counted) else gate_result


def _deduplicated(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return each passage once, in a canonical order."""
    return tuple(item for _, item in sorted({e.passage.id: e for e in evidence}.items()))


def _mean_relevance(segments: Sequence[SegmentCoverage]) -> float:
    """Return the mean relevance of the segments, minus a tenth of the contested share, but not less than 0."""
    contested = sum(s.contested for s in segments) / len(segments)
    mean = math.fsum(s.relevance for s in segments) / len(segments)
    return max(0.0, mean - TRUST.gates.contested_relevance * contested)


def _trust_report(
    mode: TrustMode, found: Gate, figures: GateInputs, segments: tuple[SegmentCoverage, ...], trusts: dict[str, float]
) -> TrustReport:
    interval_low, interval_high = interval(trusts)
    fixed_trust = fixed(list(trusts.values()))
    return TrustReport(
        mode=mode,
        coverage=round(figures.coverage, 4),
        diversity=round(figures.diversity, 4),
        agreement=round(figures.agreement, 4),
        trust_post=round(figures.trust_post, 4),
        fixed=round(fixed_trust, 4),
        threshold_met=found.passes,
        reason=reason(found, figures.trust_post),
        state=state(found, figures.trust_post),
        gate=found,
        relevance=round(figures.relevance, 4),
        fixed_met=fixed_trust >= TRUST.trust.fixed_threshold,
        fixed_grade=grade(fixed_trust),
        fixed_low=round(interval_low, 4),
        fixed_high=round(interval_high, 4),
        segments=segments,
    )


def marked(question: Question, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the passages with the signals `trust`, `coverage` (its maximum over the claim's segments) and `strength` added."""
    figures = TRUST.mode(question.mode)
    return tuple(
        replace(
            item,
            signals={
                **item.signals,
                "trust": round(trust_of(item, question.today), 4),
                "strength": round(strength(item), 4),
                "coverage": max(s.weight for s in covered(question.claim, [item], figures, question.today)),
            },
        )
        for item in evidence
    )

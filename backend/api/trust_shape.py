"""Converts the trust report to JSON, with the worker API's status for each segment (docs/design.md#older-answers)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from backend.domain.coverage import Cover, SegmentCoverage
from backend.domain.trust import TrustReport

_STATUS = {
    (Cover.STRONG, 1): "VALID",
    (Cover.PARTIAL, 1): "PARTIALLY_VALID",
    (Cover.PARTIAL, -1): "PARTIALLY_INVALID",
    (Cover.STRONG, -1): "INVALID",
}


def trust(report: TrustReport) -> dict[str, Any]:
    """Return the report as JSON.

    Its fields are described in docs/design.md#trust-gates and docs/design.md#evidence-trust.
    """
    figures = {name: round(value, 4) if isinstance(value, float) else value for name, value in asdict(report).items()}
    return {**figures, "segments": [{**asdict(s), "status": status(s)} for s in report.segments]}


def status(segment: SegmentCoverage) -> str:
    """Return the worker API's status of a segment.

    The status is STRONGLY_VALID for strong uncontested support, and UNKNOWN for a segment that is neither supported nor
    refuted.
    """
    if segment.cover is Cover.STRONG and segment.sign > 0 and not segment.contested:
        return "STRONGLY_VALID"
    return _STATUS.get((segment.cover, segment.sign), "UNKNOWN")

"""Decides whether the knowledge base may answer without a search (docs/design.md#precheck).

The precheck uses only evidence that is already known, so a refusal costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from backend.domain.coverage import Cover
from backend.domain.trust import TrustReport
from backend.trust.settings import TRUST


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The number of supporting and refuting passages, and how many of them may count towards a verdict."""

    siding: int
    countable: int

    @property
    def admissible(self) -> float:
        """The share of the supporting and refuting passages that may count, 0..1, or 0 if there are none."""
        return self.countable / self.siding if self.siding else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Precheck:
    """The decision of the precheck. `reason` is one sentence for the trace."""

    allowed: bool
    reason: str


def precheck(report: TrustReport, known: Known) -> Precheck:
    """Check the gates of the precheck in order. The first gate that refuses provides the reason."""
    strong = all(s.cover is Cover.STRONG and s.resolved for s in report.segments)
    if report.threshold_met and strong and report.coverage >= TRUST.precheck.coverage:
        return Precheck(allowed=True, reason="It covers the whole claim.")
    refusal = next((reason for reason, holds in _gates(report, known) if not holds), "")
    return Precheck(allowed=not refusal, reason=refusal or "It resolves every part of the claim.")


def _gates(report: TrustReport, known: Known) -> Iterator[tuple[str, bool]]:
    figures, segments = TRUST.precheck, report.segments
    yield report.reason, report.threshold_met
    yield "It covers the claim in part only.", report.coverage >= figures.coverage
    yield "Most of what is known about it may not decide.", known.admissible >= figures.admissible
    yield "Nothing that is known takes a side.", known.siding >= figures.sided
    yield "A part of the claim has no evidence that may decide.", all(s.confirmed for s in segments)
    yield "What is known disagrees.", all(s.resolved for s in segments)

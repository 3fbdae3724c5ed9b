"""Computes trust after the parts have been judged: the report on the whole claim, and whether an earlier answer is still valid."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.run import Run
from backend.domain.trust import TrustReport
from backend.domain.verdict import AtomicVerdict, Label
from backend.trust.states import settled, told, whole

_FIRM = frozenset(str(label) for label in Label if label.firm)


def trusted(parts: Sequence[AtomicVerdict], headline: Label, earlier: str, run: Run) -> TrustReport:
    """Return the report on all parts and add a trace line for each part. `earlier` is the label of the previous answer, or ""."""
    for part in parts:
        run.step("verdict", told(part.trust), part=part.claim.id)
    report = whole([part.trust for part in parts], decided=headline.firm)
    if headline.firm or earlier not in _FIRM:
        return report
    run.step("verdict", f"An earlier answer to this claim, “{earlier}”, no longer stands.")
    return settled(report, decided=False, stood=True)

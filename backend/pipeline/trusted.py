"""Computes the trust report on the whole claim from its parts, and revokes an earlier verdict that no longer holds."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.run import Run
from backend.domain.trust import TrustReport
from backend.domain.verdict import AtomicVerdict, Label
from backend.trust.states import settled, told, whole

_FIRM = frozenset(str(label) for label in Label if label.firm)


def trusted(parts: Sequence[AtomicVerdict], headline: Label, earlier: str, run: Run) -> TrustReport:
    """Return the report on the whole claim, and add a line for each part to the trace.

    `earlier` is the label of the previous verdict on this claim, or "".
    """
    for part in parts:
        run.step("verdict", told(part.trust), part=part.claim.id)
    report = whole([part.trust for part in parts], decided=headline.firm)
    if headline.firm or earlier not in _FIRM:
        return report
    run.step("verdict", f"An earlier answer to this claim, “{earlier}”, no longer stands.")
    return settled(report, decided=False, stood=True)

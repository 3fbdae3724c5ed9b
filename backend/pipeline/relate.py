"""Propagates beliefs along the claim graph and adjusts the verdict on each part accordingly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.domain.claim import ClaimEdge, EdgeKind
from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.verdict import AtomicVerdict, Belief, Label
from backend.verdict.contract import Guards, truthfulness
from backend.verdict.links import Links, links
from backend.verdict.propagation import premises, propagated
from backend.verdict.settings import VERDICT

_WORDS = {
    EdgeKind.SUPPORTS: "supports",
    EdgeKind.DEPENDS_ON: "depends on",
    EdgeKind.CONTRADICTS: "contradicts",
}


def related(
    verdicts: Sequence[AtomicVerdict], edges: Sequence[ClaimEdge], run: Run
) -> tuple[tuple[AtomicVerdict, ...], tuple[ClaimEdge, ...]]:
    """Return the parts after belief propagation, and the valid edges. An invalid edge results in an Issue.

    The label of a part depends only on the part's own evidence. Propagation changes the part's belief and, if the part
    is undecided, its truthfulness. The confidence in a true part is capped if the part depends on a false part.
    """
    joined = links([v.claim.id for v in verdicts], edges)
    _report_links(joined, verdicts, run)
    if not joined.flows:
        return tuple(verdicts), ()
    beliefs = propagated({v.claim.id: v.belief for v in verdicts}, joined)
    refuted = {v.claim.id for v in verdicts if v.label is Label.FALSE}
    updated = (
        _with_belief(v, beliefs[v.claim.id], undermined=bool(refuted & premises(v.claim.id, joined))) for v in verdicts
    )
    return tuple(updated), tuple(edge for _, _, edge in joined.flows)


def _with_belief(verdict: AtomicVerdict, believed: Belief, *, undermined: bool) -> AtomicVerdict:
    """Return the part with its new belief. `undermined` means that the part depends on a false part."""
    updated = replace(verdict, belief=believed, rgba=replace(verdict.rgba, veracity=believed.probability))
    if not verdict.label.firm:
        guards = Guards(probability=believed.probability)
        return replace(updated, truthfulness_percent=truthfulness((verdict.status,), verdict.label, guards))
    if verdict.label is Label.TRUE and undermined:
        return replace(updated, confidence=min(verdict.confidence, VERDICT.confidence.conflict_cap))
    return updated


def _report_links(joined: Links, verdicts: Sequence[AtomicVerdict], run: Run) -> None:
    number_of = {v.claim.id: n for n, v in enumerate(verdicts, 1)}
    for _, _, edge in joined.flows:
        run.step("verdict", f"Part {number_of[edge.source]} {_WORDS[edge.kind]} part {number_of[edge.target]}.")
    for edge in joined.cyclic:
        both = f"Parts {number_of[edge.source]} and {number_of[edge.target]}"
        message = f"{both} would each depend on the other, so the weaker link was removed."
        run.issue("claim_cycle", "verdict", message, severity=Severity.INFO, subject=f"{edge.source}>{edge.target}")
    for edge in joined.unsound:
        run.issue(
            "claim_edge_refused",
            "verdict",
            "A link between parts of the claim made no sense and was left out.",
            severity=Severity.INFO,
            subject=f"{edge.source}>{edge.target}",
        )

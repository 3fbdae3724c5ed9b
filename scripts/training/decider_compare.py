"""Compares the decider's answers to judged claims at each risk setting, in Markdown tables.

Passages from data sets without sources are assigned to hosts of the frozen web (backend/evaluation/frozen_hosts.py), so
that the rules about sources apply to them too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from backend.domain.claim import AtomicClaim
from backend.domain.verdict import AtomicVerdict, Label, LeaningLabel
from backend.evaluation import metrics
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.policy import Policy
from backend.sources.registry import SourceRegistry
from backend.verdict.decider import Weights
from scripts.training.decider_fit import hosts
from scripts.training.decider_readings import evidence

RIGHT = {
    "SUPPORTS": (Label.TRUE, LeaningLabel.PROBABLY_TRUE),
    "REFUTES": (Label.FALSE, LeaningLabel.PROBABLY_FALSE),
    "NEI": (),
}
TURNED = {"SUPPORTS": Label.FALSE, "REFUTES": Label.TRUE}
COVERAGES = (0.1, 0.2, 0.3, 0.5, 0.7)
HEADER = (
    "| risk | n | firm | accuracy (firm) | firm and leaning | accuracy (firm and leaning) | false claims found | reversed | ECE |",
    "|---|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The answer to one claim as shown to the user. `sure` (0.5..1) ranks the claims for the risk-coverage curve."""

    label: str
    refuted: bool
    firm: bool
    answer: Label | LeaningLabel | None
    probability: float
    sure: float
    side: LeaningLabel

    @property
    def right(self) -> bool:
        """Whether there is an answer that agrees with the claim's label."""
        return self.answer in RIGHT[self.label]


def policies(weights: Weights) -> Mapping[str, Policy]:
    """Return the policy for each risk setting, keyed by name."""
    return {risk: Policy(weights=weights, risk=risk) for risk in weights.firm}


def told(read: Mapping[str, Any], policy: Policy, registry: SourceRegistry) -> Told:
    """Apply the policy to one judged claim and return the answer."""
    labelled = any(item["label"] for item in read["passages"])
    gathered = Gathered(
        part=AtomicClaim(id="c1", text=read["claim"]),
        evidence=evidence(dict(read), registry, hosts(read)),
        found=(),
        searched=True,
    )
    verdict = conclude(gathered, policy=policy, top_k=20, provisional=True)
    odds = verdict.belief.log_odds
    return Told(
        label=read["label"],
        refuted=read["label"] == "REFUTES"
        and (not labelled or any(item["label"] == "REFUTES" for item in read["passages"])),
        firm=verdict.label.firm,
        answer=_answer(verdict),
        probability=verdict.leaning.probability if verdict.leaning else verdict.confidence,
        sure=max(verdict.belief.probability, 1 - verdict.belief.probability),
        side=LeaningLabel.PROBABLY_TRUE if odds > 0 else LeaningLabel.PROBABLY_FALSE,
    )


def _answer(verdict: AtomicVerdict) -> Label | LeaningLabel | None:
    if verdict.label.firm:
        return verdict.label
    return verdict.leaning.label if verdict.leaning else None


def table(reads: Sequence[Mapping[str, Any]], weights_for: Callable[[str], Weights]) -> str:
    """Return one table with a row per risk setting, and one with the accuracy on the most certain claims at each coverage.

    `weights_for` returns weights that were not calibrated on the given claim.
    """
    registry, lines, curves = SourceRegistry(), list(HEADER), []
    by_claim = [policies(weights_for(read["claim"])) for read in reads]
    for name in by_claim[0]:
        found = [told(read, named[name], registry) for read, named in zip(reads, by_claim, strict=True)]
        lines.append(f"| {name} | {len(found)} | {_metric_cells(found)} |")
        if name == "balanced":
            curves.append(f"| {name} | {' | '.join(_accuracy_by_coverage(found))} |")
    shares = " | ".join(f"{share:.0%}" for share in COVERAGES)
    return "\n".join([*lines, "", f"| right of the surest | {shares} |", "|---" * (len(COVERAGES) + 1) + "|", *curves])


def _metric_cells(found: Sequence[Told]) -> str:
    firm = [item for item in found if item.firm]
    answered = [item for item in found if item.answer is not None]
    false_claims = [item for item in found if item.refuted]
    reversed_count = sum(item.answer is TURNED.get(item.label) for item in firm)
    answer_probabilities = np.array([item.probability for item in answered])
    ece = metrics.ece(answer_probabilities, np.array([item.right for item in answered])) if answered else 0.0
    cells = [
        _mean_or_dash(item.firm for item in found),
        _mean_or_dash(item.right for item in firm),
        _mean_or_dash(item.answer is not None for item in found),
        _mean_or_dash(item.right for item in answered),
        f"{sum(item.right for item in false_claims)} of {len(false_claims)}",
        str(reversed_count),
        f"{ece:.3f}",
    ]
    return " | ".join(cells)


def _accuracy_by_coverage(found: Sequence[Told]) -> list[str]:
    ranked = sorted(found, key=lambda item: -item.sure)
    return [
        _mean_or_dash(item.side in RIGHT[item.label] for item in ranked[: max(1, round(share * len(ranked)))])
        for share in COVERAGES
    ]


def _mean_or_dash(held: Iterable[bool]) -> str:
    values = list(held)
    return f"{fmean(values):.3f}" if values else "–"

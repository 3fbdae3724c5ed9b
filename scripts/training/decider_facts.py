"""Fits the decider's weights for built-in facts, on claims in everyday language that are judged against the facts as in the product."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.domain.article import Passage
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Candidate, Evidence, Origin, Stance
from backend.domain.verdict import Label, LeaningLabel
from backend.knowledge.seeds import seed_passages
from backend.pipeline.conclude import Gathered, conclude, siding
from backend.pipeline.policy import Policy
from backend.ports import Embedder
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from backend.trust.sufficiency import countable
from backend.verdict.decider import Weights
from scripts.training.decider_fit import (
    CLASSES,
    CREDIBILITY,
    FOLDS,
    LEAST,
    RISKS,
    SIDES,
    Array,
    Threshold,
    fit,
    fold_of,
    threshold,
)
from scripts.training.decider_readings import share_of

FACT_KNOTS = (0.0, 0.3, 0.6)
"""Knots of the slope over the margin. From `FACTS_LEAD` to the verifier's own minimum margin of 0.3, a fact counts weakly."""
NEAREST = 24
"""Number of facts judged for each claim."""
NAMES = dict(zip(SIDES, CLASSES, strict=False))
RIGHT = {
    "SUPPORTS": (Label.TRUE, LeaningLabel.PROBABLY_TRUE),
    "REFUTES": (Label.FALSE, LeaningLabel.PROBABLY_FALSE),
    "NEI": (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A claim, its label, and the judgements of the facts nearest to the claim."""

    claim: str
    label: str
    judged: tuple[Evidence, ...]

    @property
    def sides(self) -> tuple[Evidence, ...]:
        """The facts that support or refute the claim, as the decider receives them."""
        return tuple(e for e in siding(self.judged) if e.decisive)


Claims = Sequence[tuple[str, str]]
"""Pairs of (claim, label)."""


def claims_of(path: Path) -> Claims:
    """Return the (claim, label) pairs of a JSON Lines file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(row["claim"], row["label"]) for row in rows]


def held_out(claim: str) -> bool:
    """Return whether the claim is in the half held out for evaluation."""
    return share_of(claim) >= 1 / 2


def read_facts(claims: Claims, judge: Judge, embedder: Embedder) -> list[Read]:
    """Judge each claim against the `NEAREST` facts with the most similar embeddings."""
    facts, registry = seed_passages(), SourceRegistry()
    fact_vectors = embedder.embed([fact.text for fact in facts])
    reads = []
    for claim, label in claims:
        likeness = fact_vectors @ embedder.embed([claim])[0]
        near = np.argsort(-likeness)[:NEAREST]
        candidates = [_candidate(facts[place], float(likeness[place]), registry) for place in near]
        reads.append(Read(claim=claim, label=label, judged=judge.judge(claim, candidates)))
    return reads


def _candidate(fact: Passage, likeness: float, registry: SourceRegistry) -> Candidate:
    return Candidate(
        passage=fact,
        rating=registry.rate(fact.source),
        origin=Origin.KNOWLEDGE,
        similarity=likeness,
        recall_score=likeness,
    )


def with_facts(reads: Sequence[Read], weights: Weights) -> Weights:
    """Return `weights` with base and slopes for facts refitted per stance, by maximum likelihood with balanced labels."""
    decided_reads = [one for one in reads if one.sides]
    x = np.array([_slope_inputs(one.sides, weights.saturation) for one in decided_reads])
    gold = np.array([CLASSES.index(one.label) for one in decided_reads], dtype=np.int64)
    values, _ = fit(x, gold, _balancing_weights(gold), undecided=weights.undecided)
    halves = dict(zip(SIDES, np.round(values, 4).reshape(2, -1).tolist(), strict=True))
    return replace(
        weights,
        fact_knots=FACT_KNOTS,
        fact_base={side: half[0] for side, half in halves.items()},
        facts={side: tuple(half[1:]) for side, half in halves.items()},
    )


def _slope_inputs(sides: Sequence[Evidence], saturation: Mapping[Stance, float]) -> Array:
    """Return the inputs of the base and slopes for each stance. A source counts once, and each further source less."""
    voices: dict[tuple[Stance, str], tuple[float, float]] = {}
    for item in sides:
        margin = abs(item.scores.supports - item.scores.refutes)
        credible = (1 + item.rating.credibility / CREDIBILITY) / 2
        key = (item.stance, item.rating.domain)
        voices[key] = max(voices.get(key, (0.0, 0.0)), (margin, credible))
    found, places = np.zeros((2, 1 + len(FACT_KNOTS))), Counter[Stance]()
    for (side, _), (margin, credible) in sorted(voices.items(), key=lambda voice: -voice[1][0]):
        values = credible * np.array([1.0, *(max(0.0, margin - knot) for knot in FACT_KNOTS)])
        sign = 1 if side is Stance.SUPPORTS else -1
        found[SIDES.index(side)] += sign * saturation[side] ** places[side] * values
        places[side] += 1
    return found.ravel()


def _balancing_weights(gold: NDArray[np.int64]) -> Array:
    """Return row weights that balance true and false claims. The mean weight is 1."""
    counts = np.bincount(gold, minlength=len(CLASSES))
    side = counts[:2].mean()
    found = np.where(gold == CLASSES.index("NEI"), 1.0, side / np.maximum(1, counts)[gold])
    return np.asarray(found / found.mean())


def fact_thresholds(taught: Sequence[Read], unseen: Sequence[Read], weights: Weights) -> dict[str, Threshold]:
    """Return the thresholds by risk setting, from a cross-validation on claims that the judge was not trained on.

    Claims are not counted if no fact supports or refutes them clearly enough for a firm label.
    """
    sure, wrong = [], []
    for fold in range(FOLDS):
        fitted = with_facts([*taught, *(one for one in unseen if fold_of(one.claim) != fold)], weights)
        policy = Policy(weights=fitted, risk="bold")
        for one in (one for one in unseen if fold_of(one.claim) == fold and any(map(countable, one.sides))):
            side = max(SIDES, key=lambda side: policy.probability(one.sides, side))
            sure.append(policy.probability(one.sides, side))
            wrong.append(float(NAMES[side] != one.label))
    return {name: threshold(np.array(sure), np.array(wrong), limit) for name, limit in RISKS.items()}


def least(found: Mapping[str, Threshold]) -> dict[str, float]:
    """Return the thresholds for firm labels by risk setting.

    Each threshold is at least `LEAST`, and a more cautious setting never has a lower threshold.
    """
    values = {name: round(max(LEAST, found[name].least), 4) for name in RISKS}
    return {
        "cautious": max(values.values()),
        "balanced": max(values["balanced"], values["bold"]),
        "bold": values["bold"],
    }


def report(reads: Sequence[Read], weights: Weights) -> str:
    """Return a Markdown table with the counts of right and wrong answers to the claims at each risk setting."""
    lines = [
        "| risk | claims | a fact decides | firm: right | wrong | leaning: right | wrong | open claims: firm · leaning |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for risk in RISKS:
        found = Counter(_outcome(one, Policy(weights=weights, risk=risk)) for one in reads)
        cells = [found["decided", firm, right] for firm in (True, False) for right in (True, False)]
        still_open = [found["open", firm, False] for firm in (True, False)]
        decided = sum(one.label != "NEI" for one in reads)
        lines.append(
            f"| {risk} | {len(reads)} | {decided} | {' | '.join(map(str, cells))} "
            f"| {' · '.join(map(str, still_open))} |"
        )
    return "\n".join(lines)


def _outcome(read: Read, policy: Policy) -> tuple[str, bool, bool] | None:
    """Return the outcome for one claim, or None if there is no answer.

    The outcome is ("decided" or "open" depending on the claim's label, whether the answer is firm, whether the answer
    is right).
    """
    part = AtomicClaim(id="c1", text=read.claim)
    gathered = Gathered(part=part, evidence=read.judged, found=(), searched=False)
    verdict = conclude(gathered, policy=policy, top_k=20, provisional=True)
    if not verdict.label.firm and verdict.leaning is None:
        return None
    answer = verdict.leaning.label if verdict.leaning else verdict.label
    return "open" if read.label == "NEI" else "decided", verdict.label.firm, answer in RIGHT[read.label]


def as_json(
    weights: Weights, found: Mapping[str, Threshold], counted: Mapping[str, Iterable[Read]]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the entries for facts in the weights file, and a note about the data that they were fitted on."""
    return {
        "fact_knots": weights.fact_knots,
        "facts": weights.facts,
        "fact_base": weights.fact_base,
        "fact_firm": least(found),
    }, {
        **{name: sum(bool(one.sides) for one in some) for name, some in counted.items()},
        "risks": {name: round(each.risk, 4) for name, each in found.items()},
    }

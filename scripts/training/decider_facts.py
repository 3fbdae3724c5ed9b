"""Slopes of built-in facts, learned from claims in ordinary words that are read beside them as the product reads them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backend.domain.article import Passage
from backend.domain.evidence import Candidate, Evidence, Origin, Stance
from backend.knowledge.seeds import seed_passages
from backend.pipeline.conclude import siding
from backend.ports import Embedder
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from backend.verdict.decider import Weights, decide
from scripts.training.decider_fit import (
    CLASSES,
    CREDIBILITY,
    LEANING_RISK,
    LEAST,
    RISKS,
    Array,
    Threshold,
    fit,
    threshold,
)
from scripts.training.decider_readings import share_of

FACT_KNOTS = (0.0, 0.3, 0.6)
"""The verifier's own least margin is 0.3; from `FACTS_LEAD` on a fact takes a side weakly."""
NEAREST = 24
"""Facts that are judged for a claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A claim and the facts that take a side on it."""

    claim: str
    label: str
    sides: tuple[Evidence, ...]


def claims_of(path: Path) -> list[tuple[str, str]]:
    """(claim, label) of each row of a JSON-lines file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(row["claim"], row["label"]) for row in rows]


def teaches(read: Read) -> bool:
    """Whether a claim is one of the two thirds that slopes are fitted on; thresholds come from the others."""
    return share_of(read.claim) < 2 / 3


def read_facts(claims: Sequence[tuple[str, str]], judge: Judge, embedder: Embedder) -> list[Read]:
    """Each claim beside the facts that are nearest to it."""
    facts, registry = seed_passages(), SourceRegistry()
    known = embedder.embed([fact.text for fact in facts])
    read = []
    for claim, label in claims:
        likeness = known @ embedder.embed([claim])[0]
        near = np.argsort(-likeness)[:NEAREST]
        candidates = [_candidate(facts[place], float(likeness[place]), registry) for place in near]
        sides = [e for e in siding(judge.judge(claim, candidates)) if e.decisive]
        read.append(Read(claim=claim, label=label, sides=tuple(sides)))
    return read


def _candidate(fact: Passage, likeness: float, registry: SourceRegistry) -> Candidate:
    return Candidate(
        passage=fact,
        rating=registry.rate(fact.source),
        origin=Origin.KNOWLEDGE,
        similarity=likeness,
        recall_score=likeness,
    )


def fact_slopes(read: Sequence[Read], weights: Weights) -> tuple[float, ...]:
    """The likeliest slopes at FACT_KNOTS beside the other weights as they are; supported and refuted claims weigh the same."""
    heard = [one for one in read if one.sides]
    x = np.array([_inputs(one.sides, weights.saturation) for one in heard])
    gold = np.array([CLASSES.index(one.label) for one in heard], dtype=np.int64)
    slopes, _ = fit(x, gold, _even(gold), undecided=weights.undecided)
    return tuple(np.round(slopes, 4).tolist())


def _inputs(sides: Sequence[Evidence], saturation: Mapping[Stance, float]) -> Array:
    """What each slope multiplies: the sources' voices, each further one on a side counting less."""
    voices: dict[str, dict[Stance, tuple[float, float]]] = {}
    for item in sides:
        margin = abs(item.scores.supports - item.scores.refutes)
        credible = (1 + item.rating.credibility / CREDIBILITY) / 2
        voice = voices.setdefault(item.rating.domain, {})
        voice[item.stance] = max(voice.get(item.stance, (0.0, 0.0)), (margin, credible))
    heard = sorted((_voice(voice) for voice in voices.values()), key=lambda one: -abs(one[0]))
    found, places = np.zeros(len(FACT_KNOTS)), Counter[Stance]()
    for lead, values in heard:
        side = Stance.SUPPORTS if lead > 0 else Stance.REFUTES
        found += saturation[side] ** places[side] * values
        places[side] += 1
    return found


def _voice(sides: Mapping[Stance, tuple[float, float]]) -> tuple[float, Array]:
    """How much one source is for the claim, and what each slope multiplies in it."""
    lead, values = 0.0, np.zeros(len(FACT_KNOTS))
    for stance, sign in ((Stance.SUPPORTS, 1), (Stance.REFUTES, -1)):
        margin, credible = sides.get(stance, (0.0, 0.0))
        lead += sign * margin
        values += sign * credible * np.maximum(0.0, margin - np.array(FACT_KNOTS))
    return lead, values


def _even(gold: NDArray[np.int64]) -> Array:
    """No prior between true and false; the mean is 1."""
    counts = np.bincount(gold, minlength=len(CLASSES))
    side = counts[:2].mean()
    found = np.where(gold == CLASSES.index("NEI"), 1.0, side / np.maximum(1, counts)[gold])
    return np.asarray(found / found.mean())


def fact_thresholds(read: Sequence[Read], weights: Weights) -> dict[str, Threshold]:
    """By risk setting, and "leaning", from the surer side of each claim on which a fact takes one."""
    sure, wrong = [], []
    for one in read:
        if one.sides:
            decision = decide(one.sides, weights)
            side, probability = max(("SUPPORTS", decision.true), ("REFUTES", decision.false), key=lambda pair: pair[1])
            sure.append(probability)
            wrong.append(float(side != one.label))
    limits = {**RISKS, "leaning": LEANING_RISK}
    return {name: threshold(np.array(sure), np.array(wrong), limit) for name, limit in limits.items()}


def least(found: Mapping[str, Threshold]) -> dict[str, float]:
    """The thresholds of firm labels, none below one half, a careful reader's no lower than a bold one's."""
    values = {name: round(max(LEAST, found[name].least), 4) for name in RISKS}
    return {
        "cautious": max(values.values()),
        "balanced": max(values["balanced"], values["bold"]),
        "bold": values["bold"],
    }

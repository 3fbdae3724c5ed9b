"""Fits the decider's coefficients, calibration and thresholds on claims with judged passages.

The coefficients maximise the likelihood of an ordered logistic model without negative slopes. A scale, the width of the
undecided band and the thresholds are then fitted on claims that were used for neither the coefficients nor the judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.evaluation.frozen_hosts import host_for
from backend.pipeline.conclude import siding
from backend.pipeline.policy import stands
from backend.sources.registry import SourceRegistry
from backend.verdict.decider import Weights, shipped
from scripts.training.decider_readings import evidence, share_of
from scripts.training.held_out import held_out
from scripts.training.web_claims import SOURCE

KNOTS = (0.0, 0.3, 0.6, 0.8)
"""Margins above which the strength of a passage may grow faster. Passages below the verifier's minimum margin of 0.3 count weakly."""
SIDES = (Stance.SUPPORTS, Stance.REFUTES)
SATURATIONS = (1.0, 0.8, 0.6)
"""The saturations that `fitted` tries.

In the training data, the passages of a claim come from one encyclopedia or one search, so their agreement is weaker
evidence than the agreement of independent sources. Smaller saturations are therefore not tried.
"""
CLASSES = ("SUPPORTS", "REFUTES", "NEI")
RISKS = {"cautious": 1 / 20, "balanced": 1 / 10, "bold": 1 / 5}
LEANING_RISK = 1 / 5
FOLDS = 5
TRAIN = 0.5
"""Share of the claims about the synthetic web pages (`web_claims`) that the slopes are fitted on."""
LEAST = 0.5
"""Minimum probability of a firm label that rests only on built-in facts."""
LEAST_TOLD = 0.55
"""Minimum probability of a leaning. The user sees the probability in tenths, and an answer that is right 5 times in 10 is uninformative.

A firm label that rests on pages never needs a smaller probability than a leaning.
"""
CREDIBILITY = 0.65
"""Reference credibility, between Wikipedia (0.8) and an unlisted site (0.5), which are the usual sources of the public claims."""
KINDS = {
    PassageKind.SEED: 1.0,
    PassageKind.ARTICLE: 1.0,
    PassageKind.RECORD: 1.0,
    PassageKind.HANDOUT: 1.0,
    PassageKind.REVIEW: 1.5,
    PassageKind.SNIPPET: 0.5,
}
"""Factor by kind of passage. A search excerpt counts half; a review counts more, because it decides the whole claim."""
RIDGE = 0.01
STEPS = 4_000
RATE = 0.02
Array = NDArray[np.float64]


Heard = tuple[float, float]
"""The margin of a source's most certain passage with one stance, and the factor for the source's credibility."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """A judged claim. `pro` and `con` are the supporting and refuting sources, strongest first.

    `standing` contains the stances whose evidence is sufficient for a firm label.
    """

    id: str
    source: str
    role: str
    fold: int
    label: str
    pro: tuple[Heard, ...]
    con: tuple[Heard, ...]
    standing: frozenset[Stance] = frozenset(SIDES)


def role_of(source: str, claim: str) -> str:
    """Return "train" or "calibrate", depending on whether the claim is held out.

    Claims that the judge was trained on, such as two thirds of Factcheck-Bench, are for training only.
    """
    if source == SOURCE:
        return "train" if share_of(claim) < TRAIN else "calibrate"
    return "calibrate" if held_out(source, claim) else "train"


def fold_of(claim: str) -> int:
    """Return the fold (0..4) of a calibration claim, which is evaluated with weights calibrated on the other four folds."""
    return int(share_of(claim) * 1_000_000) % FOLDS


def row_of(read: Mapping[str, Any], registry: SourceRegistry) -> ClaimRow:
    """Return the claim with its sources as the decider receives them, without copies and only with decisive, quoted passages."""
    sides = [e for e in siding(evidence(dict(read), registry)) if e.decisive]
    sources_by_side = {
        side: _strongest_by_source([e for e in sides if e.stance is side], read["src"]) for side in SIDES
    }
    placed = siding(evidence(dict(read), registry, hosts(read)))
    return ClaimRow(
        id=read["id"],
        source=read["src"],
        role=role_of(read["src"], read["claim"]),
        fold=fold_of(read["claim"]),
        label=read["label"],
        pro=sources_by_side[Stance.SUPPORTS],
        con=sources_by_side[Stance.REFUTES],
        standing=frozenset(side for side in SIDES if stands(placed, side)),
    )


def hosts(read: Mapping[str, Any]) -> Sequence[str]:
    """Return a frozen-web host for each passage of a data set without sources.

    The list is empty for the synthetic web pages (`web_claims`), which have URLs.
    """
    return [] if read["src"] == SOURCE else [host_for(item["text"]) for item in read["passages"]]


def _strongest_by_source(side: Sequence[Evidence], source: str) -> tuple[Heard, ...]:
    """Return the most certain passage of each source. All unrated sources together count as one source.

    In a data set without sources, the made-up site of each passage counts as a source.
    """
    has_sources = source == SOURCE
    best: dict[str, Heard] = {}
    for item in side:
        key = item.rating.domain if item.rating.credible or not has_sources else ""
        credible = (1 + item.rating.credibility / CREDIBILITY) / 2 if has_sources else 1.0
        best[key] = max(best.get(key, (0.0, 0.0)), (abs(item.scores.supports - item.scores.refutes), credible))
    return tuple(sorted(best.values(), key=lambda heard: -heard[0] * heard[1]))


def inputs(rows: Sequence[ClaimRow], saturation: float) -> Array:
    """Return the inputs of the slopes, shape (claims, slopes): supporting sources minus refuting sources.

    Both stances share the slopes.
    """

    def heard(side: Sequence[Heard]) -> Array:
        found = np.zeros(len(KNOTS))
        for place, (margin, credible) in enumerate(side):
            found += saturation**place * credible * np.maximum(0.0, margin - np.array(KNOTS))
        return found

    return np.array([heard(row.pro) - heard(row.con) for row in rows])


def golds(rows: Sequence[ClaimRow]) -> NDArray[np.int64]:
    """Return the gold labels as indexes into CLASSES, shape (claims,)."""
    return np.array([CLASSES.index(row.label) for row in rows], dtype=np.int64)


def even(rows: Sequence[ClaimRow]) -> Array:
    """Return row weights that remove any prior, with a mean of 1.

    All data sets have the same total weight. Within a data set, the supported and the refuted claims have the same
    total weight.
    """
    counts = Counter((row.source, row.label) for row in rows)
    sides = {row.source: sum(counts[row.source, label] for label in CLASSES[:2]) / 2 for row in rows}
    row_weights = [1.0 if row.label == "NEI" else sides[row.source] / counts[row.source, row.label] for row in rows]
    sizes = Counter(row.source for row in rows)
    found = np.array(row_weights) / np.array([sizes[row.source] for row in rows])
    return np.asarray(found / found.mean())


def probabilities(odds: Array, undecided: float) -> Array:
    """Return P(true), P(false) and P(undecided), computed from the log-odds, shape (n, 3)."""
    true, false = (1 / (1 + np.exp(-np.clip(value - undecided, -50, 50))) for value in (odds, -odds))
    return np.stack([true, false, np.maximum(1e-9, 1 - true - false)], axis=1)


def loss(odds: Array, undecided: float, gold: NDArray[np.int64], weights: Array) -> float:
    """Return the weighted mean of -ln p(gold)."""
    found = probabilities(odds, undecided)[np.arange(len(gold)), gold]
    return float(np.average(-np.log(np.clip(found, 1e-9, 1.0)), weights=weights))


def _gradients(odds: Array, undecided: float, gold: NDArray[np.int64]) -> tuple[Array, Array]:
    """Return the derivatives of ln p(gold) with respect to the log-odds and the width."""
    p = probabilities(odds, undecided)
    t, f, u = p[:, 0], p[:, 1], p[:, 2]
    by_odds = np.select([gold == 0, gold == 1], [1 - t, f - 1], (f * (1 - f) - t * (1 - t)) / u)
    by_width = np.select([gold == 0, gold == 1], [t - 1, f - 1], (f * (1 - f) + t * (1 - t)) / u)
    return by_odds, by_width


def fit(
    x: Array, gold: NDArray[np.int64], weights: Array, ridge: float = RIDGE, undecided: float | None = None
) -> tuple[Array, float]:
    """Fit non-negative slopes and the width with projected gradient steps (Adam). The loss is convex in both.

    If `undecided` is given, this width is used and only the slopes are fitted.
    """
    values, first, second = np.full(x.shape[1] + 1, 0.5), np.zeros(x.shape[1] + 1), np.zeros(x.shape[1] + 1)
    share = weights / weights.sum()
    for step in range(1, STEPS + 1):
        by_odds, by_width = _gradients(x @ values[:-1], values[-1], gold)
        slope = -np.append((share * by_odds) @ x, (share * by_width).sum()) + ridge * np.append(values[:-1], 0.0)
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        values -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        values = np.maximum(values, [0.0] * x.shape[1] + [0.01])
        if undecided is not None:
            values[-1] = undecided
    return values[:-1], float(values[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A minimum probability, and the bound on the share of wrong answers with at least this probability."""

    least: float
    risk: float


def threshold(sure: Array, wrong: Array, risk: float) -> Threshold:
    """Return the minimum probability at which at most the share `risk` of the answers is wrong.

    By conformal risk control (Angelopoulos, Bates, Fisch, Lei and Schuster 2022, Theorem 1), the result is the smallest
    threshold at which the risk on the calibration claims, with one more claim counted as wrong, is within the limit. If
    no threshold meets the limit, the result is the smallest threshold whose risk exceeds the lowest possible risk by at
    most a share of `risk`. The lowest risk is taken over thresholds with at least 2 / `risk` answers, because fewer
    answers are not conclusive.
    """
    order = np.argsort(-sure, kind="stable")
    enough = min(len(order), round(2 / risk))
    risks = (np.cumsum(wrong[order]) + 1) / (np.arange(1, len(order) + 1) + 1)
    limit = max(risk, float(risks[enough - 1 :].min()) * (1 + risk))
    place = int(np.flatnonzero(risks <= limit)[-1])
    return Threshold(least=float(sure[order][place]), risk=float(risks[place]))


def fitted(rows: Sequence[ClaimRow], without: int | None = None) -> tuple[Weights, dict[str, Any]]:
    """Return the fitted weights, and a note about the data used. The calibration fold `without` is left out.

    Claims without a supporting or refuting passage are not used. The thresholds for firm labels are computed on the
    claims whose evidence is sufficient for a firm label. Claims that are true in part are used only for these thresholds,
    and both labels count as wrong.
    """
    decided_rows = [row for row in rows if row.pro or row.con]
    train = [row for row in decided_rows if row.role == "train" and row.label in CLASSES]
    held_out_rows = [row for row in decided_rows if row.role == "calibrate" and row.fold != without]
    calibrate = [row for row in held_out_rows if row.label in CLASSES]
    best = min((_calibrated(train, calibrate, value) for value in SATURATIONS), key=lambda f: f.loss)
    p = probabilities(inputs(held_out_rows, best.saturation) @ best.slopes, best.undecided)
    side = p[:, :2].argmax(axis=1)
    answered = list(zip(side, held_out_rows, strict=True))
    sure, wrong = p[:, :2].max(axis=1), np.array([float(CLASSES[place] != row.label) for place, row in answered])
    is_sufficient = np.array([SIDES[place] in row.standing for place, row in answered])
    found = {name: threshold(sure[is_sufficient], wrong[is_sufficient], limit) for name, limit in RISKS.items()}
    is_whole = np.array([row.label in CLASSES for row in held_out_rows])
    found["leaning"] = threshold(sure[is_whole], wrong[is_whole], LEANING_RISK)
    leaning_threshold = max(LEAST_TOLD, round(found["leaning"].least, 4))
    least = {name: max(leaning_threshold, round(each.least, 4)) for name, each in found.items()}
    slopes = tuple(np.round(best.slopes, 4).tolist())
    weights = Weights(
        knots=KNOTS,
        supports=slopes,
        refutes=slopes,
        fact_knots=shipped().fact_knots,
        facts=dict(shipped().facts),
        fact_base=dict(shipped().fact_base),
        saturation=dict.fromkeys(SIDES, best.saturation),
        undecided=round(best.undecided, 4),
        credibility=CREDIBILITY,
        kinds=KINDS,
        firm={
            "cautious": max(least.values()),
            "balanced": max(least["balanced"], least["bold"]),
            "bold": least["bold"],
        },
        fact_firm=dict(shipped().fact_firm),
        leaning=leaning_threshold,
    )
    counts = {
        name: dict(Counter(r.source for r in some)) for name, some in (("train", train), ("calibrate", held_out_rows))
    }
    return weights, {
        **counts,
        "risks": {name: round(each.risk, 4) for name, each in found.items()},
        "loss": round(best.loss, 4),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    saturation: float
    slopes: Array
    undecided: float
    loss: float


def _calibrated(train: Sequence[ClaimRow], calibrate: Sequence[ClaimRow], saturation: float) -> _Fit:
    """Fit the slopes on the training claims, and their scale and the width of the undecided band on the calibration claims.

    The row weights remove any prior. The saturation is later chosen by the loss on both sets of claims together.
    """
    slopes, _ = fit(inputs(train, saturation), golds(train), even(train))
    scale, undecided = fit(
        _evidence_balance(calibrate, saturation, slopes), golds(calibrate), even(calibrate), ridge=0.0
    )
    both = [*train, *calibrate]
    return _Fit(
        saturation=saturation,
        slopes=slopes * scale,
        undecided=undecided,
        loss=loss(_evidence_balance(both, saturation, slopes) @ scale, undecided, golds(both), even(both)),
    )


def _evidence_balance(rows: Sequence[ClaimRow], saturation: float, slopes: Array) -> Array:
    """Return the total strength of each claim's supporting sources minus that of the refuting sources, shape (claims, 1)."""
    return (inputs(rows, saturation) @ slopes)[:, np.newaxis]

"""Predicts P(true), P(false) and P(undecided) from the judged passages (docs/verdict.md; trained by scripts/train_decider).

The model is additive. The strength of a passage grows with the margin between its probabilities of support and
refutation. A source contributes its strongest passage of each stance, and each further source with the same stance
counts less. The signed sum is the log-odds, which an ordered logistic model turns into three probabilities. There is no
prior, because the classes had equal weight in training.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.domain.verdict import Belief, Voice
from backend.verdict.bayes import consensus, probability
from backend.verdict.settings import VERDICT

SHIPPED = Path(__file__).parent / "data" / "decider.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The parameters of the model. `data/CARD.md` says which parameters are fitted and which are fixed.

    `supports` and `refutes` contain a non-negative slope for each of `knots` (margins, 0..1), above which the slope
    applies. `facts` contains the slopes of built-in facts for each stance, with the knots `fact_knots`, and `fact_base`
    is the strength of a built-in fact at margin 0. `saturation`, 0..1 for each stance, is the weight of a further
    source relative to the source before it. `undecided`, at least 0, is the log-odds at which a stance reaches a
    probability of one half. `credibility` is the credibility at which a passage weighs as much as in the training data;
    `kinds` is a factor for each kind of passage. `firm` is the minimum probability of a firm label for each risk
    setting. `fact_firm` is the same minimum if only built-in facts have the stance. `leaning` is the minimum
    probability of a leaning.
    """

    knots: tuple[float, ...]
    supports: tuple[float, ...]
    refutes: tuple[float, ...]
    fact_knots: tuple[float, ...]
    facts: Mapping[Stance, tuple[float, ...]]
    fact_base: Mapping[Stance, float]
    saturation: Mapping[Stance, float]
    undecided: float
    credibility: float
    kinds: Mapping[PassageKind, float]
    firm: Mapping[str, float]
    fact_firm: Mapping[str, float]
    leaning: float

    @classmethod
    def parse(cls, parsed: Mapping[str, Any]) -> Weights:
        """Read the weights from parsed JSON."""
        return cls(
            knots=tuple(parsed["knots"]),
            supports=tuple(parsed["supports"]),
            refutes=tuple(parsed["refutes"]),
            fact_knots=tuple(parsed["fact_knots"]),
            facts=MappingProxyType({side: tuple(slopes) for side, slopes in _by_stance(parsed["facts"]).items()}),
            fact_base=_by_stance(parsed["fact_base"]),
            saturation=_by_stance(parsed["saturation"]),
            undecided=parsed["undecided"],
            credibility=parsed["credibility"],
            kinds=MappingProxyType({PassageKind(name): factor for name, factor in parsed["kinds"].items()}),
            firm=MappingProxyType(dict(parsed["firm"])),
            fact_firm=MappingProxyType(dict(parsed["fact_firm"])),
            leaning=parsed["leaning"],
        )


def _by_stance(by_stance_name: Mapping[str, Any]) -> Mapping[Stance, Any]:
    return MappingProxyType({Stance(side): value for side, value in by_stance_name.items()})


@cache
def shipped() -> Weights:
    """Return the weights that `scripts/train_decider` produced."""
    return Weights.parse(json.loads(SHIPPED.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The result of the model: three probabilities that sum to 1, the log-odds, and the contributions of the sources.

    The contributions sum to the log-odds.
    """

    true: float
    false: float
    undecided: float
    log_odds: float
    voices: tuple[Voice, ...]

    def of(self, side: Stance) -> float:
        """Return the probability that this stance is right."""
        return {Stance.SUPPORTS: self.true, Stance.REFUTES: self.false}.get(side, self.undecided)

    @property
    def belief(self) -> Belief:
        """The decision as a `Belief`: log-odds, probability and the consensus of the sources."""
        return Belief(
            log_odds=self.log_odds,
            probability=probability(self.log_odds),
            consensus=consensus(self.voices)[0],
            certainty=1 - math.exp(-math.fsum(abs(v.log_odds) for v in self.voices) / VERDICT.belief.max_impact),
            voices=self.voices,
        )


def decide(evidence: Iterable[Evidence], weights: Weights) -> Decision:
    """Return the decision from the decisive passages, regardless of their order and repetition.

    An additional supporting passage never lowers P(true), and an additional refuting passage never lowers P(false).
    """
    voices = _apply_saturation(_by_source(evidence, weights), weights)
    odds = math.fsum(voice.log_odds for voice in voices)
    return Decision(
        true=probability(odds - weights.undecided),
        false=probability(-odds - weights.undecided),
        undecided=max(0.0, 1 - probability(odds - weights.undecided) - probability(-odds - weights.undecided)),
        log_odds=odds,
        voices=voices,
    )


def strength(item: Evidence, weights: Weights) -> float:
    """Return how much a single passage adds to the log-odds of its stance: 0 if it cannot be quoted or is unconfirmed."""
    if not item.decisive or item.candidate.unconfirmed:
        return 0.0
    margin = max(0.0, (item.scores.supports - item.scores.refutes) * (1 if item.stance is Stance.SUPPORTS else -1))
    base, knots, slopes = _strength_curve(item.passage.kind, item.stance, weights)
    curve_strength = base + math.fsum(w * max(0.0, margin - knot) for w, knot in zip(slopes, knots, strict=True))
    credible = (1 + item.rating.credibility / weights.credibility) / 2
    return curve_strength * credible * weights.kinds[item.passage.kind]


def _strength_curve(
    kind: PassageKind, side: Stance, weights: Weights
) -> tuple[float, tuple[float, ...], tuple[float, ...]]:
    """Return the base, knots and slopes of the strength of a passage.

    Among refuting passages, only reviews use the slopes of support, because other pages may differ from a claim without
    refuting it.
    """
    if kind is PassageKind.SEED:
        return weights.fact_base[side], weights.fact_knots, weights.facts[side]
    pro = side is Stance.SUPPORTS or kind is PassageKind.REVIEW
    return 0.0, weights.knots, weights.supports if pro else weights.refutes


def _by_source(evidence: Iterable[Evidence], weights: Weights) -> list[tuple[Voice, bool]]:
    """Return each source's contribution, and whether the source is rated.

    The contribution is the strength of the best supporting passage minus that of the best refuting passage.
    """
    best: dict[str, dict[Stance, tuple[float, str]]] = {}
    rated: set[str] = set()
    for item in evidence:
        if found := strength(item, weights):
            sides = best.setdefault(item.rating.domain, {})
            sides[item.stance] = max(sides.get(item.stance, (0.0, "")), (found, item.passage.id))
            if item.rating.credible:
                rated.add(item.rating.domain)
    return [(_net_voice(domain, sides), domain in rated) for domain, sides in best.items()]


def _net_voice(domain: str, sides: Mapping[Stance, tuple[float, str]]) -> Voice:
    pro, con = sides.get(Stance.SUPPORTS, (0.0, "")), sides.get(Stance.REFUTES, (0.0, ""))
    return Voice(domain=domain, passage=max(pro, con)[1], log_odds=pro[0] - con[0])


def _apply_saturation(voices: Iterable[tuple[Voice, bool]], weights: Weights) -> tuple[Voice, ...]:
    """Return the contributions sorted by domain, with less weight for each further source with the same stance.

    The strongest source comes first. Of the unrated sources with the same stance, only the strongest counts: anyone
    can register domains, so the agreement of unrated sources proves nothing.
    """
    ranked = sorted(voices, key=lambda found: (-abs(found[0].log_odds), found[0].domain))
    counted_by_stance = Counter[Stance]()
    unrated: set[Stance] = set()
    counted = []
    for voice, rated in ranked:
        side = Stance.SUPPORTS if voice.log_odds > 0 else Stance.REFUTES
        counts = rated or side not in unrated
        odds = voice.log_odds * weights.saturation[side] ** counted_by_stance[side] if counts else 0.0
        counted_by_stance[side] += counts
        if not rated:
            unrated.add(side)
        counted.append(Voice(domain=voice.domain, passage=voice.passage, log_odds=odds))
    return tuple(sorted(counted, key=lambda voice: voice.domain))

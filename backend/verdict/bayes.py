"""Computes belief in log-odds from the sources' contributions and their consensus (docs/design.md#belief)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from backend.domain.evidence import Evidence, Stance
from backend.domain.verdict import Voice
from backend.verdict.settings import VERDICT, BeliefSettings

_LIMIT = 60.0


def log_odds(probability: float, settings: BeliefSettings = VERDICT.belief) -> float:
    """Return ln(p / (1 - p)), with p first clipped to the range from 1e-9 to 1 - 1e-9."""
    p = min(1 - settings.epsilon, max(settings.epsilon, probability))
    return math.log(p / (1 - p))


def probability(odds: float) -> float:
    """Return the logistic function of the log-odds, 0..1."""
    return 1 / (1 + math.exp(-max(-_LIMIT, min(_LIMIT, odds))))


def impact(strength: float, relevance: float, settings: BeliefSettings = VERDICT.belief) -> float:
    """Return the impact of a passage: relevance x 2 / (1 + exp(-10 (strength - 0.5))), 0..2."""
    return relevance * settings.max_impact * probability(settings.steepness * (strength - settings.midpoint))


def voices(evidence: Iterable[Evidence]) -> tuple[Voice, ...]:
    """Return one contribution per domain: the impact of its strongest decisive passage.

    The contribution is 0 if the domain's support and refutation are equally strong. A domain counts once, regardless of
    the number and order of its passages, copies and addresses.
    """
    best: dict[str, dict[Stance, tuple[float, str]]] = {}
    for item in evidence:
        if item.decisive:
            sides = best.setdefault(item.rating.domain, {})
            found = (_impact_of(item), item.passage.id)
            sides[item.stance] = max(sides.get(item.stance, (0.0, "")), found)
    return tuple(_net_voice(domain, sides) for domain, sides in sorted(best.items()))


def _impact_of(item: Evidence) -> float:
    """Return the impact of one passage.

    Its strength is the mean of the probability of its stance and its source's credibility.
    """
    share = VERDICT.belief.stance_share
    side = max(item.scores.supports, item.scores.refutes)
    return impact(share * side + (1 - share) * item.rating.credibility, item.relevance)


def _net_voice(domain: str, sides: dict[Stance, tuple[float, str]]) -> Voice:
    pro, con = sides.get(Stance.SUPPORTS, (0.0, "")), sides.get(Stance.REFUTES, (0.0, ""))
    if pro[0] == con[0]:
        return Voice(domain=domain, passage=max(pro[1], con[1]), log_odds=0.0)
    odds, passage = (pro[0], pro[1]) if pro[0] > con[0] else (-con[0], con[1])
    return Voice(domain=domain, passage=passage, log_odds=odds)


def consensus(source_voices: Sequence[Voice], settings: BeliefSettings = VERDICT.belief) -> tuple[float, int]:
    """Return the supporting share of the sources' weight, clipped to .02-.98, and the number of non-neutral domains.

    Return (0.5, 0) if all domains are neutral. For sources of equal strength, the share is supports / (supports +
    refutes).
    """
    weights = [voice.log_odds for voice in source_voices if voice.log_odds]
    if not weights:
        return 0.5, 0
    pro = math.fsum(w for w in weights if w > 0)
    share = pro / (pro - math.fsum(w for w in weights if w < 0))
    return min(settings.consensus_high, max(settings.consensus_low, share)), len(weights)


def objection(share: float, settings: BeliefSettings = VERDICT.belief) -> float:
    """Return the share of the sources' weight against the prevailing stance, 0..0.5, or 0 if all sources agree."""
    return 0.0 if not settings.consensus_low < share < settings.consensus_high else min(share, 1 - share)


def bounded(odds: float, share: float, domains: int, settings: BeliefSettings = VERDICT.belief) -> float:
    """Limit the log-odds to the range from 0 to the logit of the consensus if there are enough domains (decision 0018)."""
    if domains < settings.consensus_domains:
        return odds
    limit = log_odds(share)
    return min(max(0.0, limit), max(min(0.0, limit), odds))


def tempered(odds: float, background: float, settings: BeliefSettings = VERDICT.belief) -> float:
    """Add the background to the evidence's log-odds, but never reverse their sign or reduce them by more than half."""
    moved = odds + background
    if odds > 0:
        return max(moved, settings.opposed * odds)
    if odds < 0:
        return min(moved, settings.opposed * odds)
    return moved

"""Propagates belief between the parts of a claim in one bounded pass that counts each piece of evidence once.

The rules are in docs/design.md#claim-graph.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from backend.domain.claim import ClaimEdge, EdgeKind
from backend.domain.verdict import Belief
from backend.verdict.bayes import bounded, consensus, log_odds, probability, tempered
from backend.verdict.links import Links
from backend.verdict.settings import VERDICT

Told = Mapping[str, float]
"""The contribution of each passage to a belief, in log-odds."""


def propagated(beliefs: Mapping[str, Belief], joined: Links) -> dict[str, Belief]:
    """Return the belief in each part after propagation.

    The result is belief + sum of (neighbour's belief x edge weight x sign). The sign is -1 for CONTRADICTS and 1 otherwise.

    Neighbours never reverse a part's own evidence, and a passage that has already reached a part does not count again.
    All neighbours together carry at most the weight of one strong source, and no chain exceeds the consensus bound.
    """
    told: dict[str, Told] = {}
    out = dict(beliefs)
    for part in joined.order:
        heard = _neighbour_messages(part, joined, told, _own_evidence(beliefs[part]))
        out[part], told[part] = _combine_with_messages(beliefs[part], heard)
        for premise in sorted(premises(part, joined)):
            out[part] = _capped_by_premise(out[part], out[premise])
    return out


def premises(part: str, joined: Links) -> set[str]:
    """Return the parts that this part depends on."""
    return {s for s, receiver, e in joined.flows if receiver == part and e.kind is EdgeKind.DEPENDS_ON}


def _own_evidence(belief: Belief) -> Told:
    """Return the contributions of the part's own passages, scaled to the consensus bound."""
    found = math.fsum(voice.log_odds for voice in belief.voices)
    within = bounded(found, *consensus(belief.voices))
    return {v.passage: v.log_odds * within / found for v in belief.voices if v.log_odds} if found else {}


def _neighbour_messages(part: str, joined: Links, told: Mapping[str, Told], own: Told) -> Told:
    """Return the neighbours' messages by passage, without the part's own passages.

    A passage that arrives more than once counts with its greatest weight.
    """
    heard: dict[str, float] = {}
    for sender, receiver, edge in joined.flows:
        if receiver == part:
            for passage, odds in _edge_message(edge, told[sender]).items():
                if passage not in own and abs(odds) > abs(heard.get(passage, 0.0)):
                    heard[passage] = odds
    return heard


def _edge_message(edge: ClaimEdge, told: Told) -> Told:
    """Return the message of an edge. A premise can undermine the part that depends on it, but never supports it."""
    if edge.kind is EdgeKind.DEPENDS_ON and math.fsum(told.values()) >= 0:
        return {}
    sign = -1 if edge.kind is EdgeKind.CONTRADICTS else 1
    return {passage: odds * edge.weight * sign for passage, odds in told.items()}


def _combine_with_messages(local: Belief, heard: Told) -> tuple[Belief, Told]:
    """Return the belief after the neighbours' messages, and the message that this part sends.

    The message consists of the part's own evidence and the counted share of the neighbours' messages.
    """
    total = math.fsum(heard.values())
    if not total:
        return local, _own_evidence(local)
    most = VERDICT.graph.max_message
    background = max(-most, min(most, total))
    own = _own_evidence(local)
    found = math.fsum(own.values())
    counted = (_limit_odds(tempered(found, background), local) - found) / total
    odds = _limit_odds(tempered(local.log_odds, background), local)
    told = {**own, **{passage: value * counted for passage, value in heard.items()}}
    return replace(local, log_odds=odds + 0.0, probability=probability(odds)), told


def _limit_odds(odds: float, local: Belief) -> float:
    """Limit the log-odds to the consensus of the part's own sources, and to the logit of the highest consensus."""
    limit = log_odds(VERDICT.belief.consensus_high)
    return max(-limit, min(limit, bounded(odds, *consensus(local.voices))))


def _capped_by_premise(belief: Belief, premise: Belief) -> Belief:
    """Cap the belief in a part whose premise is refuted, unless the part has supporting evidence of its own."""
    cap = log_odds(VERDICT.graph.dependent_cap)
    supported = math.fsum(voice.log_odds for voice in belief.voices) > 0
    if supported or premise.probability > VERDICT.graph.premise_refuted or belief.log_odds <= cap:
        return belief
    return replace(belief, log_odds=cap, probability=probability(cap))

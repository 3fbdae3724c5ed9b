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

PassageOdds = Mapping[str, float]
"""The contribution of each passage to a belief, in log-odds."""


def propagated(beliefs: Mapping[str, Belief], joined: Links) -> dict[str, Belief]:
    """Return the belief in each part after propagation.

    The result is belief + sum of (neighbour's belief x edge weight x sign). The sign is -1 for CONTRADICTS and 1 otherwise.

    Neighbours never reverse a part's own evidence, and a passage that has already reached a part does not count again.
    All neighbours together carry at most the weight of one strong source, and no chain exceeds the consensus bound.
    """
    sent_messages: dict[str, PassageOdds] = {}
    updated = dict(beliefs)
    for part in joined.order:
        incoming = _neighbour_messages(part, joined, sent_messages, _own_evidence(beliefs[part]))
        updated[part], sent_messages[part] = _combine_with_messages(beliefs[part], incoming)
        for premise in sorted(premises(part, joined)):
            updated[part] = _capped_by_premise(updated[part], updated[premise])
    return updated


def premises(part: str, joined: Links) -> set[str]:
    """Return the parts that this part depends on."""
    return {s for s, receiver, e in joined.flows if receiver == part and e.kind is EdgeKind.DEPENDS_ON}


def _own_evidence(belief: Belief) -> PassageOdds:
    """Return the contributions of the part's own passages, scaled to the consensus bound."""
    own_total = math.fsum(voice.log_odds for voice in belief.voices)
    bounded_total = bounded(own_total, *consensus(belief.voices))
    return {v.passage: v.log_odds * bounded_total / own_total for v in belief.voices if v.log_odds} if own_total else {}


def _neighbour_messages(
    part: str, joined: Links, sent_messages: Mapping[str, PassageOdds], own_odds: PassageOdds
) -> PassageOdds:
    """Return the neighbours' messages by passage, without the part's own passages.

    A passage that arrives more than once counts with its greatest weight.
    """
    incoming: dict[str, float] = {}
    for sender, receiver, edge in joined.flows:
        if receiver == part:
            for passage, odds in _edge_message(edge, sent_messages[sender]).items():
                if passage not in own_odds and abs(odds) > abs(incoming.get(passage, 0.0)):
                    incoming[passage] = odds
    return incoming


def _edge_message(edge: ClaimEdge, sent_message: PassageOdds) -> PassageOdds:
    """Return the message of an edge. A premise can undermine the part that depends on it, but never supports it."""
    if edge.kind is EdgeKind.DEPENDS_ON and math.fsum(sent_message.values()) >= 0:
        return {}
    sign = -1 if edge.kind is EdgeKind.CONTRADICTS else 1
    return {passage: odds * edge.weight * sign for passage, odds in sent_message.items()}


def _combine_with_messages(local: Belief, incoming: PassageOdds) -> tuple[Belief, PassageOdds]:
    """Return the belief after the neighbours' messages, and the message that this part sends.

    The message consists of the part's own evidence and the counted share of the neighbours' messages.
    """
    total = math.fsum(incoming.values())
    if not total:
        return local, _own_evidence(local)
    max_message = VERDICT.graph.max_message
    background = max(-max_message, min(max_message, total))
    own_odds = _own_evidence(local)
    own_total = math.fsum(own_odds.values())
    counted_share = (_limit_odds(tempered(own_total, background), local) - own_total) / total
    odds = _limit_odds(tempered(local.log_odds, background), local)
    sent_message = {**own_odds, **{passage: value * counted_share for passage, value in incoming.items()}}
    return replace(local, log_odds=odds + 0.0, probability=probability(odds)), sent_message


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

"""The label of one atomic claim (docs/design.md#label)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceType
from backend.domain.verdict import Belief, Label
from backend.sources.ratings import QUALIFIES, rating_of
from backend.verdict.settings import VERDICT, BeliefSettings

_RATING = re.compile(r" as “([^”]+)”\.?$")


def misleading(evidence: Sequence[Evidence]) -> bool:
    """Whether a fact-checker that may count rates the claim as deceptive or only partly true; ratings by other sites are ignored."""
    return any(calls_misleading(e) for e in evidence)


def calls_misleading(item: Evidence) -> bool:
    """Whether a passage is such a rating."""
    checker = item.rating.type is SourceType.FACT_CHECKER or item.rating.authoritative
    rating = _RATING.search(item.passage.text)
    published = item.passage.kind is PassageKind.REVIEW and item.decisive and checker
    return published and rating is not None and rating_of(rating.group(1)) in QUALIFIES


def leaning(belief: Belief, settings: BeliefSettings = VERDICT.belief) -> Stance:
    """The winning side; NEUTRAL if the belief is too close to even odds (docs/design.md#label)."""
    if abs(belief.probability - 0.5) <= settings.weak_band:
        return Stance.NEUTRAL
    return Stance.SUPPORTS if belief.probability > 0.5 else Stance.REFUTES


def label(evidence: Sequence[Evidence], believed: Belief, *, firm: tuple[bool, bool], conflict: bool) -> Label:
    """`firm` says whether support and refutation rest on independent evidence, `conflict` whether the weaker side has enough weight.

    Only two independent sides make a conflict, and a side wins only if the belief points its way. `believed` comes from the
    evidence alone, without the page's prior and the other parts of the claim.
    """
    supports, refutes = firm
    if not any(e.decisive for e in evidence) or not (supports or refutes):
        return Label.NOT_ENOUGH_EVIDENCE
    if misleading(evidence):
        return Label.MISLEADING
    side = leaning(believed)
    if supports and refutes and (conflict or side is Stance.NEUTRAL):
        return Label.PARTIALLY_TRUE
    if supports and side is Stance.SUPPORTS:
        return Label.TRUE
    return Label.FALSE if refutes and side is Stance.REFUTES else Label.NOT_ENOUGH_EVIDENCE

"""One outcome for one atomic claim."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceType
from backend.domain.verdict import Label

_RATING = re.compile(r" as “([^”]+)”\.?$")
_MISLEADING = re.compile(
    r"\b(misleading|missing context|lacks? context|out of context|cherry[- ]?pick\w*|half[- ]true|mixture"
    r"|mostly (?:true|false)|partly (?:true|false))\b",
    re.I,
)


def misleading(evidence: Sequence[Evidence]) -> bool:
    """A fact-checker that may count rates the claim as deceptive rather than wrong; a page's word about itself is nothing."""
    return any(_calls_misleading(e) for e in evidence)


def _calls_misleading(item: Evidence) -> bool:
    checker = item.rating.type is SourceType.FACT_CHECKER or item.rating.authoritative
    rating = _RATING.search(item.passage.text)
    published = item.passage.kind is PassageKind.REVIEW and item.decisive and checker
    return published and rating is not None and bool(_MISLEADING.search(rating.group(1)))


def label(evidence: Sequence[Evidence], *, firm: tuple[bool, bool], conflict: bool, stronger: Stance) -> Label:
    """`firm` says whether support and refutation stand on independent evidence, `stronger` which weighs more (trust.sufficiency).

    Only two independent sides make a conflict: one unknown page that objects is shown, but does not split a verdict.
    """
    supports, refutes = firm
    if not any(e.decisive for e in evidence) or not (supports or refutes):
        return Label.NOT_ENOUGH_EVIDENCE
    if misleading(evidence):
        return Label.MISLEADING
    if conflict and supports and refutes:
        return Label.PARTIALLY_TRUE
    if supports != refutes:
        return Label.TRUE if supports else Label.FALSE
    return Label.TRUE if stronger is Stance.SUPPORTS else Label.FALSE

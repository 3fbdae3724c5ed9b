"""Detects reviews by fact-checkers that rate a claim as deceptive or only partly true."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence
from backend.domain.trust import SourceType
from backend.sources.ratings import QUALIFIES, rating_of

_RATING = re.compile(r" as “([^”]+)”\.?$")


def misleading(evidence: Sequence[Evidence]) -> bool:
    """Return whether a fact-checker that may count rates the claim as deceptive or only partly true.

    Ratings from other sites are ignored.
    """
    return any(calls_misleading(e) for e in evidence)


def calls_misleading(item: Evidence) -> bool:
    """Return whether the passage is a fact-checker's decisive rating of the claim as deceptive or only partly true."""
    checker = item.rating.type is SourceType.FACT_CHECKER or item.rating.authoritative
    rating = _RATING.search(item.passage.text)
    published = item.passage.kind is PassageKind.REVIEW and item.decisive and checker
    return published and rating is not None and rating_of(rating.group(1)) in QUALIFIES

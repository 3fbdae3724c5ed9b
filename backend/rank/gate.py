"""Decides which evidence is relevant, by the judge's score and not by credibility (docs/design.md#other-orders)."""

from __future__ import annotations

from backend.domain.evidence import Evidence
from backend.rank.scores import logit
from backend.rank.settings import RANK


def passes(item: Evidence) -> bool:
    """Return whether the passage is relevant enough to be weighed.

    With the shipped thresholds, this is true of every passage that supports or refutes the claim.
    """
    return logit(item.relevance) >= RANK.credibility.min_logit

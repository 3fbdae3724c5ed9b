"""Decides which evidence is relevant, based on the judge's score and not on credibility (docs/design.md#other-orders)."""

from __future__ import annotations

from backend.domain.evidence import Evidence
from backend.rank.scores import logit
from backend.rank.settings import RANK


def passes(item: Evidence) -> bool:
    """Return whether the passage is relevant enough to contribute to the verdict.

    With the shipped thresholds, every passage that supports or refutes the claim is relevant enough.
    """
    return logit(item.relevance) >= RANK.credibility.min_logit

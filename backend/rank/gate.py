"""Decides what counts as relevant, by the verifier's score alone, before credibility (docs/design.md#other-orders)."""

from __future__ import annotations

from backend.domain.evidence import Evidence
from backend.rank.scores import logit
from backend.rank.settings import RANK


def passes(item: Evidence) -> bool:
    """Whether the passage is relevant enough to be weighed; with the shipped thresholds, passages that take a side always are."""
    return logit(item.relevance) >= RANK.credibility.min_logit

"""What counts as relevant, by the verifier's score alone, before credibility (docs/design.md#other-orders)."""

from __future__ import annotations

from backend.domain.evidence import Evidence
from backend.rank.scores import logit
from backend.rank.settings import RANK


def passes(item: Evidence) -> bool:
    """Relevant enough to be weighed; passages with a side by the shipped thresholds always are."""
    return logit(item.relevance) >= RANK.credibility.min_logit

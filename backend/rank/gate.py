"""The gate on relevance alone, before credibility (document 004: filter on the raw score)."""

from __future__ import annotations

from backend.domain.evidence import Evidence, Stance
from backend.rank.scores import logit
from backend.rank.settings import RANK


def passes(item: Evidence) -> bool:
    """Relevant enough to be weighed; support is said in other words more often, so that less is asked of it."""
    figures = RANK.credibility
    least = figures.min_logit_support if item.stance is Stance.SUPPORTS else figures.min_logit
    return logit(item.relevance) >= least

"""The container for the collaborators of the loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from backend.acquire.reader import Reader
from backend.knowledge.base import KnowledgeBase
from backend.pipeline.policy import Policy
from backend.ports import Embedder
from backend.rank.settings import RankProfile
from backend.search.follow_up import FollowUp
from backend.search.searcher import Searcher
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from backend.stance.second_reading import SecondReader
from backend.stance.tie_break import TieBreaker


@dataclass(frozen=True, slots=True, kw_only=True)
class GatherTools:
    """All collaborators of the loop for one atomic claim. Built in `backend/bootstrap.py`."""

    knowledge: KnowledgeBase
    registry: SourceRegistry
    embedder: Embedder
    searcher: Searcher
    reader: Reader
    judge: Judge
    second_reader: SecondReader
    tie_breaker: TieBreaker
    follow_up: FollowUp
    now: Callable[[], datetime]
    recall_k: int
    pages_per_tier: int
    policy: Policy
    ranking: RankProfile = RankProfile.CLAIMLIGHT

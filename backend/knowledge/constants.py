"""All retrieval constants, with their origins.

Each origin names one of the original designs (000 to 004, see docs/design.md#founding-designs) and the section of
docs/design.md that describes the constant. "ours" marks a choice made in this project (docs/decisions/0013).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallConstants:
    """Constants for retrieving candidate passages for a claim and for selecting from them."""

    boost_per_doubling: float = 0.02
    """004 #recall: access boost added by the first access and by each doubling (in 004, by every access, without limit)."""
    boost_cap: float = 0.10
    """ours #recall: upper limit of the access boost."""
    min_score: float = 0.28
    """000 #recall: minimum cosine of a neighbour."""
    backfill_score: float = 0.20
    """000 #recall: minimum cosine of a neighbour that only fills up a short list."""
    backfill_to: int = 5
    """000 #recall: number of passages below which neighbours above `backfill_score` fill up the list."""
    full_text_limit: int = 50
    """000 #recall: maximum number of passages that BM25 returns per query."""
    words_weight: float = 0.2
    """ours: weight of the BM25 score, relative to the best BM25 score, when it is added to the cosine."""
    graph_weight: float = 0.1
    """ours: weight of the raw graph score when it is added to the cosine."""
    max_per_source: int = 3
    """ours: maximum number of passages from one page that precede other pages (in 001, one article can fill the list)."""
    max_leads: float = 0.5
    """ours: maximum share of quarantined passages in the list while trusted passages are available."""
    full_text_s: float = 1.0
    graph_s: float = 1.0
    """ours: time limit in seconds for each retriever, about 100 times the usual time; late results are dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphConstants:
    """Limits and weights for one- and two-hop paths (docs/design.md#recall)."""

    max_linked: int = 16
    """ours: maximum number of the claim's entities that are followed, rarest first."""
    per_entity: int = 30
    joining: int = 60
    """ours: maximum number of triples fetched per entity, and for all pairs of the claim's entities."""
    frontier: int = 8
    per_bridge: int = 15
    """ours: maximum number of entities that start a second hop, and maximum number of triples fetched for each."""
    hub: int = 50
    """ours: an entity with more triples than this, such as a country, is not used for a second hop."""
    second_hop: float = 0.6
    """ours: factor applied to the score of a two-hop path."""
    ends_weight: float = 0.5
    """ours: weight of the claim's words at the ends of a path. The rest is for its words in the whole path."""
    url_bonus: float = 0.05
    """000 #recall: bonus for a triple whose source has a URL; the score is capped at 1."""
    min_path: float = 0.25
    max_paths: int = 20
    """ours: minimum score of a path, and maximum number of passages that the graph proposes."""


RECALL = RecallConstants()
GRAPH = GraphConstants()

"""Every constant of retrieval; each names the founding design and the section of docs/design.md it comes from.

"ours" marks a choice of this project, see docs/decisions/0013.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallConstants:
    """How passages are proposed for a claim, and which are looked at."""

    boost_per_doubling: float = 0.02
    """004 #recall adds 0.02 per access without limit; here per doubling, so that the first access adds the documented 0.02."""
    boost_cap: float = 0.10
    """ours #recall: upper limit of the boost."""
    min_score: float = 0.28
    """000 #recall: least cosine of a neighbour."""
    backfill_score: float = 0.20
    """000 #recall: least cosine of a neighbour that only fills the list."""
    backfill_to: int = 5
    """000 #recall: how many candidates the list is filled up to."""
    full_text_limit: int = 50
    """000 #recall: passages per query by BM25."""
    words_weight: float = 0.2
    """ours: share of the best BM25 score, added to the cosine."""
    graph_weight: float = 0.1
    """ours: raw graph score, added to the cosine."""
    max_per_source: int = 3
    """ours: passages of one page before those of others; 001 lets the chunks of one article use up the list."""
    max_leads: float = 0.5
    """ours: share of the list for passages in quarantine while there are trusted ones."""
    full_text_s: float = 1.0
    graph_s: float = 1.0
    """ours: seconds after which a retriever is abandoned; the others answer without it. A hundred times their usual time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphConstants:
    """One- and two-hop paths (docs/design.md#recall), bounded in fan-out."""

    max_linked: int = 16
    """ours: entities of the claim that are followed, rarest first."""
    per_entity: int = 30
    joining: int = 60
    """ours: triples fetched per entity, and between two entities of the claim."""
    frontier: int = 8
    per_bridge: int = 15
    """ours: entities from which a second hop is made, and triples fetched from each."""
    hub: int = 50
    """ours: no second hop through an entity with more triples, such as a country."""
    second_hop: float = 0.6
    """ours: factor of a path of two hops."""
    ends_weight: float = 0.5
    """ours: share of the claim's words at the path's ends in the score; the rest is their share in the whole path."""
    url_bonus: float = 0.05
    """000 #recall: for a triple whose source has an address, up to 1."""
    min_path: float = 0.25
    max_paths: int = 20
    """ours: weaker paths propose nothing, and at most this many passages are proposed."""


RECALL = RecallConstants()
GRAPH = GraphConstants()

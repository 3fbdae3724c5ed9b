"""All retrieval constants. Each names the founding design and the section of docs/design.md that it comes from.

"ours" marks a choice made in this project, see docs/decisions/0013.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallConstants:
    """Constants for proposing passages for a claim and for selecting from them."""

    boost_per_doubling: float = 0.02
    """004 #recall adds 0.02 per access without limit; here each doubling adds 0.02, and so does the first access."""
    boost_cap: float = 0.10
    """ours #recall: upper limit of the boost."""
    min_score: float = 0.28
    """000 #recall: minimum cosine of a neighbour."""
    backfill_score: float = 0.20
    """000 #recall: minimum cosine of a neighbour that only fills up the list."""
    backfill_to: int = 5
    """000 #recall: number of passages up to which such neighbours fill up the list."""
    full_text_limit: int = 50
    """000 #recall: maximum number of passages that BM25 returns per query."""
    words_weight: float = 0.2
    """ours: weight of the BM25 score, as a share of the best one, when it is added to the cosine."""
    graph_weight: float = 0.1
    """ours: weight of the raw graph score when it is added to the cosine."""
    max_per_source: int = 3
    """ours: maximum number of passages of one page before those of other pages; in 001, one article can fill the list."""
    max_leads: float = 0.5
    """ours: maximum share of quarantined passages in the list, as long as there are trusted ones."""
    full_text_s: float = 1.0
    graph_s: float = 1.0
    """ours: time limit in seconds for each retriever, about a hundred times its usual time; a late one is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphConstants:
    """Limits and weights for one- and two-hop paths (docs/design.md#recall)."""

    max_linked: int = 16
    """ours: maximum number of the claim's entities that are followed, rarest first."""
    per_entity: int = 30
    joining: int = 60
    """ours: maximum number of triples fetched per entity, and between entities of the claim."""
    frontier: int = 8
    per_bridge: int = 15
    """ours: maximum number of entities that start a second hop, and of triples fetched for each."""
    hub: int = 50
    """ours: an entity with more triples than this, such as a country, is not used for a second hop."""
    second_hop: float = 0.6
    """ours: factor applied to the score of a path of two hops."""
    ends_weight: float = 0.5
    """ours: weight of the claim's words at the ends of a path; the rest is the weight of its words in the whole path."""
    url_bonus: float = 0.05
    """000 #recall: bonus for a triple whose source has an address; the score is capped at 1."""
    min_path: float = 0.25
    max_paths: int = 20
    """ours: minimum score of a path, and maximum number of proposed passages."""


RECALL = RecallConstants()
GRAPH = GraphConstants()

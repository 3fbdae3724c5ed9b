"""Every figure of retrieval in one frozen object; each field names the document and section that it comes from.

"design" marks what no document has: our resolution of a defect, with its reason in docs/decisions/0013.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallFigures:
    """How passages are proposed for a claim, and which are looked at."""

    boost_per_doubling: float = 0.02
    """004 step 2 adds 0.02 per access without end; here per doubling, so that the first access gives the documented 0.02."""
    boost_cap: float = 0.10
    """seed-systems §16, access boost."""
    min_score: float = 0.28
    """000 (seed-systems §4): least cosine of a neighbour."""
    backfill_score: float = 0.20
    """000 (seed-systems §4): least cosine of a neighbour that only fills the list."""
    backfill_to: int = 5
    """000 (seed-systems §4): how many candidates the list is filled up to."""
    full_text_limit: int = 50
    """000 (seed-systems §4): passages per query by BM25."""
    words_weight: float = 0.2
    """design: share of the best BM25 score, added to the cosine."""
    graph_weight: float = 0.1
    """design: raw graph score, added to the cosine."""
    max_per_source: int = 3
    """design: passages of one page before those of others; 001 lets the chunks of one article eat the list (seed-systems §4)."""
    max_leads: float = 0.5
    """design: share of the list for passages in quarantine while trusted ones are left."""
    full_text_s: float = 1.0
    graph_s: float = 1.0
    """design: seconds after which a retriever is given up; the others answer without it. A hundred times what they take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFigures:
    """One- and two-hop paths (000 §3 step 3), bounded in fan-out."""

    max_linked: int = 16
    """design: entities of the claim that are followed, the rarest ones."""
    per_entity: int = 30
    joining: int = 60
    """design: triples fetched per entity, and between two entities of the claim."""
    frontier: int = 8
    per_bridge: int = 15
    """design: entities from which a second hop is made, and triples fetched from each."""
    hub: int = 50
    """design: no second hop through an entity with more triples, such as a country."""
    second_hop: float = 0.6
    """design: factor of a path of two hops."""
    ends_weight: float = 0.5
    """design: of the score, the share of the claim's words at the path's ends; the rest is their share in the whole path."""
    url_bonus: float = 0.05
    """000 (seed-systems §4): for a triple whose source has an address, up to 1."""
    min_path: float = 0.25
    max_paths: int = 20
    """design: weaker paths propose nothing, and no more than this many passages are proposed."""


RECALL = RecallFigures()
GRAPH = GraphFigures()

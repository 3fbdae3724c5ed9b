"""All ranking constants, with their origins.

Each origin names one of the original designs (000 to 004, see docs/design.md#founding-designs) and the section of
docs/design.md that describes the constant. "ours" marks a choice made in this project (docs/decisions/0012).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from backend.domain.constants import const


class RankProfile(StrEnum):
    """The score by which the evidence is ordered. The other scores are always reported as well."""

    CLAIMLIGHT = "claimlight"
    HYBRID = "hybrid"
    """See docs/design.md#hybrid-ranking."""
    MIX = "mix"
    """See docs/design.md#other-orders, which also describes PROVIDER and CREDIBILITY."""
    PROVIDER = "provider"
    CREDIBILITY = "credibility"


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridWeights:
    """Weights of the base score, which sum to 1."""

    semantic: float = const(0.31, "000 #hybrid-ranking")
    graph: float = const(0.12, "000 #hybrid-ranking")
    entity: float = const(0.20, "000 #hybrid-ranking")
    claim_overlap: float = const(0.15, "000 #hybrid-ranking")
    recency: float = const(0.05, "000 #hybrid-ranking")
    credibility: float = const(0.17, "000 #hybrid-ranking")


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosts:
    """Amounts added to the base score, and the conditions for adding them."""

    graph: float = const(0.05, "000 #hybrid-ranking")
    graph_min_overlap: float = const(0.08, "000 #hybrid-ranking")
    graph_entity: float = const(0.10, "000 #hybrid-ranking")
    graph_entity_min_entity: float = const(0.34, "000 #hybrid-ranking")
    graph_entity_min_overlap: float = const(0.10, "000 #hybrid-ranking")
    graph_anchored: float = const(0.08, "000 #hybrid-ranking")
    graph_anchored_min_raw: float = const(0.40, "000 #hybrid-ranking")


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """Factors that multiply the boosted score, their conditions, and the amount then subtracted for uncertainty."""

    anchor_min: float = const(0.20, "000 #hybrid-ranking")
    anchor_graph: float = const(0.30, "000 #hybrid-ranking")
    anchor_other: float = const(0.70, "000 #hybrid-ranking")
    backfill: float = const(0.85, "000 #hybrid-ranking")
    backfill_min_entity: float = const(0.25, "000 #hybrid-ranking")
    backfill_min_graph: float = const(0.55, "000 #hybrid-ranking")
    object_missing: float = const(0.55, "000 #hybrid-ranking")
    focus: float = const(0.75, "000 #hybrid-ranking")
    focus_max_shared: float = const(1.0, "000 #hybrid-ranking")
    focus_sure: float = const(0.85, "000 #hybrid-ranking")
    subject_missing: float = const(0.60, "000 #hybrid-ranking")
    relation_object_missing: float = const(0.70, "000 #hybrid-ranking")
    relation_sure: float = const(0.90, "000 #hybrid-ranking")
    mention: float = const(0.65, "000 #hybrid-ranking")
    uncertainty: float = const(0.12, "000 #hybrid-ranking")
    contradiction: float = const(1.0, "ours #hybrid-ranking: document 000 multiplies refutations by 0.60")


@dataclass(frozen=True, slots=True, kw_only=True)
class Floors:
    """Minimum score of an authoritative passage that has neither a cosine nor a graph score."""

    min_credibility: float = const(0.9, "000 #hybrid-ranking")
    score: float = const(0.2, "000 #hybrid-ranking")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Thresholds of the strict filters. A candidate is rejected if any filter applies."""

    min_overlap: float = const(0.15, "000 #hybrid-ranking")
    min_semantic: float = const(0.75, "000 #hybrid-ranking")
    graph_norm: float = const(0.55, "000 #hybrid-ranking")
    graph_raw: float = const(0.45, "000 #hybrid-ranking")
    graph_min_entity: float = const(0.20, "000 #hybrid-ranking")
    graph_min_overlap: float = const(0.08, "000 #hybrid-ranking")
    object_max_overlap: float = const(0.40, "000 #hybrid-ranking")
    object_sure: float = const(0.90, "000 #hybrid-ranking")
    focus_max_overlap: float = const(0.35, "000 #hybrid-ranking")
    focus_sure: float = const(0.90, "000 #hybrid-ranking")
    relation_sure: float = const(0.95, "000 #hybrid-ranking")
    mention_max_overlap: float = const(0.60, "000 #hybrid-ranking")
    weak_semantic: float = const(0.20, "000 #hybrid-ranking")
    weak_overlap: float = const(0.08, "000 #hybrid-ranking")
    weak_entity: float = const(0.20, "000 #hybrid-ranking")
    weak_graph: float = const(0.40, "000 #hybrid-ranking")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Settings for the features that are computed from words."""

    half_life_days: float = const(365.0, "000 #hybrid-ranking, RECENCY_HALF_LIFE_DAYS")
    max_anchors: int = const(4, "000 #hybrid-ranking")
    min_anchors: int = const(2, "000 #hybrid-ranking")
    unanchored_overlap: float = const(0.20, "000 #hybrid-ranking: claim overlap where anchors fail")
    max_entity_words: int = const(8, "000 #recall")
    min_score: float = const(0.28, "000 #recall")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Weights of the `mix` score, which sum to 1, and the source preference of each origin."""

    relevance: float = const(0.7, "001 #other-orders")
    url_quality: float = const(0.2, "001 #other-orders")
    source: float = const(0.1, "001 #other-orders")
    web: float = const(1.0, "001 #other-orders")
    knowledge: float = const(0.7, "001 #other-orders")
    other: float = const(0.8, "001 #other-orders")


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlQuality:
    """The quality of a URL by the kind of page it leads to, 0..1."""

    none: float = const(0.0, "001 #addresses")
    section: float = const(0.2, "001 #addresses")
    shallow: float = const(0.6, "001 #addresses: one segment")
    article: float = const(0.9, "001 #addresses: two segments, or a number in the query")
    deep: float = const(1.0, "001 #addresses: three segments or more")
    unreadable: float = const(0.5, "001 #addresses")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """Weight of the retriever's score in the `provider` score, and the minimum relevance."""

    weight: float = const(0.7, "002 #other-orders, lambda")
    min_relevance: float = const(0.15, "002 #search-profiles")


@dataclass(frozen=True, slots=True, kw_only=True)
class Credibility:
    """Parameters of the `credibility` score, which selects the evidence for a verdict."""

    boost: float = const(0.3, "004 #other-orders, CREDIBILITY_BOOST_FACTOR")
    neutral: float = const(0.5, "004 #other-orders")
    min_logit: float = const(
        -0.2, "004 #other-orders, MIN_RELEVANCE_SCORE, asks 0.3 of another logit; here of 1 - p(neutral)"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimlight:
    """Weights of the `claimlight` score.

    The first three weights sum to 1. `boost_slope` scales the credibility boost from logits to 0..1.
    """

    semantic: float = const(0.6, "ours: what the embedder says (decision 0012)")
    decisive: float = const(0.3, "ours: 1 - p(neutral), what the verifier says (decision 0012)")
    hybrid: float = const(0.1, "ours: what words, source and date say (decision 0012)")
    boost_slope: float = const(0.25, "ours: slope of the logistic curve at 0, from logits to 0..1")
    candidate_semantic: float = const(0.7, "ours: before judging; the rest is the hybrid score (decision 0012)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLimits:
    """Limits on the evidence list, and thresholds for detecting copies."""

    max_per_domain: int = const(2, "001 #other-orders and 004")
    same_start: int = const(100, "004 #other-orders: characters that make two passages one")
    near_copy: float = const(0.85, "ours: Jaccard similarity of content stems that makes two passages one")
    same_words: int = const(
        8, "ours: words of a sentence from which two publishers hardly chose all alike (decision 0029)"
    )
    same_length: float = const(0.7, "ours: share of the longer sentence that an edited copy keeps (decision 0029)")
    same_run: int = const(3, "ours: words in a row that count as taken over (decision 0029)")
    confirming: float = const(
        0.7, "ours: probability of its side from which a page takes the place of a summary of ours (decision 0036)"
    )
    max_related: int = const(3, "ours: passages without a stance that fill up the list")
    related_topicality: float = const(0.5, "ours: and how topical they must be")


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSettings:
    """All ranking settings."""

    weights: HybridWeights = HybridWeights()
    boosts: Boosts = Boosts()
    penalties: Penalties = Penalties()
    floors: Floors = Floors()
    filters: Filters = Filters()
    words: Words = Words()
    mix: Mix = Mix()
    url_quality: UrlQuality = UrlQuality()
    provider: Provider = Provider()
    credibility: Credibility = Credibility()
    claimlight: Claimlight = Claimlight()
    lists: ListLimits = ListLimits()


RANK = RankSettings()

"""Every figure of ranking in one frozen object; each field names the document and section that it comes from.

"design" marks what no document has: our resolution of a conflict or a defect, with its reason in docs/decisions/0012.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")


def const(value: T, source: str) -> T:
    """A field with this default, and its source as metadata under "source"."""
    made: T = field(default=value, metadata={"source": source})
    return made


class RankProfile(StrEnum):
    """Which of the scores orders the evidence; all of them are always reported."""

    CLAIMLIGHT = "claimlight"
    HYBRID = "hybrid"
    """Document 000."""
    MIX = "mix"
    """Document 001."""
    PROVIDER = "provider"
    """Document 002."""
    CREDIBILITY = "credibility"
    """Document 004."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridWeights:
    """Shares of the base score; they sum to 1."""

    semantic: float = const(0.31, "000 §4")
    graph: float = const(0.12, "000 §4")
    entity: float = const(0.20, "000 §4")
    claim_overlap: float = const(0.15, "000 §4")
    recency: float = const(0.05, "000 §4")
    credibility: float = const(0.17, "000 §4")


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosts:
    """What is added to the base score."""

    graph: float = const(0.05, "000 §4.2")
    graph_min_overlap: float = const(0.08, "000 §4.2")
    graph_entity: float = const(0.10, "000 §4.2")
    graph_entity_min_entity: float = const(0.34, "000 §4.2")
    graph_entity_min_overlap: float = const(0.10, "000 §4.2")
    graph_anchored: float = const(0.08, "000 §4.2")
    graph_anchored_min_raw: float = const(0.40, "000 §4.2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """Factors of the boosted score, and what uncertainty subtracts after them."""

    anchor_min: float = const(0.20, "000 §4.3")
    anchor_graph: float = const(0.30, "000 §4.3")
    anchor_other: float = const(0.70, "000 §4.3")
    backfill: float = const(0.85, "000 §4.3")
    backfill_min_entity: float = const(0.25, "000 §4.3 (seed-systems §8.3)")
    backfill_min_graph: float = const(0.55, "000 §4.3 (seed-systems §8.3)")
    object_missing: float = const(0.55, "000 §4.3")
    focus: float = const(0.75, "000 §4.3")
    focus_max_shared: float = const(1.0, "000 §4.3 (seed-systems §8.3)")
    focus_sure: float = const(0.85, "000 §4.3 (seed-systems §8.3)")
    subject_missing: float = const(0.60, "000 §4.3")
    relation_object_missing: float = const(0.70, "000 §4.3")
    relation_sure: float = const(0.90, "000 §4.3 (seed-systems §8.3)")
    mention: float = const(0.65, "000 §4.3")
    uncertainty: float = const(0.12, "000 §4.3")
    contradiction: float = const(1.0, "design: document 000 multiplies refutations by 0.60 (seed-systems §9.6)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Floors:
    """What an authoritative passage keeps when neither cosine nor graph knows it."""

    min_credibility: float = const(0.9, "000 §4.4")
    score: float = const(0.2, "000 §4.4")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Thresholds of the strict filters; a candidate that any of them meets is set aside."""

    min_overlap: float = const(0.15, "000 §4.4 (seed-systems §8.3)")
    min_semantic: float = const(0.75, "000 §4.4 (seed-systems §8.3)")
    graph_norm: float = const(0.55, "000 §4.4 (seed-systems §8.3)")
    graph_raw: float = const(0.45, "000 §4.4 (seed-systems §8.3)")
    graph_min_entity: float = const(0.20, "000 §4.4 (seed-systems §8.3)")
    graph_min_overlap: float = const(0.08, "000 §4.4 (seed-systems §8.3)")
    object_max_overlap: float = const(0.40, "000 §4.4 (seed-systems §8.3)")
    object_sure: float = const(0.90, "000 §4.4 (seed-systems §8.3)")
    focus_max_overlap: float = const(0.35, "000 §4.4 (seed-systems §8.3)")
    focus_sure: float = const(0.90, "000 §4.4 (seed-systems §8.3)")
    relation_sure: float = const(0.95, "000 §4.4 (seed-systems §8.3)")
    mention_max_overlap: float = const(0.60, "000 §4.4 (seed-systems §8.3)")
    weak_semantic: float = const(0.20, "000 §4.4 (seed-systems §8.3)")
    weak_overlap: float = const(0.08, "000 §4.4 (seed-systems §8.3)")
    weak_entity: float = const(0.20, "000 §4.4 (seed-systems §8.3)")
    weak_graph: float = const(0.40, "000 §4.4 (seed-systems §8.3)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How features are read from words."""

    half_life_days: float = const(365.0, "000 §4.1, RECENCY_HALF_LIFE_DAYS")
    max_anchors: int = const(4, "000 §4 (seed-systems §8.3)")
    min_anchors: int = const(2, "000 §4 (seed-systems §8.3)")
    unanchored_overlap: float = const(0.20, "000 §4 (seed-systems §8.3): claim overlap where anchors fail")
    max_entity_words: int = const(8, "000 §3 (seed-systems §4, entity fallback)")
    min_score: float = const(0.28, "000 §3 (seed-systems §4, vector search)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """The presentation mix; weights sum to 1."""

    relevance: float = const(0.7, "001 §6.1")
    url_quality: float = const(0.2, "001 §6.1")
    source: float = const(0.1, "001 §6.1")
    web: float = const(1.0, "001 §6.1 (seed-systems §8.1)")
    knowledge: float = const(0.7, "001 §6.1 (seed-systems §8.1)")
    other: float = const(0.8, "001 §6.1 (seed-systems §8.1)")


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlQuality:
    """Levels of an address, 0..1."""

    none: float = const(0.0, "001 §6.1 (seed-systems §7)")
    section: float = const(0.2, "001 §6.1 (seed-systems §7)")
    shallow: float = const(0.6, "001 §6.1 (seed-systems §7): one segment")
    article: float = const(0.9, "001 §6.1 (seed-systems §7): two segments, or a number in the query")
    deep: float = const(1.0, "001 §6.1 (seed-systems §7): three segments or more")
    unreadable: float = const(0.5, "001 §6.1 (seed-systems §7)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """What the retriever said beside what we found."""

    weight: float = const(0.7, "002 Retrieval Loop (seed-systems §8.4, lambda)")
    min_relevance: float = const(0.15, "002 SearchPolicy, quality_thresholds (seed-systems §5.4)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Credibility:
    """The last formula before the verdict."""

    boost: float = const(0.3, "004 §6, CREDIBILITY_BOOST_FACTOR")
    neutral: float = const(0.5, "004 §6")
    min_logit: float = const(-0.2, "004 step 3, MIN_RELEVANCE_SCORE, asks 0.3 of another logit; here of 1 - p(neutral)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimlight:
    """Our own order; the three weights sum to 1, the boost is document 004's where the logistic curve is steepest."""

    semantic: float = const(0.6, "design: what the embedder says (decision 0012)")
    decisive: float = const(0.3, "design: 1 - p(neutral), what the verifier says (decision 0012)")
    hybrid: float = const(0.1, "design: what words, source and date say (decision 0012)")
    boost_slope: float = const(0.25, "design: slope of the logistic curve at 0, from logits to 0..1")
    candidate_semantic: float = const(0.7, "design: before judging; the rest is the hybrid score (decision 0012)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """Cuts and copies."""

    max_per_domain: int = const(2, "001 §6.1 and 004 step 6")
    same_start: int = const(100, "004 step 6: characters that make two passages one")
    near_copy: float = const(0.85, "design: Jaccard similarity of content stems that makes two passages one")
    same_words: int = const(
        8, "design: words of a sentence from which two publishers hardly chose all alike (decision 0029)"
    )
    same_length: float = const(0.7, "design: share of the longer sentence that an edited copy keeps (decision 0029)")
    same_run: int = const(3, "design: words in a row that count as taken over (decision 0029)")
    confirming: float = const(
        0.7, "design: probability of its side from which a page takes the place of a summary of ours (decision 0036)"
    )
    max_related: int = const(3, "design: passages without a stance that fill up the list")
    related_topicality: float = const(0.5, "design: and how topical they must be")


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSettings:
    """All of them."""

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
    lists: Lists = Lists()


RANK = RankSettings()

"""What ranking knows about one passage for one claim before it is judged (docs/design.md#hybrid-ranking)."""

from __future__ import annotations

from typing import NamedTuple


class Features(NamedTuple):
    """Absolute values: they depend on claim, passage and day only, never on the other candidates. Flags are 0 or 1.

    A tuple of floats on purpose: a batch becomes one matrix of shape (candidates, fields) in one step.
    """

    semantic: float = 0.0
    """Cosine with the claim, 0..1."""
    graph: float = 0.0
    """Raw score of the graph, 0..1; 0 where it did not propose the passage."""
    entity_overlap: float = 0.0
    """Share of the words of the claim's names found in the passage, 0..1."""
    claim_overlap: float = 0.0
    """Share of the claim's content stems found in the passage, 0..1; not capped."""
    recency: float = 0.0
    """0.5 ** (age in days / half-life), 0..1; 0 without a date."""
    credibility: float = 0.5
    """Credibility of the source, 0..1."""
    anchors: float = 1.0
    """Share of the claim's anchor words found, 0..1; 1 for a claim without any."""
    anchored: float = 1.0
    """Flag: enough anchors are found."""
    shared_words: float = 99.0
    """Content stems of more than three letters shared with the claim, a count."""
    object_missing: float = 0.0
    """Flag: the claim says "for", "on" or "against" something that the passage never mentions."""
    subject_missing: float = 0.0
    """Flag: nothing before the claim's relation ("X causes Y") is in the passage."""
    relation_object_missing: float = 0.0
    """Flag: nothing after the claim's relation is in the passage."""
    mention: float = 0.0
    """Flag: the passage only reports that people say or believe it."""
    refutation: float = 0.0
    """Flag: the passage explicitly rejects something ("is a myth", "no evidence that")."""
    uncertain: float = 0.0
    """Flag: an assertive claim meets a hesitant passage."""
    backfill: float = 0.0
    """Flag: a distant neighbour that only fills the list."""
    boilerplate: float = 0.0
    """Flag: the text of a cookie wall or a form, not of a page."""
    number_missing: float = 0.0
    """Flag: the claim counts something, and the passage has no number or none of its names."""
    url_quality: float = 0.5
    """How likely the address is an article's, 0..1 (docs/design.md#other-orders)."""
    source_preference: float = 0.8
    """Preference of the web over the knowledge base, 0..1 (docs/design.md#other-orders)."""
    wordless: float = 0.0
    """Flag: the claim has no content words to compare."""

"""The features of one passage for one claim, before judging (docs/design.md#hybrid-ranking)."""

from __future__ import annotations

from typing import NamedTuple


class Features(NamedTuple):
    """Absolute values, which depend only on claim, passage and day, never on the other candidates. Flags are 0 or 1.

    It is deliberately a tuple of floats, so that a batch becomes a matrix of shape (candidates, fields) in one step.
    """

    semantic: float = 0.0
    """Cosine with the claim, 0..1."""
    graph: float = 0.0
    """Raw score by the graph, 0..1; 0 if the graph did not propose the passage."""
    entity_overlap: float = 0.0
    """Share of the words of the claim's names found in the passage, 0..1."""
    claim_overlap: float = 0.0
    """Share of the claim's content stems found in the passage, 0..1; not capped."""
    recency: float = 0.0
    """0.5 ** (age in days / half-life), 0..1; 0 without a date."""
    credibility: float = 0.5
    """Credibility of the source, 0..1."""
    anchors: float = 1.0
    """Share of the claim's anchor words found, 0..1; 1 for a claim without anchor words."""
    anchored: float = 1.0
    """Flag: enough anchor words were found."""
    shared_words: float = 99.0
    """Number of content stems of more than three letters that passage and claim share."""
    object_missing: float = 0.0
    """Flag: the passage never mentions what follows "for", "on" or "against" in the claim."""
    subject_missing: float = 0.0
    """Flag: the passage contains nothing that precedes the claim's relation ("X causes Y")."""
    relation_object_missing: float = 0.0
    """Flag: the passage contains nothing that follows the claim's relation."""
    mention: float = 0.0
    """Flag: the passage only reports that people say or believe the claim."""
    refutation: float = 0.0
    """Flag: the passage explicitly rejects something ("is a myth", "no evidence that")."""
    uncertain: float = 0.0
    """Flag: the claim is assertive, but the passage is hesitant."""
    backfill: float = 0.0
    """Flag: the passage is a distant neighbour that only fills up the list."""
    boilerplate: float = 0.0
    """Flag: the text of a cookie wall or a form, not of a page."""
    number_missing: float = 0.0
    """Flag: the claim counts something, and the passage has no number or none of the claim's names."""
    url_quality: float = 0.5
    """How likely it is that the address is an article's, 0..1 (docs/design.md#other-orders)."""
    source_preference: float = 0.8
    """Preference of the web over the knowledge base, 0..1 (docs/design.md#other-orders)."""
    wordless: float = 0.0
    """Flag: the claim has no content words that could be compared."""

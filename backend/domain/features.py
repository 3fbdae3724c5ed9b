"""The features of a passage in relation to a claim, computed before judging (docs/design.md#hybrid-ranking)."""

from __future__ import annotations

from typing import NamedTuple


class Features(NamedTuple):
    """Features that depend only on the claim, the passage and the date, never on the other candidates.

    Flags are 0 or 1. The class is a tuple of floats, so that a batch converts to a matrix of shape (candidates, fields)
    in one step.
    """

    semantic: float = 0.0
    """Cosine similarity to the claim, 0..1."""
    graph: float = 0.0
    """Raw graph score, 0..1; 0 if the graph did not propose the passage."""
    entity_overlap: float = 0.0
    """Share of the words in the claim's names that occur in the passage, 0..1."""
    claim_overlap: float = 0.0
    """Share of the claim's content stems that occur in the passage, 0..1, before ranking caps it."""
    recency: float = 0.0
    """0.5 ** (age in days / half-life), 0..1; 0 if there is no date."""
    credibility: float = 0.5
    """Credibility of the source, 0..1."""
    anchors: float = 1.0
    """Share of the claim's anchor words that occur in the passage, 0..1; 1 for a claim without anchor words."""
    anchored: float = 1.0
    """Flag: the passage contains enough anchor words."""
    shared_words: float = 99.0
    """Number of content stems of more than three letters that the passage and the claim share."""
    object_missing: float = 0.0
    """Flag: the passage contains none of the words that follow "for", "on" or "against" in the claim."""
    subject_missing: float = 0.0
    """Flag: the passage contains none of the words before the claim's relation ("X causes Y")."""
    relation_object_missing: float = 0.0
    """Flag: the passage contains none of the words after the claim's relation."""
    mention: float = 0.0
    """Flag: the passage only reports that people say or believe the claim."""
    refutation: float = 0.0
    """Flag: the passage explicitly rejects something ("is a myth", "no evidence that")."""
    uncertain: float = 0.0
    """Flag: the claim is assertive, but the passage is tentative."""
    backfill: float = 0.0
    """Flag: the passage is a distant neighbour that was added only to fill the list."""
    boilerplate: float = 0.0
    """Flag: the text belongs to a cookie banner or a form, not to the page's content."""
    number_missing: float = 0.0
    """Flag: the claim states a number, but the passage contains no number or none of the claim's names."""
    url_quality: float = 0.5
    """How likely the URL is to be the address of an article, 0..1 (docs/design.md#other-orders)."""
    source_preference: float = 0.8
    """Preference for the web over the knowledge base, 0..1 (docs/design.md#other-orders)."""
    wordless: float = 0.0
    """Flag: the claim has no content words to compare."""

"""How much a passage is about a claim, from words alone and together with the embedder's cosine."""

from __future__ import annotations

from backend.domain.text import content_stems, names, recall, subject_stems

SIMILARITY_FLOOR = 0.25
SIMILARITY_FULL = 0.75
RECALL_FULL = 0.75
SUBJECT_MISSING = 0.6
"""Document 000 §4.3: subject mismatch."""


def anchors(claim: str, passage: str) -> float:
    """Mean share of each name's stems found in the passage, 0..1 (document 000 §4, anchors); 1 for a claim without names."""
    have = set(content_stems(passage))
    initials = _initials(passage)
    shares = []
    for name in names(claim):
        wanted = set(content_stems(name))
        if not wanted:
            continue
        short = name.upper() == name and name in initials
        full = _initials_of(name) in passage.split()
        shares.append(1.0 if short or full else len(wanted & have) / len(wanted))
    return sum(shares) / len(shares) if shares else 1.0


def _initials_of(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[:1].isupper()) if " " in name else name


def _initials(text: str) -> frozenset[str]:
    return frozenset(_initials_of(name) for name in names(text) if " " in name)


def topicality(claim: str, passage: str, similarity: float) -> float:
    """0..1: cosine and content-word recall in equal parts, scaled between their floors and ceilings, times the anchors.

    A passage about another thing of the same kind ("Great Wall" for "Great Pyramid") loses through its anchors.
    """
    near = min(1.0, max(0.0, (similarity - SIMILARITY_FLOOR) / (SIMILARITY_FULL - SIMILARITY_FLOOR)))
    shared = min(1.0, recall(claim, passage) / RECALL_FULL)
    subject = subject_stems(claim)
    about = len(subject & set(content_stems(passage))) / len(subject) if subject else 1.0
    guard = (0.4 + 0.6 * anchors(claim, passage)) * (SUBJECT_MISSING + (1 - SUBJECT_MISSING) * about)
    return (0.5 * near + 0.5 * shared) * guard

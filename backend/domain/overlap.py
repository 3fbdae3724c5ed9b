"""How much a passage is about a claim, from words alone and together with the embedder's cosine."""

from __future__ import annotations

import re
from collections.abc import Set

from backend.domain.text import akin, content_stems, names, recall, subject_stems

_NEXT_CLAUSE = re.compile(
    r";|\b(?:and|but|while|whereas)\b(?= (?:is|are|was|were|has|have|had|can|does|do|did|the|he|she|it|they|\w+ed)\b)",
    re.I,
)
SIMILARITY_FLOOR = 0.25
SIMILARITY_FULL = 0.75
RECALL_FULL = 0.75
ANCHORS_MISSING = 0.6
SUBJECT_MISSING = 0.8
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


def clause_recall(claim: str, sentence: str) -> float:
    """The best recall of the claim in one clause of the sentence, its subject counted from anywhere in the sentence, 0..1.

    "Einstein died in Germany" is not said by "Einstein was born in Germany and died in Princeton".
    """
    wanted, subject = set(content_stems(claim)), subject_stems(claim)
    if not wanted:
        return 0.0
    granted = subject & set(content_stems(sentence))
    return max(_share(wanted, granted | set(content_stems(c))) for c in _NEXT_CLAUSE.split(sentence))


def nearest_clause(claim: str, sentence: str) -> str:
    """The clause of the sentence that has most of the claim's content words; the first of several."""
    wanted = set(content_stems(claim))
    return max(
        _NEXT_CLAUSE.split(sentence), key=lambda clause: _share(wanted, set(content_stems(clause))) if wanted else 0.0
    )


def _share(wanted: Set[str], have: Set[str]) -> float:
    return sum(any(akin(w, h) for h in have) for w in wanted) / len(wanted)


def topicality(claim: str, passage: str, similarity: float) -> float:
    """0..1: cosine and content-word recall in equal parts, scaled between their floors and ceilings, times the anchors.

    A passage about another thing of the same kind ("Great Wall" for "Great Pyramid") loses through its anchors.
    """
    near = min(1.0, max(0.0, (similarity - SIMILARITY_FLOOR) / (SIMILARITY_FULL - SIMILARITY_FLOOR)))
    shared = min(1.0, recall(claim, passage) / RECALL_FULL)
    subject = subject_stems(claim)
    about = len(subject & set(content_stems(passage))) / len(subject) if subject else 1.0
    guard = (ANCHORS_MISSING + (1 - ANCHORS_MISSING) * anchors(claim, passage)) * (
        SUBJECT_MISSING + (1 - SUBJECT_MISSING) * about
    )
    return (0.5 * near + 0.5 * shared) * guard

"""Groups the words of a claim for comparison with a passage (docs/design.md#hybrid-ranking)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from backend.domain.text import content_stems, names, numbers, stem, words
from backend.rank.settings import RANK

Columns = NDArray[np.intp]

_OBJECT = re.compile(r"\b(?:against|for|on)\b", re.I)
_RELATION = re.compile(
    r"\b(?:increase[sd]?|cause[sd]?|reduce[sd]?|prevent(?:s|ed)?|protect(?:s|ed)?|has|have)\b(?! been\b)", re.I
)
_ASSERTIVE = re.compile(r"\b(?:help|prevent|reduce|increase|cause|prove|protect)(?:s|d|ed)?\b", re.I)
_BELIEF = re.compile(
    r"\b(?:believe[sd]?|beliefs?|thinks?|thought|perceive[sd]?|concern(?:s|ed)?|hesitan(?:cy|t)|acceptance|surveys?)\b",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:bones?|beats?|cells?|cases?|times|bpm|counts?|deaths?|chromosomes?|teeth|muscles?)\b", re.I
)
_HOW_MANY = re.compile(r"\b(?:how many|number of)\b", re.I)
_NO_ANCHORS = frozenset(map(stem, ("do", "work", "working")))
_NO_OBJECTS = frozenset(map(stem, ("risk", "average")))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWords:
    """The word stems of a claim, and groups of them.

    `stems` are distinct and in reading order, and each group contains indexes into `stems`. `acronyms` are pairs of a
    name's initials and the indexes of the name's stems.
    """

    stems: tuple[str, ...]
    content: Columns
    entities: Columns
    anchors: Columns
    long: Columns
    objects: Columns
    subject: Columns
    relation_object: Columns
    acronyms: tuple[tuple[str, Columns], ...]
    assertive: bool
    belief: bool
    counts: bool
    asks_number: bool


@lru_cache(maxsize=256)
def claim_words(claim: str) -> ClaimWords:
    """Return the word groups of a claim. All groups are empty if the claim has no content words."""
    stems = tuple(dict.fromkeys(content_stems(claim)))
    index_of = {s: i for i, s in enumerate(stems)}

    def columns(found: tuple[str, ...] | list[str]) -> Columns:
        return np.array([index_of[s] for s in dict.fromkeys(found) if s in index_of], dtype=np.intp)

    subject, relation_object = _stems_around_relation(claim)
    objects = _object_stems(claim)
    asks = bool(_HOW_MANY.search(claim))
    return ClaimWords(
        stems=stems,
        content=np.arange(len(stems)),
        entities=columns(_entity_stems(claim)),
        anchors=columns(_anchor_stems(stems, objects)),
        long=columns([stem(w) for w in words(claim) if len(w) > 3]),
        objects=columns(objects),
        subject=columns(subject),
        relation_object=columns(relation_object),
        acronyms=tuple((a, columns(content_stems(name))) for name in names(claim) if (a := _initials(name))),
        assertive=bool(_ASSERTIVE.search(claim)),
        belief=bool(_BELIEF.search(claim)),
        counts=asks or bool(numbers(claim) and _COUNTED.search(claim)),
        asks_number=asks,
    )


def _entity_stems(claim: str) -> tuple[str, ...]:
    """Return the stems of the claim's names (docs/design.md#recall).

    For a claim without names, return up to eight stems of other words, most frequent first and longest first on ties.
    """
    named = tuple(s for name in names(claim) for s in content_stems(name))
    if named:
        return named
    counted = Counter(s for w in words(claim) if not w.endswith("ly") for s in content_stems(w))
    ordered = sorted(counted, key=lambda s: (-counted[s], -len(s), s))
    return tuple(ordered[: RANK.words.max_entity_words])


def _anchor_stems(stems: tuple[str, ...], objects: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first four usable stems. The last slot goes to the relation's object if the object occurs later."""
    usable = [s for s in stems if len(s) >= 3 and s not in _NO_ANCHORS]
    first = usable[: RANK.words.max_anchors]
    late = next((s for s in objects if s in usable), None)
    if late is None or late in first:
        return tuple(first)
    return (*first[: RANK.words.max_anchors - 1], late)


def _object_stems(claim: str) -> tuple[str, ...]:
    """Return the stems of the words after the first "against", "for" or "on"."""
    match = _OBJECT.search(claim)
    return tuple(s for s in content_stems(claim[match.end() :]) if len(s) > 2) if match else ()


def _stems_around_relation(claim: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the stems before and after the first relation verb, such as "causes" in "X causes Y".

    Both tuples are empty if the claim has no relation verb.
    """
    match = _RELATION.search(claim)
    if not match:
        return (), ()
    after = tuple(s for s in content_stems(claim[match.end() :]) if s not in _NO_OBJECTS)
    return content_stems(claim[: match.start()]), after


def _initials(name: str) -> str:
    """Return the initials of a name ("World Health Organization" -> "WHO"); "" for a single word."""
    letters = "".join(word[0] for word in name.split() if word[:1].isupper())
    return letters if len(letters) > 1 else ""

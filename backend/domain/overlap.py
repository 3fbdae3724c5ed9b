"""Measures how many of a claim's names occur in a passage."""

from __future__ import annotations

from backend.domain.text import content_stems, names


def anchors(claim: str, passage: str) -> float:
    """Return the mean share of each name's stems that occur in the passage, 0..1 (docs/design.md#hybrid-ranking).

    The share is 1 if the claim has no names.
    """
    passage_stems = set(content_stems(passage))
    initials = _initials(passage)
    shares = []
    for name in names(claim):
        name_stems = set(content_stems(name))
        if not name_stems:
            continue
        acronym_spelled_out = name.upper() == name and name in initials
        short_form_occurs = _initials_of(name) in passage.split()
        shares.append(
            1.0 if acronym_spelled_out or short_form_occurs else len(name_stems & passage_stems) / len(name_stems)
        )
    return sum(shares) / len(shares) if shares else 1.0


def _initials_of(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[:1].isupper()) if " " in name else name


def _initials(text: str) -> frozenset[str]:
    return frozenset(_initials_of(name) for name in names(text) if " " in name)

"""Determines how the parts of a claim relate to each other, from the LLM's links or the wording (docs/design.md#claim-graph)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from pydantic import BaseModel, Field

from backend.domain.claim import AtomicClaim, ClaimEdge, EdgeKind
from backend.domain.text import NEGATIONS, akin, content_stems, numbers, words

MIN_SCORE = 0.6
"""The minimum score of a link from the LLM."""
_DEPENDENCY_WEIGHT, _CONTRADICTION_WEIGHT, _CONCLUSION_WEIGHT = 0.8, 0.9, 0.5
"""Weights of links found by wording: one part depends on the other, contradicts the other, or leads to the other as a
conclusion."""
_MIN_SHARED = 0.8
"""The minimum share of content words in common at which two parts are about the same topic."""
_CONCLUSION = re.compile(
    r"^\W*(?:and |but )?(?:so|therefore|thus|hence|consequently|as a result|for this reason|that is why|which is why)\b",
    re.I,
)


class Link(BaseModel):
    """A link from the LLM: part `source` supports, depends on or contradicts part `target`. Parts are numbered from 1."""

    source: int
    target: int
    kind: EdgeKind
    score: float = Field(ge=0.0, le=1.0)


def from_links(parts: Sequence[AtomicClaim], links: Iterable[Link]) -> tuple[ClaimEdge, ...]:
    """Return the links with a score of at least `MIN_SCORE`.

    A link to a part that does not exist is kept, so that the error can be reported.
    """
    if len(parts) < 2:
        return ()
    ids = {n: part.id for n, part in enumerate(parts, 1)}
    return tuple(
        ClaimEdge(
            source=ids.get(link.source, f"part {link.source}"),
            target=ids.get(link.target, f"part {link.target}"),
            kind=link.kind,
            weight=link.score,
        )
        for link in links
        if link.score >= MIN_SCORE
    )


def from_wording(text: str, parts: Sequence[AtomicClaim]) -> tuple[ClaimEdge, ...]:
    """Return the links that the wording indicates. `parts` are in reading order, with their spans in `text`."""
    found = []
    for first, second in combinations(parts, 2):
        edge = _contradiction_edge(first, second) or _dependency_edge(first, second) or _dependency_edge(second, first)
        if edge:
            found.append(edge)
    joined = {frozenset((edge.source, edge.target)) for edge in found}
    for first, second in pairwise(parts):
        if frozenset((first.id, second.id)) not in joined and _CONCLUSION.match(_joining_text(text, first, second)):
            found.append(_edge(first, second, EdgeKind.SUPPORTS, _CONCLUSION_WEIGHT))
    return tuple(found)


def _edge(source: AtomicClaim, target: AtomicClaim, kind: EdgeKind, weight: float) -> ClaimEdge:
    return ClaimEdge(source=source.id, target=target.id, kind=kind, weight=weight)


def _joining_text(text: str, first: AtomicClaim, second: AtomicClaim) -> str:
    """Return the text between two parts, followed by the second part."""
    between = text[first.end : second.start] if 0 <= first.end <= second.start else ""
    return f"{between}{second.text}"


def _contradiction_edge(first: AtomicClaim, second: AtomicClaim) -> ClaimEdge | None:
    """Return an edge if the parts have the same words but only one is negated, or if their only numbers differ."""
    one, two = _stems_without_numbers(first.text), _stems_without_numbers(second.text)
    if not one or not two or min(_shared_fraction(one, two), _shared_fraction(two, one)) < _MIN_SHARED:
        return None
    figures = set(numbers(first.text)), set(numbers(second.text))
    other_figure = len(figures[0]) == len(figures[1]) == 1 and figures[0] != figures[1]
    if (_is_negated(first.text) != _is_negated(second.text) and figures[0] == figures[1]) or (
        other_figure
        and _is_negated(first.text) == _is_negated(second.text)
        and _shared_fraction(one, two) == _shared_fraction(two, one) == 1.0
    ):
        return _edge(first, second, EdgeKind.CONTRADICTS, _CONTRADICTION_WEIGHT)
    return None


def _dependency_edge(general: AtomicClaim, specific: AtomicClaim) -> ClaimEdge | None:
    """Return an edge if `specific` adds words to `general` and so depends on `general`: "resigned in May" and "resigned"."""
    one, two = set(content_stems(general.text)), set(content_stems(specific.text))
    if len(one) < 2 or not one < two or _is_negated(general.text) != _is_negated(specific.text):
        return None
    return _edge(specific, general, EdgeKind.DEPENDS_ON, _DEPENDENCY_WEIGHT)


def _stems_without_numbers(text: str) -> frozenset[str]:
    return frozenset(stem for stem in content_stems(text) if not any(c.isdigit() for c in stem))


def _shared_fraction(wanted: frozenset[str], have: frozenset[str]) -> float:
    return sum(any(akin(w, h) for h in have) for w in wanted) / len(wanted)


def _is_negated(text: str) -> bool:
    return sum(word in NEGATIONS for word in words(text)) % 2 == 1

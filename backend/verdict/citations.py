"""Validates citations (docs/design.md#citations).

A firm verdict cites enough sources, each with a quote from a stored passage.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.evidence import Evidence, Stance
from backend.domain.verdict import Label
from backend.verdict.settings import VERDICT, CitationSettings

_STANCES = {
    Label.TRUE: (Stance.SUPPORTS,),
    Label.FALSE: (Stance.REFUTES,),
    Label.PARTIALLY_TRUE: (Stance.SUPPORTS, Stance.REFUTES),
}


def citable(item: Evidence) -> bool:
    """Return whether the passage supports or refutes the claim, has a source, and contains its quote verbatim."""
    return item.decisive and bool(item.passage.source) and item.quote in item.passage.text


def cited(evidence: Sequence[Evidence], stance: Stance | None = None) -> tuple[Evidence, ...]:
    """Return at most 25 citations, one per address, in the order of the evidence. Neutral passages are never cited."""
    by_source: dict[str, Evidence] = {}
    for item in evidence:
        if citable(item) and stance in (None, item.stance):
            by_source.setdefault(item.passage.source, item)
    return tuple(by_source.values())[: VERDICT.citations.shown]


def resting(label: Label, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the passages that a firm verdict rests on, or all citable passages for an undecided verdict.

    The passages keep the order of the evidence. A firm verdict rests, for each stance that its label asserts, on every
    passage that is clear by itself (signal `strength`, 0..1). The strongest other passages are added until an
    authoritative source or two sources are cited. Passages with another stance are only shown as evidence.
    """
    if not label.firm:
        return cited(evidence)
    carrying_ids = {
        item.passage.id for side in _STANCES.get(label, (None,)) for item in _carrying_passages(cited(evidence, side))
    }
    return tuple(item for item in evidence if item.passage.id in carrying_ids)


def _carrying_passages(side: Sequence[Evidence], settings: CitationSettings = VERDICT.citations) -> list[Evidence]:
    kept: list[Evidence] = []
    for item in sorted(side, key=_signal_strength, reverse=True):
        clear = _signal_strength(item) >= settings.clear
        if clear or not (any(k.rating.authoritative for k in kept) or _count_sources(kept) >= settings.sources):
            kept.append(item)
    return kept


def _signal_strength(item: Evidence) -> float:
    return item.signals.get("strength", 0.0)


def _count_sources(items: Sequence[Evidence]) -> int:
    return len({item.rating.domain for item in items})


def validated(label: Label, shown: Sequence[Evidence], settings: CitationSettings = VERDICT.citations) -> Label:
    """Return the label, or Not Enough Evidence if too few shown sources are citable for a stance that the label asserts."""
    if not label.firm:
        return label
    sides = [cited(shown, stance) for stance in _STANCES.get(label, (None,))]
    enough = all(len({item.rating.domain for item in side}) >= settings.min_sources for side in sides)
    return label if enough else Label.NOT_ENOUGH_EVIDENCE

"""Expresses a verdict in the terms of the original designs (docs/design.md#founding-designs)."""

from __future__ import annotations

from collections.abc import Sequence

from backend.domain.verdict import Label

_WORKER = {
    Label.TRUE: "TRUE",
    Label.FALSE: "FALSE",
    Label.PARTIALLY_TRUE: "PARTIALLY_TRUE",
    Label.MISLEADING: "PARTIALLY_TRUE",
    Label.NOT_ENOUGH_EVIDENCE: "UNVERIFIABLE",
    Label.NOT_VERIFIABLE: "UNVERIFIABLE",
}
_NEWS = {
    Label.TRUE: "Supported",
    Label.FALSE: "Refuted",
    Label.PARTIALLY_TRUE: "Mixed/Disputed",
    Label.MISLEADING: "Mixed/Disputed",
    Label.NOT_ENOUGH_EVIDENCE: "Not Enough Evidence",
    Label.NOT_VERIFIABLE: "Unverifiable",
}


def worker_verdict(label: Label) -> str:
    """Return the verdict as one of the four terms of the worker API."""
    return _WORKER[label]


def news_verdict(label: Label) -> str:
    """Return the verdict as one of the five terms of news verification."""
    return _NEWS[label]


def news_headline(labels: Sequence[Label]) -> str:
    """Return the overall verdict in the terms of news verification, by the first rule that applies.

    A refuted part gives Refuted, and a mixed part gives Mixed/Disputed. If no part is supported, the verdict is Not
    Enough Evidence. If all parts are supported, it is Supported, otherwise Mixed/Disputed.
    """
    found = {_NEWS[label] for label in labels}
    for label in (Label.FALSE, Label.PARTIALLY_TRUE):
        if _NEWS[label] in found:
            return _NEWS[label]
    if _NEWS[Label.TRUE] not in found:
        return _NEWS[Label.NOT_ENOUGH_EVIDENCE]
    return _NEWS[Label.TRUE] if len(found) == 1 else _NEWS[Label.PARTIALLY_TRUE]


def stars(credibility: float) -> float:
    """Return the credibility as 0..5 stars, in steps of half a star."""
    return round(credibility * 10) / 2

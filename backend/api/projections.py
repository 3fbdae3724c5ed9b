"""One outcome in the words and figures of the four founding designs (docs/design.md#founding-designs)."""

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
    """The verdict in the four words of the worker API."""
    return _WORKER[label]


def news_verdict(label: Label) -> str:
    """The verdict in the five words of news verification."""
    return _NEWS[label]


def news_headline(labels: Sequence[Label]) -> str:
    """The headline in those words, by the first that applies: any refuted, any mixed, all supported, nothing known of any, else mixed."""
    found = {_NEWS[label] for label in labels}
    for label in (Label.FALSE, Label.PARTIALLY_TRUE):
        if _NEWS[label] in found:
            return _NEWS[label]
    if _NEWS[Label.TRUE] not in found:
        return _NEWS[Label.NOT_ENOUGH_EVIDENCE]
    return _NEWS[Label.TRUE] if len(found) == 1 else _NEWS[Label.PARTIALLY_TRUE]


def stars(credibility: float) -> float:
    """Stars, 0..5 in halves."""
    return round(credibility * 10) / 2

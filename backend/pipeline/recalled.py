"""Recalls candidates from the knowledge base for one part of the claim, and reports which retrievers found them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from backend.domain.evidence import Candidate, Evidence, Origin
from backend.domain.run import Run
from backend.errors import StorageError
from backend.knowledge.recall import Recalled

PATHS_TOLD = 2
"""Maximum number of graph paths in the trace."""


def recall(look_up: Callable[[str, int], Recalled], text: str, k: int, run: Run) -> tuple[Candidate, ...]:
    """Return at most `k` candidates. A retriever that does not respond results in an Issue."""
    with run.timed("recall"):
        try:
            found = look_up(text, k)
        except StorageError as error:
            run.issue("knowledge_unreadable", "recall", f"The knowledge base could not be read: {error}")
            return ()
    for retriever in found.missing:
        message = f"The knowledge base's {retriever} did not respond in time; its other retrievers were used."
        run.issue("retriever_slow", "recall", message, subject=retriever)
    return found.candidates


def with_retrieval(item: Evidence) -> Evidence:
    """Return the item with its raw and normalised retrieval scores. Passages from the web have no retrieval scores."""
    candidate = item.candidate
    if candidate.origin is not Origin.KNOWLEDGE:
        return item
    scores = {
        "recall_score": candidate.recall_score,
        "access_boost": candidate.boost,
        "bm25": candidate.bm25,
        "bm25_norm": candidate.bm25_norm,
        "kg_score": candidate.kg_score,
        "kg_norm": candidate.kg_norm,
    }
    return replace(item, signals={**item.signals, **{name: round(value, 4) for name, value in scores.items()}})


def report_recall(evidence: Sequence[Evidence], part: str, run: Run) -> None:
    """Add a line about the passages found by each retriever to the trace, and a line about the graph paths, if any."""
    related = [item for item in evidence if item.signals.get("topicality", 0.0) > 0]
    by_words = sum(item.candidate.bm25 > 0 for item in related)
    by_graph = [item for item in related if item.candidate.kg_path]
    found = _count_in_words(len(related))
    ways = f" ({by_words} by shared words, {len(by_graph)} through the graph)" if by_words or by_graph else ""
    run.step("recall", f"Looked in the knowledge base: {found}{ways}.", part=part)
    best = sorted(by_graph, key=lambda item: (-item.candidate.kg_score, item.passage.id))[:PATHS_TOLD]
    if best:
        run.step("recall", f"The knowledge graph knows: {_paths_in_words(best)}.", part=part)


def _paths_in_words(items: Iterable[Evidence]) -> str:
    return " · ".join(f"{item.candidate.kg_path} ({item.passage.domain})" for item in items)


def _count_in_words(count: int) -> str:
    return {0: "nothing on this", 1: "one related passage"}.get(count, f"{count} related passages")

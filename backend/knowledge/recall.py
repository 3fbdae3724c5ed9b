"""Retrieves passages for a claim by vector similarity, full-text search and graph paths, as one ranked list.

The access boost, the graph score and the BM25 score are added to the similarity before the cut-off
(docs/design.md#recall). A retriever that exceeds its time limit is omitted and named in the result.
"""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import numpy as np

from backend.domain.article import Namespace
from backend.domain.evidence import Candidate, Origin
from backend.domain.graph import GraphPath
from backend.errors import StorageTooSlow
from backend.knowledge.constants import RECALL, RecallConstants
from backend.knowledge.generation_view import GenerationView
from backend.knowledge.paths import paths
from backend.knowledge.store import Store
from backend.knowledge.values import Registry, StoredPassage
from backend.ports import Embedder, Neighbour, VectorIndex, Vectors

T = TypeVar("T")

log = logging.getLogger(__name__)


def access_boost(accesses: int) -> float:
    """Return the boost min(0.10, 0.02 · log2(1 + accesses)), which reaches its cap after 31 accesses."""
    return min(RECALL.boost_cap, RECALL.boost_per_doubling * math.log2(1 + accesses))


@dataclass(frozen=True, slots=True)
class Recalled:
    """The candidates, best first, and the names of the retrievers that exceeded their time limit.

    The retrievers are "vector index", "full text" and "graph".
    """

    candidates: tuple[Candidate, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Proposals:
    """The proposals of each retriever by passage id: the cosines of neighbours, the BM25 scores, and the graph paths."""

    near: Mapping[str, float]
    words: Mapping[str, float]
    graph: Mapping[str, GraphPath]
    missing: list[str] = field(default_factory=list)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all proposed passages."""
        return tuple(dict.fromkeys([*self.near, *self.words, *self.graph]))


class Recall:
    """Retrieves passages for a text. Read-only. Raises StorageError if the database or the index cannot be read."""

    def __init__(
        self,
        store: Store,
        index: VectorIndex,
        embedder: Embedder,
        registry: Registry,
        constants: RecallConstants = RECALL,
    ) -> None:
        self._store = store
        self._index = index
        self._embedder = embedder
        self._registry = registry
        self._constants = constants

    def recall(self, text: str, k: int, *, boosted: bool = True) -> Recalled:
        """Return the k best passages (decision 0013).

        The score is cosine + access boost + 0.2 · (BM25 score / best BM25 score) + 0.1 · graph score.
        """
        vector = self._embedder.embed([text])
        # Use one view of the current affairs for the whole query, even if a new generation comes into use during it.
        view = GenerationView.now(self._store.generations)
        proposed = self._proposals(text, vector, 2 * k + 20, view)
        similar = dict(proposed.near) | self._cosines(vector, [n for n in proposed.ids if n not in proposed.near])
        rows = self._store.fetch(self._selected_ids(proposed, similar))
        found = [self._to_candidate(row, similar.get(name, 0.0), proposed, boosted) for name, row in rows.items()]
        return Recalled(_with_normalised_graph_scores(_select_best(found, k)), tuple(proposed.missing))

    def _proposals(self, text: str, vector: Vectors, k: int, view: GenerationView) -> _Proposals:
        constants, missing = self._constants, list[str]()
        near = _within_time_limit("vector index", lambda: self._nearest(vector, k, view), missing)
        scored = partial(self._store.full_text, text, seconds=constants.full_text_s)
        words = _within_time_limit(
            "full text", lambda: dict(view.best_visible(scored, constants.full_text_limit, _row_id)), missing
        )
        graph = _within_time_limit("graph", lambda: paths(self._store.graph, text, seconds=constants.graph_s), missing)
        return _Proposals(near, words, {name: graph[name] for name in view.visible(list(graph))}, missing)

    def _nearest(self, vector: Vectors, k: int, view: GenerationView) -> dict[str, float]:
        """Return the cosines of the k nearest passages of each namespace, by passage id."""
        return {
            hit.id: hit.similarity for namespace in Namespace for hit in self._neighbours(namespace, vector, k, view)
        }

    def _neighbours(self, namespace: Namespace, vector: Vectors, k: int, view: GenerationView) -> tuple[Neighbour, ...]:
        """Return the k nearest passages of a namespace that are visible in this view."""
        if namespace is not Namespace.CURRENT:
            return self._index.query(namespace, vector, k)
        return view.best_visible(lambda limit: self._index.query(namespace, vector, limit), k, _hit_id)

    def _cosines(self, vector: Vectors, ids: Sequence[str]) -> dict[str, float]:
        """Compute the cosines of passages that only full-text search or the graph proposed, from the stored vectors."""
        names, vectors = self._store.vectors(ids, self._embedder.model_id) if ids else ((), np.zeros((0, 1)))
        return dict(zip(names, (vectors @ vector[0]).tolist(), strict=True)) if names else {}

    def _selected_ids(self, proposed: _Proposals, similar: Mapping[str, float]) -> list[str]:
        """Return the ids of passages that are similar enough, or proposed by full-text search or the graph.

        If there are fewer than five such passages, the next nearest passages are added.
        """
        found = {*proposed.words, *proposed.graph}
        sure = [n for n in proposed.ids if n in found or similar[n] >= self._constants.min_score]
        far = {n: similar[n] for n in proposed.near if n not in found and similar[n] < self._constants.min_score}
        fill = [n for n in sorted(far, key=lambda n: (-far[n], n)) if far[n] >= self._constants.backfill_score]
        return [*sure, *fill[: max(0, self._constants.backfill_to - len(sure))]]

    def _to_candidate(self, row: StoredPassage, similarity: float, proposed: _Proposals, boosted: bool) -> Candidate:
        name = row.passage.id
        boost = access_boost(row.access_count) if boosted else 0.0
        path = proposed.graph.get(name)
        bm25, graph = proposed.words.get(name, 0.0), path.score if path else 0.0
        bm25_norm = bm25 / max(proposed.words.values()) if bm25 else 0.0
        score = similarity + boost + self._constants.words_weight * bm25_norm + self._constants.graph_weight * graph
        return Candidate(
            passage=row.passage,
            rating=self._registry.rate(row.passage.source or row.passage.domain),
            origin=Origin.KNOWLEDGE,
            similarity=similarity,
            recall_score=round(score, 4),
            boost=boost,
            quarantined=row.quarantined,
            kg_score=graph,
            kg_path=path.words if path else "",
            bm25=bm25,
            bm25_norm=round(bm25_norm, 4),
        )


def _hit_id(hit: Neighbour) -> str:
    return hit.id


def _row_id(row: tuple[str, float]) -> str:
    return row[0]


def _within_time_limit(what: str, ask: Callable[[], dict[str, T]], missing: list[str]) -> dict[str, T]:
    """Return the retriever's result by passage id.

    If the retriever exceeds its time limit, return {} and add the retriever's name to `missing`.
    """
    try:
        return ask()
    except StorageTooSlow:
        log.warning("the %s did not answer in time", what)
        missing.append(what)
        return {}


def _select_best(found: Sequence[Candidate], k: int) -> tuple[Candidate, ...]:
    """Return the k best candidates.

    Passages beyond the maximum per page, and leads beyond the maximum share of leads, come last.
    """
    taken: list[Candidate] = []
    spare: list[Candidate] = []
    pages: Counter[str] = Counter()
    leads = 0
    for item in sorted(found, key=lambda c: (-c.recall_score, c.passage.id)):
        page = item.passage.source or item.passage.id
        over_limit = pages[page] >= RECALL.max_per_source or (
            item.quarantined and leads >= max(1, round(RECALL.max_leads * k))
        )
        if over_limit:
            spare.append(item)
        else:
            taken.append(item)
            pages[page] += 1
            leads += item.quarantined
    return tuple([*taken, *spare][:k])


def _with_normalised_graph_scores(chosen: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the candidates with `kg_norm`, the graph score min-max scaled within the list.

    If all scores are equal, they are not scaled.
    """
    raw = [item.kg_score for item in chosen]
    low, high = min(raw, default=0.0), max(raw, default=0.0)
    spread = high - low
    return tuple(
        replace(item, kg_norm=round((item.kg_score - low) / spread, 4) if spread else item.kg_score) for item in chosen
    )

"""Imports the passages of an export.

Existing passages are not changed, and deleted seed facts are not restored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from backend.domain.article import Namespace
from backend.knowledge.rows import to_row
from backend.knowledge.store import Store
from backend.knowledge.transfer import ImportedPassage, vector_of
from backend.knowledge.values import IngestReport, MaintainedIndex, NewPassage, Registry
from backend.ports import Embedder

_BATCH = 256


class Restorer:
    """Adds imported passages in committed batches, so that an interrupted import can simply be repeated."""

    def __init__(self, store: Store, index: MaintainedIndex, embedder: Embedder, registry: Registry) -> None:
        self._store = store
        self._index = index
        self._embedder = embedder
        self._registry = registry

    def add(self, found: Iterable[ImportedPassage], *, as_leads: bool) -> IngestReport:
        """Add the passages that do not exist yet, and quarantine them if `as_leads` is true.

        Raises StorageError, and the errors that `found` raises.
        """
        new = total = 0
        everything = iter(found)
        while batch := list(islice(everything, _BATCH)):
            total += len(batch)
            new += self._add_batch({item.passage.id: item for item in batch}, as_leads)
        return IngestReport(new=new, unchanged=total - new)

    def _add_batch(self, batch: dict[str, ImportedPassage], as_leads: bool) -> int:
        names = list(batch)
        excluded_ids = self._store.known(names).keys() | self._store.forgotten(names)
        fresh = [item for name, item in batch.items() if name not in excluded_ids]
        if not fresh:
            return 0
        rows = [
            self._to_row(item, vector, as_leads) for item, vector in zip(fresh, self._vectors_of(fresh), strict=True)
        ]
        added = self._store.restore(rows, [how for item in fresh for how in _provenance_rows(item)])
        for namespace in {row["namespace"] for row in rows}:
            namespace_rows = [row for row in rows if row["namespace"] == namespace and row["id"] in added]
            if namespace_rows:
                stack = np.stack([np.frombuffer(row["vector"], dtype=np.float32) for row in namespace_rows])
                self._index.upsert(namespace, [row["id"] for row in namespace_rows], stack)
        return len(added)

    def _vectors_of(self, fresh: Sequence[ImportedPassage]) -> Iterator[np.ndarray]:
        """Yield each passage's vector: the one in the file if the current model computed it, otherwise a new one."""
        model = self._embedder
        stored_vectors = [vector_of(item.line, model.model_id, model.dimensions) for item in fresh]
        computed_vectors = iter(
            model.embed([item.passage.text for item, v in zip(fresh, stored_vectors, strict=True) if v is None])
        )
        for vector in stored_vectors:
            yield next(computed_vectors) if vector is None else vector

    def _to_row(self, item: ImportedPassage, vector: np.ndarray, as_leads: bool) -> dict[str, Any]:
        line, passage = item.line, item.passage
        # An export has no generations, so passages of current affairs become ordinary evidence.
        namespace = Namespace.NEWS if item.namespace is Namespace.CURRENT or as_leads else item.namespace
        rating = self._registry.rate(passage.source or passage.domain)
        shared_columns = {
            "namespace": namespace, "quarantined": int(line.quarantined or as_leads), "model_id": self._embedder.model_id,
            "now": line.timestamp,
        }  # fmt: skip
        row = to_row(NewPassage(passage=passage, vector=vector, rating=rating), shared_columns)
        return row | {
            "access_count": line.access_count, "verification_count": line.verification_count,
            "avg_relevance": line.avg_relevance, "last_accessed": line.last_accessed,
        }  # fmt: skip


def _provenance_rows(item: ImportedPassage) -> Iterator[dict[str, str]]:
    for how in item.line.found:
        yield {"passage_id": item.passage.id, **how.model_dump()}

"""Checks that the index finds every passage, because vectors can be unreachable even if the counts agree (R1)."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Set

from backend.domain.article import Namespace
from backend.errors import StorageError
from backend.knowledge.store import Store
from backend.ports import VectorIndex

OWN_VECTOR_RECALL = 0.995
"""Minimum share of passages that searches for their own vectors must find. Otherwise, the index is not used (R1)."""

SAMPLE = 200
"""Number of vectors checked before the knowledge base opens. The check takes about 0.3 s.

The other vectors are checked in the background."""

MENDABLE_RECALL = 0.9
"""Minimum own-vector recall at which missing passages are inserted again. Inserting links them into the index's graph.

Among many similar vectors, some are always unreachable, and a rebuild would leave just as many unreachable. A damaged
index finds far fewer vectors and is rebuilt."""

REPAIRABLE = 2_000
"""Maximum number of missing passages that are inserted. If more are missing, a new index is built."""

log = logging.getLogger(__name__)

PassageKey = tuple[Namespace, str]
"""The namespace and the id of a passage."""

_NEIGHBOURS = 10
_SAME_SIMILARITY = 0.9999


def repair(index: VectorIndex, store: Store, model_id: str) -> None:
    """Make the index contain the same ids as the database. Raises StorageError if too many passages are missing."""
    for namespace in Namespace:
        recorded, indexed = store.ids(namespace, model_id), index.ids(namespace)
        missing = sorted(recorded - indexed)
        if len(missing) > REPAIRABLE:
            raise StorageError(f"The vector index lacks {len(missing)} passages.")
        if missing:
            index.upsert(namespace, *store.vectors(missing))
        if unknown := _unknown_ids(indexed, recorded):
            index.delete(namespace, unknown)


def log_unknown_passages(index: VectorIndex, store: Store, model_id: str) -> None:
    """Log a warning if the index contains passages that are not in the database. Only the ids are compared."""
    for namespace in Namespace:
        _unknown_ids(index.ids(namespace), store.ids(namespace, model_id))


def _unknown_ids(indexed: Set[str], recorded: Set[str]) -> list[str]:
    unknown_ids = sorted(indexed - recorded)
    if unknown_ids:
        # An interrupted deletion is the only harmless cause of this difference.
        log.warning(
            "the record lacks %d passages that its index knows: they were forgotten, or its last changes are lost",
            len(unknown_ids),
        )
    return unknown_ids


def sample(store: Store, model_id: str) -> tuple[PassageKey, ...]:
    """Return a random sample of up to SAMPLE passages. The sample depends only on the database revision."""
    everything = [(namespace, name) for namespace in Namespace for name in sorted(store.ids(namespace, model_id))]
    return tuple(random.Random(store.revision).sample(everything, min(SAMPLE, len(everything))))


def find_missing(index: VectorIndex, store: Store, passage_keys: Iterable[PassageKey]) -> tuple[PassageKey, ...]:
    """Return the passages that still exist but are not found by a search for their own vector."""
    return tuple((namespace, name) for namespace, name in passage_keys if not _is_found(index, store, namespace, name))


def insert_again(index: VectorIndex, store: Store, passage_keys: Iterable[PassageKey]) -> None:
    """Insert the passages that still exist into the index again. The caller must prevent concurrent deletions."""
    for namespace, name in passage_keys:
        names, vectors = store.vectors([name])
        if names:
            index.upsert(namespace, names, vectors)


def is_mendable(missing_count: int, checked_count: int) -> bool:
    """Return whether inserting the missing passages again, without a rebuild, may be enough."""
    return checked_count > 0 and 1 - missing_count / checked_count >= MENDABLE_RECALL


def is_acceptable(missing_count: int, checked_count: int) -> bool:
    """Return whether the own-vector recall is high enough."""
    return checked_count == 0 or 1 - missing_count / checked_count >= OWN_VECTOR_RECALL


def _is_found(index: VectorIndex, store: Store, namespace: Namespace, name: str) -> bool:
    names, vectors = store.vectors([name])
    if not names:
        return True
    neighbours = index.query(namespace, vectors, _NEIGHBOURS)
    # The same text from more than ten sources gives many equal vectors, so any ten of them are a correct result.
    only_equal_vectors = len(neighbours) == _NEIGHBOURS and neighbours[-1].similarity >= _SAME_SIMILARITY
    return only_equal_vectors or any(hit.id == name for hit in neighbours)

"""Checks that the index finds every passage, because some vectors can be unreachable although the counts agree (R1)."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Set

from backend.domain.article import Namespace
from backend.errors import StorageError
from backend.knowledge.store import Store
from backend.ports import VectorIndex

OWN_VECTOR_RECALL = 0.995
"""Minimum share of vectors that a search for themselves must find; below it, the index is not used (R1)."""

SAMPLE = 200
"""Number of vectors checked before the knowledge base opens, in about 0.3 s; the rest are checked in the background."""

MENDABLE_RECALL = 0.9
"""Minimum own-vector recall at which missing passages are inserted again, which links them into the index's graph.

Among many similar vectors, some are always unreachable, and a rebuild would leave just as many. A damaged index finds
far fewer."""

REPAIRABLE = 2_000
"""Maximum number of missing rows that are inserted; if more are missing, a new index is built instead."""

log = logging.getLogger(__name__)

PassageKey = tuple[Namespace, str]
"""Namespace and id of a passage."""

_NEIGHBOURS = 10
_SAME_SIMILARITY = 0.9999


def repair(index: VectorIndex, store: Store, model_id: str) -> None:
    """Make the index hold the same ids as the database. Raises StorageError if too many are missing."""
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
    """Log a warning about passages that are in the index but not in the database, without looking up vectors."""
    for namespace in Namespace:
        _unknown_ids(index.ids(namespace), store.ids(namespace, model_id))


def _unknown_ids(indexed: Set[str], recorded: Set[str]) -> list[str]:
    found = sorted(indexed - recorded)
    if found:
        # An interrupted deletion causes the same difference and is the only harmless cause.
        log.warning(
            "the record lacks %d passages that its index knows: they were forgotten, or its last changes are lost",
            len(found),
        )
    return found


def sample(store: Store, model_id: str) -> tuple[PassageKey, ...]:
    """Return up to SAMPLE passages from all namespaces; the same database revision gives the same passages."""
    everything = [(namespace, name) for namespace in Namespace for name in sorted(store.ids(namespace, model_id))]
    return tuple(random.Random(store.revision).sample(everything, min(SAMPLE, len(everything))))


def find_missing(index: VectorIndex, store: Store, wanted: Iterable[PassageKey]) -> tuple[PassageKey, ...]:
    """Return the passages that still exist but that a search for their own vector does not find."""
    return tuple((namespace, name) for namespace, name in wanted if not _is_found(index, store, namespace, name))


def insert_again(index: VectorIndex, store: Store, wanted: Iterable[PassageKey]) -> None:
    """Insert the passages that still exist into the index again; the caller must prevent deletions meanwhile."""
    for namespace, name in wanted:
        names, vectors = store.vectors([name])
        if names:
            index.upsert(namespace, names, vectors)


def is_mendable(missed: int, looked_up: int) -> bool:
    """Return whether it may suffice to insert the missing passages again."""
    return looked_up > 0 and 1 - missed / looked_up >= MENDABLE_RECALL


def is_acceptable(missed: int, looked_up: int) -> bool:
    """Return whether the own-vector recall is high enough."""
    return looked_up == 0 or 1 - missed / looked_up >= OWN_VECTOR_RECALL


def _is_found(index: VectorIndex, store: Store, namespace: Namespace, name: str) -> bool:
    names, vectors = store.vectors([name])
    if not names:
        return True
    found = index.query(namespace, vectors, _NEIGHBOURS)
    # The same text from more than ten sources gives many equal vectors, so any ten of them are a correct answer.
    crowd = len(found) == _NEIGHBOURS and found[-1].similarity >= _SAME_SIMILARITY
    return crowd or any(hit.id == name for hit in found)

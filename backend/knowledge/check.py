"""Checks that the index finds what the record holds: counts can match while vectors cannot be found (R1)."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Set

from backend.domain.article import Namespace
from backend.errors import StorageError
from backend.knowledge.store import Store
from backend.ports import VectorIndex

OWN_VECTOR_RECALL = 0.995
"""Below this recall the index is not used (R1)."""

SAMPLE = 200
"""Vectors looked up before the knowledge base opens, about 0.3 s; the rest is checked in the background."""

MENDABLE = 0.9
"""From this own-vector recall on, passages that are not found are inserted again, which links them into the graph. Many
similar vectors leave some unreachable, and a rebuild would leave as many. A damaged index finds far fewer."""

REPAIRABLE = 2_000
"""With more missing rows than this, a new index is built instead."""

log = logging.getLogger(__name__)

PassageKey = tuple[Namespace, str]
"""Namespace and id of a passage."""

_CROWD = 10
_EQUAL = 0.9999


def repair(index: VectorIndex, store: Store, model_id: str) -> None:
    """Make the id sets equal. Raises StorageError when too many are missing."""
    for namespace in Namespace:
        recorded, indexed = store.ids(namespace, model_id), index.ids(namespace)
        missing = sorted(recorded - indexed)
        if len(missing) > REPAIRABLE:
            raise StorageError(f"The vector index lacks {len(missing)} passages.")
        if missing:
            index.upsert(namespace, *store.vectors(missing))
        if strangers := _strangers(indexed, recorded):
            index.delete(namespace, strangers)


def tell_strangers(index: VectorIndex, store: Store, model_id: str) -> None:
    """Warn about passages that the record lacks; looks up no vector."""
    for namespace in Namespace:
        _strangers(index.ids(namespace), store.ids(namespace, model_id))


def _strangers(indexed: Set[str], recorded: Set[str]) -> list[str]:
    found = sorted(indexed - recorded)
    if found:
        # An interrupted removal looks the same, and is the only harmless reason.
        log.warning(
            "the record lacks %d passages that its index knows: they were forgotten, or its last changes are lost",
            len(found),
        )
    return found


def sample(store: Store, model_id: str) -> tuple[PassageKey, ...]:
    """Up to SAMPLE passages of all namespaces; the same ones for the same record."""
    everything = [(namespace, name) for namespace in Namespace for name in sorted(store.ids(namespace, model_id))]
    return tuple(random.Random(store.revision).sample(everything, min(SAMPLE, len(everything))))


def lost(index: VectorIndex, store: Store, wanted: Iterable[PassageKey]) -> tuple[PassageKey, ...]:
    """Passages that their own vector does not find although the record still has them."""
    return tuple((namespace, name) for namespace, name in wanted if not _finds(index, store, namespace, name))


def enter(index: VectorIndex, store: Store, wanted: Iterable[PassageKey]) -> None:
    """Insert the passages again if the record still has them; the caller prevents removals meanwhile."""
    for namespace, name in wanted:
        names, vectors = store.vectors([name])
        if names:
            index.upsert(namespace, names, vectors)


def mendable(missed: int, looked_up: int) -> bool:
    """True if inserting the missing passages again may be enough."""
    return looked_up > 0 and 1 - missed / looked_up >= MENDABLE


def acceptable(missed: int, looked_up: int) -> bool:
    """True if the own-vector recall is high enough."""
    return looked_up == 0 or 1 - missed / looked_up >= OWN_VECTOR_RECALL


def _finds(index: VectorIndex, store: Store, namespace: Namespace, name: str) -> bool:
    names, vectors = store.vectors([name])
    if not names:
        return True
    found = index.query(namespace, vectors, _CROWD)
    # The same text from more than ten sources gives many equal vectors, of which any ten are correct.
    crowd = len(found) == _CROWD and found[-1].similarity >= _EQUAL
    return crowd or any(hit.id == name for hit in found)

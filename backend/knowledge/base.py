"""The knowledge base: recalls passages before a verdict, and stores passages and usage counts after the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from backend.domain.article import Namespace, Passage
from backend.domain.evidence import Candidate
from backend.domain.graph import GraphPath
from backend.domain.trust import SourceRating
from backend.errors import NotFound, StorageError, StorageReadOnly
from backend.knowledge.browse import Browser
from backend.knowledge.capacity import Capacity, CapacityState, Holdings, clean_up_safely
from backend.knowledge.current import CurrentAffairs
from backend.knowledge.database import ENDING, RecordDatabase
from backend.knowledge.graph_updater import GraphUpdater
from backend.knowledge.paths import paths
from backend.knowledge.recall import Recall, Recalled
from backend.knowledge.restore import Restorer
from backend.knowledge.spending import Purpose, Spending
from backend.knowledge.store import Store
from backend.knowledge.transfer import export_to, read_export
from backend.knowledge.values import (
    GraphReader,
    IngestReport,
    MaintainedIndex,
    NewPassage,
    Provenance,
    Registry,
    StoredPassage,
)
from backend.ports import Embedder, Neighbour, Vectors

Clock = Callable[[], datetime]


def now_utc() -> datetime:
    """Return the current time in UTC. The default clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphReading:
    """The readers that extract triples for the graph, and the daily request limit for the slow readers."""

    readers: tuple[GraphReader, ...] = ()
    calls_per_day: int = 0


class KnowledgeBase:
    """Stores passages and retrieves them. Thread-safe.

    Every method may raise StorageError, and methods that write may also raise StorageReadOnly, for example when the
    disk is full.
    """

    def __init__(
        self,
        store: Store,
        index: MaintainedIndex,
        embedder: Embedder,
        registry: Registry,
        *,
        clock: Clock = now_utc,
        reading: GraphReading | None = None,
    ) -> None:
        self._store = store
        self._index = index
        self._embedder = embedder
        self._registry = registry
        self._clock = clock
        reading = reading or GraphReading()
        self._spending = store.spending(clock)
        per_day = self._spending.allowance(Purpose.GRAPH_READINGS, reading.calls_per_day)
        questions = per_day if reading.calls_per_day else None
        self._graph = GraphUpdater(store, reading.readers, self._now, questions=questions)
        self._recall = Recall(store, index, embedder, registry)
        self._current = CurrentAffairs(store, index, self._ingest_current, clock)
        self._capacity = Capacity(Holdings(store, index), 0, sweep=self._current.sweep)
        self._frozen = ""
        self._counts: tuple[int, dict[str, Any]] | None = None
        self._on_close = ExitStack()

    @property
    def revision(self) -> int:
        """The revision number, which increases with each change that can alter a verdict."""
        return self._store.revision

    @property
    def last_revision(self) -> int:
        """The current revision, or the last revision read if the database cannot be read. Never raises."""
        try:
            return self.revision
        except StorageError:
            return self._store.last_revision

    @property
    def current(self) -> CurrentAffairs:
        """The current affairs, which the refresh job updates."""
        return self._current

    @property
    def spending(self) -> Spending:
        """The amounts spent today, as stored in the database."""
        return self._spending

    def recall(self, text: str, k: int = 20) -> tuple[Candidate, ...]:
        """Return only the candidates of `look_up`, without the names of the retrievers that timed out."""
        return self.look_up(text, k).candidates

    def look_up(self, text: str, k: int = 20) -> Recalled:
        """Return the k passages with the highest recall scores across all namespaces, best first.

        The recall score combines cosine, BM25 and graph scores. The access boost is added before the cut-off, so a
        frequently used passage just outside the nearest k can still be included (docs/design.md#recall).
        """
        return self._recall.recall(text, k)

    def search(self, query: str, limit: int) -> tuple[Candidate, ...]:
        """Return candidates as `recall` does, but ranked without the access boost, for browsing."""
        return self._recall.recall(query, limit, boosted=False).candidates

    def ingest(
        self,
        passages: Sequence[Passage],
        *,
        namespace: Namespace = Namespace.NEWS,
        quarantined: bool = True,
        provenance: Provenance | None = None,
    ) -> IngestReport:
        """Store new passages, and return the numbers of new and unchanged passages.

        Existing passages are not changed, except that `quarantined=False` releases them from quarantine. Returns after the
        commit. If updating the index then fails, the index is rebuilt from the database.
        """
        self._check_writable()
        self._capacity.check()
        distinct = {passage.id: passage for passage in passages}
        quarantined_by_id = self._store.known(list(distinct))
        deleted_seed_ids = self._store.forgotten(list(distinct)) if namespace is Namespace.STATIC else frozenset[str]()
        fresh = [p for p in distinct.values() if p.id not in quarantined_by_id and p.id not in deleted_seed_ids]
        added = self._embed_and_store(fresh, namespace, quarantined=quarantined) if fresh else 0
        if not quarantined:
            self._store.release([name for name, in_quarantine in quarantined_by_id.items() if in_quarantine])
            self._graph.catch_up()
        if provenance is not None:
            self._store.note_provenance([*quarantined_by_id, *(p.id for p in fresh)], provenance, self._now())
        self._capacity.added(added)
        return IngestReport(new=added, unchanged=len(passages) - added)

    def learn(self, relevant: Mapping[str, float], cited: Sequence[str]) -> None:
        """Update the usage counts after a verdict.

        `relevant` maps the id of each passage that passed the relevance gate to its relevance (0..1), and `cited`
        contains the ids that the verdict cites. Access counts influence which passages are proposed, but never the
        confidence (S17). Unknown ids are ignored.
        """
        self._check_writable()
        self._store.count_use(relevant, self._now())
        self._store.count_citation(cited)
        if cited:
            self._graph.catch_up()
        clean_up_safely(self._capacity.clean_up_if_due)

    def passage(self, passage_id: str) -> StoredPassage:
        """Return the passage with its metadata. Raises NotFound."""
        found = self._store.fetch([passage_id])
        if passage_id not in found:
            raise NotFound("This passage is not in the knowledge base.")
        return found[passage_id]

    def stats(self) -> dict[str, Any]:
        """Return the counts for the status page, the state of the index, and the id of the embedder.

        The counts are passages, quarantined, domains, accesses, triples, entities and namespaces.
        """
        return {**self._cached_counts(), "index": self._index.state, "embedder": self._embedder.model_id}

    def _cached_counts(self) -> dict[str, Any]:
        """Return the counts, which are cached per revision.

        Counting gets slower as the database grows, and the health route is polled every few seconds.
        """
        revision = self.revision
        if self._counts is None or self._counts[0] != revision:
            self._counts = (revision, {**self._store.counts(), **self._store.graph.counts()})
        return self._counts[1]

    def forget(self, *, domain: str = "", passage_id: str = "", claim: str = "") -> int:
        """Delete the passages of a domain, a single passage, or the passages found for a claim or containing it (S17).

        Returns the number of deleted passages. Their rows, vectors, index entries and full-text entries immediately
        disappear from every lookup and from the database files. The index files are rebuilt without them in the
        background. Deleted seed facts are never restored.
        """
        self._check_writable()
        ids = self._ids_to_delete(domain, passage_id, claim)
        removed = self._store.remove(ids) if ids else 0
        if removed:
            for namespace in Namespace:
                self._index.delete(namespace, ids)
            self._index.purge_deleted()
        return removed

    def held(self, *, domain: str = "", passage_id: str = "", claim: str = "") -> int:
        """Return the number of passages that `forget` would delete, which is 0 after `forget` has run."""
        return len(self._store.known(self._ids_to_delete(domain, passage_id, claim)))

    def _ids_to_delete(self, domain: str, passage_id: str, claim: str) -> Sequence[str]:
        if passage_id:
            return [passage_id]
        if domain:
            names = {domain.strip().lower(), self._registry.rate(domain).domain}
            return self._store.matching(domains=sorted(names - {""}))
        return self._store.matching(claim=claim) if claim.strip() else ()

    def rate(self, passage: Passage) -> SourceRating:
        """Return the current rating of the passage's source."""
        return self._registry.rate(passage.source or passage.domain)

    @property
    def browser(self) -> Browser:
        """Read-only access to the passages, for browsing."""
        return self._store.browser

    @property
    def shared_record(self) -> RecordDatabase | None:
        """The database if other backends may also use it, otherwise None."""
        return self._store.shared

    def neighbours(self, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """Return the k nearest passages in each namespace, regardless of rating. `vector` has shape (1, dimensions)."""
        return tuple(hit for namespace in Namespace for hit in self._index.query(namespace, vector, k))

    def full_text(self, query: str, k: int) -> tuple[tuple[str, float], ...]:
        """Return the k best passages that contain any of the query's words, as (passage id, BM25 score)."""
        return self._store.full_text(query, k)

    def graph_paths(self, text: str) -> dict[str, GraphPath]:
        """Return the best graph path to each passage that the graph proposes for the text, by passage id."""
        return paths(self._store.graph, text)

    def wait_for_index(self, timeout_s: float) -> bool:
        """Wait until no check or rebuild of the index is running. Return False on timeout."""
        return self._index.wait(timeout_s)

    def read_for_graph(self) -> None:
        """Extract triples from unread passages, for example after an upgrade. Most of the work runs in the background."""
        self._check_writable()
        self._graph.catch_up()

    def wait_for_graph(self, timeout_s: float) -> bool:
        """Wait until the extraction of triples is complete. Return False on timeout."""
        return self._graph.wait(timeout_s)

    def limit(self, cap: int) -> None:
        """Limit the disk space used on this machine to `cap` bytes, where 0 means no limit (R8)."""
        self._capacity = Capacity(Holdings(self._store, self._index), cap, sweep=self._current.sweep)
        clean_up_safely(self._capacity.clean_up_if_due)

    @property
    def capacity(self) -> CapacityState:
        """The disk space in use and its limit."""
        return self._capacity.state()

    def freeze(self, reason: str) -> None:
        """Make every further write raise StorageReadOnly(reason)."""
        self._frozen = reason

    def export(self, out: IO[bytes], *, vectors: bool = False) -> int:
        """Write every passage with its usage counts and provenance to `out`, and return the number of passages.

        Raises StorageError, OSError.
        """
        return export_to(self._store.database, out, vectors=vectors)

    def take_in(self, path: Path, *, as_leads: bool = False) -> IngestReport:
        """Import the passages of an export that are not yet stored here. Raises InvalidRequest, StorageError."""
        self._check_writable()
        found = Restorer(self._store, self._index, self._embedder, self._registry).add(
            read_export(path), as_leads=as_leads
        )
        self._graph.catch_up()
        return found

    def when_closed(self, action: Callable[[], None]) -> None:
        """Register an action to run at the end of `close`, before any actions registered earlier."""
        self._on_close.callback(action)

    def close(self) -> None:
        """Refuse further writes, stop background work, close all files, and run the actions registered by `when_closed`."""
        self._frozen = self._frozen or ENDING
        self._graph.close()
        self._index.close()
        self._store.close()
        self._on_close.close()

    def _ingest_current(self, passages: Sequence[Passage]) -> IngestReport:
        return self.ingest(passages, namespace=Namespace.CURRENT)

    def _check_writable(self) -> None:
        if self._frozen:
            raise StorageReadOnly(self._frozen)

    def _embed_and_store(self, fresh: Sequence[Passage], namespace: Namespace, *, quarantined: bool) -> int:
        vectors = self._embedder.embed([passage.text for passage in fresh])
        rows = [self._rate_passage(passage, vector) for passage, vector in zip(fresh, vectors, strict=True)]
        added = self._store.add(
            rows, namespace=namespace, quarantined=quarantined, model_id=self._embedder.model_id, now=self._now()
        )
        self._index.upsert(namespace, [passage.id for passage in fresh], vectors)
        return added

    def _rate_passage(self, passage: Passage, vector: Vectors) -> NewPassage:
        rating = self._registry.rate(passage.source or passage.domain)
        return NewPassage(passage=passage, vector=vector, rating=rating)

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds")

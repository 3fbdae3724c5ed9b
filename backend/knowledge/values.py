"""The value types of the knowledge base, and the interfaces that it uses."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.domain.article import Namespace, Passage
from backend.domain.graph import Triple
from backend.domain.patience import Stop, never
from backend.domain.trust import SourceRating
from backend.ports import VectorIndex, Vectors


class Registry(Protocol):
    """Rates sources. `backend.sources.registry.SourceRegistry` implements this interface."""

    def rate(self, url_or_domain: str, /) -> SourceRating:
        """Return the rating of the registrable domain of a URL or host."""
        ...


class GraphReader(Protocol):
    """Extracts triples from passages. `backend.graph` has a rule-based reader and a reader that uses a language model.

    `reader` is the kind of reader, and `version` changes whenever the reader's output would change. Both are stored with
    every triple. `batch` is the number of passages per call. A `slow` reader runs only in the background and within a
    daily allowance, and never reads seed facts.
    """

    @property
    def reader(self) -> str:
        """The kind of reader."""
        ...

    @property
    def version(self) -> str:
        """The name and version of the extractor."""
        ...

    @property
    def batch(self) -> int:
        """The number of passages per call."""
        ...

    @property
    def slow(self) -> bool:
        """Whether reading takes seconds or costs money."""
        ...

    def read(self, passages: Sequence[Passage], stop: Stop = never) -> tuple[tuple[Triple, ...], ...]:
        """Return the triples of each passage, in order. Raises LanguageModelError, or Cancelled soon after `stop()`."""
        ...


class MaintainedIndex(VectorIndex, Protocol):
    """A vector index that is kept in sync with the database.

    The implementations are `IndexSupervisor` (in a folder) and `SharedIndex` (on a server).
    """

    @property
    def state(self) -> str:
        """The name of the index in use, for the status page."""
        ...

    @property
    def busy(self) -> bool:
        """Whether the index is being rebuilt."""
        ...

    def size(self) -> int:
        """Return the number of bytes that the index uses on this machine's disk."""
        ...

    def purge_deleted(self) -> None:
        """Remove deleted passages from the index files in the background.

        If this process ends first, the next start resumes the removal.
        """
        ...

    def compact(self) -> None:
        """Rebuild the index without deleted passages, in the background, while lookups continue."""
        ...

    def wait(self, timeout_s: float) -> bool:
        """Wait for the background work, and return whether it has finished."""
        ...

    def close(self) -> None:
        """Stop the background work, and release files and connections."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """How passages were found (S17). `claim` is stored as a hash, never as text."""

    engine: str = ""
    tier: str = ""
    claim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPassage:
    """An embedded and rated passage that is ready to be stored. `vector` has shape (dimensions,)."""

    passage: Passage
    vector: Vectors
    rating: SourceRating


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPassage:
    """One row of the database table `passages`. `avg_relevance` is 0..1, and times are ISO 8601 in UTC."""

    passage: Passage
    namespace: Namespace
    quarantined: bool
    timestamp: str
    access_count: int
    verification_count: int
    avg_relevance: float
    last_accessed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """The numbers of passages that were added (`new`) and that already existed or had been deleted (`unchanged`)."""

    new: int
    unchanged: int


def normal(text: str) -> str:
    """Return the text in lower case with single spaces, which is the form in which claims are compared."""
    return " ".join(text.casefold().split())


def claim_hash(claim: str) -> str:
    """Return the hash of a claim as 32 hex characters, or "" if the claim is empty."""
    return hashlib.sha256(normal(claim).encode("utf-8", "surrogatepass")).hexdigest()[:32] if claim else ""

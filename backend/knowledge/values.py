"""Values of the knowledge base, and what it needs from the source registry."""

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
    """Rates sources; `backend.sources.registry.SourceRegistry` is the implementation."""

    def rate(self, url_or_domain: str, /) -> SourceRating:
        """The rating of the registrable domain."""
        ...


class GraphReader(Protocol):
    """Extracts triples from passages; `backend.graph` has a reader with rules and one with a language model.

    `reader` is its kind, and `version` changes whenever its output would change; both are stored with every triple. `batch` is the number
    of passages it takes at a time. A `slow` reader runs only in the background, within a daily allowance, and never on seed facts.
    """

    @property
    def reader(self) -> str:
        """Kind of reader."""
        ...

    @property
    def version(self) -> str:
        """Name and version of the extractor."""
        ...

    @property
    def batch(self) -> int:
        """The number of passages that it reads at a time."""
        ...

    @property
    def slow(self) -> bool:
        """Whether reading costs seconds or money."""
        ...

    def read(self, passages: Sequence[Passage], stop: Stop = never) -> tuple[tuple[Triple, ...], ...]:
        """The triples of each passage, in order. Raises LanguageModelError, or Cancelled soon after `stop()` becomes true."""
        ...


class MaintainedIndex(VectorIndex, Protocol):
    """An index kept in step with the record: `IndexSupervisor` in the data folder, `SharedIndex` on a server."""

    @property
    def state(self) -> str:
        """The index in use, for the status page."""
        ...

    @property
    def busy(self) -> bool:
        """Whether it is being rebuilt."""
        ...

    def size(self) -> int:
        """Bytes used on this machine's disk."""
        ...

    def purge(self) -> None:
        """Remove deleted passages from the files in the background, even if this process ends before that is done."""
        ...

    def compact(self) -> None:
        """Rebuild without the removed passages, in the background; look-ups continue meanwhile."""
        ...

    def wait(self, timeout_s: float) -> bool:
        """Wait for background work; True when none is left."""
        ...

    def close(self) -> None:
        """End background work and release files and connections."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """How passages were found (S17). `claim` is stored as a hash, never in clear."""

    engine: str = ""
    tier: str = ""
    claim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPassage:
    """A passage ready to be stored, embedded and rated. `vector` has shape (dimensions,)."""

    passage: Passage
    vector: Vectors
    rating: SourceRating


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPassage:
    """A row of the record. `avg_relevance` is 0..1, times are ISO 8601 in UTC."""

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
    """`new` passages were added; `unchanged` ones already existed or had been forgotten by the user."""

    new: int
    unchanged: int


def normal(text: str) -> str:
    """The text in lower case with single spaces; "forget this claim" compares texts in this form."""
    return " ".join(text.casefold().split())


def claim_hash(claim: str) -> str:
    """32 hex characters; "" if there is no claim."""
    return hashlib.sha256(normal(claim).encode("utf-8", "surrogatepass")).hexdigest()[:32] if claim else ""

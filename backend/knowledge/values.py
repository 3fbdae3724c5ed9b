"""What the knowledge base hands out, and what it needs from the source registry."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol

from backend.domain.article import Namespace, Passage
from backend.domain.trust import SourceRating
from backend.ports import Vectors


class Registry(Protocol):
    """Rates sources; `backend.sources.registry.SourceRegistry` is the real one."""

    def rate(self, url_or_domain: str, /) -> SourceRating:
        """The rating of the registrable domain."""
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
    """`new` passages were added, `unchanged` ones were there already (or were forgotten by the reader)."""

    new: int
    unchanged: int


def normal(text: str) -> str:
    """Lower case, single spaces: how "forget this claim" compares texts."""
    return " ".join(text.casefold().split())


def claim_hash(claim: str) -> str:
    """32 hex characters; empty for no claim."""
    return hashlib.sha256(normal(claim).encode("utf-8", "surrogatepass")).hexdigest()[:32] if claim else ""

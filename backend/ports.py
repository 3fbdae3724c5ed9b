"""What stages need from outside, as Protocols. Fakes exist only for these; each port has one contract suite.

Vectors are float32 arrays of shape (n, dimensions), every row of length 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from backend.domain.article import FetchedPage
from backend.domain.evidence import StanceScores, StanceThresholds
from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier

Vectors = NDArray[np.float32]
Answer = TypeVar("Answer", bound=BaseModel)


class Embedder(Protocol):
    """Turns texts into unit vectors. `model_id` contains the weights' hash, so vectors of two models never mix."""

    @property
    def model_id(self) -> str:
        """Stable name of the exact weights, e.g. "all-MiniLM-L6-v2-int8@53aa5117"."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, one row per text, in order; shape (0, dimensions) for no texts."""
        ...


class Verifier(Protocol):
    """Reads (passage, claim) once: supports, refutes or not enough information."""

    @property
    def model_id(self) -> str:
        """Stable name of the exact weights."""
        ...

    @property
    def thresholds(self) -> StanceThresholds:
        """The thresholds from which its probabilities are a stance."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """Calibrated probabilities for each (passage, claim), in order. Long passages are cut, claims never."""
        ...


class LanguageModel(Protocol):
    """An optional LLM with structured answers and no tools."""

    @property
    def model_id(self) -> str:
        """The provider's model name."""
        ...

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        """Fill the prompt file named `prompt` with `inputs` (untrusted text, delimited at random) and parse the answer.

        Raises LanguageModelTimeout, LanguageModelRefused or LanguageModelInvalid; Cancelled soon after `stop()`.
        """
        ...


class SearchEngine(Protocol):
    """One provider. An empty tuple means that it answered and found nothing."""

    @property
    def name(self) -> str:
        """Short lower-case name, as used in CLAIMLIGHT_ENGINES."""
        ...

    @property
    def tiers(self) -> frozenset[SearchTier]:
        """The tiers it can serve: an encyclopedia has no news sites, a fact-check index only fact-checks."""
        ...

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """At most `query.limit` results. Raises EngineBlocked, EngineTimeout or EngineFailed; returns within timeout_s (+ 10%).

        Raises Cancelled soon after `stop()` turns true; no connection stays open after a return or an error.
        """
        ...


class Allowance(Protocol):
    """An amount per day (UTC), kept over restarts (S18); `cap` 0 is no limit."""

    cap: int

    def take(self, amount: int = 1) -> bool:
        """Spend; False, without spending, if the cap would be exceeded. Never raises."""
        ...

    def left(self) -> bool:
        """Whether anything is left today."""
        ...

    def note(self, amount: int) -> None:
        """Add a cost that is only known afterwards."""
        ...


class PageFetcher(Protocol):
    """Reads one public page."""

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        """Raises UnsafeAddress, FetchTimeout, FetchRefused or UnreadablePage; Cancelled soon after `stop()` turns true.

        No connection stays open after a return or an error.
        """
        ...


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A hit of the index: a passage id and its cosine with the query, -1..1."""

    id: str
    similarity: float


class VectorIndex(Protocol):
    """Nearest-neighbour search over passages; derived from the record and rebuildable from it."""

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows."""
        ...

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove rows; unknown ids are ignored."""
        ...

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """The k nearest, most similar first, or fewer. `vector` has shape (1, dimensions) or (dimensions,)."""
        ...

    def ids(self, namespace: str) -> frozenset[str]:
        """Every id it holds."""
        ...

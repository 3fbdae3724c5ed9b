"""Protocols of the external services that the stages use.

Only these protocols have fakes, and each has a contract suite. Vectors are float32 arrays of shape (n, dimensions), and
every row has length 1.
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
    """Converts texts to unit vectors.

    `model_id` contains the hash of the weights, which keeps vectors from different models apart.
    """

    @property
    def model_id(self) -> str:
        """A stable identifier of the exact weights, e.g. "all-MiniLM-L6-v2-int8@53aa5117"."""
        ...

    @property
    def dimensions(self) -> int:
        """The number of dimensions of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, one row per text, in order. The shape is (0, dimensions) if there are none."""
        ...


class Verifier(Protocol):
    """Judges from both texts whether a passage supports a claim, refutes it, or does neither."""

    @property
    def model_id(self) -> str:
        """A stable name of the exact weights."""
        ...

    @property
    def thresholds(self) -> StanceThresholds:
        """The thresholds above which the model's probabilities count as a stance."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """Return calibrated probabilities for each (passage, claim), in order.

        Long passages are truncated, but claims never are.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenScores:
    """A tagger's scores for a text.

    `spans` contains (start, end) of each token in the text. `tags` contains the logits, of shape (tokens, tags).
    `applies` is the probability (0..1) that the tags are usable.
    """

    spans: tuple[tuple[int, int], ...]
    tags: NDArray[np.float32]
    applies: float


class TokenTagger(Protocol):
    """Labels each token of a text with tags."""

    @property
    def model_id(self) -> str:
        """A stable name of the exact weights."""
        ...

    @property
    def threshold(self) -> float:
        """The minimum of `TokenScores.applies`, 0..1, at which the tags should be used."""
        ...

    def tag(self, text: str) -> TokenScores:
        """Return the scores of the text's tokens in reading order. A long text is truncated at its end."""
        ...


class LanguageModel(Protocol):
    """An optional LLM that returns structured responses and has no tools."""

    @property
    def model_id(self) -> str:
        """The provider's model name."""
        ...

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        """Fill the prompt file `prompt` with `inputs`, send the prompt, and parse the response as `answer`.

        The inputs are untrusted text and are enclosed in random markers. Raises LanguageModelTimeout,
        LanguageModelRefused or LanguageModelInvalid, and Cancelled soon after `stop()` becomes true.
        """
        ...


class SearchEngine(Protocol):
    """One search engine. An empty tuple of results means that the engine responded and found nothing."""

    @property
    def name(self) -> str:
        """A short name in lower case, as used in CLAIMLIGHT_ENGINES."""
        ...

    @property
    def tiers(self) -> frozenset[SearchTier]:
        """The tiers that the engine serves.

        An encyclopedia has no news sites, and a fact-check index has only fact-checks.
        """
        ...

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return at most `query.limit` results within `timeout_s` (+ 10%).

        Raises EngineBlocked, EngineTimeout or EngineFailed, and Cancelled soon after `stop()` becomes true. No
        connection stays open after a return or an error.
        """
        ...


class Allowance(Protocol):
    """A daily budget, reset at 00:00 UTC, that survives restarts (S18). A `cap` of 0 means no limit."""

    cap: int

    def take(self, amount: int = 1) -> bool:
        """Spend the amount and return True, or return False if the amount would exceed the cap. Never raises."""
        ...

    def left(self) -> bool:
        """Return whether any of today's budget is left."""
        ...

    def note(self, amount: int) -> None:
        """Add a cost that became known only after it was incurred."""
        ...


class PageFetcher(Protocol):
    """Fetches one public page."""

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        """Fetch the page.

        Raises UnsafeAddress, FetchTimeout, FetchRefused or UnreadablePage, and Cancelled soon after `stop()` becomes
        true. No connection stays open after a return or an error.
        """
        ...


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A hit in the vector index: a passage id and the cosine similarity of the passage to the query, -1..1."""

    id: str
    similarity: float


class VectorIndex(Protocol):
    """Nearest-neighbour search over passages. The index is derived from the database and can be rebuilt from it."""

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows."""
        ...

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove rows. Unknown ids are ignored."""
        ...

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """Return at most `k` nearest passages, the most similar first.

        `vector` has shape (1, dimensions) or (dimensions,).
        """
        ...

    def ids(self, namespace: str) -> frozenset[str]:
        """Return all ids in the index."""
        ...

"""Protocols for what the stages need from outside. Fakes exist only for these, and each port has one contract suite.

Vectors are float32 arrays of shape (n, dimensions); every row has length 1.
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
    """Turns texts into unit vectors. `model_id` contains the hash of the weights, so that vectors of two models are never mixed."""

    @property
    def model_id(self) -> str:
        """A stable name of the exact weights, e.g. "all-MiniLM-L6-v2-int8@53aa5117"."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, one row per text, in order; shape (0, dimensions) for no texts."""
        ...


class Verifier(Protocol):
    """Judges whether a passage supports a claim, refutes it, or does neither; reads both together."""

    @property
    def model_id(self) -> str:
        """A stable name of the exact weights."""
        ...

    @property
    def thresholds(self) -> StanceThresholds:
        """The thresholds above which its probabilities count as a stance."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """Calibrated probabilities for each (passage, claim), in order. Long passages are cut, claims never are."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenScores:
    """What a tagger says of a text.

    `spans` are (start, end) of each token in it, `tags` the logits of each token's tags, shape (tokens, tags), and `applies` is the
    probability, 0..1, that they are of use.
    """

    spans: tuple[tuple[int, int], ...]
    tags: NDArray[np.float32]
    applies: float


class TokenTagger(Protocol):
    """Tags the tokens of a text."""

    @property
    def model_id(self) -> str:
        """A stable name of the exact weights."""
        ...

    @property
    def threshold(self) -> float:
        """The least probability, 0..1, of being right from which on the tags are meant to be used."""
        ...

    def tag(self, text: str) -> TokenScores:
        """Scores of the text's tokens in reading order; a long text is cut at its end."""
        ...


class LanguageModel(Protocol):
    """An optional LLM that gives structured answers and uses no tools."""

    @property
    def model_id(self) -> str:
        """The provider's model name."""
        ...

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        """Fill the prompt file named `prompt` with `inputs` (untrusted text, between random markers) and parse the answer.

        Raises LanguageModelTimeout, LanguageModelRefused or LanguageModelInvalid; Cancelled soon after `stop()` becomes true.
        """
        ...


class SearchEngine(Protocol):
    """One search provider. An empty tuple means that it answered and found nothing."""

    @property
    def name(self) -> str:
        """A short lower-case name, as used in CLAIMLIGHT_ENGINES."""
        ...

    @property
    def tiers(self) -> frozenset[SearchTier]:
        """The tiers it can serve: an encyclopedia has no news sites, a fact-check index only fact-checks."""
        ...

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Search; returns at most `query.limit` results, within timeout_s (+ 10%). Raises EngineBlocked, EngineTimeout or EngineFailed.

        Raises Cancelled soon after `stop()` becomes true. No connection stays open after a return or an error.
        """
        ...


class Allowance(Protocol):
    """An amount per day (UTC) that survives restarts (S18); a `cap` of 0 means no limit."""

    cap: int

    def take(self, amount: int = 1) -> bool:
        """Spend the amount and return True, or return False if that would exceed the cap. Never raises."""
        ...

    def left(self) -> bool:
        """Whether anything is left today."""
        ...

    def note(self, amount: int) -> None:
        """Add a cost that becomes known only afterwards."""
        ...


class PageFetcher(Protocol):
    """Fetches one public page."""

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        """Fetch the page. Raises UnsafeAddress, FetchTimeout, FetchRefused or UnreadablePage; Cancelled soon after `stop()` becomes true.

        No connection stays open after a return or an error.
        """
        ...


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A hit of the index: a passage id and its cosine with the query, -1..1."""

    id: str
    similarity: float


class VectorIndex(Protocol):
    """Nearest-neighbour search over passages; the index is derived from the record and can be rebuilt from it."""

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows."""
        ...

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove rows; unknown ids are ignored."""
        ...

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """The k nearest passages or fewer, most similar first. `vector` has shape (1, dimensions) or (dimensions,)."""
        ...

    def ids(self, namespace: str) -> frozenset[str]:
        """Every id in the index."""
        ...

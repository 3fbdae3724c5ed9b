"""Generates passages from their numbers, identically in every process, which lets a check verify the acknowledged ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from backend.domain.article import Passage, PassageKind, passage_id
from backend.ports import Vectors

BATCH = 40
REFRESH = "refresh"
"""The activity that refreshes current affairs."""
BASE = 1_200
"""Number of passages stored before the first kill. Chroma writes its graph to disk before the graph has this many entries."""


def passages(activity: str, batch: int) -> list[Passage]:
    """Return the passages of one batch of one activity."""
    return [_passage(activity, number) for number in range(batch * BATCH, (batch + 1) * BATCH)]


def base() -> list[Passage]:
    """Return the passages stored before the first kill."""
    return [_passage("base", number) for number in range(BASE)]


def generation(step: int) -> list[Passage]:
    """Return the current affairs of one step. Half of them are also in the previous step."""
    return [*passages(REFRESH, max(0, step - 1)), *passages(REFRESH, step)]


def _passage(activity: str, number: int) -> Passage:
    source = f"https://site{number % 40}.example/{activity}/{number}"
    text = f"Entry {number} of {activity} says that gauge {number * 7 % 9_973} stood at {number * 31 % 9_901} litres."
    return Passage(
        id=passage_id(source, text), text=text, source=source, title=f"Entry {number}",
        domain=f"site{number % 40}.example", kind=PassageKind.ARTICLE,
    )  # fmt: skip


def vectors(texts: Sequence[str], dimensions: int) -> Vectors:
    """Return a unit vector for each text, shape (n, dimensions). A vector depends only on its text."""
    rows = [np.random.default_rng(_seed(text)).normal(size=dimensions) for text in texts]
    if not rows:
        return np.zeros((0, dimensions), dtype=np.float32)
    found = np.stack(rows)
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


def _seed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class SeededEmbedder:
    """An `Embedder` (backend.ports) that computes vectors from seeds and loads no weights.

    It has the shipped embedder's name, so its rows and the product's rows share an index.
    """

    def __init__(self, model_id: str, dimensions: int) -> None:
        self.model_id = model_id
        self.dimensions = dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors, shape (n, dimensions)."""
        return vectors(texts, self.dimensions)

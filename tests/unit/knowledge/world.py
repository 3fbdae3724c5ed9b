"""A small embedder without trained weights, a clock, and passages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

import numpy as np

from backend.domain.article import Passage, PassageKind, passage_id
from backend.knowledge.base import KnowledgeBase
from backend.ports import Vectors

DIMENSIONS = 64


@lru_cache(maxsize=20_000)
def _direction(model: str, word: str) -> np.ndarray:
    seed = int.from_bytes(hashlib.sha256(f"{model} {word}".encode("utf-8", "replace")).digest()[:8], "big")
    return np.random.default_rng(seed).normal(size=DIMENSIONS)


class WordEmbedder:
    """An `Embedder` (backend.ports) that sums one random direction per word, so texts that share words are similar."""

    dimensions = DIMENSIONS

    def __init__(self, model: str = "words@00000001") -> None:
        self.model_id = model
        self.embedded = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        rows = np.stack(
            [
                sum((_direction(self.model_id, word) for word in text.lower().split()), np.zeros(DIMENSIONS))
                for text in texts
            ]
        )
        return (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)).astype(np.float32)


class Clock:
    """A clock that advances by one second per reading."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def passage(text: str, source: str = "https://www.reuters.com/a", kind: PassageKind = PassageKind.ARTICLE) -> Passage:
    domain = source.split("/")[2].removeprefix("www.")
    return Passage(id=passage_id(source, text), text=text, source=source, title="A title", domain=domain, kind=kind)


def some_passages(count: int) -> list[Passage]:
    return [
        passage(f"Fact {number} says alpha{number} and beta{number % 97}.", f"https://site{number % 40}.com/{number}")
        for number in range(count)
    ]


Opener = Callable[..., KnowledgeBase]


SECRET = passage("Zanzibarquux was founded in 1931 by Xylotrope Wibblefrob.", "https://canaryhost.example/quuxpath")


def traces(data: Path) -> set[str]:
    """Return the remains of the passage, each with its file."""
    vector = WordEmbedder().embed([SECRET.text])[0].tobytes()
    wanted = {
        "text": b"zanzibarquux", "name": b"wibblefrob", "host": b"canaryhost", "path": b"quuxpath",
        "id": SECRET.id.encode(),
    }  # fmt: skip
    found = set()
    for file in (path for path in data.rglob("*") if path.is_file()):
        content = file.read_bytes()
        found |= {f"{file.name}: {name}" for name, word in wanted.items() if word in content.lower()}
        found |= {f"{file.name}: vector"} if vector[:64] in content or vector[64:128] in content else set()
    return found

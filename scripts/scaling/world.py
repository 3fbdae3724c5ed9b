"""Generates realistic passages and vectors from their numbers, with Zipf-distributed words and clusters of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from backend.domain.article import Passage, PassageKind, passage_id
from backend.ports import Embedder, Vectors

DIMENSIONS = 384
CLUSTERS = 2_000
BLOCK = 2_000
"""Number of passages whose vectors are generated together."""
_SPREAD = 0.9
"""Distance of a passage from the centre of its cluster. Neighbours have cosines of 0.5 to 0.9, like real passages."""
_WORDS = 60_000
_LENGTH = 75
_STOP_WORDS = 150
_SYLLABLES = "ba co du fe gi ha jo ku le mi na po qua re si to vu we xa yo zu bra cle dri flo gre stu tra".split()


@lru_cache(maxsize=1)
def vocabulary() -> tuple[str, ...]:
    """Return distinct invented words, the most common first."""
    rng = np.random.default_rng(1)
    found: dict[str, None] = {}
    while len(found) < _WORDS:
        picked = rng.integers(0, len(_SYLLABLES), size=int(rng.integers(2, 5)))
        found["".join(_SYLLABLES[n] for n in picked)] = None
    return tuple(found)


def words(rng: np.random.Generator, count: int, *, first: int = 1) -> list[str]:
    """Return random words with a Zipf distribution (frequency about 1/rank), starting at rank `first`."""
    ranks = np.exp(rng.uniform(np.log(first), np.log(_WORDS), size=count)).astype(int) - 1
    known = vocabulary()
    return [known[rank] for rank in ranks]


def passages(start: int, count: int) -> list[Passage]:
    """Return `count` passages, numbered from `start`, with 40 per site."""
    rng = np.random.default_rng((2, start))
    return [_passage(number, rng) for number in range(start, start + count)]


def _passage(number: int, rng: np.random.Generator) -> Passage:
    text = f"n{number} " + " ".join(words(rng, _LENGTH)) + "."
    source = f"https://site{number // 40}.example/{number}"
    return Passage(
        id=passage_id(source, text), text=text, source=source, title=f"Page {number}",
        domain=f"site{number // 40}.example", kind=PassageKind.ARTICLE,
    )  # fmt: skip


@lru_cache(maxsize=1)
def _cluster_centres() -> Vectors:
    return _normalised(np.random.default_rng(3).normal(size=(CLUSTERS, DIMENSIONS)))


@lru_cache(maxsize=8)
def block(number: int) -> Vectors:
    """Return the vectors of the passages numbered from number·BLOCK, shape (BLOCK, DIMENSIONS)."""
    rng = np.random.default_rng((4, number))
    middles = _cluster_centres()[rng.integers(0, CLUSTERS, size=BLOCK)]
    return _normalised(middles + _SPREAD * _normalised(rng.normal(size=(BLOCK, DIMENSIONS))))


def vector(number: int) -> Vectors:
    """Return the vector of one passage."""
    return np.asarray(block(number // BLOCK)[number % BLOCK])


def question(number: int, size: int) -> str:
    """Return a claim of twelve words whose vector is close to that of one of `size` passages.

    The claim has no stop words, because the product drops them.
    """
    rng = np.random.default_rng((5, number))
    return f"q{int(rng.integers(0, size))} " + " ".join(words(rng, 12, first=_STOP_WORDS))


class GeneratedEmbedder:
    """An `Embedder` (backend.ports) with generated vectors. For queries, the real model also runs, so its time is included."""

    dimensions = DIMENSIONS
    model_id = "generated@00000001"

    def __init__(self, real: Embedder | None = None) -> None:
        self._real = real

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return vectors generated from the number at the beginning of each text, shape (texts, DIMENSIONS)."""
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        if self._real is not None and texts[0].startswith("q"):
            self._real.embed(texts)
        return np.stack([self._one(text) for text in texts])

    def _one(self, text: str) -> Vectors:
        head = text.partition(" ")[0]
        found = vector(int(head[1:]))
        if head[0] == "n":
            return found
        noise = np.random.default_rng(int(head[1:])).normal(size=DIMENSIONS)
        return np.asarray(_normalised((found + 0.4 * _normalised(noise.reshape(1, -1))[0]).reshape(1, -1))[0])


def _normalised(rows: np.ndarray) -> Vectors:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

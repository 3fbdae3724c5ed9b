"""Measures a knowledge base for scripts/scale."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from backend.bootstrap import MODELS
from backend.errors import StorageTooSlow
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.shared_index import ChromaServer
from backend.knowledge.startup import Servers, open_knowledge
from backend.providers.embedder import OnnxEmbedder
from backend.sources.registry import SourceRegistry
from scripts.scaling import sizes, world
from scripts.scaling.filling import fill, wait_until_it_serves
from scripts.scaling.world import BLOCK, GeneratedEmbedder

K = 20
_RECALL_SAMPLE = 50
_WARM_UP = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the data is stored: in the folder, or on servers if their URLs are given."""

    folder: Path
    database_url: str = ""
    chroma_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The results, with times in milliseconds or seconds and sizes in MB, as their names indicate.

    `ingest_cpu_ms` and `query_cpu_ms` are the mean CPU times of this process per passage and per query, which other
    load on the machine hardly affects. The ingest values cover the `added` passages, and are 0 if the folder was
    already filled.
    """

    passages: int
    added: int
    record: str
    index: str
    ingest_per_s: float
    last_block_per_s: float
    ingest_cpu_ms: float
    query_cpu_ms: float
    query_p50_ms: float
    query_p95_ms: float
    vectors_p95_ms: float
    words_p95_ms: float
    graph_p95_ms: float
    retrievers_given_up: int
    recall_at_20: float
    start_s: float
    memory_mb: float
    peak_memory_mb: float
    record_mb: float
    index_mb: float

    def json(self) -> dict[str, Any]:
        """Return the values, rounded to three decimals."""
        return {name: round(value, 3) if isinstance(value, float) else value for name, value in asdict(self).items()}


def measure(places: Places, size: int, *, questions: int, say: Callable[[str], None]) -> Figures:
    """Fill a knowledge base to `size` passages, reopen and query it, and return the measurements. Raises Unfinished or StorageError."""
    registry = SourceRegistry.load(None)
    embedder = GeneratedEmbedder(OnnxEmbedder(MODELS / "embedder", 2))

    def opened() -> KnowledgeBase:
        server = ChromaServer(url=places.chroma_url) if places.chroma_url else None
        servers = Servers(database_url=places.database_url, chroma=server)
        return open_knowledge(places.folder, embedder, registry, servers=servers)

    knowledge = opened()
    wait_until_it_serves(knowledge, say)
    filled = fill(knowledge, size, say)
    knowledge.close()
    begin = time.monotonic()
    knowledge = opened()
    start = time.monotonic() - begin
    # The background check of the vectors continues during the queries, as in a service that has just started.
    wait_until_it_serves(knowledge, say)
    asked = [world.question(number, size) for number in range(_WARM_UP + questions)]
    times, given_up, cpu = _time_queries(knowledge, asked)
    parts = _time_retrievers(knowledge, embedder, asked[_WARM_UP:])
    recall = _recall(knowledge, embedder, asked[:_RECALL_SAMPLE], size)
    memory = sizes.resident_mb()
    figures = Figures(
        passages=size,
        record="postgresql" if places.database_url else "sqlite",
        index="chroma server" if places.chroma_url else "embedded chroma",
        added=filled.added,
        ingest_per_s=filled.added / filled.seconds if filled.added else 0.0,
        last_block_per_s=statistics.fmean(filled.rates[-5:]) if filled.rates else 0.0,
        ingest_cpu_ms=filled.computing_s * 1000 / filled.added if filled.added else 0.0,
        query_cpu_ms=cpu,
        query_p50_ms=statistics.median(times),
        query_p95_ms=_p95(times),
        vectors_p95_ms=_p95(parts["vectors"]),
        words_p95_ms=_p95(parts["words"]),
        graph_p95_ms=_p95(parts["graph"]),
        retrievers_given_up=given_up,
        recall_at_20=recall,
        start_s=start,
        memory_mb=memory,
        peak_memory_mb=sizes.peak_mb(),
        record_mb=sizes.record_mb(places.folder, places.database_url),
        index_mb=sizes.index_mb(places.folder),
    )
    knowledge.close()
    return figures


def _time_queries(knowledge: KnowledgeBase, asked: Sequence[str]) -> tuple[list[float], int, float]:
    """Run all queries, the first ones as a warm-up.

    Return the times in ms, the number of abandoned retrievers, and the CPU time per query in ms.
    """
    times, given_up, computing = [], 0, 0.0
    for number, text in enumerate(asked):
        if number == _WARM_UP:
            computing = time.process_time()
        begin = time.monotonic()
        found = knowledge.look_up(text, K)
        if number >= _WARM_UP:
            times.append((time.monotonic() - begin) * 1000)
            given_up += len(found.missing)
    return times, given_up, (time.process_time() - computing) * 1000 / max(1, len(times))


def _time_retrievers(
    knowledge: KnowledgeBase, embedder: GeneratedEmbedder, asked: Sequence[str]
) -> dict[str, list[float]]:
    """Return the times of each retriever alone for all queries, in ms."""
    ways: dict[str, Callable[[str], object]] = {
        "vectors": lambda text: knowledge.neighbours(embedder.embed([text]), 2 * K + 20),
        "words": lambda text: knowledge.full_text(text, 50),
        "graph": knowledge.graph_paths,
    }
    return {name: [_query_ms(way, text) for text in asked] for name, way in ways.items()}


def _query_ms(way: Callable[[str], object], text: str) -> float:
    begin = time.monotonic()
    # The time of an abandoned retriever also counts.
    with suppress(StorageTooSlow):
        way(text)
    return (time.monotonic() - begin) * 1000


def _recall(knowledge: KnowledgeBase, embedder: GeneratedEmbedder, asked: Sequence[str], size: int) -> float:
    """Return the share of the 20 true nearest neighbours that the index finds, 0..1."""
    wanted = embedder.embed(asked)
    best: list[list[tuple[float, int]]] = [[] for _ in asked]
    for start in range(0, size, BLOCK):
        rows = world.block(start // BLOCK)[: min(BLOCK, size - start)]
        near = wanted @ rows.T
        for held, line in zip(best, near, strict=True):
            top = np.argpartition(-line, min(K, len(line) - 1))[:K]
            held[:] = sorted([*held, *((float(line[n]), start + int(n)) for n in top)], reverse=True)[:K]
    hits = 0
    for vector, held in zip(wanted, best, strict=True):
        worst = held[-1][0]
        found = knowledge.neighbours(vector.reshape(1, -1), K)[:K]
        hits += sum(hit.similarity >= worst - 1e-5 for hit in found)
    return hits / (K * len(asked))


def _p95(times: Sequence[float]) -> float:
    return float(np.percentile(times, 95))

"""The measurements of scripts/scale."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psycopg

from backend.bootstrap import MODELS
from backend.domain.article import Namespace
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.shared_index import ChromaServer
from backend.knowledge.startup import Servers, open_knowledge
from backend.providers.embedder import OnnxEmbedder
from backend.sources.registry import SourceRegistry
from scripts.scaling import world
from scripts.scaling.world import BLOCK, GeneratedEmbedder

K = 20
_RECALL_SAMPLE = 50
_WARM_UP = 20
_PATIENCE_S = 7_200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the data goes: the folder, and servers instead of files where an address is given."""

    folder: Path
    database_url: str = ""
    chroma_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Rates per second, times in milliseconds or seconds as named, sizes in MB.

    `…_cpu_ms` is this process's computing time per passage and per look-up (mean), which other work on the machine hardly changes.
    """

    passages: int
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
        """Rounded."""
        return {name: round(value, 3) if isinstance(value, float) else value for name, value in asdict(self).items()}


def measure(places: Places, size: int, *, questions: int, say: Callable[[str], None]) -> Figures:
    """Fill, close, open again, ask."""
    registry = SourceRegistry.load(None)
    embedder = GeneratedEmbedder(OnnxEmbedder(MODELS / "embedder", 2))

    def opened() -> KnowledgeBase:
        server = ChromaServer(url=places.chroma_url) if places.chroma_url else None
        servers = Servers(database_url=places.database_url, chroma=server)
        return open_knowledge(places.folder, embedder, registry, servers=servers)

    knowledge = opened()
    knowledge.wait_for_index(_PATIENCE_S)
    begin, computing = time.monotonic(), time.process_time()
    rates = _fill(knowledge, size, say)
    took, filling = time.monotonic() - begin, time.process_time() - computing
    knowledge.close()
    begin = time.monotonic()
    knowledge = opened()
    start = time.monotonic() - begin
    asked = [world.question(number, size) for number in range(_WARM_UP + questions)]
    times, given_up, cpu = _ask(knowledge, asked)
    parts = _parts(knowledge, embedder, asked[_WARM_UP:])
    recall = _recall(knowledge, embedder, asked[:_RECALL_SAMPLE], size)
    memory = _resident_mb()
    figures = Figures(
        passages=size,
        record="postgresql" if places.database_url else "sqlite",
        index="chroma server" if places.chroma_url else "embedded chroma",
        ingest_per_s=size / took,
        last_block_per_s=statistics.fmean(rates[-5:]),
        ingest_cpu_ms=filling * 1000 / size,
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
        peak_memory_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        record_mb=_record_mb(places),
        index_mb=sum(_size_mb(folder) for folder in places.folder.glob("index-*")),
    )
    knowledge.close()
    return figures


def _fill(knowledge: KnowledgeBase, size: int, say: Callable[[str], None]) -> list[float]:
    """Block by block through the product's `ingest`; the rate of each block."""
    rates = []
    for start in range(0, size, BLOCK):
        found = world.passages(start, min(BLOCK, size - start))
        begin = time.monotonic()
        knowledge.ingest(found, namespace=Namespace.NEWS)
        rates.append(len(found) / (time.monotonic() - begin))
        if (start // BLOCK) % 10 == 0:
            say(f"{start + len(found):>9,} passages, {rates[-1]:,.0f} per s, {_resident_mb():,.0f} MB")
    return rates


def _ask(knowledge: KnowledgeBase, asked: Sequence[str]) -> tuple[list[float], int, float]:
    """Times of whole look-ups in ms after a warm-up, how often a retriever was given up, computing time per look-up in ms."""
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


def _parts(knowledge: KnowledgeBase, embedder: GeneratedEmbedder, asked: Sequence[str]) -> dict[str, list[float]]:
    """Times of each retriever alone, in ms."""
    ways: dict[str, Callable[[str], object]] = {
        "vectors": lambda text: knowledge.neighbours(embedder.embed([text]), 2 * K + 20),
        "words": lambda text: knowledge.full_text(text, 50),
        "graph": knowledge.graph_paths,
    }
    return {name: [_timed(way, text) for text in asked] for name, way in ways.items()}


def _timed(way: Callable[[str], object], text: str) -> float:
    begin = time.monotonic()
    way(text)
    return (time.monotonic() - begin) * 1000


def _recall(knowledge: KnowledgeBase, embedder: GeneratedEmbedder, asked: Sequence[str], size: int) -> float:
    """Share of the true 20 nearest that the index finds."""
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
        ids = {hit.id for hit in knowledge.neighbours(vector.reshape(1, -1), K)[:K]}
        worst = held[-1][0]
        found = knowledge.neighbours(vector.reshape(1, -1), K)[:K]
        hits += sum(hit.similarity >= worst - 1e-5 for hit in found) if ids else 0
    return hits / (K * len(asked))


def _p95(times: Sequence[float]) -> float:
    return float(np.percentile(times, 95))


def _resident_mb() -> float:
    with Path("/proc/self/statm").open() as status:
        return int(status.read().split()[1]) * resource.getpagesize() / 2**20


def _record_mb(places: Places) -> float:
    if not places.database_url:
        return sum(file.stat().st_size for file in places.folder.glob("knowledge.sqlite3*")) / 2**20
    with psycopg.connect(places.database_url) as db:
        row = db.execute("SELECT pg_database_size(current_database())").fetchone()
    return row[0] / 2**20 if row else 0.0


def _size_mb(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 2**20

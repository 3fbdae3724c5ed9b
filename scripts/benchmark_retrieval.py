"""Fill a real knowledge base in a temporary folder, and measure storing and retrieval.

The database, full-text search, graph and Chroma are the service's own.

Passages consist of invented words with the frequencies of natural text (Zipf), and of plain statements that the graph
can extract. The same number of passages always produces the same texts. Query times are printed as median and 95th
percentile over --queries claims, each of which is used once.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backend.bootstrap import graph_reading, load_embedder  # noqa: E402
from backend.domain.article import Passage, PassageKind, passage_id  # noqa: E402
from backend.graph.rules import triples  # noqa: E402
from backend.knowledge.base import KnowledgeBase  # noqa: E402
from backend.knowledge.startup import open_knowledge  # noqa: E402
from backend.ports import Embedder, Vectors  # noqa: E402
from backend.settings import Settings  # noqa: E402
from backend.sources.registry import SourceRegistry  # noqa: E402

BATCH = 100
WORDS = 8_000
"""Number of different words in the invented language."""
LENGTH = (35, 85)
"""Minimum and maximum number of words in a passage. The product truncates passages at 85 words."""
SYLLABLES = "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to".split()
VERBS = ("is the capital of", "was founded by", "is a region in", "exports", "borders", "was discovered by", "protects")


class Timed:
    """Wraps the product's embedder and measures the total time of its calls, in seconds."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.model_id, self.dimensions = embedder.model_id, embedder.dimensions
        self.seconds = 0.0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the wrapped embedder."""
        begin = time.perf_counter()
        vectors = self._embedder.embed(texts)
        self.seconds += time.perf_counter() - begin
        return vectors


class Language:
    """A seeded generator of statements and passages in an invented language."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        made = dict.fromkeys(
            "".join(self._random.choices(SYLLABLES, k=self._random.randint(2, 4))) for _ in range(2 * WORDS)
        )
        self._words = list(made)[:WORDS]
        self._weights = [1 / (rank + 3) for rank in range(len(self._words))]

    def statement(self) -> str:
        """Return a statement that the graph can extract, such as "Kobane is the capital of Lisoma"."""
        one, other = (name.capitalize() for name in self._random.sample(self._words[200:2_000], 2))
        return f"{one} {self._random.choice(VERBS)} {other}"

    def passage(self, number: int) -> Passage:
        """Return a passage of about 35 to 85 words that contains one statement."""
        words = self._random.choices(self._words, self._weights, k=self._random.randint(*LENGTH) - 6)
        text = f"{self.statement()}. {' '.join(words).capitalize()}."
        source = f"https://site{number % 500}.org/{number}"
        name = passage_id(source, text)
        return Passage(
            id=name,
            text=text,
            source=source,
            title="A title",
            domain=f"site{number % 500}.org",
            kind=PassageKind.ARTICLE,
        )


def fill(knowledge: KnowledgeBase, passages: Sequence[Passage], embedder: Timed) -> dict[str, float]:
    """Store the passages as trusted, and return the milliseconds per passage, in total and for each part of the work."""
    begin, embedded = time.perf_counter(), embedder.seconds
    for start in range(0, len(passages), BATCH):
        knowledge.ingest(passages[start : start + BATCH], quarantined=False)
    whole, embedding = time.perf_counter() - begin, embedder.seconds - embedded
    begin = time.perf_counter()
    for passage in passages:
        triples(passage.text)
    reading = time.perf_counter() - begin
    each = {
        "all": whole,
        "embedding": embedding,
        "reading for the graph": reading,
        "the rest": whole - embedding - reading,
    }
    return {name: round(1_000 * seconds / len(passages), 3) for name, seconds in each.items()}


def spread(ask: Callable[[str], object], claims: Sequence[str]) -> dict[str, float]:
    """Call `ask` with every claim, and return the median and the 95th percentile of the time in milliseconds."""
    spent = []
    for claim in claims:
        begin = time.perf_counter()
        ask(claim)
        spent.append(1_000 * (time.perf_counter() - begin))
    return {"p50": round(statistics.median(spent), 2), "p95": round(statistics.quantiles(spent, n=20)[18], 2)}


def measure(passages: int, queries: int) -> dict[str, object]:
    """Return all measurements, keyed by name."""
    settings, language = Settings(), Language()
    embedder = Timed(load_embedder(settings))
    stored = [language.passage(number) for number in range(passages)]
    claims = [[language.statement() for _ in range(queries)] for _ in range(4)]
    with tempfile.TemporaryDirectory(prefix="claimlight-retrieval-") as folder:
        registry, reading = SourceRegistry.load(None), graph_reading(settings, None)
        knowledge = open_knowledge(Path(folder), embedder, registry, reading=reading)
        try:
            each = fill(knowledge, stored, embedder)
            knowledge.wait_for_index(600)
            knowledge.recall(language.statement())
            figures: dict[str, object] = {
                "storing a passage (ms)": each,
                "finding twenty (ms)": spread(knowledge.recall, claims[0]),
                "of it, the claim's vector (ms)": spread(lambda claim: embedder.embed([claim]), claims[1]),
                "of it, full text (ms)": spread(lambda claim: knowledge.full_text(claim, 50), claims[2]),
                "of it, the graph (ms)": spread(knowledge.graph_paths, claims[3]),
            }
            stats = knowledge.stats()
        finally:
            knowledge.close()
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
    return {
        **figures,
        "on disk (kB a passage)": round(size / 1_000 / passages, 2),
        "passages": stats["passages"],
        "triples": stats["triples"],
        "index": stats["index"],
        "claims": queries,
    }


def main() -> None:
    """Print the measurements as a table or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measure(max(BATCH, options.passages), max(2, options.queries))
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:35} {value}")


if __name__ == "__main__":
    main()

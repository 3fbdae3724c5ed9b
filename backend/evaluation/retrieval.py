"""`scripts/evaluate retrieve`: measures how high relevant passages rank, by the embedder alone and in the product.

`retrieval_data` describes the file formats. --profiles adds the metrics of every ranking profile on the same judged
passages (`hybrid_recall_1` …), and those of the candidates before judging (`candidates_recall_1` …).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from backend.bootstrap import load_embedder, load_verifier
from backend.domain.evidence import Candidate, Origin
from backend.evaluation import datasets
from backend.evaluation.corpus import SAME, as_passage, pooled, recalled, stored_corpus
from backend.evaluation.datasets import DatasetError
from backend.evaluation.ranking import RankedQuery, ranking_figures
from backend.evaluation.retrieval_data import Document, RetrievalQuery, is_corpus, read_corpus, read_queries
from backend.evaluation.scores import FileScores, Measurement, Tell, Value
from backend.ports import Embedder, Vectors
from backend.rank.candidates import featured, nearest
from backend.rank.order import scored
from backend.rank.settings import RankProfile
from backend.settings import Settings
from backend.stance.judge import Judge

BATCH = 64
"""Number of texts per embedding batch."""
DEPTH = 100
"""Number of documents in the embedder's ranking of a corpus."""
TELL_EVERY_S = 10.0
CANDIDATES = "candidates"
"""Name of the ranking of the candidates before they are judged."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rankings of all queries by the embedder and by every profile, and those before judging.

    `recalled` holds the results that the knowledge base would return if it contained the corpus (or the passages of all
    claims). `pool` holds the embedder's rankings of the same texts; for a corpus they equal `embedder`.
    """

    embedder: tuple[RankedQuery, ...]
    orders: Mapping[str, tuple[RankedQuery, ...]]
    recalled: tuple[RankedQuery, ...]
    pool: tuple[RankedQuery, ...]


class Tools:
    """The product's embedder and judge, with its settings."""

    def __init__(self, settings: Settings) -> None:
        self.embedder: Embedder = load_embedder(settings)
        self.judge = Judge(load_verifier(settings))
        self.recall_k = settings.recall_k
        self.ranking = RankProfile(settings.ranking)
        self._today = datetime.now(UTC).date()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape (n, dimensions), embedded in batches."""
        parts = [self.embedder.embed(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
        return np.concatenate(parts)

    def orders(self, claim: str, recalled: Sequence[Candidate]) -> dict[str, list[str]]:
        """Return the rankings of the ids by every profile, and the one before judging.

        As in the pipeline, the recalled passages are judged and then sorted by `rank.order`.
        """
        found = featured(claim, recalled, self._today)
        judged = self.judge.judge(claim, found)
        orders = {str(p): [item.passage.source for item in scored(judged, p)] for p in RankProfile}
        orders[CANDIDATES] = [c.passage.source for c in nearest(found, len(found), self.ranking)]
        return orders


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add --profiles."""
    parser.add_argument("--profiles", action="store_true", help="also show the figures of every ranking profile")


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file of claims (none for a corpus). Raises DatasetError or ModelError."""
    corpora = [path for path in paths if is_corpus(path)]
    query_files = [path for path in paths if path not in corpora]
    if not query_files:
        raise DatasetError(paths[0], "a corpus has no claims: also give the file of its queries")
    tools = Tools(Settings())
    profile_names = [str(profile) for profile in RankProfile] + [CANDIDATES] if options.profiles else []
    for path in query_files:
        begin = time.perf_counter()
        queries = datasets.sample(read_queries(path), options.rows)
        tell(f"{path.name}: {len(queries)} claims")
        has_candidates = bool(queries[0].documents)
        rankings = (
            own_passages(queries, tools, tell)
            if has_candidates
            else over_corpus(queries, read_corpus(path, corpora), tools, tell)
        )
        extra_scores: dict[str, Value] = {
            **ranking_figures(rankings.embedder, "embedder"),
            **ranking_figures(rankings.orders[tools.ranking], "product"),
            **ranking_figures(rankings.pool, "pool_embedder"),
            **ranking_figures(rankings.recalled, "recalled"),
        }
        for name in profile_names:
            extra_scores |= ranking_figures(rankings.orders[name], name)
        seconds = time.perf_counter() - begin
        yield Measurement(figures=FileScores(file=str(path), n=len(queries), seconds=seconds, more=extra_scores))


def own_passages(queries: Sequence[RetrievalQuery], tools: Tools, tell: Tell) -> Ranked:
    """Return the rankings of each claim's own candidates."""
    embedder_rankings, orders, last_report = [], _empty_orders(), time.monotonic()
    for place, query in enumerate(queries, start=1):
        vectors = tools.embed([query.claim, *(d.text for d in query.documents)])
        similar = (vectors[1:] @ vectors[0]).tolist()
        by_vector = [query.documents[i].id for i in np.argsort(-np.array(similar), kind="stable")]
        embedder_rankings.append(RankedQuery(ranked=by_vector, relevant=query.relevant))
        found = [_candidate(d, value) for d, value in zip(query.documents, similar, strict=True)]
        _append_rankings(orders, tools.orders(query.claim, found), query)
        last_report = _report_progress(last_report, place, len(queries), tell)
    documents, pooled_queries = pooled(queries)
    vectors = tools.embed([d.text for d in documents])
    with stored_corpus(documents, vectors, tools.embedder) as stored:
        recalled_rankings = recalled(stored, pooled_queries, tools.recall_k)
    pool = tuple(by_embedder(query, documents, vectors, tools) for query in pooled_queries)
    return Ranked(
        tuple(embedder_rankings), {name: tuple(several) for name, several in orders.items()}, recalled_rankings, pool
    )


def by_embedder(query: RetrievalQuery, documents: Sequence[Document], vectors: Vectors, tools: Tools) -> RankedQuery:
    """Return the ranking of the hundred documents nearest to the claim."""
    similar = vectors @ tools.embed([query.claim])[0]
    near = np.argsort(-similar, kind="stable")[:DEPTH]
    return RankedQuery(ranked=[documents[i].id for i in near], relevant=query.relevant)


def over_corpus(queries: Sequence[RetrievalQuery], corpus: Sequence[Document], tools: Tools, tell: Tell) -> Ranked:
    """Return the rankings of the corpus for each claim, by the embedder and by the knowledge base.

    The recalled passages are judged and ranked as in the product.
    """
    tell(f"embedding {len(corpus)} documents")
    vectors, orders, last_report = tools.embed([d.text for d in corpus]), _empty_orders(), time.monotonic()
    recalled_rankings: list[RankedQuery] = []
    with stored_corpus(corpus, vectors, tools.embedder) as stored:
        for place, query in enumerate(queries, start=1):
            found = stored.candidates(query.claim, tools.recall_k)
            recalled_rankings.append(RankedQuery(ranked=[c.passage.source for c in found], relevant=query.relevant))
            _append_rankings(orders, tools.orders(query.claim, found), query)
            last_report = _report_progress(last_report, place, len(queries), tell)
    embedder_rankings = tuple(by_embedder(query, corpus, vectors, tools) for query in queries)
    return Ranked(
        embedder_rankings,
        {name: tuple(several) for name, several in orders.items()},
        tuple(recalled_rankings),
        embedder_rankings,
    )


def _empty_orders() -> dict[str, list[RankedQuery]]:
    return {name: [] for name in (*map(str, RankProfile), CANDIDATES)}


def _append_rankings(
    orders: dict[str, list[RankedQuery]], found: Mapping[str, list[str]], query: RetrievalQuery
) -> None:
    for name, ranked in found.items():
        orders[name].append(RankedQuery(ranked=ranked, relevant=query.relevant))


def _report_progress(last_report: float, place: int, whole: int, tell: Tell) -> float:
    if time.monotonic() - last_report < TELL_EVERY_S:
        return last_report
    tell(f"{place} of {whole} claims")
    return time.monotonic()


def _candidate(document: Document, similarity: float) -> Candidate:
    passage = as_passage(document)
    return Candidate(
        passage=passage, rating=SAME, origin=Origin.KNOWLEDGE, similarity=similarity, recall_score=similarity
    )

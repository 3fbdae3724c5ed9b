"""Searches a corpus of documents as the product searches its knowledge base: by embedding, by full text and by graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from backend.domain.article import Namespace, Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate
from backend.domain.trust import SourceRating, SourceTier, SourceType
from backend.evaluation.ranking import RankedQuery
from backend.evaluation.retrieval_data import Document, RetrievalQuery
from backend.graph.rules import RuleReader
from backend.knowledge.database import Database
from backend.knowledge.graph_updater import GraphUpdater
from backend.knowledge.index import ExactIndex
from backend.knowledge.recall import Recall
from backend.knowledge.store import Store
from backend.knowledge.values import NewPassage
from backend.ports import Embedder, Vectors

SAME = SourceRating(domain="corpus.invalid", tier=SourceTier.C, credibility=0.5, type=SourceType.UNKNOWN)
"""The same rating for every document, which makes rankings depend only on the texts."""
BATCH = 1_000
_NOW = "2026-01-01T00:00:00+00:00"
_PATIENCE_S = 600.0


class _ConstantRating:
    def rate(self, _url_or_domain: str, /) -> SourceRating:
        """Return the same rating for every domain."""
        return SAME


class EvaluationCorpus:
    """Trusted documents on disk, with a full-text index and a graph. The vector search is exact."""

    def __init__(self, folder: Path, documents: Sequence[Document], vectors: Vectors, embedder: Embedder) -> None:
        self._database = Database(folder)
        store, index = Store(self._database), ExactIndex(embedder.dimensions)
        rows = [
            NewPassage(passage=as_passage(d), vector=vector, rating=SAME)
            for d, vector in zip(documents, vectors, strict=True)
        ]
        for start in range(0, len(rows), BATCH):
            part = rows[start : start + BATCH]
            store.add(part, namespace=Namespace.STATIC, quarantined=False, model_id=embedder.model_id, now=_NOW)
        index.upsert(Namespace.STATIC, [row.passage.id for row in rows], vectors)
        updater = GraphUpdater(store, (RuleReader(),), lambda: _NOW)
        updater.catch_up()
        updater.wait(_PATIENCE_S)
        self.figures = {**store.counts(), **store.graph.counts()}
        self._recall = Recall(store, index, embedder, _ConstantRating())

    def candidates(self, claim: str, k: int) -> tuple[Candidate, ...]:
        """Return the candidates that the product would consider, best first."""
        return self._recall.recall(claim, k).candidates

    def close(self) -> None:
        """Close the database."""
        self._database.close()


@contextmanager
def stored_corpus(documents: Sequence[Document], vectors: Vectors, embedder: Embedder) -> Iterator[EvaluationCorpus]:
    """Store the documents in a temporary corpus for the duration of the block. `vectors` has shape (documents, dimensions)."""
    with TemporaryDirectory(prefix="claimlight-shelf-") as folder:
        opened = EvaluationCorpus(Path(folder), documents, vectors, embedder)
        try:
            yield opened
        finally:
            opened.close()


def pooled(queries: Sequence[RetrievalQuery]) -> tuple[tuple[Document, ...], tuple[RetrievalQuery, ...]]:
    """Merge the candidates of all claims into one corpus without duplicates.

    Return the corpus, and the claims with the document ids of their relevant passages.
    """
    places: dict[str, str] = {}
    for query in queries:
        for document in query.documents:
            places.setdefault(document.text, str(len(places)))
    pooled_queries = tuple(
        RetrievalQuery(q.claim, frozenset(places[d.text] for d in q.documents if d.id in q.relevant)) for q in queries
    )
    return tuple(Document(name, text) for text, name in places.items()), pooled_queries


def recalled(corpus: EvaluationCorpus, queries: Sequence[RetrievalQuery], k: int) -> tuple[RankedQuery, ...]:
    """Return a ranking per claim: the k candidates that the product would consider."""
    return tuple(
        RankedQuery(ranked=[c.passage.source for c in corpus.candidates(query.claim, k)], relevant=query.relevant)
        for query in queries
    )


def as_passage(document: Document) -> Passage:
    """Return the document as a passage of the knowledge base, with the document's id as the address."""
    return Passage(
        id=passage_id(document.id, document.text),
        text=document.text,
        source=document.id,
        title=document.title,
        domain=SAME.domain,
        kind=PassageKind.ARTICLE,
    )

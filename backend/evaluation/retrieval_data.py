"""Reads claims with their relevant passages for `scripts/evaluate retrieve`.

There are two formats: rows of `{claim, candidates, relevant}`, where `relevant` lists indexes of candidates, and
queries `{claim, relevant_docs}` for a corpus of `{doc_id, title, sentences}`. The corpus is one of the given files, or
a file in the same folder as the queries, with "corpus" instead of "queries" in its name. Rows without a relevant
passage are skipped. Rows whose `split` is "train" are skipped if there are other rows, because the verifier may have
been trained on the "train" rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.evaluation import datasets
from backend.evaluation.datasets import DatasetError, Row


@dataclass(frozen=True, slots=True)
class Document:
    """A passage of a corpus, with its id and title."""

    id: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class RetrievalQuery:
    """A claim, the ids of its relevant passages, and its own candidates (none for a corpus).

    `seen` is true if the verifier may have been trained on the claim.
    """

    claim: str
    relevant: frozenset[str]
    documents: tuple[Document, ...] = ()
    seen: bool = False


def is_corpus(path: Path) -> bool:
    """Return whether the file contains documents instead of claims. Raises DatasetError."""
    return "doc_id" in next(iter(datasets.rows(path))).fields


def read_queries(path: Path) -> tuple[RetrievalQuery, ...]:
    """Return the claims that have a relevant passage. Raises DatasetError if the file is invalid or has none."""
    found = tuple(query for row in datasets.rows(path) if (query := _query(row)).relevant)
    if not found:
        raise DatasetError(path, "no row has a relevant passage")
    return tuple(query for query in found if not query.seen) or found


def _query(row: Row) -> RetrievalQuery:
    seen = row.fields.get("split") == "train"
    if "candidates" not in row.fields:
        return RetrievalQuery(row.text("claim"), frozenset(row.many("relevant_docs", str)), seen=seen)
    texts, places = row.many("candidates", str), row.many("relevant", int)
    if any(not 0 <= place < len(texts) for place in places):
        raise row.error('"relevant" names a place that "candidates" does not have')
    documents = tuple(Document(str(place), text) for place, text in enumerate(texts))
    return RetrievalQuery(row.text("claim"), frozenset(str(place) for place in places), documents, seen)


def read_corpus(path: Path, given: Sequence[Path]) -> tuple[Document, ...]:
    """Return the documents of the given corpora, or of the corpus in the folder of the queries if none is given.

    Raises DatasetError.
    """
    beside = path.with_name(path.name.replace("queries", "corpus"))
    if not given and not (beside != path and beside.is_file()):
        raise DatasetError(path, 'its rows have no "candidates", and no corpus was given or lies beside it')
    return tuple(_document(row) for place in given or [beside] for row in datasets.rows(place))


def _document(row: Row) -> Document:
    return Document(row.text("doc_id"), " ".join(row.many("sentences", str)), row.text("title"))

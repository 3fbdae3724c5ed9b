"""Claims with the passages that matter to them, as `scripts/evaluate retrieve` reads them.

Two formats: rows of `{claim, candidates, relevant}` (relevant: places in candidates), and queries `{claim, relevant_docs}` over
a corpus of `{doc_id, title, sentences}`. The corpus is one of the files given, or lies beside the queries under their name with
"corpus" for "queries". Left out are rows without a relevant passage, and, where there are others, rows whose `split` is "train":
the verifier may have learned from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.evaluation import datasets
from backend.evaluation.datasets import DatasetError, Row


@dataclass(frozen=True, slots=True)
class Document:
    """A passage under its id."""

    id: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class RetrievalQuery:
    """A claim and the ids that matter to it. `seen`: the verifier may have learned from it."""

    claim: str
    relevant: frozenset[str]
    documents: tuple[Document, ...] = ()
    seen: bool = False


def is_corpus(path: Path) -> bool:
    """Whether the file holds documents, not claims. Raises DatasetError."""
    return "doc_id" in next(iter(datasets.rows(path))).fields


def read_queries(path: Path) -> tuple[RetrievalQuery, ...]:
    """The claims that have a relevant passage. Raises DatasetError, also when there is none."""
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
    """The corpus among the files, or the one beside the queries. Raises DatasetError."""
    beside = path.with_name(path.name.replace("queries", "corpus"))
    if not given and not (beside != path and beside.is_file()):
        raise DatasetError(path, 'its rows have no "candidates", and no corpus was given or lies beside it')
    return tuple(_document(row) for place in given or [beside] for row in datasets.rows(place))


def _document(row: Row) -> Document:
    return Document(row.text("doc_id"), " ".join(row.many("sentences", str)), row.text("title"))

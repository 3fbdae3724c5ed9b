"""Converts passages to database rows and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from backend.domain.article import Namespace, Passage, PassageKind
from backend.knowledge.values import NewPassage, StoredPassage


def to_row(new: NewPassage, shared_columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the table `passages`. `shared_columns` has the keys namespace, quarantined, model_id and now."""
    passage = new.passage
    return {
        "id": passage.id,
        "namespace": shared_columns["namespace"],
        "text": passage.text,
        "vector": np.asarray(new.vector, dtype=np.float32).tobytes(),
        "model_id": shared_columns["model_id"],
        "quarantined": shared_columns["quarantined"],
        "kind": passage.kind,
        "published": passage.published,
        "start_offset": passage.start,
        "end_offset": passage.end,
        "retrieved": passage.retrieved,
        "source": passage.source,
        "source_type": new.rating.type,
        "source_credibility": new.rating.credibility,
        "details": passage.title,
        "timestamp": shared_columns["now"],
        "access_count": 0,
        "verification_count": 0,
        "avg_relevance": 0.0,
        "last_accessed": shared_columns["now"],
        "domain": passage.domain,
        "text_length": len(passage.text),
        "language": passage.language,
    }


def to_stored_passage(row: Mapping[str, Any]) -> StoredPassage:
    """Return the passage and its metadata from a row of the table `passages`."""
    return StoredPassage(
        passage=Passage(
            id=row["id"],
            text=row["text"],
            source=row["source"],
            title=row["details"],
            domain=row["domain"],
            kind=PassageKind(row["kind"]),
            published=row["published"],
            language=row["language"],
            start=row["start_offset"],
            end=row["end_offset"],
            retrieved=row["retrieved"],
        ),
        namespace=Namespace(row["namespace"]),
        quarantined=bool(row["quarantined"]),
        timestamp=row["timestamp"],
        access_count=row["access_count"],
        verification_count=row["verification_count"],
        avg_relevance=row["avg_relevance"],
        last_accessed=row["last_accessed"],
    )

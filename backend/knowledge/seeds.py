"""Seed facts on the topics about which people are most often misled, with one sentence per fact.

The registry rates every source as authoritative, so a single fact can decide a verdict. A test checks the ratings.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from backend.domain.article import Namespace, Passage, PassageKind, passage_id
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.values import IngestReport
from backend.sources.domains import registrable_domain

SEED_FILE = Path(__file__).with_name("seed_facts.json")
"""A JSON list of {topic, text, source, title}.

The first ten facts come from an original design document (docs/design.md#founding-designs)."""


@cache
def seed_passages() -> tuple[Passage, ...]:
    """Return all seed facts in the order of the file.

    The ids are content hashes, so storing the same facts again adds nothing.
    """
    return tuple(_passage(fact) for fact in json.loads(SEED_FILE.read_text(encoding="utf-8")))


def _passage(fact: dict[str, str]) -> Passage:
    return Passage(
        id=passage_id(fact["source"], fact["text"]),
        text=fact["text"],
        source=fact["source"],
        title=fact["title"],
        domain=registrable_domain(fact["source"]),
        kind=PassageKind.SEED,
    )


def seed(knowledge: KnowledgeBase) -> IngestReport:
    """Store the seed facts as trusted general knowledge, omitting facts that exist or that the user has deleted."""
    return knowledge.ingest(seed_passages(), namespace=Namespace.STATIC, quarantined=False)

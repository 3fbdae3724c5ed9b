"""The facts on which readers are most often misled, one sentence each, with an authoritative source (document 004 §5)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from backend.domain.article import Passage, PassageKind, passage_id

SEED_FILE = Path(__file__).with_name("seed_facts.json")
"""A list of {topic, text, source, title}; the first ten are document 004's."""


@cache
def seed_passages() -> tuple[Passage, ...]:
    """All seed facts in the order of the file. Their ids are content hashes, so storing them again adds nothing."""
    return tuple(_passage(fact) for fact in json.loads(SEED_FILE.read_text(encoding="utf-8")))


def _passage(fact: dict[str, str]) -> Passage:
    return Passage(
        id=passage_id(fact["source"], fact["text"]),
        text=fact["text"],
        source=fact["source"],
        title=fact["title"],
        domain=(urlsplit(fact["source"]).hostname or "").removeprefix("www."),
        kind=PassageKind.SEED,
    )

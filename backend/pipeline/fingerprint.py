"""Identifies what an answer depends on: settings, models, prompts, the user's source ratings, the state of the knowledge base."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from backend import __version__
from backend.domain.verdict import Fingerprint
from backend.settings import Settings


class Models(NamedTuple):
    """Names of the exact models of one process. `llm` is "" without a language model."""

    claim_model: str
    embedder: str
    verifier: str
    llm: str


def fingerprint(settings: Settings, models: Models, prompts: Path) -> Fingerprint:
    """Return the fingerprint of a process without the parts that change: source ratings and the knowledge base. `prompts` is a folder."""
    return Fingerprint(
        version=__version__,
        settings=settings.fingerprint,
        prompts=_hash_of(prompts),
        **models._asdict(),
        knowledge_revision=0,
    )


def at_this_moment(known: Fingerprint, sources: str, revision: int) -> Fingerprint:
    """Return the current fingerprint. The user's source ratings count as settings."""
    digest = hashlib.sha256(f"{known.settings} {sources}".encode()).hexdigest()[:16]
    return replace(known, settings=digest, knowledge_revision=revision)


def _hash_of(prompts: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(prompts.glob("*.md")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]

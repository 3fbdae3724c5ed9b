"""Identifies what determines a verdict: settings, models, prompts, the user's source ratings and the knowledge base."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from backend import __version__
from backend.domain.verdict import Fingerprint
from backend.settings import Settings


class Models(NamedTuple):
    """The names of the exact models that one process uses. `llm` is "" without a language model."""

    claim_model: str
    embedder: str
    verifier: str
    llm: str


def fingerprint(settings: Settings, models: Models, prompts: Path) -> Fingerprint:
    """Return the fingerprint of a process, without the variable parts: the source ratings and the knowledge base.

    `prompts` is the directory of the prompts.
    """
    return Fingerprint(
        version=__version__,
        settings=settings.fingerprint,
        prompts=_hash_of(prompts),
        **models._asdict(),
        knowledge_revision=0,
    )


def at_this_moment(process_fingerprint: Fingerprint, sources: str, revision: int) -> Fingerprint:
    """Return the fingerprint with the current source ratings and knowledge base.

    The ratings count as part of the settings.
    """
    digest = hashlib.sha256(f"{process_fingerprint.settings} {sources}".encode()).hexdigest()[:16]
    return replace(process_fingerprint, settings=digest, knowledge_revision=revision)


def _hash_of(prompts: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(set(prompts.glob("*.md")) - {prompts / "README.md"}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]

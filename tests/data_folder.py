"""Write a data folder of the current version to the fixtures: run `python -m tests.data_folder` once per release."""

from __future__ import annotations

import gzip
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from backend import __version__
from backend.api.wire import result
from backend.domain.claim import VerifyRequest
from backend.knowledge.history import History
from backend.knowledge.startup import open_knowledge
from backend.sources.registry import SourceRegistry
from tests.api_world import make_verdict
from tests.unit.knowledge.world import Clock, WordEmbedder, some_passages

FOLDERS = Path(__file__).resolve().parent / "fixtures" / "data_folders"
FILES = ("knowledge.sqlite3", "history.sqlite3")
PASSAGES = 5
CLAIM = "The Earth is flat."
WRITTEN = datetime(2026, 11, 24, tzinfo=UTC)


def write(target: Path) -> None:
    """Write the knowledge base and the history as an archive. The index is not included, because it can be rebuilt."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        knowledge = open_knowledge(folder, WordEmbedder(), SourceRegistry.load(None), Clock())
        knowledge.ingest(some_passages(PASSAGES))
        knowledge.close()
        history = History(folder, now=lambda: WRITTEN)
        history.add(result(make_verdict(VerifyRequest(claim=CLAIM)), job_id="job-1"), page_url="https://example.org/")
        history.close()
        for file in FILES:
            (target / f"{file}.gz").write_bytes(gzip.compress((folder / file).read_bytes(), mtime=0))


def unpack(version: str, target: Path) -> None:
    """Unpack the data folder of a released version."""
    target.mkdir()
    for file in FILES:
        (target / file).write_bytes(gzip.decompress((FOLDERS / version / f"{file}.gz").read_bytes()))


if __name__ == "__main__":
    write(FOLDERS / __version__)

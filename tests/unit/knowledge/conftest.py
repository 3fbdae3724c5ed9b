"""Fixtures with a real knowledge base in a temporary folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.graph.rules import RuleReader
from backend.knowledge.base import GraphReading, KnowledgeBase
from backend.knowledge.startup import open_knowledge
from backend.sources.registry import SourceRegistry
from tests.unit.knowledge.world import Clock, Opener, WordEmbedder


@pytest.fixture(scope="session")
def registry() -> SourceRegistry:
    return SourceRegistry.load(None)


@pytest.fixture(scope="session")
def empty_folder(registry: SourceRegistry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The closed folder of an empty knowledge base. Opening a copy takes half as long as creating a new folder."""
    folder = tmp_path_factory.mktemp("empty") / "data"
    open_knowledge(folder, WordEmbedder(), registry, Clock()).close()
    return folder


@pytest.fixture
def opener(tmp_path: Path, registry: SourceRegistry) -> Iterator[Opener]:
    """Opens the knowledge base of a folder. All knowledge bases still open at the end are closed."""
    opened: list[KnowledgeBase] = []

    def open_it(
        model: str = "words@00000001", folder: Path | None = None, reading: GraphReading | None = None
    ) -> KnowledgeBase:
        data = folder or tmp_path / "data"
        opened.append(open_knowledge(data, WordEmbedder(model), registry, Clock(), reading=reading))
        return opened[-1]

    yield open_it
    for knowledge in opened:
        knowledge.close()


@pytest.fixture
def knowledge(opener: Opener, empty_folder: Path, tmp_path: Path) -> KnowledgeBase:
    shutil.copytree(empty_folder, tmp_path / "data")
    return opener()


@pytest.fixture
def reading_knowledge(opener: Opener, empty_folder: Path, tmp_path: Path) -> KnowledgeBase:
    """A knowledge base whose graph is filled by the product's own rules."""
    shutil.copytree(empty_folder, tmp_path / "data")
    return opener(reading=GraphReading(readers=(RuleReader(),)))

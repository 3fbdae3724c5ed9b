"""The data folder of every released version opens."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from backend import __version__
from backend.knowledge.history import History
from tests.data_folder import CLAIM, FOLDERS, PASSAGES, WRITTEN, unpack
from tests.unit.knowledge.world import Opener, some_passages

VERSIONS = sorted(folder.name for folder in FOLDERS.iterdir())


def test_current_version_has_a_released_folder() -> None:
    assert __version__ in VERSIONS, "run python -m tests.data_folder"


@pytest.mark.parametrize("version", VERSIONS)
def test_folder_of_a_released_version_opens(version: str, opener: Opener, tmp_path: Path) -> None:
    folder = tmp_path / version
    unpack(version, folder)
    knowledge = opener(folder=folder)
    assert knowledge.stats()["passages"] == PASSAGES
    first = some_passages(1)[0]
    assert knowledge.recall(first.text, 1)[0].passage == first
    with closing(History(folder, now=lambda: WRITTEN)) as history:
        (entry,) = history.entries()
        assert entry.claim == CLAIM
        assert history.result(entry.session_id)["verdict"] == entry.verdict

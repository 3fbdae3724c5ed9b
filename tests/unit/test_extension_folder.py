"""The extension is found and copied, and nothing else is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import FileNotWritten
from backend.extension_folder import copy_extension, extension_folder


def test_copy_replaces_an_earlier_copy(tmp_path: Path) -> None:
    target = tmp_path / "Ünïcode extension"
    copy_extension(target)
    (target / "left_over.js").touch()
    copy_extension(target)
    names = {path.name for path in target.iterdir()}
    assert names == {path.name for path in extension_folder().iterdir()}


def test_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"key": "another"}', encoding="utf-8")
    with pytest.raises(FileNotWritten, match="something else"):
        copy_extension(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]

"""Locates the browser extension in the installed package or in the clone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from backend.errors import FileNotWritten

_PACKAGE = Path(__file__).resolve().parent


def extension_folder() -> Path:
    """Return the folder of the extension, which the user chooses in "Load unpacked"."""
    packaged = _PACKAGE / "chrome_extension"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "chrome_extension"


def copy_extension(target: Path) -> None:
    """Copy the extension to a folder, replacing an earlier copy.

    Raises FileNotWritten if the folder has other content or cannot be written.
    """
    try:
        if target.exists() and any(target.iterdir()):
            if not _holds_extension(target):
                raise FileNotWritten(f"{target} holds something else.", hint="Name a new or empty folder.")
            shutil.rmtree(target)
        shutil.copytree(extension_folder(), target, dirs_exist_ok=True)
    except OSError as error:
        raise FileNotWritten(f"{target} cannot be written: {error.strerror or error}.") from None


def _holds_extension(folder: Path) -> bool:
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        return bool(
            manifest["key"] == json.loads((extension_folder() / "manifest.json").read_text(encoding="utf-8"))["key"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False

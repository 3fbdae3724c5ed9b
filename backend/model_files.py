"""Checks the files in the folder of a bundled model against the checksums in its manifest.

Every loader opens its model's folder with `checked_manifest` and reads its own fields within `manifest_errors`. Every
problem with a folder therefore raises a ModelError that names the folder or the model.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from backend.errors import ModelError

RESTORE = "Get it again: git checkout -- backend/models in a clone; otherwise install Claimlight again."


def checked_manifest(folder: Path, needed: Set[str] = frozenset({"name"})) -> Mapping[str, Any]:
    """Return the manifest after checking that all listed files exist and match their checksums. Raises ModelError."""
    manifest = read_manifest(folder, needed)
    if wrong := next(damaged_files(folder, manifest), ""):
        raise ModelError(f"{wrong} {RESTORE}")
    return manifest


def read_manifest(folder: Path, needed: Set[str] = frozenset({"name"})) -> Mapping[str, Any]:
    """Return the manifest.json of a model folder. Its field `files` maps file names to their SHA-256.

    Raises ModelError if the manifest cannot be read, or lacks `files` or one of the `needed` fields.
    """
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"The model folder {folder} has no readable manifest.json: {error}") from error
    if not isinstance(manifest, dict):
        raise ModelError(f"The manifest of {folder} is no JSON object")
    if missing := sorted((needed | {"files"}) - manifest.keys()):
        raise ModelError(f"The manifest of {folder} is incomplete: it has no {', '.join(missing)}")
    files = manifest["files"]
    if not (isinstance(files, dict) and files and all(isinstance(digest, str) for digest in files.values())):
        raise ModelError(f"The manifest of {folder} is incomplete: it lists no files with their checksums")
    return manifest


def damaged_files(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for every listed file that is missing or has a different checksum."""
    for name, expected in manifest["files"].items():
        try:
            with (folder / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            yield f"The model file {folder.name}/{name} is missing or unreadable."
        else:
            if found != expected:
                yield f"The model file {folder.name}/{name} is damaged: its checksum is not the manifest's."


@contextmanager
def manifest_errors(model: str) -> Iterator[None]:
    """Convert errors in reading a manifest's fields to ModelError. `model` is the name to show, such as "embedder"."""
    try:
        yield
    except KeyError as error:
        raise ModelError(f"The {model}'s manifest is wrong: it has no {error}") from error
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise ModelError(f"The {model}'s manifest is wrong: {error}") from error

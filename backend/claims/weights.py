"""Loads the weights of this package's models and verifies them against the manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.errors import ModelError
from backend.model_files import RESTORE, damaged_files, read_manifest


def load_weights(folder: Path, model: str) -> tuple[Mapping[str, Any], dict[str, NDArray[np.float32]]]:
    """Return the manifest and the weights in a folder.

    Raises ModelError if a file cannot be read or does not match the manifest. `model` is the model's name in the message.
    """
    try:
        manifest = read_manifest(folder)
        (name,) = manifest["files"]
    except (ModelError, ValueError) as error:
        raise ModelError(f"The {model} cannot be read: {error}") from error
    if wrong := next(damaged_files(folder, manifest), ""):
        raise ModelError(f"The {model}'s weights are damaged: {wrong} {RESTORE}")
    with np.load(folder / name, allow_pickle=False) as stored:
        return manifest, {key: stored[key].astype(np.float32) for key in stored.files}

"""Loads the weights of this package's models and checks them against their manifest."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.errors import ModelError


def load_weights(folder: Path, model: str) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    """Return manifest and weights of a folder, checked against name and sha256 in the manifest.

    `model` is the name used in a ModelError.
    """
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        ((name, expected),) = manifest["files"].items()
        data = (folder / name).read_bytes()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"The {model} cannot be read: {error}") from error
    if hashlib.sha256(data).hexdigest() != expected:
        raise ModelError(f"The {model}'s weights are damaged: their checksum differs from the manifest")
    with np.load(folder / name, allow_pickle=False) as stored:
        return manifest, {key: stored[key].astype(np.float32) for key in stored.files}

"""Loads the weights that the models of this package ship, checked against their manifest."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.errors import ModelError


def load_weights(folder: Path, model: str) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    """Manifest and weights of a folder, the weights checked against the name and sha256 in it. `model` names it in a ModelError."""
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

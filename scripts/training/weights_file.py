"""Writes weights as an .npz file whose bytes depend only on the weights."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from claims_fit import Array

EXACT = ("mean", "scale")
"""Arrays stored as float32; all others are stored as float16."""


def write_weights(path: Path, weights: Mapping[str, Array]) -> str:
    """Write the file and return its SHA-256 as hex."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(weights):
            buffer = io.BytesIO()
            np.save(buffer, weights[name].astype(np.float32 if name in EXACT else np.float16))
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), buffer.getvalue(), zipfile.ZIP_DEFLATED)
    return hashlib.sha256(path.read_bytes()).hexdigest()

"""The files of a model's folder: which ones are loaded, and how a missing or damaged file is reported."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from backend.claims.weights import load_weights
from backend.errors import ModelError
from backend.providers.onnx_model import BUNDLED
from tests.each_row import each_row

MODELS = ("claims", "time-frame")


@each_row("folder", MODELS)
def test_shipped_weights_are_loaded_with_their_manifest(folder: str) -> None:
    manifest, weights = load_weights(BUNDLED / folder, "model")
    assert manifest["name"].startswith("claimlight-")
    assert {"mean", "scale"} <= weights.keys()


@each_row("folder", MODELS)
def test_error_names_the_model_and_what_is_wrong(folder: str, tmp_path: Path) -> None:
    copy = tmp_path / folder
    with pytest.raises(ModelError, match=r"^The spam model cannot be read: "):
        load_weights(copy, "spam model")
    shutil.copytree(BUNDLED / folder, copy)
    next(copy.glob("*.npz")).write_bytes(b"")
    with pytest.raises(ModelError, match=r"^The spam model's weights are damaged: "):
        load_weights(copy, "spam model")

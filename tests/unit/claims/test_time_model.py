"""The shipped time-frame model: the time frames that it distinguishes, and the files that it refuses to load."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from backend.claims.time_model import TimeFrameModel
from backend.domain.time_frame import Change, Frame
from backend.errors import ModelError
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED
from tests.each_row import each_row

FOLDER = BUNDLED / "time-frame"


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(BUNDLED / "embedder", 2)


@pytest.fixture(scope="module")
def model(embedder: OnnxEmbedder) -> TimeFrameModel:
    return TimeFrameModel(FOLDER, embedder)


@each_row(
    ("claim", "frame"),
    [
        ("Nora Vik is the prime minister of Estmark.", Frame.NOW),
        ("A barrel of oil costs 71 dollars.", Frame.NOW),
        ("Estmark is a member of the United Nations.", Frame.NOW),
        ("Nora Vik was prime minister of Estmark until 2014.", Frame.DATED),
        ("Estmark joined the United Nations in 1955.", Frame.DATED),
        ("Paris is the capital of France.", Frame.ALWAYS),
        ("Ice is lighter than water.", Frame.ALWAYS),
        ("Vaccines cause autism.", Frame.ALWAYS),
    ],
)
def test_frames_of_plain_claims(claim: str, frame: Frame, model: TimeFrameModel) -> None:
    assert model.read([claim])[0].frame is frame


def test_prices_change_faster_than_offices(model: TimeFrameModel) -> None:
    price, office = model.read(["Milk costs 1.20 euros a litre.", "Nora Vik is the mayor of Halden."])
    assert (price.change, office.change) == (Change.FAST, Change.SLOW)


def test_frame_of_a_text_does_not_depend_on_its_neighbours(model: TimeFrameModel) -> None:
    texts = ["Nora Vik is the mayor of Halden.", "Ice is lighter than water."]
    assert [frame.frame for frame in model.read(texts)] == [model.read([text])[0].frame for text in texts]
    assert model.read([]) == ()


def test_damaged_or_foreign_weights_are_refused(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    folder = tmp_path / "time-frame"
    with pytest.raises(ModelError, match="cannot be read"):
        TimeFrameModel(folder, embedder)
    shutil.copytree(FOLDER, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "embedder": "another"}))
    with pytest.raises(ModelError, match="another embedder"):
        TimeFrameModel(folder, embedder)
    next(folder.glob("*.npz")).write_bytes(b"")
    with pytest.raises(ModelError, match="damaged"):
        TimeFrameModel(folder, embedder)

"""The parts of a training run that need no PyTorch: options, checkpoints, weights from int8, averaging, splitting, staging."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from scripts.training import blend, checkpoint, options, pieces
from scripts.training.checkpoint import TrainingProgress
from scripts.training.from_int8 import Matrix, from_blocks, full_precision
from scripts.training.staging import FOLDER_BYTES, stage


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data" / "verifier").mkdir(parents=True)
    (tmp_path / "data" / "verifier" / "train.jsonl.gz").write_bytes(b"")
    return tmp_path / "data"


@pytest.fixture
def start(tmp_path: Path) -> Path:
    (tmp_path / "start").mkdir()
    (tmp_path / "start" / "manifest.json").write_text("{}")
    return tmp_path / "start"


def test_a_run_is_resumed_with_its_own_options(data: Path, start: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    asked = ["--data", str(data), "--start", str(start), "--out", str(out), "--passes", "2.5", "--seed", "7"]
    first = options.parse(asked)
    options.keep(first)
    (out / "state.pt").write_bytes(b"")
    again = options.parse(["--resume", "--out", str(out)])
    assert vars(again) | {"resume": False} == vars(first)
    assert options.parse(["--resume", "--out", str(out), "--passes", "3"]).passes == 3


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([], "--data"),
        (["--data", "DATA", "--start", "nowhere"], "--start"),
        (["--data", "DATA", "--minutes", "0"], "--minutes"),
        (["--data", "DATA", "--out", str(options.ROOT / "trained")], "inside the repository"),
        (["--data", "DATA", "--stage", "x"], "--stage needs --start"),
        (["--data", "DATA", "--export"], "--export needs --version"),
        (["--resume"], "no checkpoint"),
    ],
)
def test_impossible_options_are_refused(
    wrong: list[str], message: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--out", str(tmp_path / "out"), *(str(data) if word == "DATA" else word for word in wrong)]
    with pytest.raises(SystemExit):
        options.parse(arguments)
    assert message in capsys.readouterr().err


def test_failed_checkpoint_keeps_the_previous_one(tmp_path: Path) -> None:
    def half(path: Path) -> None:
        path.write_text("ha")
        raise OSError("disk full")

    checkpoint.replace(tmp_path / "state.pt", lambda path: path.write_text("whole"))
    with pytest.raises(OSError, match="disk full"):
        checkpoint.replace(tmp_path / "state.pt", half)
    assert (tmp_path / "state.pt").read_text() == "whole"


def test_the_log_has_a_line_for_each_event(tmp_path: Path) -> None:
    checkpoint.log(
        tmp_path, at="checkpoint", **checkpoint.about(TrainingProgress(steps=3, pairs=90, seconds=90, loss=0.71239))
    )
    checkpoint.log(tmp_path, at="chosen", share=0.6)
    first, second = map(json.loads, (tmp_path / "log.jsonl").read_text().splitlines())
    assert (first["at"], first["steps"], first["minutes"], first["loss"]) == ("checkpoint", 3, 1.5, 0.7124)
    assert second == {"at": "chosen", "share": 0.6}


def test_int8_blocks_are_dequantised_to_their_weights() -> None:
    weights = np.random.default_rng(1).normal(size=(6, 256)).astype(np.float32)
    blocked = weights.reshape(6, 2, 128)
    scales = np.abs(blocked).max(axis=2) / 127
    stored = (np.round(blocked / scales[:, :, None]) + 128).astype(np.uint8)
    for zeros in (np.array([128], dtype=np.uint8), np.full(12, 128, dtype=np.uint8)):
        assert np.abs(from_blocks(stored, scales, zeros) - weights).max() <= scales.max() / 2 + 1e-6
    shifted = np.arange(12, dtype=np.uint8)
    blocks = np.repeat(shifted, 128).reshape(6, 2, 128) + np.uint8(3)
    np.testing.assert_allclose(from_blocks(blocks, np.ones((6, 2)), shifted), 3)


def test_a_state_has_the_parameter_names_of_the_trained_model() -> None:
    stored = {
        "model.mpnet.embeddings.word_embeddings.rows": np.array([[2, -4]], dtype=np.int8),
        "model.mpnet.embeddings.word_embeddings.scale": np.array([[0.5]], dtype=np.float32),
        "model.classifier.out_proj.bias": np.array([1.0], dtype=np.float32),
        "blocks": np.full((1, 1, 128), 130, dtype=np.uint8),
        "scales": np.array([0.25], dtype=np.float32),
    }
    found = full_precision(stored, {"classifier.dense.weight": Matrix("blocks", "scales", 3)})
    assert {name: value.tolist() for name, value in found.items()} == {
        "mpnet.embeddings.word_embeddings.weight": [[1.0, -2.0]],
        "classifier.out_proj.bias": [1.0],
        "classifier.dense.weight": [[0.5, 0.5, 0.5]],
    }


def test_old_and_new_weights_are_averaged() -> None:
    mixed = blend.blended({"w": np.array([0.0, 2.0])}, {"w": np.array([1.0, 4.0])}, 0.25)
    assert mixed["w"].tolist() == [0.25, 2.5]
    with pytest.raises(ValueError, match="not the same parameters"):
        blend.blended({"w": 1}, {"v": 1}, 0.5)


def test_interpolation_weight_with_the_best_development_score_is_chosen() -> None:
    def score(found: blend.Figures) -> float:
        return found["twins"]["macro_f1"]

    best, tried = blend.best_share(lambda share: {"twins": {"macro_f1": 1 - abs(share - 0.7)}}, score)
    assert best.share == 0.7
    assert [one.share for one in tried] == list(blend.SHARES)
    assert blend.best_share(lambda _: {"twins": {"macro_f1": 0.5}}, score)[0].share == min(blend.SHARES)


def arrays() -> Mapping[str, pieces.Array]:
    rng = np.random.default_rng(1)
    return {"frozen": rng.normal(size=8).astype(np.float32), "learned": rng.normal(size=(90, 99)).astype(np.float32)}


def test_weights_are_exported_in_half_precision_and_in_pieces(tmp_path: Path) -> None:
    start = arrays()
    trained = {**start, "learned": start["learned"] + 1}
    travelling = pieces.changed(start, trained)
    assert travelling.keys() == {"learned"}
    pieces.write_pieces(pieces.packed(travelling), tmp_path)
    back = pieces.unpacked(pieces.read_pieces(tmp_path))
    assert back["learned"].dtype == np.float16
    np.testing.assert_allclose(back["learned"], trained["learned"], rtol=1e-3)


def test_a_damaged_piece_is_refused(tmp_path: Path) -> None:
    pieces.write_pieces([b"one", b"two"], tmp_path)
    (tmp_path / "piece-01").write_bytes(b"twO")
    with pytest.raises(SystemExit, match="piece-01 is missing or damaged"):
        pieces.read_pieces(tmp_path)


def test_staged_folders_are_small_and_make_one_archive(data: Path, start: Path, tmp_path: Path) -> None:
    (start / "weights-1.bin").write_bytes(bytes(FOLDER_BYTES + 1))
    stage(tmp_path / "staged", data, start)
    payloads = sorted((tmp_path / "staged").glob("*/payload"))
    assert len(payloads) == 2
    assert all(path.stat().st_size <= FOLDER_BYTES for path in payloads)
    with tarfile.open(fileobj=io.BytesIO(b"".join(path.read_bytes() for path in payloads))) as tar:
        names = set(tar.getnames())
    assert {"start/weights-1.bin", "data/verifier/train.jsonl.gz", "scripts/training/run.py"} <= names
    assert {f"scripts/training/data/{name}" for name in ("twins.jsonl.gz", "plain_words.jsonl")} <= names
    assert (tmp_path / "staged" / "README.md").is_file()

"""Missing, damaged or mislabelled bundled models are refused, and outputs are cached."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from backend.errors import ConfigurationError, ModelError
from backend.providers.cache import OutputCache
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED, JUDGE, SPLITTER
from backend.providers.sentence_transformers_models import label_columns
from backend.providers.tagger import OnnxTagger
from backend.providers.verifier import OnnxVerifier

MAX_BYTES = 70_000_000


def flip_a_byte(folder: Path) -> None:
    data = bytearray((folder / "model.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "model.onnx").write_bytes(data)


def truncate_the_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_bytes((folder / "tokenizer.json").read_bytes()[:1_000])


def lose_the_model(folder: Path) -> None:
    (folder / "model.onnx").unlink()


def lose_some_weights(folder: Path) -> None:
    (folder / "weights-2.bin").unlink()


def swap_the_weights(folder: Path) -> None:
    first, second = folder / "weights-1.bin", folder / "weights-2.bin"
    data = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(data)


def lose_the_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def garble_the_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{not json")


def list_no_files(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"files": {}}))


@pytest.mark.parametrize(
    "damage",
    [flip_a_byte, truncate_the_tokenizer, lose_the_model, lose_the_manifest, garble_the_manifest, list_no_files],
)
def test_a_damaged_model_is_refused(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    folder = tmp_path / "embedder"
    shutil.copytree(BUNDLED / "embedder", folder)
    damage(folder)
    with pytest.raises(ModelError):
        OnnxEmbedder(folder, threads=1)


@pytest.mark.parametrize("damage", [flip_a_byte, lose_some_weights, swap_the_weights])
def test_a_damaged_judge_is_refused(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    folder = tmp_path / "judge"
    shutil.copytree(BUNDLED / JUDGE, folder)
    damage(folder)
    with pytest.raises(ModelError):
        OnnxVerifier(folder, threads=1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": 0},
        {"temperature": -1.2},
        {"temperature": "NaN"},
        {"bias": {"supports": "inf"}},
        {"max_tokens": 8},
        {"max_tokens": 600},
        {"thresholds": {"supports": 60}},
        {"thresholds": {"margin": -0.1}},
        {"thresholds": {"sides": 0.5}},
    ],
)
def test_a_manifest_with_impossible_numbers_is_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    folder = tmp_path / "verifier"
    shutil.copytree(BUNDLED / "verifier", folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | wrong))
    with pytest.raises(ModelError, match="manifest is wrong"):
        OnnxVerifier(folder, threads=1)


def test_a_tagger_needs_its_threshold(tmp_path: Path) -> None:
    folder = tmp_path / "splitter"
    shutil.copytree(BUNDLED / SPLITTER, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"threshold": "high"}))
    with pytest.raises(ModelError, match="manifest is wrong"):
        OnnxTagger(folder, threads=1)


def with_manifest(folder: Path, name: str, **wrong: object) -> Path:
    """Copy a bundled model and change values in its manifest; None removes a field."""
    shutil.copytree(BUNDLED / name, folder)
    manifest = json.loads((folder / "manifest.json").read_text()) | wrong
    (folder / "manifest.json").write_text(
        json.dumps({key: value for key, value in manifest.items() if value is not None})
    )
    return folder


@pytest.mark.parametrize("wrong", [[], -1, float("inf")])
def test_an_embedder_whose_length_is_no_count_is_refused(tmp_path: Path, wrong: object) -> None:
    folder = with_manifest(tmp_path / "embedder", "embedder", max_tokens=wrong)
    with pytest.raises(ModelError, match=r"^The embedder's manifest is wrong: "):
        OnnxEmbedder(folder, threads=1)


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    folder = with_manifest(tmp_path / "splitter", SPLITTER, threshold=None)
    with pytest.raises(ModelError, match=r"^The splitter's manifest is wrong: it has no 'threshold'$"):
        OnnxTagger(folder, threads=1)


def test_a_list_of_files_without_checksums_is_refused(tmp_path: Path) -> None:
    folder = with_manifest(tmp_path / "embedder", "embedder", files=["model.onnx", "tokenizer.json"])
    with pytest.raises(ModelError, match="lists no files with their checksums"):
        OnnxEmbedder(folder, threads=1)


def test_a_verifier_folder_is_no_embedder_and_the_other_way_round() -> None:
    with pytest.raises(ModelError):
        OnnxEmbedder(BUNDLED / "verifier", threads=1)
    with pytest.raises(ModelError):
        OnnxVerifier(BUNDLED / "embedder", threads=1)


@pytest.mark.parametrize("name", ["embedder", "verifier", JUDGE])
def test_each_bundled_model_has_a_card_and_fits_a_repository(name: str) -> None:
    manifest = json.loads((BUNDLED / name / "manifest.json").read_text())
    card = (BUNDLED / name / "CARD.md").read_text()
    assert manifest["licence"] in card
    assert {"version", "source", "source_sha256", "date", "max_tokens"} <= manifest.keys()
    assert all(file.stat().st_size < MAX_BYTES for file in (BUNDLED / name).iterdir())


def test_labels_are_matched_by_name() -> None:
    assert label_columns({0: "contradiction", 1: "ENTAILMENT", 2: "neutral"}, "m") == (1, 0, 2)
    assert label_columns({0: "SUPPORTS", 1: "REFUTES", 2: "NOT_ENOUGH_INFO"}, "m") == (0, 1, 2)


@pytest.mark.parametrize(
    "labels",
    [{0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, {0: "LABEL_0"}, {0: "entailment", 1: "neutral", 2: "neutral"}],
)
def test_other_labels_are_a_configuration_error(labels: dict[int, str]) -> None:
    with pytest.raises(ConfigurationError):
        label_columns(labels, "some/model")


def test_cache_computes_each_distinct_key_once() -> None:
    asked: list[list[str]] = []

    def compute(keys: list[str]) -> list[int]:
        asked.append(keys)
        return [len(key) for key in keys]

    cache: OutputCache[str, int] = OutputCache(10)
    assert cache.fill(["a", "bb", "a"], compute) == [1, 2, 1]
    assert cache.fill(["bb", "ccc"], compute) == [2, 3]
    assert asked == [["a", "bb"], ["ccc"]]


def test_cache_evicts_the_least_recently_used_key_and_handles_oversized_batches() -> None:
    asked: list[int] = []

    def compute(keys: list[int]) -> list[int]:
        asked.extend(keys)
        return [key * 2 for key in keys]

    cache: OutputCache[int, int] = OutputCache(2)
    assert cache.fill([1, 2, 3], compute) == [2, 4, 6]
    cache.fill([2], compute)
    cache.fill([4], compute)
    cache.fill([2], compute)
    cache.fill([3], compute)
    assert asked == [1, 2, 3, 4, 3]

"""Missing, damaged or mislabelled bundled models are refused, and outputs are cached."""

from __future__ import annotations

import json
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
from tests.each_row import each_row

MAX_BYTES = 70_000_000


def linked_model(folder: Path, name: str) -> Path:
    """Return a folder with a copy of a bundled model's manifest and links to its other files, which are large.

    A test must replace a linked file, because writing to it would change the bundled model.
    """
    folder.mkdir()
    for file in (BUNDLED / name).iterdir():
        (folder / file.name).symlink_to(file)
    change_manifest(folder)
    return folder


def change_manifest(folder: Path, **wrong: object) -> None:
    """Change values in the manifest; None removes a field."""
    manifest = json.loads((folder / "manifest.json").read_text()) | wrong
    kept = {key: value for key, value in manifest.items() if value is not None}
    replace_file(folder / "manifest.json", json.dumps(kept).encode())


def replace_file(file: Path, data: bytes) -> None:
    file.unlink()
    file.write_bytes(data)


def flip_a_byte(folder: Path) -> None:
    data = bytearray((folder / "model.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    replace_file(folder / "model.onnx", bytes(data))


def truncate_the_tokenizer(folder: Path) -> None:
    replace_file(folder / "tokenizer.json", (folder / "tokenizer.json").read_bytes()[:1_000])


def lose_the_model(folder: Path) -> None:
    (folder / "model.onnx").unlink()


def lose_some_weights(folder: Path) -> None:
    (folder / "weights-2.bin").unlink()


def swap_the_weights(folder: Path) -> None:
    first, second = folder / "weights-1.bin", folder / "weights-2.bin"
    first.rename(folder / "aside")
    second.rename(first)
    (folder / "aside").rename(second)


def lose_the_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def garble_the_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{not json")


def list_no_files(folder: Path) -> None:
    change_manifest(folder, files={})


@pytest.mark.parametrize(
    "damage",
    [flip_a_byte, truncate_the_tokenizer, lose_the_model, lose_the_manifest, garble_the_manifest, list_no_files],
)
def test_a_damaged_model_is_refused(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    folder = linked_model(tmp_path / "embedder", "embedder")
    damage(folder)
    with pytest.raises(ModelError):
        OnnxEmbedder(folder, threads=1)


@pytest.mark.parametrize("damage", [lose_some_weights, swap_the_weights])
def test_a_damaged_judge_is_refused(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    folder = linked_model(tmp_path / "judge", JUDGE)
    damage(folder)
    with pytest.raises(ModelError):
        OnnxVerifier(folder, threads=1)


@pytest.fixture(scope="module")
def verifier_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return linked_model(tmp_path_factory.mktemp("models") / "verifier", "verifier")


@each_row(
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
def test_a_manifest_with_impossible_numbers_is_refused(verifier_folder: Path, wrong: dict[str, object]) -> None:
    manifest = (BUNDLED / "verifier" / "manifest.json").read_bytes()
    replace_file(verifier_folder / "manifest.json", manifest)
    change_manifest(verifier_folder, **wrong)
    with pytest.raises(ModelError, match="manifest is wrong"):
        OnnxVerifier(verifier_folder, threads=1)


def with_manifest(folder: Path, name: str, **wrong: object) -> Path:
    """Return a folder with a bundled model and other values in its manifest; None removes a field."""
    change_manifest(linked_model(folder, name), **wrong)
    return folder


def test_a_tagger_needs_its_threshold(tmp_path: Path) -> None:
    folder = with_manifest(tmp_path / "splitter", SPLITTER, threshold="high")
    with pytest.raises(ModelError, match="manifest is wrong"):
        OnnxTagger(folder, threads=1)


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

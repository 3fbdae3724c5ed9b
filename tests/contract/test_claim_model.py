"""The shipped claim model matches its manifest, is deterministic, and reaches its measured scores."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from backend.claims.classify import classify_locally
from backend.claims.features import NAMES, features
from backend.claims.intake import intake
from backend.claims.model import ClaimModel
from backend.claims.words import negations, numbers
from backend.domain.claim import ClaimType, Classification, VerifyRequest
from backend.errors import ModelError
from backend.ports import Vectors
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED
from scripts.training.claims_data import is_held_out, own

SHIPPED = BUNDLED / "claims"
TEXTS = ("The Eiffel Tower was completed in 1889.", "What a shameful spectacle this debate was!", "They did it again.")
KINDS = tuple(ClaimType)


class OtherEmbedder:
    """Gives vectors of the same width, as if from other weights."""

    model_id = "other@00000000"
    dimensions = 384

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.zeros((len(texts), 384), dtype=np.float32)


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(BUNDLED / "embedder", 2)


@pytest.fixture(scope="module")
def model(embedder: OnnxEmbedder) -> ClaimModel:
    return ClaimModel(SHIPPED, embedder)


class Answered(NamedTuple):
    """A hand-written row that no head was trained on, and its classification. `part` is its checkable part."""

    kind: ClaimType
    part: str
    given: Classification


@pytest.fixture(scope="module")
def answered(model: ClaimModel) -> list[Answered]:
    """The unseen rows, without trivial and page-dependent rows."""
    rows = [
        (kind, row["text"], row.get("claim", ""))
        for kind in KINDS
        for row in own(kind.value.lower())
        if is_held_out(row["text"]) and "needs_page" not in row and row.get("worth") != "dull"
    ]
    return [
        Answered(kind, part, classify_locally(intake(VerifyRequest(claim=text)), model)) for kind, text, part in rows
    ]


def macro_f1(pairs: Sequence[tuple[ClaimType, ClaimType]]) -> float:
    scores = []
    for kind in KINDS:
        hit = sum(gold == given == kind for gold, given in pairs)
        scores.append(2 * hit / (sum(gold == kind for gold, _ in pairs) + sum(given == kind for _, given in pairs)))
    return sum(scores) / len(scores)


def test_a_text_gets_the_same_result_alone_and_in_a_batch(model: ClaimModel, embedder: OnnxEmbedder) -> None:
    together = model.read(TEXTS)
    again = ClaimModel(SHIPPED, OnnxEmbedder(BUNDLED / "embedder", 1))
    assert together == tuple(again.read([text])[0] for text in TEXTS)
    assert model.read([]) == ()


def test_class_scores_are_probabilities_and_favour_the_right_class(model: ClaimModel) -> None:
    fact, opinion, unclear = model.read(TEXTS)
    for signs in (fact, opinion, unclear):
        assert all(
            0.0 <= getattr(signs, name) <= 1.0 for name in ("subjectivity", "check_worthiness", "ambiguity", "judging")
        )
    assert fact.subjectivity < model.thresholds.subjective < model.thresholds.opinion <= opinion.subjectivity
    assert unclear.ambiguity >= model.thresholds.ambiguous > fact.ambiguity


@pytest.mark.parametrize("change", ["damage", "remove", "rewrite"])
def test_damaged_files_are_refused(tmp_path: Path, embedder: OnnxEmbedder, change: str) -> None:
    folder = shutil.copytree(SHIPPED, tmp_path / "claims")
    weights, manifest = next(folder.glob("*.npz")), folder / "manifest.json"
    if change == "damage":
        weights.write_bytes(weights.read_bytes()[:-1] + b"!")
    elif change == "remove":
        weights.unlink()
    else:
        manifest.write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError):
        ClaimModel(folder, embedder)


def test_manifest_without_thresholds_is_refused(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    folder = shutil.copytree(SHIPPED, tmp_path / "claims")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    del manifest["thresholds"]
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(ModelError, match=r"^The claim model's manifest is wrong: it has no 'thresholds'$"):
        ClaimModel(folder, embedder)


def test_vectors_of_another_model_are_refused() -> None:
    with pytest.raises(ModelError, match="another embedder"):
        ClaimModel(SHIPPED, OtherEmbedder())


@pytest.mark.parametrize("text", ["", "!!!", "a" * 5_000, "日本語のテキスト", "\ud800 lone"])
def test_every_text_gets_scores(text: str) -> None:
    found = features(text)
    assert found.shape == (len(NAMES),)
    assert np.isfinite(found).all()


def test_unseen_rows_reach_the_measured_scores(answered: list[Answered]) -> None:
    assert len(answered) >= 600
    assert macro_f1([(row.kind, row.given.type) for row in answered]) >= 0.77


def test_factual_part_of_a_mixed_claim_keeps_numbers_and_negations(answered: list[Answered]) -> None:
    mixed = [row for row in answered if row.kind is ClaimType.MIXED]
    found = [(row.part, row.given.factual_part) for row in mixed if row.given.factual_part]
    assert len(found) >= 0.9 * len(mixed)
    exact = sum(wanted.strip(" .!") == given.strip(" .!") for wanted, given in found)
    assert exact >= 0.6 * len(mixed)
    for wanted, given in found:
        assert set(numbers(wanted)) <= set(numbers(given)), given
        assert negations(wanted) <= negations(given), given


def test_plain_statements_are_not_classified_as_opinions(answered: list[Answered]) -> None:
    kinds = [row.given.type for row in answered if row.kind is ClaimType.FACTUAL]
    assert kinds.count(ClaimType.OPINION) <= 0.02 * len(kinds)
    assert kinds.count(ClaimType.AMBIGUOUS) <= 0.02 * len(kinds)

"""The contract of every `Verifier`: both bundled models, their cascade, and a sentence-transformers cross-encoder if installed."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from backend.domain.evidence import Stance, StanceScores
from backend.errors import ClaimTooLong
from backend.model_files import read_manifest
from backend.ports import Verifier
from backend.providers.cascade import CascadeVerifier
from backend.providers.onnx_model import BUNDLED, JUDGE
from backend.providers.sentence_transformers_models import SentenceTransformerVerifier
from backend.providers.verifier import LABELS, OnnxVerifier, softmax

LONG = "The river flows north. " * 200
PAIRS = [
    ("The Earth is an oblate spheroid.", "The Earth is flat."),
    ("The tower was finished in 1889.", "The tower was finished in 1889."),
    ("Bananas are rich in potassium.", "The war ended in 1945."),
    ("", "An empty passage decides nothing."),
    (LONG, "It flows north."),
    ("A lone \ud800 surrogate.", "A claim."),
]
SHORT_PAIRS = [pair for pair in PAIRS if len(pair[0]) < 100]


def tiny_cross_encoder(folder: Path) -> str:
    """A cross-encoder with random weights, two small layers and the bundled vocabulary, used only to test its interface."""
    import torch
    import transformers

    torch.manual_seed(0)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(BUNDLED / "verifier" / "tokenizer.json"), model_max_length=512, pad_token="[PAD]",
        cls_token="[CLS]", sep_token="[SEP]", unk_token="[UNK]",
    )  # fmt: skip
    labels = {0: "contradiction", 1: "entailment", 2: "neutral"}
    config = transformers.BertConfig(
        vocab_size=30_522, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        id2label=labels, label2id={name: number for number, name in labels.items()},
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def models() -> dict[str, OnnxVerifier]:
    """The bundled verifiers. The cascade consists of both and judges again what they judged alone."""
    return {name: OnnxVerifier(BUNDLED / name, threads=2) for name in ("verifier", JUDGE)}


@pytest.fixture(
    scope="module",
    params=["verifier", JUDGE, "cascade", pytest.param("sentence-transformers", marks=pytest.mark.models)],
)
def verifier(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, models: dict[str, OnnxVerifier]
) -> Verifier:
    if request.param == "cascade":
        return CascadeVerifier(models["verifier"], models[JUDGE])
    if request.param != "sentence-transformers":
        return models[request.param]
    pytest.importorskip("sentence_transformers", reason="install requirements-models.txt to test named verifiers")
    return SentenceTransformerVerifier(tiny_cross_encoder(tmp_path_factory.mktemp("cross-encoder")))


def test_each_pair_gets_probabilities_that_sum_to_one(verifier: Verifier) -> None:
    scores = verifier.judge(PAIRS)
    assert len(scores) == len(PAIRS)
    for score in scores:
        assert score.supports + score.refutes + score.neutral == pytest.approx(1.0)
        assert min(score.supports, score.refutes, score.neutral) >= 0.0


def test_results_are_in_the_order_of_the_pairs(verifier: Verifier) -> None:
    together = verifier.judge(SHORT_PAIRS)
    for pair, score in zip(SHORT_PAIRS, together, strict=True):
        assert verifier.judge([pair])[0].supports == pytest.approx(score.supports, abs=1e-4)


def test_no_pairs_give_no_answers(verifier: Verifier) -> None:
    assert verifier.judge([]) == ()


def test_long_passages_are_truncated_and_claims_are_not(verifier: Verifier) -> None:
    first, longer, other_claim = verifier.judge(
        [(LONG, "It flows north."), (LONG + "It does not.", "It flows north."), (LONG, "It flows south.")]
    )
    assert first.supports == pytest.approx(longer.supports, abs=1e-4)
    assert first.supports != other_claim.supports


def test_a_claim_too_long_for_the_model_is_refused(verifier: Verifier) -> None:
    with pytest.raises(ClaimTooLong):
        verifier.judge([("A passage.", "7 8 9 " * 300)])


def test_concurrent_calls_give_the_same_results(verifier: Verifier) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: verifier.judge(SHORT_PAIRS), range(4)))
    assert all(answer == answers[0] for answer in answers)


@pytest.fixture(scope="module", params=["verifier", JUDGE])
def bundled(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def reference(root: Path, name: str) -> dict[str, Any]:
    """Return pairs from permissively licensed sets (named inside) with the full-precision model's logits.

    The full-precision weights of the judge were restored from its int8 weights (`scripts/training/from_int8.py`).
    """
    with gzip.open(root / "tests" / "fixtures" / "models" / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        return json.load(file)


def _calibrated(name: str, labels: list[str], logits: list[float]) -> StanceScores:
    """Return the full-precision scores under the same temperature and bias, to isolate the effect of the quantisation."""
    manifest = read_manifest(BUNDLED / name)
    bias = [manifest["bias"][label] for label in labels]
    scores = softmax(np.array([logits]) / manifest["temperature"] + np.array([bias]))[0]
    return StanceScores(**dict(zip(labels, scores.tolist(), strict=True)))


def _difference(one: StanceScores, other: StanceScores) -> float:
    return max(abs(getattr(one, label) - getattr(other, label)) for label in LABELS)


def test_a_bundled_verifier_agrees_with_its_full_precision_original(
    root: Path, bundled: str, models: dict[str, OnnxVerifier]
) -> None:
    known = reference(root, bundled.partition("-")[0])
    rows = known["pairs"][::10]
    original = [_calibrated(bundled, known["labels"], pair["logits"]) for pair in rows]
    judged = models[bundled].judge([(pair["passage"], pair["claim"]) for pair in rows])
    both = list(zip(judged, original, strict=True))
    leanings = [score.leaning for score in original]
    assert len(rows) >= 40
    assert min(leanings.count(stance) for stance in Stance) >= 8
    assert sum(score.leaning is whole.leaning for score, whole in both) >= len(rows) - 1
    assert fmean(_difference(score, whole) for score, whole in both) < 0.02


def test_bundled_verifier_result_does_not_depend_on_the_batch(bundled: str) -> None:
    pairs = [(f"{passage} {LONG[:300]}", claim) for passage, claim in SHORT_PAIRS]
    alone = OnnxVerifier(BUNDLED / bundled, threads=1).judge([PAIRS[0]])[0]
    assert OnnxVerifier(BUNDLED / bundled, threads=2).judge([*pairs, *PAIRS[:3]])[len(pairs)] == alone

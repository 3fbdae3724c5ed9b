"""Embedders and NLI cross-encoders from sentence-transformers, for models named in the settings."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.errors import ClaimTooLong, ConfigurationError, ModelError
from backend.ports import Vectors
from backend.providers.cache import OutputCache
from backend.providers.onnx_model import encodable
from backend.providers.verifier import softmax

MAX_PASSAGE, MAX_POSITIONS, SPECIAL_TOKENS, SHORTEST_PASSAGE = 256, 512, 4, 48
"""Limits in tokens. RoBERTa-like models add four special tokens to a pair."""

HOW_TO_INSTALL = "Install it with: pip install -r requirements-models.txt"

_MEANINGS = {
    "entailment": "supports", "supports": "supports", "support": "supports", "supported": "supports",
    "contradiction": "refutes", "refutes": "refutes", "refute": "refutes", "refuted": "refutes",
    "neutral": "neutral", "nei": "neutral", "not_enough_info": "neutral", "not enough information": "neutral",
}  # fmt: skip


class SentenceTransformerEmbedder:
    """An `Embedder` (backend.ports). If `offline`, the model is loaded only from a folder or the local cache.

    Raises ConfigurationError if the package is missing, and ModelError if the model cannot be loaded.
    """

    def __init__(self, name: str, *, offline: bool = False) -> None:
        package = _import_package(offline=offline)
        self._model = _load_model(package.SentenceTransformer, name, offline=offline)
        self._model_id = f"{Path(name).name}@{_weights_hash(self._model.parameters())}"
        self._dimensions = int(self._model.encode(["dimensions"], convert_to_numpy=True).shape[1])
        self._cache: OutputCache[str, NDArray[np.float32]] = OutputCache(4096)
        self._lock = threading.Lock()

    @property
    def model_id(self) -> str:
        """The name and 8 hex characters of the weights' SHA-256."""
        return self._model_id

    @property
    def dimensions(self) -> int:
        """The number of dimensions of a vector."""
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape (n, dimensions)."""
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        return np.stack(self._cache.fill(texts, self._compute))

    def _compute(self, texts: list[str]) -> Vectors:
        # The model's tokenizer is not thread-safe.
        with self._lock:
            found = self._model.encode(
                [encodable(text) for text in texts],
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return np.asarray(found, dtype=np.float32)


class SentenceTransformerVerifier:
    """A `Verifier` (backend.ports) with a three-way NLI cross-encoder, whose config defines the order of the labels.

    `offline` has the same meaning as in `SentenceTransformerEmbedder`.
    """

    def __init__(self, name: str, *, offline: bool = False) -> None:
        package = _import_package(offline=offline)
        self._model = _load_model(package.CrossEncoder, name, offline=offline)
        self._columns = label_columns(self._model.config.id2label, name)
        self._model_id = f"{Path(name).name}@{_weights_hash(self._model.parameters())}"
        self._cache: OutputCache[tuple[str, str], StanceScores] = OutputCache(8192)
        self._lock = threading.Lock()

    @property
    def model_id(self) -> str:
        """The name and 8 hex characters of the weights' SHA-256."""
        return self._model_id

    @property
    def thresholds(self) -> StanceThresholds:
        """The default thresholds, because this project has not calibrated the model."""
        return StanceThresholds()

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """Return the scores of each (passage, claim), which are the softmax of the logits.

        Passages are truncated to 256 tokens, but claims never are. Raises ClaimTooLong if a claim leaves no room for a
        passage.
        """
        return tuple(self._cache.fill(pairs, self._compute))

    def _compute(self, pairs: list[tuple[str, str]]) -> list[StanceScores]:
        with self._lock:
            model_pairs = [
                (self._truncate(encodable(passage), encodable(claim)), encodable(claim)) for passage, claim in pairs
            ]
            logits = self._model.predict(
                model_pairs, apply_softmax=False, convert_to_numpy=True, show_progress_bar=False
            )
        rows = softmax(np.asarray(logits, dtype=np.float32)[:, self._columns])
        return [StanceScores(supports=float(s), refutes=float(r), neutral=float(n)) for s, r, n in rows]

    def _truncate(self, passage: str, claim: str) -> str:
        """Return as much of the start of the passage as fits alongside the whole claim."""
        tokenizer = self._model.tokenizer
        longest = min(int(tokenizer.model_max_length), MAX_POSITIONS)
        claim_tokens = len(tokenizer(claim, add_special_tokens=False, truncation=False)["input_ids"])
        room = min(MAX_PASSAGE, longest - SPECIAL_TOKENS - claim_tokens)
        if room < SHORTEST_PASSAGE:
            raise ClaimTooLong("This statement is too long to be held against a source in one piece.")
        offsets = tokenizer(passage, add_special_tokens=False, truncation=False, return_offsets_mapping=True)
        ends = [end for _, end in offsets["offset_mapping"]]
        return passage if len(ends) <= room else passage[: ends[room - 1]]


def label_columns(id2label: Mapping[int, str], name: str) -> tuple[int, int, int]:
    """Return the columns of supports, refutes and neutral. Raises ConfigurationError if the model has other labels."""
    meanings = {_MEANINGS.get(str(label).lower().strip()): int(column) for column, label in id2label.items()}
    if len(id2label) != 3 or set(meanings) != {"supports", "refutes", "neutral"}:
        raise ConfigurationError(
            f"The verifier {name} does not name its labels entailment, contradiction and neutral.",
            hint="Choose a three-way NLI cross-encoder whose config.json has id2label.",
        )
    return meanings["supports"], meanings["refutes"], meanings["neutral"]


def _import_package(*, offline: bool) -> Any:
    # The package reads both variables on import. They turn off telemetry and, offline, all requests.
    os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    if offline:
        os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        import sentence_transformers
    except ImportError as error:
        raise ConfigurationError(
            "A model is named in the settings, but sentence-transformers is not installed.", hint=HOW_TO_INSTALL
        ) from error
    return sentence_transformers


def _load_model(kind: Any, name: str, *, offline: bool) -> Any:
    try:
        return kind(name, device="cpu", local_files_only=offline)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(f"The model {name} cannot be loaded: {error}") from error


def _weights_hash(parameters: Iterable[Any]) -> str:
    digest = hashlib.sha256()
    for parameter in parameters:
        digest.update(parameter.detach().cpu().numpy().tobytes())
    return digest.hexdigest()[:8]

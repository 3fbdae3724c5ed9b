"""The bundled embedder: all-MiniLM-L6-v2 as int8 ONNX, with pooling and normalisation in the graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backend.model_files import manifest_errors
from backend.ports import Vectors
from backend.providers.cache import OutputCache
from backend.providers.onnx_model import OnnxModel, TokenRow, encodable

REMEMBERED = 4096
"""Number of cached vectors (6 MB). A passage that is both ranked and stored is therefore embedded only once."""


class OnnxEmbedder:
    """An `Embedder` (backend.ports) that loads its model from a folder. Thread-safe. Raises ModelError."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._model = OnnxModel(folder, threads)
        self._cache: OutputCache[str, NDArray[np.float32]] = OutputCache(REMEMBERED)
        with manifest_errors("embedder"):
            self._dimensions = int(self._model.manifest["dimensions"])
            self._model.tokenizer.enable_truncation(int(self._model.manifest["max_tokens"]))

    @property
    def model_id(self) -> str:
        """The model's name and 8 hex characters of the weights' SHA-256."""
        return self._model.model_id

    @property
    def dimensions(self) -> int:
        """The number of dimensions of a vector: 384."""
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape (n, dimensions). Texts are truncated to 256 tokens."""
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        return np.stack(self._cache.fill(texts, self._compute_vectors))

    def _compute_vectors(self, texts: list[str]) -> Vectors:
        encodings = self._model.tokenizer.encode_batch([encodable(text) for text in texts])
        return self._model.run([TokenRow(ids=tuple(e.ids), types=tuple(e.type_ids)) for e in encodings])

"""The bundled splitter's tagger: the lower layers of all-mpnet-base-v2, trained by this project, as int8 ONNX."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from backend.model_files import manifest_errors
from backend.ports import TokenScores
from backend.providers.onnx_model import OnnxModel, TokenRow, encodable


class OnnxTagger:
    """A `TokenTagger` (backend.ports) that loads its model from a folder. Thread-safe. Raises ModelError.

    The model returns logits of shape (tokens, tags + 1). The first token represents the whole text, and its last column
    says whether the tags apply.
    """

    def __init__(self, folder: Path, threads: int) -> None:
        self._model = OnnxModel(folder, threads)
        with manifest_errors("splitter"):
            self._threshold = float(self._model.manifest["threshold"])
            if not 0 < self._threshold < 1:
                raise ValueError(f"the threshold {self._threshold} is not between 0 and 1")
            self._model.tokenizer.enable_truncation(int(self._model.manifest["max_tokens"]))

    @property
    def model_id(self) -> str:
        """The model's name, 8 hex characters of the weights' SHA-256, and the threshold. The splits depend on all three."""
        return f"{self._model.model_id}>{self._threshold:g}"

    @property
    def threshold(self) -> float:
        """The threshold from the manifest, which was chosen on claims that were not used for training."""
        return self._threshold

    def tag(self, text: str) -> TokenScores:
        """Return the scores of all tokens except the two special tokens. A text is truncated to 128 tokens."""
        encoding = self._model.tokenizer.encode(encodable(text))
        logits = self._model.run([TokenRow(ids=tuple(encoding.ids), types=tuple(encoding.type_ids))])[0]
        return TokenScores(
            spans=tuple(encoding.offsets[1:-1]),
            tags=logits[1:-1, :-1],
            applies=float(1 / (1 + np.exp(-logits[0, -1]))),
        )

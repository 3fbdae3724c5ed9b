"""The bundled verifier: a MiniLM cross-encoder as int8 ONNX that reads (passage, claim) once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backend.domain.evidence import StanceScores
from backend.errors import ClaimTooLong, ModelError
from backend.providers.cache import OutputCache
from backend.providers.onnx_model import OnnxModel, TokenRow, encodable

REMEMBERED = 8192
"""Scores kept by (passage, claim)."""

LABELS = ("supports", "refutes", "neutral")
SPECIAL_TOKENS = 3
"""[CLS] passage [SEP] claim [SEP]."""

SHORTEST_PASSAGE = 48
"""Tokens of passage below which a judgement would mean nothing."""

Pair = tuple[str, str]


class OnnxVerifier:
    """A `Verifier` (backend.ports) over one model folder; safe to use from several threads. Raises ModelError."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._model = OnnxModel(folder, threads)
        self._cache: OutputCache[Pair, StanceScores] = OutputCache(REMEMBERED)
        manifest = self._model.manifest
        try:
            self._columns = tuple(manifest["labels"].index(label) for label in LABELS)
            self._temperature = float(manifest["temperature"])
            self._bias = np.array([float(manifest.get("bias", {}).get(label, 0.0)) for label in LABELS])
            self._max_passage, self._max_total = int(manifest["max_tokens"]), int(manifest["max_positions"])
        except (KeyError, ValueError, AttributeError) as error:
            raise ModelError(f"The verifier's manifest is wrong: {error}") from error
        start, end = (self._model.tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]"))
        if start is None or end is None:
            raise ModelError("The verifier's vocabulary lacks [CLS] or [SEP].")
        self._start, self._end = start, end

    @property
    def model_id(self) -> str:
        """Name and first 8 hex characters of the weights' SHA-256."""
        return self._model.model_id

    def judge(self, pairs: Sequence[Pair]) -> tuple[StanceScores, ...]:
        """Softmax of the logits over the manifest's temperature plus its bias per label, for each (passage, claim).

        The passage is cut to 256 tokens, the claim never. Raises ClaimTooLong when a claim leaves no room for
        a passage.
        """
        return tuple(self._cache.fill(pairs, self._compute))

    def _compute(self, pairs: list[Pair]) -> list[StanceScores]:
        logits = self._model.run(self._rows(pairs))[:, self._columns]
        return [_scores(row) for row in softmax(logits / self._temperature + self._bias)]

    def _rows(self, pairs: list[Pair]) -> list[TokenRow]:
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        encodings = self._model.tokenizer.encode_batch([encodable(text) for text in texts], add_special_tokens=False)
        tokens = {text: list(encoding.ids) for text, encoding in zip(texts, encodings, strict=True)}
        return [self._row(tokens[passage], tokens[claim]) for passage, claim in pairs]

    def _row(self, passage: list[int], claim: list[int]) -> TokenRow:
        room = self._max_total - SPECIAL_TOKENS - len(claim)
        if room < SHORTEST_PASSAGE:
            raise ClaimTooLong(
                "This statement is too long to be held against a source in one piece.",
                hint="Select a single sentence.",
            )
        first = [self._start, *passage[: min(self._max_passage, room)], self._end]
        second = [*claim, self._end]
        return TokenRow(ids=(*first, *second), types=(0,) * len(first) + (1,) * len(second))


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Rows of probabilities that sum to 1."""
    shifted = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


def _scores(row: NDArray[np.float64]) -> StanceScores:
    return StanceScores(supports=float(row[0]), refutes=float(row[1]), neutral=float(row[2]))

"""The bundled verifiers, which are cross-encoders of passage and claim in int8 ONNX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.errors import ClaimTooLong, ModelError
from backend.model_files import manifest_errors
from backend.providers.cache import OutputCache
from backend.providers.onnx_model import OnnxModel, TokenRow, encodable

REMEMBERED = 8192
"""Number of (passage, claim) pairs whose scores are cached."""

LABELS = ("supports", "refutes", "neutral")

SHORTEST_PASSAGE = 48
"""Minimum number of passage tokens for a meaningful judgement."""

BERT_PAIR = {"start": ["[CLS]"], "between": ["[SEP]"], "end": ["[SEP]"]}
"""The special tokens of a pair, unless the manifest specifies others."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _SpecialTokens:
    """The ids of the special tokens. A row consists of start, passage, between, claim and end."""

    start: tuple[int, ...]
    between: tuple[int, ...]
    end: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.start) + len(self.between) + len(self.end)

    @classmethod
    def read(cls, manifest: Mapping[str, Any], tokenizer: Tokenizer) -> _SpecialTokens:
        """Read the ids. Raises ModelError if the vocabulary lacks a token."""
        token_names = manifest.get("pair", BERT_PAIR)

        def ids(place: str) -> tuple[int, ...]:
            found = tuple(tokenizer.token_to_id(token) for token in token_names[place])
            if None in found:
                raise ModelError(f"The vocabulary of {manifest['name']} lacks a special token of {token_names[place]}.")
            return tuple(number for number in found if number is not None)

        return cls(start=ids("start"), between=ids("between"), end=ids("end"))


class OnnxVerifier:
    """A `Verifier` (backend.ports) that loads its model from a folder. Thread-safe. Raises ModelError."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._model = OnnxModel(folder, threads)
        self._cache: OutputCache[Pair, StanceScores] = OutputCache(REMEMBERED)
        manifest = self._model.manifest
        with manifest_errors("verifier"):
            self._columns = tuple(manifest["labels"].index(label) for label in LABELS)
            self._temperature = float(manifest["temperature"])
            self._bias = np.array([float(manifest.get("bias", {}).get(label, 0.0)) for label in LABELS])
            self._thresholds = StanceThresholds(**manifest.get("thresholds", {}))
            self._max_passage, self._max_total = int(manifest["max_tokens"]), int(manifest["max_positions"])
            self._special = _SpecialTokens.read(manifest, self._model.tokenizer)
            self._check_values()

    def _check_values(self) -> None:
        """Raise ValueError for values that would make every judgement wrong."""
        if not (np.isfinite(self._temperature) and self._temperature > 0 and np.isfinite(self._bias).all()):
            raise ValueError("the temperature must be above 0 and every bias a finite number")
        if not SHORTEST_PASSAGE <= self._max_passage < self._max_total:
            raise ValueError(f"max_tokens must be at least {SHORTEST_PASSAGE} and below max_positions")

    @property
    def model_id(self) -> str:
        """The name and 8 hex characters of the weights' SHA-256."""
        return self._model.model_id

    @property
    def thresholds(self) -> StanceThresholds:
        """The thresholds from the manifest, or the defaults of `StanceThresholds`."""
        return self._thresholds

    def judge(self, pairs: Sequence[Pair]) -> tuple[StanceScores, ...]:
        """Return the scores of each (passage, claim): the softmax of logits / temperature + bias.

        Temperature and bias come from the manifest. Passages are truncated to the manifest's number of tokens, but
        claims never are. Raises ClaimTooLong if a claim leaves no room for a passage.
        """
        return tuple(self._cache.fill(pairs, self._compute_scores))

    def _compute_scores(self, pairs: list[Pair]) -> list[StanceScores]:
        logits = self._model.run(self._token_rows(pairs))[:, self._columns]
        return [_scores(row) for row in softmax(logits / self._temperature + self._bias)]

    def _token_rows(self, pairs: list[Pair]) -> list[TokenRow]:
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        encodings = self._model.tokenizer.encode_batch([encodable(text) for text in texts], add_special_tokens=False)
        tokens = {text: tuple(encoding.ids) for text, encoding in zip(texts, encodings, strict=True)}
        return [self._token_row(tokens[passage], tokens[claim]) for passage, claim in pairs]

    def _token_row(self, passage: tuple[int, ...], claim: tuple[int, ...]) -> TokenRow:
        room = self._max_total - self._special.count - len(claim)
        if room < SHORTEST_PASSAGE:
            raise ClaimTooLong(
                "This statement is too long to be held against a source in one piece.",
                hint="Select a single sentence.",
            )
        cut = passage[: min(self._max_passage, room)]
        first = (*self._special.start, *cut, *self._special.between)
        second = (*claim, *self._special.end)
        return TokenRow(ids=first + second, types=(0,) * len(first) + (1,) * len(second))


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the softmax of each row. The probabilities in a row sum to 1."""
    shifted = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


def _scores(row: NDArray[np.float64]) -> StanceScores:
    return StanceScores(supports=float(row[0]), refutes=float(row[1]), neutral=float(row[2]))

"""Runs a bundled ONNX model, after `backend.model_files` has checked its manifest and checksums.

int8 models quantise activations by the largest value in the batch, so in a batch, the result for one text would depend
on the other texts and on the padding. Inputs are therefore run one at a time, in several threads. On a CPU, this is as
fast as running batches, and the results are bit-for-bit reproducible.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from tokenizers import Tokenizer

from backend.errors import ModelError
from backend.model_files import checked_manifest

BUNDLED = Path(__file__).resolve().parent.parent / "models"
"""The folder of the bundled models. Each ONNX model has model.onnx, tokenizer.json, manifest.json and CARD.md.

Large weights are in separate files next to model.onnx (ONNX external data), because repositories limit the file size.
"""

JUDGE = "judge-8"
"""The folder of the judge. Each version has its own folder, so that no commit replaces 100 MB of weights in place."""
SPLITTER = "splitter-4"
"""The folder of the splitter. Each version has its own folder, as with the judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    """One tokenised input. `types` contains 0 for tokens of the first text and 1 for tokens of the second text."""

    ids: tuple[int, ...]
    types: tuple[int, ...]


class OnnxModel:
    """An ONNX session for the model in a folder. Raises ModelError if a file is missing or differs from the manifest."""

    def __init__(self, folder: Path, threads: int) -> None:
        self.manifest = checked_manifest(folder, {"name", "max_tokens"})
        if not {"model.onnx", "tokenizer.json"} <= self.manifest["files"].keys():
            raise ModelError(f"The manifest of {folder} lists no model.onnx or tokenizer.json")
        self.model_id = f"{self.manifest['name']}@{weights_hash(self.manifest)}"
        try:
            self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._session = ort.InferenceSession(
                folder / "model.onnx", _session_options(), providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # Both libraries raise plain Exception.
            raise ModelError(f"The model in {folder.name} cannot be loaded: {error}") from error
        self._inputs = frozenset(model_input.name for model_input in self._session.get_inputs())
        self._pool = ThreadPoolExecutor(max_workers=max(1, threads), thread_name_prefix=folder.name)

    def run(self, rows: Sequence[TokenRow]) -> NDArray[np.float32]:
        """Return the output of the model for each row, in order, with shape (n, …). `rows` must not be empty."""
        # Start with the longest rows, so that no long row is left for a single thread at the end.
        order = sorted(range(len(rows)), key=lambda index: -len(rows[index].ids))
        if len(rows) == 1:
            return self._run_one(rows[0])[np.newaxis]
        done = dict(zip(order, self._pool.map(self._run_one, [rows[index] for index in order]), strict=True))
        return np.stack([done[index] for index in range(len(rows))])

    def _run_one(self, row: TokenRow) -> NDArray[np.float32]:
        ids = np.asarray([row.ids], dtype=np.int64)
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.asarray([row.types], dtype=np.int64),
        }
        inputs = {name: values for name, values in feed.items() if name in self._inputs}
        return np.asarray(self._session.run(None, inputs)[0][0], dtype=np.float32)


def encodable(text: str) -> str:
    """Return the text with lone surrogates, which the tokenizer would reject, replaced by "?"."""
    return text.encode("utf-8", "replace").decode()


def weights_hash(manifest: Mapping[str, Any]) -> str:
    """Return 8 hex characters that depend on every byte of the graph and the weights, but not on the calibration."""
    parts = [digest for name, digest in sorted(manifest["files"].items()) if name != "tokenizer.json"]
    return str(parts[0])[:8] if len(parts) == 1 else hashlib.sha256("".join(parts).encode()).hexdigest()[:8]


def _session_options() -> ort.SessionOptions:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options

"""A bundled ONNX model: the session that runs it, over a folder whose manifest and checksums are right (backend.model_files).

int8 models quantise activations by the largest value in the batch, so in a batch the result for one text would depend on
the others and on the padding. Inputs are therefore run one at a time, in several threads: on a CPU this is as fast as
batches, and the results are repeatable bit for bit.
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
"""The folders `embedder`, `verifier` and that of the judge; each has model.onnx, tokenizer.json, manifest.json and CARD.md.

Large weights are in separate files next to model.onnx (ONNX external data), so that no file is too large for a repository.
"""

JUDGE = "judge-7"
"""The folder of the judge. Each version has its own folder, so that no commit replaces 100 MB of weights in place."""
SPLITTER = "splitter-2"
"""The folder of the splitter; a new folder for each version, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    """One tokenised input. `types` holds 0 for tokens of the first text and 1 for tokens of the second."""

    ids: tuple[int, ...]
    types: tuple[int, ...]


class OnnxModel:
    """A session for the model in one folder. Raises ModelError when a file is missing, damaged or differs from the manifest."""

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
        except Exception as error:  # Both libraries raise bare Exception.
            raise ModelError(f"The model in {folder.name} cannot be loaded: {error}") from error
        self._inputs = frozenset(given.name for given in self._session.get_inputs())
        self._pool = ThreadPoolExecutor(max_workers=max(1, threads), thread_name_prefix=folder.name)

    def run(self, rows: Sequence[TokenRow]) -> NDArray[np.float32]:
        """The output of the model for each row, in order; shape (n, width). `rows` must not be empty."""
        # Longest first, so that no long row remains for a single thread at the end.
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
        wanted = {name: values for name, values in feed.items() if name in self._inputs}
        return np.asarray(self._session.run(None, wanted)[0][0], dtype=np.float32)


def encodable(text: str) -> str:
    """The text without lone surrogates, which the tokenizer would refuse; they are replaced."""
    return text.encode("utf-8", "replace").decode()


def weights_hash(manifest: Mapping[str, Any]) -> str:
    """8 hex characters that change with any byte of the graph or the weights, but not with the calibration."""
    parts = [digest for name, digest in sorted(manifest["files"].items()) if name != "tokenizer.json"]
    return str(parts[0])[:8] if len(parts) == 1 else hashlib.sha256("".join(parts).encode()).hexdigest()[:8]


def _session_options() -> ort.SessionOptions:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options

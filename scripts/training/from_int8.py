"""Restore full-precision weights from a shipped int8 judge, for further training.

    python scripts/training/from_int8.py backend/models/judge-8 OUT

The restored model agrees with the original full-precision model on 99 of 100 labels (docs/verifier.md).
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

ZERO_POINT = 128
_WORDS = "embeddings.word_embeddings"
CONFIG = {
    "architectures": ["MPNetForSequenceClassification"],
    "model_type": "mpnet",
    "hidden_act": "gelu",
    "hidden_size": 768,
    "intermediate_size": 3072,
    "layer_norm_eps": 1e-05,
    "max_position_embeddings": 514,
    "num_attention_heads": 12,
    "relative_attention_num_buckets": 32,
    "vocab_size": 30527,
    "bos_token_id": 0,
    "pad_token_id": 1,
    "eos_token_id": 2,
    "id2label": {"0": "supports", "1": "refutes", "2": "neutral"},
    "label2id": {"supports": 0, "refutes": 1, "neutral": 2},
}
"""The configuration of all-mpnet-base-v2 with three labels. The number of layers is read from the weights."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The names of the stored tensors of a weight matrix, and its number of columns without padding.

    `zeros` is "" if the matrix has no zero points.
    """

    blocks: str
    scales: str
    columns: int
    zeros: str = ""


def full_precision(stored: Mapping[str, NDArray[Any]], matrices: Mapping[str, Matrix]) -> dict[str, Array]:
    """Return the parameters of an exported cross-encoder as float32 arrays, by their PyTorch names."""
    state = {name.removeprefix("model."): value for name, value in stored.items() if name.startswith("model.")}
    words = next(name for name in state if name.endswith(f"{_WORDS}.rows")).removesuffix(".rows")
    state[f"{words}.weight"] = state.pop(f"{words}.rows").astype(np.float32) * state.pop(f"{words}.scale")
    for name, matrix in matrices.items():
        zeros = stored[matrix.zeros] if matrix.zeros else np.full(1, ZERO_POINT, dtype=np.uint8)
        blocks = from_blocks(stored[matrix.blocks], stored[matrix.scales], zeros)
        state[name] = blocks[:, : matrix.columns]
    return {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in state.items()}


def from_blocks(blocks: NDArray[np.uint8], scales: NDArray[np.floating], zeros: NDArray[np.uint8]) -> Array:
    """Return a matrix of shape (out, in) from unsigned blocks, their scales, and one or more zero points.

    `blocks` has shape (out, blocks, columns per block).
    """
    rows = blocks.shape[0]
    values = blocks.reshape(rows, -1, blocks.shape[-1]).astype(np.float32)
    values -= zeros.reshape(1 if zeros.size == 1 else rows, -1, 1)
    return np.asarray(values * scales.reshape(rows, -1, 1), dtype=np.float32).reshape(rows, -1)


def turn_back(folder: Path, out: Path) -> Path:
    """Write model.safetensors, config.json and tokenizer.json to the folder `out`, and return `out`."""
    import onnx
    from safetensors.numpy import save_file

    out.mkdir(parents=True, exist_ok=True)
    graph = onnx.load(folder / "model.onnx").graph
    stored = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    matrices = {}
    for node in graph.node:
        if node.op_type == "MatMulNBits":
            columns = next(one.i for one in node.attribute if one.name == "K")
            name = ".".join(node.name.strip("/").split("/")[1:-1])
            matrices[f"{name}.weight"] = Matrix(*node.input[1:3], columns, "".join(node.input[3:4]))
    state = full_precision(stored, matrices)
    layers = 1 + max(int(name.split("encoder.layer.")[1].split(".")[0]) for name in state if "encoder.layer." in name)
    save_file(state, out / "model.safetensors", {"format": "pt"})
    (out / "config.json").write_text(json.dumps(CONFIG | {"num_hidden_layers": layers}, indent=2) + "\n")
    shutil.copyfile(folder / "tokenizer.json", out / "tokenizer.json")
    return out


if __name__ == "__main__":
    turn_back(Path(sys.argv[1]), Path(sys.argv[2]))

"""Loads the weights and tokenizer of a cross-encoder for training, from public weights or from the project's own checkpoints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor
from transformers import AutoConfig, AutoModelForSequenceClassification, PreTrainedModel

from backend.evaluation.metrics import Probabilities
from scripts.training.contrast import Row

MAX_TOKENS = 224
"""Maximum number of tokens of a pair in training. Only the passage is truncated."""
ENCODED_AT_ONCE = 1500


def load(folder: Path, layers: int, frozen_layers: int, dropout: float = 0.0) -> PreTrainedModel:
    """Load the model in full precision with its first `layers` encoder layers (0: all).

    Embeddings and the first `frozen_layers` layers are not trained. If `frozen_layers` is -1, everything is trained.
    Use `dropout` for many passes over the same rows; a few passes do not overfit.
    """
    config = AutoConfig.from_pretrained(
        folder, num_labels=3, hidden_dropout_prob=dropout, attention_probs_dropout_prob=dropout
    )
    config.num_hidden_layers = layers or config.num_hidden_layers
    model = AutoModelForSequenceClassification.from_pretrained(folder, config=config, dtype=torch.float32)
    if frozen_layers >= 0:
        body = model.base_model
        for part in (body.embeddings, *list(body.encoder.layer)[:frozen_layers]):
            part.requires_grad_(requires_grad=False)
    return model


def tokenizer_of(folder: Path) -> Tokenizer:
    """Return the tokenizer. It truncates only the passage and does not pad, because `inputs_of` adds the padding."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(MAX_TOKENS, strategy="only_first")
    tokenizer.no_padding()
    return tokenizer


@dataclass(frozen=True, slots=True)
class Encoded:
    """The token ids of one pair, with type 0 for the passage and type 1 for the claim."""

    ids: NDArray[np.int32]
    types: NDArray[np.int32]


def encode(tokenizer: Tokenizer, rows: Sequence[Row]) -> list[Encoded]:
    """Return the encoded pair of every row."""
    out = []
    for start in range(0, len(rows), ENCODED_AT_ONCE):
        pairs = [(passage, claim) for passage, claim, _ in rows[start : start + ENCODED_AT_ONCE]]
        out += [
            Encoded(np.array(one.ids, dtype=np.int32), np.array(one.type_ids, dtype=np.int32))
            for one in tokenizer.encode_batch(pairs)
        ]
    return out


def inputs_of(model: PreTrainedModel, batch: Sequence[Encoded]) -> dict[str, Tensor]:
    """Return the model's padded inputs, each of shape (batch, longest)."""
    shape = (len(batch), max(len(one.ids) for one in batch))
    ids, mask, types = np.full(shape, model.config.pad_token_id), np.zeros(shape, int), np.zeros(shape, int)
    for place, one in enumerate(batch):
        ids[place, : len(one.ids)], mask[place, : len(one.ids)], types[place, : len(one.ids)] = one.ids, 1, one.types
    columns = {"input_ids": ids, "attention_mask": mask}
    if model.config.model_type == "bert":
        columns["token_type_ids"] = types
    return {name: torch.from_numpy(column).to(model.device) for name, column in columns.items()}


def mixed_precision(device: str) -> torch.autocast:
    """Return a context that multiplies in bfloat16 if the device does that faster: a GPU, or a CPU with AMX.

    Other CPUs take 1.7 times as long as in full precision (122 pairs of the judge on two cores).
    """
    fast = device != "cpu" or bool(torch.cpu.get_capabilities().get("amx_bf16", False))
    return torch.autocast(device, dtype=torch.bfloat16, enabled=fast)


def probabilities(model: PreTrainedModel, pairs: Sequence[Encoded]) -> Probabilities:
    """Return the class probabilities of every pair, shape (n, 3)."""
    size = 16 if model.device.type == "cpu" else 256
    order = sorted(range(len(pairs)), key=lambda place: len(pairs[place].ids))
    out = np.zeros((len(pairs), 3))
    with torch.inference_mode(), mixed_precision(model.device.type):
        for start in range(0, len(order), size):
            part = order[start : start + size]
            logits = model(**inputs_of(model, [pairs[place] for place in part])).logits
            out[part] = logits.float().softmax(-1).cpu().numpy()
    return out


def learning(model: PreTrainedModel) -> dict[str, Tensor]:
    """Return the trained parameters by name."""
    return {name: p for name, p in model.named_parameters() if p.requires_grad}


@contextmanager
def wearing(model: PreTrainedModel, values: Mapping[str, Tensor]) -> Iterator[PreTrainedModel]:
    """Set the trained parameters to `values` for the duration of the context, and restore them at the end."""
    saved_values = {name: p.detach().clone() for name, p in learning(model).items()}
    put(model, values)
    try:
        yield model
    finally:
        put(model, saved_values)


@torch.no_grad()
def put(model: PreTrainedModel, values: Mapping[str, Tensor]) -> None:
    """Set the trained parameters to `values` in place."""
    for name, p in learning(model).items():
        p.copy_(values[name])


class Average:
    """The exponential moving average of the trained weights.

    It varies less than the weights after a single step, but needs another copy of them.
    """

    def __init__(self, model: PreTrainedModel, decay: float) -> None:
        self._decay = decay
        self.values = {name: p.detach().clone() for name, p in learning(model).items()}

    @torch.no_grad()
    def update(self, model: PreTrainedModel, step: int) -> None:
        """Update the average with the weights after `step`.

        The decay is smaller at first, which makes the start weights lose influence quickly.
        """
        decay = min(self._decay, (1 + step) / (10 + step))
        torch._foreach_lerp_(list(self.values.values()), [p.detach() for p in learning(model).values()], 1 - decay)

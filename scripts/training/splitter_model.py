"""Defines, trains and exports the splitter's network."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy
from transformers import AutoModel

from backend.claims.splitter import Tag
from scripts.training.quantise import to_int8
from scripts.training.splitter_data import Tagged

LAYERS, NARROW = 6, 192
"""Number of encoder layers that are kept, and width of the word vectors. Together, they take 51 MB as int8."""
MAX_TOKENS = 128
RATE, PASSES, BATCH, WARM_UP = 7e-5, 5, 32, 0.1
"""Common values for fine-tuning an encoder of this size. They were not tuned."""
SPLIT_WEIGHT = 0.5
"""Weight of the loss for the decision to split, relative to the loss for the tags."""
IGNORED = -100


class NarrowWords(torch.nn.Module):
    """Frozen word vectors of `NARROW` dimensions, and a linear map to the encoder's width.

    Initially, the two together form the best low-rank approximation of the original word vectors.
    """

    def __init__(self, table: torch.nn.Embedding) -> None:
        super().__init__()
        mean = table.weight.detach().mean(0)
        u, s, v = torch.linalg.svd(table.weight.detach() - mean, full_matrices=False)
        self.word_embeddings = torch.nn.Embedding.from_pretrained(u[:, :NARROW] * s[:NARROW])
        self.up = torch.nn.Linear(NARROW, table.embedding_dim)
        self.up.weight.data.copy_(v[:NARROW].T)
        self.up.bias.data.copy_(mean)

    def forward(self, ids: Any) -> Any:
        """Return vectors of the encoder's width."""
        return self.up(self.word_embeddings(ids))


class TaggerModel(torch.nn.Module):
    """The lower layers of a public encoder and one linear layer, with logits of the tags and of the decision to split."""

    words = "embeddings.word_embeddings"

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self.model = AutoModel.from_pretrained(weights, add_pooling_layer=False)
        self.model.encoder.layer = self.model.encoder.layer[:LAYERS]
        self.model.embeddings.word_embeddings = NarrowWords(self.model.embeddings.word_embeddings)
        self.out = torch.nn.Linear(self.model.config.hidden_size, len(Tag) + 1)

    def forward(self, input_ids: Any, attention_mask: Any) -> Any:
        """Return logits, shape (batch, tokens, tags + 1).

        The last column is the decision to split, which is the same for all tokens of a text.
        """
        hidden = self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        scores, mask = self.out(hidden), attention_mask.unsqueeze(-1).float()
        applies = (scores[..., -1:] * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True)
        return torch.cat([scores[..., :-1], applies.expand(-1, scores.shape[1], -1)], dim=-1)


def labels(row: Tagged, offsets: Sequence[tuple[int, int]]) -> list[int]:
    """Return the tag of each token: `IGNORED` for special tokens and for all tokens of a text that must not be split."""
    by_start = {place: tag for (start, end), tag in row.words for place in range(start, end)}
    return [by_start.get(start, IGNORED) if row.split and end > start else IGNORED for start, end in offsets]


def batch_of(rows: Sequence[Tagged], tokenizer: Any) -> dict[str, Any]:
    """Return padded inputs, tags and, for each text, a flag that says whether to split it."""
    found = [tokenizer.encode(row.text) for row in rows]
    width = max(len(one.ids) for one in found)
    ids, mask, tags = (np.full((len(rows), width), fill) for fill in (0, 0, IGNORED))
    for place, (row, one) in enumerate(zip(rows, found, strict=True)):
        ids[place, : len(one.ids)] = one.ids
        mask[place, : len(one.ids)] = 1
        tags[place, : len(one.ids)] = labels(row, one.offsets)
    split = torch.tensor([float(row.split) for row in rows])
    return {"ids": torch.tensor(ids), "mask": torch.tensor(mask), "tags": torch.tensor(tags), "split": split}


def loss_of(model: TaggerModel, batch: dict[str, Any]) -> Any:
    """Return the weighted sum of the cross-entropies of the tags and of the decision to split."""
    logits = model(batch["ids"], batch["mask"])
    split = binary_cross_entropy_with_logits(logits[:, 0, -1], batch["split"])
    if not bool((batch["tags"] != IGNORED).any()):
        return SPLIT_WEIGHT * split
    return cross_entropy(logits[..., :-1].transpose(1, 2), batch["tags"], ignore_index=IGNORED) + SPLIT_WEIGHT * split


def batches(rows: Sequence[Tagged], order: random.Random) -> list[list[Tagged]]:
    """Return full batches of texts of similar length, in random order."""
    drawn = sorted(order.sample(list(rows), len(rows)), key=lambda row: len(row.text) // 20)
    found = [drawn[start : start + BATCH] for start in range(0, len(drawn) - BATCH + 1, BATCH)]
    return order.sample(found, len(found))


def train(weights: Path, rows: Sequence[Tagged], tokenizer: Any, seed: int = 1) -> TaggerModel:
    """Train a new model with AdamW in several passes over all rows. The learning rate rises and then falls to 0."""
    torch.manual_seed(seed)
    order = random.Random(seed)
    model = TaggerModel(weights).train()
    learning = [weights for weights in model.parameters() if weights.requires_grad]
    chosen = torch.optim.AdamW(learning, lr=RATE, weight_decay=0.01, fused=True)
    steps = PASSES * (len(rows) // BATCH)
    rate = torch.optim.lr_scheduler.OneCycleLR(chosen, RATE, total_steps=steps + 1, pct_start=WARM_UP)
    for number in range(PASSES):
        total = 0.0
        for batch in batches(rows, order):
            loss = loss_of(model, batch_of(batch, tokenizer))
            chosen.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learning, 1.0)
            chosen.step()
            rate.step()
            total += float(loss.detach())
        print(f"pass {number + 1} of {PASSES}: loss {total / (len(rows) // BATCH):.3f}", flush=True)
    return model.eval()


def export(model: TaggerModel, target: Path) -> None:
    """Write the model as int8 ONNX."""
    to_int8(model, (("input_ids", "attention_mask"), "scores"), target, blocks=False)

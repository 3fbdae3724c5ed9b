"""Weights and tokenizer of a cross-encoder in training: from a folder of public weights, or from a checkpoint of ours."""

from __future__ import annotations

from pathlib import Path

import torch
from tokenizers import Tokenizer
from transformers import AutoConfig, AutoModelForSequenceClassification, PreTrainedModel

MAX_TOKENS = 160
"""In training; only the passage is cut."""


def load(folder: Path, layers: int, frozen: int) -> PreTrainedModel:
    """The model in full precision with its first `layers` encoder layers (0: all); embeddings and the first `frozen` do not learn.

    No dropout: with hardly more than one pass over the data nothing is learnt by heart.
    """
    config = AutoConfig.from_pretrained(folder, num_labels=3, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    config.num_hidden_layers = layers or config.num_hidden_layers
    model = AutoModelForSequenceClassification.from_pretrained(folder, config=config, dtype=torch.float32)
    if frozen:
        body = model.base_model
        for part in (body.embeddings, *list(body.encoder.layer)[:frozen]):
            part.requires_grad_(requires_grad=False)
    return model


def tokenizer_of(folder: Path) -> Tokenizer:
    """The tokenizer, cutting only the passage and padding to the longest of a batch."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(MAX_TOKENS, strategy="only_first")
    padding = tokenizer.padding or {}
    tokenizer.enable_padding(pad_id=padding.get("pad_id", 0), pad_token=padding.get("pad_token", "[PAD]"))
    return tokenizer


class Average:
    """Exponential moving average of the learning weights: steadier than the last step, at the price of one copy."""

    def __init__(self, model: PreTrainedModel, decay: float) -> None:
        self._decay = decay
        self.values = {name: p.detach().clone() for name, p in model.named_parameters() if p.requires_grad}

    @torch.no_grad()
    def update(self, model: PreTrainedModel, step: int) -> None:
        """Take in the weights after `step`; the first steps count less, as the average is young."""
        decay = min(self._decay, (1 + step) / (10 + step))
        for name, p in model.named_parameters():
            if p.requires_grad:
                self.values[name].lerp_(p.detach(), 1 - decay)

"""Rows to batches of similar length, so that little is padded."""

from __future__ import annotations

import random
from collections.abc import Sequence

BATCH_TOKENS, BATCH_ROWS, WINDOW = 3600, 48, 1500
"""The most tokens (padding included) and rows of a batch; lengths are sorted within so many rows."""


def by_length(lengths: Sequence[int], rng: random.Random) -> list[list[int]]:
    """Places of the rows, batch by batch, in random order within windows; every row once."""
    out = []
    for start in range(0, len(lengths), WINDOW):
        part = _packed(lengths, sorted(range(start, min(start + WINDOW, len(lengths))), key=lengths.__getitem__))
        rng.shuffle(part)
        out += part
    return out


def _packed(lengths: Sequence[int], ordered: Sequence[int]) -> list[list[int]]:
    """Shortest first, so the last row of a batch is its longest."""
    out: list[list[int]] = []
    for place in ordered:
        full = not out or len(out[-1]) >= BATCH_ROWS or (len(out[-1]) + 1) * lengths[place] > BATCH_TOKENS
        if full:
            out.append([])
        out[-1].append(place)
    return out

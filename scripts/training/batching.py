"""Groups rows into batches of similar length, which reduces padding."""

from __future__ import annotations

import random
from collections.abc import Sequence

BATCH_TOKENS, TOKENS_OF_A_ROW, WINDOW_BATCHES = 3600, 75, 31
"""Maximum tokens per batch including padding; minimum tokens counted for a row; number of batches sorted together."""


def by_length(lengths: Sequence[int], rng: random.Random, tokens: int = BATCH_TOKENS) -> list[list[int]]:
    """Return the indexes of all rows, grouped into batches. The batches of each window are in random order."""
    out, window = [], WINDOW_BATCHES * (tokens // TOKENS_OF_A_ROW)
    for start in range(0, len(lengths), window):
        places = sorted(range(start, min(start + window, len(lengths))), key=lengths.__getitem__)
        part = _pack(lengths, places, tokens)
        rng.shuffle(part)
        out += part
    return out


def _pack(lengths: Sequence[int], ordered: Sequence[int], tokens: int) -> list[list[int]]:
    """Pack the rows into batches. In `ordered` the shortest row comes first, so the last row of a batch is the longest."""
    out: list[list[int]] = []
    for place in ordered:
        full = not out or (len(out[-1]) + 1) * max(lengths[place], TOKENS_OF_A_ROW) > tokens
        if full:
            out.append([])
        out[-1].append(place)
    return out

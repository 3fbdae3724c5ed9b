"""The words of a batch of texts, each looked at once however many texts it stands in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from backend.domain.text import tokens

_HEAD = 3
"""Letters by which beginnings are looked up; shorter beginnings are looked up as they are."""


class Vocabulary:
    """Which distinct tokens stand in which text."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._sets = [frozenset(tokens(text)) for text in texts]
        self.tokens: frozenset[str] = frozenset().union(*self._sets)
        self._by_head: dict[str, list[str]] = {}
        for token in self.tokens:
            self._by_head.setdefault(token[:_HEAD].lower(), []).append(token)

    def matrix(self, columns: Mapping[str, int], width: int) -> NDArray[np.bool_]:
        """Shape (texts, width): true where one of a column's tokens stands in the text."""
        have = np.zeros((len(self._sets), width), dtype=np.bool_)
        wanted = columns.keys()
        for row, words in enumerate(self._sets):
            for token in wanted & words:
                have[row, columns[token]] = True
        return have

    def rows_beginning(self, heads: Sequence[str]) -> set[int]:
        """Texts with a word that begins like one of the lower-case heads."""
        wanted = {
            token
            for head in heads
            for start in self._starting(head)
            for token in self._by_head[start]
            if token.lower().startswith(head)
        }
        return {row for row, words in enumerate(self._sets) if not wanted.isdisjoint(words)} if wanted else set()

    def _starting(self, head: str) -> list[str]:
        if len(head) >= _HEAD:
            return [head[:_HEAD]] if head[:_HEAD] in self._by_head else []
        return [start for start in self._by_head if start.startswith(head)]

"""Indexes the words of a batch of texts, and processes each word once regardless of how many texts contain it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AnySet

import numpy as np
from numpy.typing import NDArray

from backend.domain.text import tokens

PREFIX_LENGTH = 3
"""Length of the indexed word prefixes, in characters."""


class Vocabulary:
    """An index of the words that occur in each text. `prefixes` are the lower-case word prefixes to look up.

    Texts are split at white space, which is cheap. Only chunks with punctuation are tokenised further,
    and each distinct chunk only once.
    """

    def __init__(self, texts: Sequence[str], prefixes: Iterable[str] = ()) -> None:
        self._sets = [frozenset(text.split()) for text in texts]
        self._chunks: dict[str, list[str]] = {}
        plain = set()
        for chunk in frozenset[str]().union(*self._sets):
            if chunk.isalnum():
                plain.add(chunk)
            else:
                for token in tokens(chunk):
                    self._chunks.setdefault(token, []).append(chunk)
        self.tokens: AnySet[str] = plain | self._chunks.keys()
        starts = {head[:PREFIX_LENGTH] for head in prefixes}
        self._indexed_tokens = [
            (token, token.lower()) for token in self.tokens if token[:PREFIX_LENGTH].lower() in starts
        ]

    def matrix(self, columns: Mapping[str, int], width: int) -> NDArray[np.bool_]:
        """Return a matrix of shape (texts, width) that is true where a text contains one of the column's words.

        `columns` maps each word to its column.
        """
        columns_of_chunk: dict[str, list[int]] = {}
        for token, column in columns.items():
            for chunk in self._chunks_with(token):
                columns_of_chunk.setdefault(chunk, []).append(column)
        wanted_chunks = frozenset(columns_of_chunk)
        cells = [
            row * width + column
            for row, chunks in enumerate(self._sets)
            for chunk in wanted_chunks & chunks
            for column in columns_of_chunk[chunk]
        ]
        have = np.zeros(len(self._sets) * width, dtype=np.bool_)
        have[cells] = True
        return have.reshape(len(self._sets), width)

    def rows_beginning(self, prefixes: tuple[str, ...]) -> set[int]:
        """Return the indexes of the texts with a word that starts with one of `prefixes`.

        Every prefix must have been passed to the constructor.
        """
        wanted_chunks = {
            chunk
            for token, word in self._indexed_tokens
            if word.startswith(prefixes)
            for chunk in self._chunks_with(token)
        }
        return (
            {row for row, chunks in enumerate(self._sets) if not wanted_chunks.isdisjoint(chunks)}
            if wanted_chunks
            else set()
        )

    def _chunks_with(self, token: str) -> list[str]:
        """Return the chunks that contain the word, which are the word itself and chunks with attached punctuation."""
        return [token, *self._chunks.get(token, ())]

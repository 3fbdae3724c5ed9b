"""Sentence splitting from several threads at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.claims.sentences import sentence_spans


@pytest.fixture
def hasty() -> Iterator[None]:
    """Switch threads so often that shared state would cause visible errors."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
def test_sentence_splitting_is_thread_safe() -> None:
    texts = [
        " ".join(f"Town {i} lies {k} miles north of river {i * 7}." for k in range(1, 3 + i % 5)) for i in range(60)
    ]
    alone = [sentence_spans(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(sentence_spans, texts * 3)) == alone * 3

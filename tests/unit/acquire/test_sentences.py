"""Sentences of pages that are read at the same time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.acquire.sentences import sentence_spans


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns so often that shared state shows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
def test_pages_read_at_once_do_not_get_each_others_sentences() -> None:
    texts = [" ".join(f"Town {i} lies {k} miles north of lake {i * 7}." for k in range(2 + i % 5)) for i in range(40)]
    alone = [sentence_spans(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(sentence_spans, texts * 3)) == alone * 3

"""Sentence splitting of pages that are processed concurrently."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.acquire.sentences import sentence_spans


@pytest.fixture
def hasty() -> Iterator[None]:
    """Switch threads so often that shared state would cause visible errors."""
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


@pytest.mark.parametrize(
    "between", [".", "!?", '."', "。", ". "], ids=["dots", "marks", "quoted", "full-width", "apart"]
)
def test_long_runs_of_punctuation_take_linear_time(between: str) -> None:
    """Previously, each quotation mark started a new scan of the rest of the text, which could take hours and block other threads."""
    text = f"Some words are here. a{between * 400_000}x"
    spans = sentence_spans(text)
    assert spans[0] == (0, 20)
    assert spans[-1][1] == len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is here. Two is there!? “Three.” Four", ["One is here.", "Two is there!?", "“Three.”", "Four"]),
        ("... and so on. ?! What was that", ["...", "and so on.", "?!", "What was that"]),
        ("3.5 per cent...of all. 他走了。 她来了", ["3.5 per cent...of all.", "他走了。", "她来了"]),
    ],
)
def test_long_paragraphs_are_split_at_punctuation_before_a_space(text: str, expected: list[str]) -> None:
    long = f"{text} {'word ' * 1_200}"
    found = [long[start:end] for start, end in sentence_spans(long)]
    assert found[: len(expected) - 1] == expected[:-1]
    assert found[-1].startswith(expected[-1])

"""Chunks of current affairs (docs/design.md#current-affairs): 512 characters, overlap 100, whole sentences, no redundant last chunk."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.acquire.chunks import MAX_CHUNKS, OVERLAP, SIZE, chunk_spans, cut_chunks
from backend.acquire.sentences import sentence_spans
from backend.domain.article import Article, PassageKind

SENTENCE = (
    "The council of the harbour town decided on Monday that ferry number {n} will leave an hour later than before."
)


def article(text: str, **more: object) -> Article:
    return Article(url="https://www.reuters.com/world/a-1", title="Ferries", text=text, **more)  # type: ignore[arg-type]


def spans(text: str) -> tuple[tuple[int, int], ...]:
    return chunk_spans(text, sentence_spans(text))


def test_chunks_fit_and_quote_the_article() -> None:
    text = " ".join(SENTENCE.format(n=n) for n in range(20))
    found = cut_chunks(article(text, published="2026-11-21"), retrieved="2026-11-22")
    assert len(found) > 4
    assert all(len(p.text) <= SIZE and text[p.start : p.end] == p.text for p in found)
    assert {(p.kind, p.published, p.domain) for p in found} == {(PassageKind.ARTICLE, "2026-11-21", "reuters.com")}


def test_neighbouring_chunks_share_whole_sentences_of_at_least_100_characters() -> None:
    text = " ".join(SENTENCE.format(n=n) for n in range(20))
    begins = {start for start, _ in sentence_spans(text)}
    found = spans(text)
    for (_, end), (start, _) in itertools.pairwise(found):
        assert OVERLAP <= end - start <= 2 * len(SENTENCE)
        assert start in begins


@pytest.mark.parametrize("length", [600, 1649])
def test_last_chunk_has_new_text(length: int) -> None:
    """In the original design, both texts end with a chunk that only repeats the overlap."""
    text = (" ".join(SENTENCE.format(n=n) for n in range(20)))[:length]
    found = spans(text)
    ends = [end for _, end in found]
    assert ends == sorted(set(ends))
    assert found[-1][1] == len(text.rstrip())


def test_a_short_text_is_one_chunk_and_an_empty_one_none() -> None:
    assert spans("The ferry leaves at nine in the morning.") == ((0, 40),)
    assert spans("") == ()
    assert cut_chunks(article("Read more.")) == ()


def test_endless_sentence_is_split_between_words() -> None:
    text = "word " * 400
    found = spans(text.strip())
    assert all(end - start <= SIZE for start, end in found)
    assert all(text[start:end].split() == ["word"] * len(text[start:end].split()) for start, end in found)


def test_chunks_of_one_article_are_limited() -> None:
    assert len(cut_chunks(article(" ".join(SENTENCE.format(n=n) for n in range(900))))) == MAX_CHUNKS


def test_reviews_come_first() -> None:
    found = cut_chunks(
        article("The ferry leaves at nine in the morning.", reviews=("snopes.com rates the claim “x” as “False”.",))
    )
    assert [p.kind for p in found] == [PassageKind.REVIEW, PassageKind.ARTICLE]


@given(st.lists(st.integers(1, 900), max_size=25))
def test_chunks_cover_the_text_within_the_maximum_length(lengths: list[int]) -> None:
    sentences, at, text = [], 0, ""
    for length in lengths:
        sentence = ("wort " * 200)[:length].strip() or "w"
        sentences.append((at, at + len(sentence)))
        text += sentence + " "
        at += len(sentence) + 1
    found = chunk_spans(text, tuple(sentences))
    covered = {place for start, end in found for place in range(start, end) if text[place] != " "}
    wanted = {place for place in range(len(text)) if text[place] != " "}
    assert len(wanted - covered) <= 20 or not found
    assert all(end - start <= SIZE for start, end in found)
    assert all(b[1] > a[1] for a, b in itertools.pairwise(found))

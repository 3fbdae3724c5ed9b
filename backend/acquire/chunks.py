"""Splits current-affairs articles into overlapping chunks of 512 characters (docs/design.md#current-affairs).

Chunks overlap by about 100 characters. If possible, a chunk starts at the beginning of a sentence, because half a
sentence may say the opposite of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from backend.acquire.passages import MIN_WORDS, passage_of
from backend.acquire.sentences import sentences_of
from backend.domain.article import Article, Passage, PassageKind

SIZE = 512
OVERLAP = 100
"""Chunk size and overlap, in characters."""
MAX_CHUNKS = 24
"""The maximum number of chunks per article. Later chunks are dropped, because news stories put the facts first."""

Span = tuple[int, int]


def cut_chunks(article: Article, _claim: str = "", *, retrieved: str = "") -> tuple[Passage, ...]:
    """Return the published reviews, then at most 24 chunks in reading order.

    For each chunk `p`, `article.text[p.start:p.end] == p.text`.
    """
    spans = chunk_spans(article.text, sentences_of(article))[:MAX_CHUNKS]
    reviews = [(text, (-1, -1), PassageKind.REVIEW) for text in article.reviews]
    texts = [(article.text[a:b], (a, b), PassageKind.ARTICLE) for a, b in spans]
    passages = [passage_of(article, text, span, kind, retrieved) for text, span, kind in (*reviews, *texts)]
    return tuple({passage.id: passage for passage in passages}.values())


def chunk_spans(text: str, sentences: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return the spans of the chunks, which are runs of sentences.

    Each chunk has at most 512 characters and at least one new sentence. Every chunk except the first starts with the
    sentences that cover the last 100 characters of the previous chunk, if they fit.
    """
    pieces = [piece for sentence in sentences for piece in _split_long_sentence(text, sentence)]
    chunks: list[Span] = []
    first = new = 0
    while new < len(pieces):
        last = new
        while last + 1 < len(pieces) and pieces[last + 1][1] - pieces[first][0] <= SIZE:
            last += 1
        chunks.append((pieces[first][0], pieces[last][1]))
        new = last + 1
        first = _first_overlapping_piece(pieces, first, new)
    return tuple(span for span in chunks if len(text[span[0] : span[1]].split()) >= MIN_WORDS)


def _first_overlapping_piece(pieces: list[Span], before: int, new: int) -> int:
    """Return the index of the first piece of the next chunk, in which `new` is the first new piece.

    If the pieces fit, the chunk overlaps the previous chunk by at least 100 characters.
    """
    if new >= len(pieces):
        return new
    first = new
    while first - 1 > before and pieces[new][1] - pieces[first - 1][0] <= SIZE:
        first -= 1
        if pieces[new - 1][1] - pieces[first][0] >= OVERLAP:
            break
    return first


def _split_long_sentence(text: str, sentence: Span) -> Iterator[Span]:
    """Yield the sentence or, if it is too long, parts of about equal length.

    Each part has at most 512 characters and ends at a word boundary if possible.
    """
    start, end = sentence
    while end - start > SIZE:
        fair = ceil((end - start) / ceil((end - start) / SIZE))
        cut = text.rfind(" ", start + 1, start + fair + 1)
        cut = cut if cut > start else start + fair
        yield start, cut
        start = cut + (text[cut] == " ")
    if start < end:
        yield start, end

"""Splits an article into quotable passages with exact offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.acquire.domains import registrable_domain
from backend.acquire.sentences import sentences_of
from backend.domain.article import Article, Passage, PassageKind, passage_id

MAX_SENTENCES = 4
MAX_WORDS = 85
MIN_WORDS = 4
MAX_CHARACTERS = 1_500
"""The maximum length of a passage in characters. 85 words of prose are far shorter, so the limit applies only to
other text."""
OVERLAP = 1
"""The number of sentences that two neighbouring passages share, which preserves the context between the passages."""
MAX_PASSAGES = 60
LEAD = 12
"""The number of opening passages of a long article that are always kept, because news stories put the facts first."""

_WORD = re.compile(r"\w+")
_GAP = re.compile(r"\s+")
Span = tuple[int, int]


def cut_passages(article: Article, claim_text: str, *, retrieved: str = "") -> tuple[Passage, ...]:
    """Return the published reviews, then at most 60 passages in reading order.

    For each passage `p`, `article.text[p.start:p.end] == p.text`. If the article has more, the opening passages and
    the passages closest to the claim are kept; rare words shared with the claim count most.
    """
    spans = _windows(article.text, sentences_of(article))
    kept = (
        sorted({*spans[:LEAD], *_nearest_to_claim(article.text, spans, claim_text)})
        if len(spans) > MAX_PASSAGES
        else spans
    )
    reviews = [passage_of(article, text, (-1, -1), PassageKind.REVIEW, retrieved) for text in article.reviews]
    texts = [passage_of(article, article.text[a:b], (a, b), PassageKind.ARTICLE, retrieved) for a, b in kept]
    return tuple({passage.id: passage for passage in (*reviews, *texts)}.values())


def passage_of(article: Article, text: str, span: Span, kind: PassageKind, retrieved: str) -> Passage:
    """Return a text as a passage with its provenance; `span` is (-1, -1) if the text is not part of `article.text`."""
    return Passage(
        id=passage_id(article.url, text),
        text=text,
        source=article.url,
        title=article.title,
        domain=registrable_domain(article.url),
        kind=kind,
        published=article.published,
        language=article.language,
        start=span[0],
        end=span[1],
        retrieved=retrieved,
    )


def _windows(text: str, sentences: tuple[Span, ...]) -> list[Span]:
    """Return runs of 1 to 4 neighbouring sentences with at most 85 words and 1,500 characters.

    If possible, each run starts with the last sentence of the previous run.
    """
    pieces = [piece for sentence in sentences for piece in _split_long_sentence(text, sentence)]
    counts = [_count_words(text, piece) for piece in pieces]
    windows: list[Span] = []
    first = 0
    while first < len(pieces):
        last, words = first, counts[first]
        while last + 1 < len(pieces) and last - first + 1 < MAX_SENTENCES and words + counts[last + 1] <= MAX_WORDS:
            if pieces[last + 1][1] - pieces[first][0] > MAX_CHARACTERS:
                break
            last += 1
            words += counts[last]
        if words >= MIN_WORDS:
            windows.append((pieces[first][0], pieces[last][1]))
        if last + 1 >= len(pieces):
            break
        first = max(first + 1, last + 1 - OVERLAP)
    return windows


def _split_long_sentence(text: str, sentence: Span) -> list[Span]:
    """Return the sentence or, if the sentence is too long, parts of at most 85 words and 1,500 characters."""
    if _fits(text, sentence):
        return [sentence]
    start, end = sentence
    gaps = [match.span() for match in _GAP.finditer(text, start, end)]
    pieces: list[Span] = []
    for number in range(MAX_WORDS - 1, len(gaps), MAX_WORDS):
        pieces.append((start, gaps[number][0]))
        start = gaps[number][1]
    pieces += [(start, end)] if start < end else []
    return [short for piece in pieces for short in _split_by_length(text, piece)]


def _fits(text: str, span: Span) -> bool:
    return span[1] - span[0] <= MAX_CHARACTERS and _count_words(text, span) <= MAX_WORDS


def _split_by_length(text: str, piece: Span) -> Iterator[Span]:
    """Yield parts of at most 1,500 characters that end at a word boundary if possible."""
    start, end = piece
    while end - start > MAX_CHARACTERS:
        gaps = [match.span() for match in _GAP.finditer(text, start + 1, start + MAX_CHARACTERS)]
        cut, following = gaps[-1] if gaps else (start + MAX_CHARACTERS, start + MAX_CHARACTERS)
        yield start, cut
        start = following
    if start < end:
        yield start, end


def _count_words(text: str, span: Span) -> int:
    return len(text[span[0] : span[1]].split())


def _nearest_to_claim(text: str, spans: list[Span], claim: str) -> list[Span]:
    """Return the spans that share the most words with the claim; a word weighs more the fewer spans contain it."""
    claim_words = set(_WORD.findall(claim.lower()))
    shared_words = [claim_words & set(_WORD.findall(text[a:b].lower())) for a, b in spans]
    weight = {word: 1.0 / sum(word in words for words in shared_words) for word in set().union(*shared_words)}
    order = sorted(range(len(spans)), key=lambda i: (-sum(sorted(weight[word] for word in shared_words[i])), i))
    return [spans[i] for i in order if i >= LEAD][: MAX_PASSAGES - LEAD]

"""What a reader meant to select: whole words, and no scraps of the sentences beside it."""

from __future__ import annotations

from backend.claims.sentences import sentence_spans

MOSTLY = 0.5
"""Share of a sentence, in characters, from which a selection that cuts it means all of it."""
SCRAP_WORDS = 3
"""A cut sentence of at most so many words beside a whole one is an accident, where the page's text cannot tell."""
_LOOSE = " ,;:–—"
_QUOTES = '“”„«»"'

Span = tuple[int, int]


def as_meant(text: str, surrounding: str) -> str:
    """The selection with its words completed and the scraps at its ends dropped; unchanged where nothing is cut.

    `surrounding` is the page's text around it, "" when it is not known.
    """
    at = surrounding.find(text)
    if at < 0:
        return _without_marks(_without_scraps(text))
    start, end = _whole_words(surrounding, at, at + len(text))
    start, end = _whole_sentences(surrounding, start, end)
    return _without_marks(surrounding[start:end])


def opens_inside(text: str, surrounding: str) -> bool:
    """Whether a sentence has begun before the selection does, by the page's text or else by the small first letter."""
    at = surrounding.find(text)
    if at < 0:
        return text[:1].islower()
    return all(start != at for start, _ in sentence_spans(surrounding))


def _whole_words(text: str, start: int, end: int) -> Span:
    while start and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end


def _whole_sentences(text: str, start: int, end: int) -> Span:
    """Beside a whole sentence, one that was cut is completed when most of it was selected, and dropped otherwise."""
    touched = [span for span in sentence_spans(text) if span[0] < end and span[1] > start]
    # The full stop is easily missed.
    whole = [(first, last) for first, last in touched if start <= first and last - 1 <= end]
    if not whole or len(touched) == 1:
        return start, end
    kept = [span for span in touched if span in whole or _share(span, start, end) >= MOSTLY]
    return kept[0][0], kept[-1][1]


def _share(sentence: Span, start: int, end: int) -> float:
    first, last = sentence
    return (min(end, last) - max(start, first)) / (last - first)


def _without_scraps(text: str) -> str:
    """Without a short beginning in small letters and a short end without a full stop, where a sentence is left."""
    spans = list(sentence_spans(text))
    if len(spans) > 1 and _short(text, spans[0]) and text[spans[0][0]].islower():
        spans.pop(0)
    if len(spans) > 1 and _short(text, spans[-1]) and text[spans[-1][1] - 1].isalnum():
        spans.pop()
    return text[spans[0][0] : spans[-1][1]]


def _without_marks(text: str) -> str:
    """Without a comma or a dash at an end, and without a quotation mark whose other half was not selected."""
    bare = text.strip(_LOOSE)
    if sum(map(bare.count, _QUOTES)) == 1:
        bare = bare.strip(_QUOTES + _LOOSE)
    return bare or text


def _short(text: str, span: Span) -> bool:
    return len(text[span[0] : span[1]].split()) <= SCRAP_WORDS

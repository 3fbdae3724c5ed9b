"""Splits text into sentences and returns the offsets at which each sentence begins and ends."""

from __future__ import annotations

import re
import threading
from typing import Any

from backend.domain.article import Article

_PARAGRAPH = re.compile(r"[^\n]+")
# Possessive quantifiers scan a run of marks only once; a page may contain two million marks.
_END = r"[.!?。！？]++[\"'”’)\]]*+(?=\s|$)"
_ROUGH = re.compile(rf"\S(?:{_END}|.*?(?:(?<![.!?。！？]){_END}|$))", re.DOTALL)
_LONGEST_PARAGRAPH = 5_000
"""The maximum length, in characters, of a paragraph that pysbd splits; its patterns are slow on longer ones."""
_LANGUAGES = frozenset("en hi mr zh es am ar hy bg ur ru pl fa nl da fr my el it ja de kk sk".split())


_thread_splitters = threading.local()


def _splitter(language: str) -> Any:
    """Return this thread's splitter for a language.

    A splitter holds the text being split, so threads cannot share one.
    """
    from pysbd import Segmenter

    kept: dict[str, Any] = _thread_splitters.__dict__
    if language not in kept:
        kept[language] = Segmenter(language=language, clean=False, char_span=False)
    return kept[language]


def sentence_spans(text: str, language: str = "en") -> tuple[tuple[int, int], ...]:
    """Return the (start, end) offsets of every sentence, without surrounding white space; a line feed always ends a sentence."""
    spans: list[tuple[int, int]] = []
    for paragraph in _PARAGRAPH.finditer(text):
        for start, end in _spans_in_paragraph(paragraph.group(), language):
            spans.append((paragraph.start() + start, paragraph.start() + end))
    return tuple(spans)


def sentences_of(article: Article) -> tuple[tuple[int, int], ...]:
    """Return the sentence spans found when the page was read, or split the text now if there are none."""
    return sentence_spans(article.text, article.language) if article.sentences is None else article.sentences


def _spans_in_paragraph(paragraph: str, language: str) -> list[tuple[int, int]]:
    if len(paragraph) > _LONGEST_PARAGRAPH:
        return [_trim(paragraph, match.start(), match.end()) for match in _ROUGH.finditer(paragraph)]
    pieces = _splitter(language if language in _LANGUAGES else "en").segment(paragraph)
    spans: list[tuple[int, int]] = []
    at = 0
    for piece in pieces:
        sentence = piece.strip()
        start = paragraph.find(sentence, at)
        if not sentence or start < 0:
            # The splitter changed this sentence. The gap before the next unchanged sentence becomes its span.
            continue
        gap = _trim(paragraph, at, start)
        if gap[1] > gap[0]:
            spans.append(gap)
        at = start + len(sentence)
        spans.append((start, at))
    rest = _trim(paragraph, at, len(paragraph))
    return [*spans, rest] if rest[1] > rest[0] else spans


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without white space at its start and end."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end

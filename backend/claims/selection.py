"""Adjusts a selection to the text that the user probably meant: whole words, without fragments of neighbouring sentences."""

from __future__ import annotations

import unicodedata

from backend.claims.reference import resolve
from backend.claims.sentences import sentence_spans, subject_of
from backend.domain.claim import PageContext

MOSTLY = 0.5
"""The minimum share of a sentence's characters that must be selected for the whole sentence to count as selected."""
SCRAP_WORDS = 3
"""The maximum length, in words, of a fragment that is removed next to a whole sentence if the page's text is unknown."""
_PUNCTUATION = " ,;:–—"
_DASHES = "–—"
_QUOTES = '“”„«»"'

_UNSPACED = ("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")
"""Unicode name prefixes of scripts that do not write spaces between words."""

Span = tuple[int, int]


def as_meant(text: str, surrounding: str) -> str:
    """Complete the truncated words of the selection and remove the fragments at its ends.

    A selection without truncated words or fragments is returned unchanged. `surrounding` is the page's text, or "" if
    unknown.
    """
    at = _find_selection(text, surrounding)
    if at < 0:
        return _strip_punctuation(_drop_fragments(text))
    start, end = _extend_to_words(surrounding, at, at + len(text))
    start, end = _adjust_to_sentences(surrounding, start, end)
    return _strip_punctuation(surrounding[start:end])


def opens_inside(text: str, surrounding: str) -> bool:
    """Return whether the selection starts inside a sentence.

    If the page's text is unknown, return whether the selection begins with a lower-case letter.
    """
    at = _find_selection(text, surrounding)
    if at < 0:
        return text[:1].islower()
    return all(start != at for start, _ in sentence_spans(surrounding))


def _find_selection(text: str, surrounding: str) -> int:
    """Return the index of the selection in the surrounding text, or -1 if the selection does not occur there.

    The first occurrence that does not begin or end inside a word is preferred.
    """
    first = at = surrounding.find(text)
    while at >= 0:
        if _extend_to_words(surrounding, at, at + len(text)) == (at, at + len(text)):
            return at
        at = surrounding.find(text, at + 1)
    return first


def _extend_to_words(text: str, start: int, end: int) -> Span:
    while _inside_word(text, start):
        start -= 1
    while _inside_word(text, end):
        end += 1
    return start, end


def _inside_word(text: str, at: int) -> bool:
    """Return whether a word, or a number such as 3.5, continues across this index."""
    if not 0 < at < len(text):
        return False
    if text[at - 1].isalnum() and text[at].isalnum():
        return not (_is_unspaced_script(text[at - 1]) and _is_unspaced_script(text[at]))
    return _is_decimal(text[at - 1 : at + 2]) or _is_decimal(text[max(0, at - 2) : at + 1])


def _is_unspaced_script(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(_UNSPACED)


def _is_decimal(three: str) -> bool:
    """Return whether the three characters are a point or comma between two digits."""
    return len(three) == 3 and three[0].isdecimal() and three[1] in ".," and three[2].isdecimal()


def _adjust_to_sentences(text: str, start: int, end: int) -> Span:
    """Complete a sentence next to a whole one if most of it is selected; otherwise remove the selected fragment."""
    touched = [span for span in sentence_spans(text) if span[0] < end and span[1] > start]
    # Users often fail to select the full stop.
    fully_selected = [(first, last) for first, last in touched if start <= first and last - 1 <= end]
    if not fully_selected or len(touched) == 1:
        return start, end
    kept = [span for span in touched if span in fully_selected or _selected_share(span, start, end) >= MOSTLY]
    return kept[0][0], kept[-1][1]


def _selected_share(sentence: Span, start: int, end: int) -> float:
    first, last = sentence
    return (min(end, last) - max(start, first)) / (last - first)


def _drop_fragments(text: str) -> str:
    """Remove a short fragment that makes no statement from either end.

    A fragment begins in lower case or ends without a full stop.
    """
    spans = list(sentence_spans(text))
    if len(spans) > 1 and text[spans[0][0]].islower() and _is_fragment(text[slice(*spans[0])]):
        spans.pop(0)
    if len(spans) > 1 and text[spans[-1][1] - 1].isalnum() and _is_fragment(text[slice(*spans[-1])]):
        spans.pop()
    return text[spans[0][0] : spans[-1][1]]


def _is_fragment(piece: str) -> bool:
    """Return whether the text is short and is not a complete statement. "Vaccines kill" is a complete statement."""
    states = bool(subject_of(piece)) and not resolve(piece, PageContext(), piece).problem
    return len(piece.split()) <= SCRAP_WORDS and not states


def _strip_punctuation(text: str) -> str:
    """Remove commas and dashes from both ends, and a quotation mark whose counterpart was not selected."""
    bare = text.strip(_PUNCTUATION)
    if sum(map(bare.count, _QUOTES)) == 1:
        bare = bare.strip(_QUOTES + _PUNCTUATION)
    if bare[:1].isdecimal() and text[0] in _DASHES and text[1:].startswith(bare[0]):
        # Keep a minus sign.
        bare = text[0] + bare
    return bare or text

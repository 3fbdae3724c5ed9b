"""Detects prompt injections: text on a page that gives instructions to a language model (S16)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from urllib.parse import urlsplit

from backend.acquire.disguise import deobfuscated
from backend.acquire.order_languages import is_foreign_injection
from backend.acquire.order_patterns import PATTERNS
from backend.domain.article import Article, Passage
from backend.domain.run import Run

_WHITE_SPACE_RUN = re.compile(r"\s{2,}")
_MAX_SCANNED_CHARACTERS = 4_000
Spans = tuple[tuple[int, int], ...]


def is_prompt_injection(text: str) -> bool:
    """Return whether the text looks like a prompt injection. A report about prompt injections may also match."""
    # Shorten long runs of white space first, because the patterns would rescan a run from each of its characters.
    single = _WHITE_SPACE_RUN.sub(
        lambda run: "\n" if "\n" in run.group() else " ", deobfuscated(text[: 4 * _MAX_SCANNED_CHARACTERS])
    )
    looked_at = single[:_MAX_SCANNED_CHARACTERS]
    lower = looked_at.lower()
    return is_foreign_injection(looked_at) or any(
        pattern.search(looked_at) is not None for words, pattern in PATTERNS if any(word in lower for word in words)
    )


def without_injected_paragraphs(article: Article, run: Run, *, stage: str) -> Article:
    """Return the article without paragraphs that contain prompt injections, and report an Issue if any are removed."""
    lines = article.text.split("\n")
    injected_lines = [is_prompt_injection(line) for line in lines]
    if not any(injected_lines):
        return article
    _report_injection(article.url, run, stage)
    text = "\n".join(line for line, left_out in zip(lines, injected_lines, strict=True) if not left_out)
    return replace(article, text=text, sentences=_shifted_sentences(lines, injected_lines, article.sentences))


def _shifted_sentences(lines: Sequence[str], left_out: Sequence[bool], sentences: Spans | None) -> Spans | None:
    """Return the sentence spans of the remaining lines at their new offsets.

    No sentence spans two lines, because a line feed always ends a sentence.
    """
    if sentences is None:
        return None
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    removed_before = list(
        accumulate((len(line) + 1 if out else 0 for line, out in zip(lines, left_out, strict=True)), initial=0)
    )
    at = [(bisect_right(starts, start) - 1, start, end) for start, end in sentences]
    return tuple(
        (start - removed_before[line], end - removed_before[line]) for line, start, end in at if not left_out[line]
    )


def without_injections(passages: Iterable[Passage], run: Run, *, stage: str) -> list[Passage]:
    """Return the passages that contain no prompt injection, and report an Issue if any are left out.

    Search excerpts can contain prompt injections too.
    """
    kept = []
    for passage in passages:
        if is_prompt_injection(passage.text):
            _report_injection(passage.source, run, stage)
        else:
            kept.append(passage)
    return kept


def _report_injection(url: str, run: Run, stage: str) -> None:
    """Report one Issue per site."""
    host = urlsplit(url).hostname or "A page"
    message = f"{host} holds text that gives orders to language models. It was left out and nobody followed it."
    run.issue("orders_on_page", stage, message, subject=host)

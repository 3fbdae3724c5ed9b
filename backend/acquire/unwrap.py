"""Joins the lines of hard-wrapped plain text to keep sentences from being split at line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

NARROWEST = 50
"""The width, in characters, below which line breaks count as intended: verse, addresses, lists without bullets."""
WIDEST = 200
"""The width, in characters, above which each line counts as a paragraph."""

_FILLED_SHARE = 0.75
"""A line counts as wrapped if the line and the first word of the next line together exceed this share of the width."""
_OPENS_BLOCK = re.compile(r"\s*(?:[-*+•]\s|\d{1,3}[.)]\s|[#>|]|```|~~~|[-=*_]{3,}\s*$)")
_STANDS_ALONE = re.compile(r"\s*(?:#{1,6}\s|\||```|~~~|[-=*_]{3,}\s*$)")


def unwrapped(text: str) -> str:
    """Return the text with one line per paragraph, wherever lines were wrapped at a fixed width."""
    return "\n\n".join("\n".join(_join_lines(paragraph)) for paragraph in _split_paragraphs(text))


def _split_paragraphs(text: str) -> Iterator[list[str]]:
    lines = (line.rstrip() for line in text.split("\n"))
    return (list(group) for filled, group in groupby(lines, key=bool) if filled)


def _join_lines(lines: list[str]) -> Iterator[str]:
    width = max(map(len, lines))
    joins = [_is_wrapped(line, following, width) for line, following in pairwise(lines)]
    inside = [not _OPENS_BLOCK.match(line) for line in lines[1:]]
    if not NARROWEST <= width <= WIDEST or 2 * sum(joins) < sum(inside):
        yield from lines
        return
    block = lines[0]
    for join, following in zip(joins, lines[1:], strict=True):
        if join:
            block = f"{block} {following.strip()}"
        else:
            yield block
            block = following
    yield block


def _is_wrapped(line: str, following: str, width: int) -> bool:
    """Return whether the paragraph of the line continues on the following line."""
    if _STANDS_ALONE.match(line) or _OPENS_BLOCK.match(following):
        return False
    return len(line) + 1 + len(following.split(maxsplit=1)[0]) > _FILLED_SHARE * width

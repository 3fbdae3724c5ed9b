"""Joins the lines of hard-wrapped plain text, so that a sentence is not cut where its line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

NARROWEST = 50
"""Characters per line below which line breaks are the author's: verses, addresses, lists without marks."""
WIDEST = 200
"""Characters per line above which a line is a paragraph of its own."""

_FILLED = 0.75
"""How full a line is at least, counting the next line's first word, when it was broken for want of room."""
_OPENS_BLOCK = re.compile(r"\s*(?:[-*+•]\s|\d{1,3}[.)]\s|[#>|]|```|~~~|[-=*_]{3,}\s*$)")
_STANDS_ALONE = re.compile(r"\s*(?:#{1,6}\s|\||```|~~~|[-=*_]{3,}\s*$)")


def unwrapped(text: str) -> str:
    """The text with one line per paragraph where its lines were broken at a fixed width."""
    return "\n\n".join("\n".join(_joined(paragraph)) for paragraph in _paragraphs(text))


def _paragraphs(text: str) -> Iterator[list[str]]:
    lines = (line.rstrip() for line in text.split("\n"))
    return (list(group) for filled, group in groupby(lines, key=bool) if filled)


def _joined(lines: list[str]) -> Iterator[str]:
    width = max(map(len, lines))
    joins = [_continues(line, following, width) for line, following in pairwise(lines)]
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


def _continues(line: str, following: str, width: int) -> bool:
    """True when the line break only ended a full line."""
    if _STANDS_ALONE.match(line) or _OPENS_BLOCK.match(following):
        return False
    return len(line) + 1 + len(following.split(maxsplit=1)[0]) > _FILLED * width

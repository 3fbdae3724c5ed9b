"""Selects the two passages of a page that say most about a claim, to be judged together under the page's title (decisions 48 and 49).

A passage has at most 85 words, so what a page says is often clear only from its title or from two of its passages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence
from backend.stance.quotes import sentences
from backend.stance.window import header

PAGE_KINDS = frozenset({PassageKind.ARTICLE, PassageKind.HANDOUT, PassageKind.RECORD})
"""Kinds of passages of a page, in contrast to built-in facts, reviews, and excerpts of unread pages."""
RELEVANT = 0.2
"""Minimum relevance (0..1) of a page's most relevant passage for judging two passages together."""


@dataclass(frozen=True, slots=True)
class PassageGroup:
    """Two passages of a page that are judged together.

    `text` is their joint text, which begins with the page's title or date if `titled` is true. `together` are the
    indexes of the two passages in the list of evidence, and `page` the indexes of all judged passages of the page.
    """

    text: str
    together: tuple[int, int]
    page: tuple[int, ...]
    titled: bool


def passage_groups(found: Sequence[Evidence], titled: Callable[[Evidence], bool]) -> tuple[PassageGroup, ...]:
    """Return one group for each page with at least two judged passages, one of which is relevant.

    The group consists of the passages with the lowest probability of "undecided". Passages that only an earlier search
    found are never grouped with confirmed ones, and so cannot change them. `titled` decides whether the title of a
    passage's page precedes the text.
    """
    pages: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for place, item in enumerate(found):
        if item.passage.kind in PAGE_KINDS and item.relevance > 0:
            pages[item.passage.source, item.candidate.unconfirmed].append(place)
    groups = []
    for page in pages.values():
        if len(page) < 2 or max(found[place].relevance for place in page) < RELEVANT:
            continue
        nearest = sorted(page, key=lambda place: (-found[place].relevance, place))[:2]
        first, second = sorted(nearest, key=lambda place: (found[place].passage.start, place))
        front = header(found[first].passage) if titled(found[first]) else ""
        text = front + joined(found[first].passage.text, found[second].passage.text)
        groups.append(PassageGroup(text, (first, second), tuple(page), bool(front)))
    return tuple(groups)


def joined(first: str, second: str) -> str:
    """Return two passages as one text, in which the sentences at which they overlap occur once.

    If the first passage begins with the end of the second, the second comes first.
    """
    before, after = ([sentence.text for sentence in sentences(text)] for text in (first, second))
    forward, backward = _overlap(before, after), _overlap(after, before)
    if backward > forward:
        return " ".join([*after, *before[backward:]])
    return " ".join([*before, *after[forward:]])


def _overlap(before: Sequence[str], after: Sequence[str]) -> int:
    """Return the number of sentences at the end of `before` that are the first sentences of `after`."""
    longest = min(len(before), len(after))
    return next((count for count in range(longest, 0, -1) if before[-count:] == after[:count]), 0)

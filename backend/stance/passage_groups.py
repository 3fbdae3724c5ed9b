"""Selects the two passages of a page that say most about a claim, to be judged together under the page's title (decision 48).

A passage has at most 85 words, so what a page says is often clear only from its title or from two of its passages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceType
from backend.stance.quotes import sentences
from backend.stance.window import header

PASSAGES = 2
"""Number of passages judged together. With three, the results on the synthetic web were worse (decision 48)."""
PAGE_KINDS = frozenset({PassageKind.ARTICLE, PassageKind.HANDOUT, PassageKind.RECORD})
"""Kinds of passages of a page, in contrast to built-in facts, reviews, and excerpts of unread pages."""


@dataclass(frozen=True, slots=True)
class PassageGroup:
    """Passages of a page that are judged together.

    `text` is their joint text, which begins with the page's title or date if `titled` is true. `together` are the
    indexes of these passages in the list of evidence, and `with_stance` the indexes of all passages of the page that
    have a stance.
    """

    text: str
    together: tuple[int, ...]
    with_stance: tuple[int, ...]
    titled: bool


def passage_groups(found: Sequence[Evidence], reviewed: Set[str]) -> tuple[PassageGroup, ...]:
    """Return one group for each page with a stance, except a single passage without a title, which was judged already.

    The pages of fact-checkers, and the pages with a review (`reviewed`), are judged without their title, because it often
    poses the claim instead of summarising the page.
    """
    pages: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(found):
        if item.passage.kind in PAGE_KINDS:
            pages[item.passage.source].append(place)
    groups = []
    for source, places in pages.items():
        with_stance = tuple(place for place in places if found[place].stance is not Stance.NEUTRAL)
        if not with_stance:
            continue
        near = sorted(places, key=lambda place: (-found[place].relevance, place))[:PASSAGES]
        together = tuple(sorted(near, key=lambda place: (found[place].passage.start, place)))
        first = found[together[0]]
        front = "" if source in reviewed or first.rating.type is SourceType.FACT_CHECKER else header(first.passage)
        if front or len(together) > 1:
            text = front + _joined([found[place].passage.text for place in together])
            groups.append(PassageGroup(text, together, with_stance, bool(front)))
    return tuple(groups)


def _joined(texts: Sequence[str]) -> str:
    """Return the texts as one. A sentence that overlapping passages share occurs once."""
    kept: dict[str, None] = {}
    for text in texts:
        kept.update(dict.fromkeys(sentence.text for sentence in sentences(text)))
    return " ".join(kept)

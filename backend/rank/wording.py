"""Decides whether two sentences have a common origin, based on the words that they share in the same order."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache

from backend.domain.text import NEGATIONS, STOP_WORDS, stem, words
from backend.rank.settings import RANK


def same_wording(one: str, other: str) -> bool:
    """Return whether two sentences have nearly the same wording (decision 0029).

    The wording is nearly the same if one sentence contains nearly all of the other as one run of words, or if both have
    nearly the same length, words and order. Only content words and negations are compared. Sentences with fewer than
    `same_words` such words never match, because short sentences could coincide by chance.
    """
    lists = RANK.lists
    short, long = sorted((_content_words(one), _content_words(other)), key=len)
    if len(short) < lists.same_words or len(set(short) & set(long)) < lists.near_copy * len(set(short)):
        return False
    blocks = SequenceMatcher(None, short, long, autojunk=False).get_matching_blocks()
    run = max(block.size for block in blocks)
    in_order = sum(block.size for block in blocks if block.size >= lists.same_run)
    whole_run = run >= max(lists.same_words, lists.near_copy * len(short))
    return whole_run or in_order >= max(lists.near_copy * len(short), lists.same_length * len(long))


@lru_cache(maxsize=4_096)
def _content_words(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in words(text) if word in NEGATIONS or word not in STOP_WORDS)

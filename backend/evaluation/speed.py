"""Measures the ranking time on generated passages that are as long and as varied as real ones."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from datetime import date

from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate, Origin
from backend.domain.trust import SourceRating, SourceTier, SourceType
from backend.rank.candidates import featured, nearest
from backend.rank.features import recency
from backend.rank.hybrid import hybrid

CLAIM = "The World Health Organization says that 5 cells with vitamin C protect adults against the common cold"
WORDS = 60
"""Number of words in a passage. Passages in the product have at most 85 words."""
PER_PAGE = 4
_TODAY = date(2026, 1, 1)
_CUES = "myth evidence not false survey unclear believed misinformation effective no work".split()
_SMALL = "the of and to in a is that for on with as by was it are be this from at or an have".split()
_RATING = SourceRating(domain="made-up.invalid", tier=SourceTier.C, credibility=0.5, type=SourceType.UNKNOWN)


def candidates(count: int, seed: int = 1) -> tuple[Candidate, ...]:
    """Return `count` candidates, four per page. The result depends only on the arguments."""
    dice = random.Random(seed)
    rare = ["".join(dice.choices("bdfgklmnprstv", k=1) + dice.choices("aeiou", k=1)) * 2 + str(n) for n in range(9_000)]
    return tuple(_candidate(dice, n // PER_PAGE, rare) for n in range(count))


def _candidate(dice: random.Random, page: int, rare: Sequence[str]) -> Candidate:
    text = " ".join(_word(dice, rare) for _ in range(WORDS)).capitalize() + "."
    url = f"https://www.made-up.invalid/2025/{page % 12 + 1:02}/story-{page}"
    similarity = dice.random()
    passage = Passage(
        id=passage_id(url, text),
        text=text,
        source=url,
        title=f"What is known of {rare[page % len(rare)]}",
        domain=_RATING.domain,
        kind=PassageKind.ARTICLE,
        published=f"2025-{page % 12 + 1:02}-{page % 28 + 1:02}",
    )
    return Candidate(
        passage=passage,
        rating=_RATING,
        origin=Origin.WEB,
        similarity=similarity,
        recall_score=similarity,
        kg_score=dice.random() / 2,
    )


def _word(dice: random.Random, rare: Sequence[str]) -> str:
    """Return a random word: a function word (45%), a word of the claim (7%), a cue word such as "myth" (1%), or a rare word."""
    draw = dice.random()
    if draw < 0.45:
        return dice.choice(_SMALL)
    if draw < 0.52:
        return dice.choice(CLAIM.split())
    return dice.choice(_CUES) if draw < 0.53 else rare[int(len(rare) * dice.random() ** 3)]


def ranking_ms(count: int, rounds: int) -> list[float]:
    """Return the time of each round in milliseconds.

    A round computes the features and scores of `count` new candidates and sorts them.
    """
    timings = []
    for seed in range(rounds):
        batch = candidates(count, seed)
        recency.cache_clear()
        begin = time.perf_counter()
        found = featured(CLAIM, batch, _TODAY)
        hybrid([c.features for c in found if c.features is not None])
        nearest(found, len(found))
        timings.append((time.perf_counter() - begin) * 1000)
    return timings

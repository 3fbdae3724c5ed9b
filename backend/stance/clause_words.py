"""The words of a sentence in order, with what carries meaning told from what only places or dates it. English wording only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.months import MONTH_PATTERN, MONTHS
from backend.domain.text import AUXILIARIES, NEGATIONS, STOP_WORDS, akin, stem
from backend.stance.number_pattern import readable

_DATE_COMMA = re.compile(rf"((?:{MONTH_PATTERN}) \d{{1,2}}), (?=\d{{4}}\b)", re.I)
_TOKEN = re.compile(r"[^\W_]+(?:[’'.-][^\W_]+)*|[,;:()—–]|(?<!\b[A-Z])[.!?](?=\s|$)")
_NAMES_JOINED = re.compile(r"\b([A-Z]\S*) and (?=[A-Z])")
ENDS = frozenset(
    """; : ( ) — – . ! ? who whom whose which that when where while whereas but and or although though because if after before
    since than""".split()
)
"""What ends a clause."""
OF = frozenset("of for with without as about".split())
"""Behind these a new word makes it another thing; behind other prepositions it is a place or who did it."""
AT = frozenset(
    """in on at by to from near under during off into through along across between within around over against among inside outside
    throughout""".split()
)
_PLAIN = STOP_WORDS | AUXILIARIES | frozenset(MONTHS) | {"before", "after", "since", "until"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a mark as it is written; `stem` is "" for what carries no meaning: marks, function words, dates, adverbs.

    `joined`: a name that stands behind another and "and".
    """

    text: str
    stem: str
    owner: bool
    capital: bool
    joined: bool


@lru_cache(maxsize=1_024)
def words_of(text: str) -> tuple[Word, ...]:
    """In order, marks included, with numbers in digits."""
    found = []
    # "By Hillary and Tenzing" is one phrase, any other "and" opens a clause.
    plain = _NAMES_JOINED.sub(r"\1 &", _DATE_COMMA.sub(r"\1 ", readable(text)))
    for match in _TOKEN.finditer(plain):
        written = match.group().replace("’", "'")
        word = written.lower().removesuffix("'s")
        silent = word in _PLAIN or word.isdigit() or not word[0].isalnum() or word.endswith("ly")
        root = "" if silent and word not in NEGATIONS else stem(word)
        joined = plain.endswith(" &", 0, match.start())
        found.append(Word(word, root, written.endswith(("'s", "s'")), written[0].isupper(), joined))
    return tuple(found)


def any_akin(word: str, known: Iterable[str]) -> bool:
    """One of the stems is of this word's family."""
    return any(akin(word, other) for other in known)

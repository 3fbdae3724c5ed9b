"""Words of degree as a quality and a direction: "cheaper" and "less expensive" are one, "more expensive" is the contrary."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.domain.text import stem
from backend.stance.lexicon import lexicon

_IRREGULAR = {"better": "good", "worse": "bad", "farther": "far", "further": "far", "elder": "old"}
_AMOUNTS = {"more": 1, "less": -1, "fewer": -1}


@dataclass(frozen=True, slots=True)
class Degree:
    """`quality`: the stem of an adjective without its ending, "" for a plain "more" or "less"; `sign`: +1 for more of it, -1 for less."""

    quality: str
    sign: int

    def against(self, other: Degree) -> int | None:
        """+1 both point the same way, -1 to contrary ones, None where they are of different qualities."""
        if self.quality == other.quality:
            return self.sign * other.sign
        contrary = other.quality in lexicon().qualities.get(self.quality, frozenset())
        return -self.sign * other.sign if contrary else None


def degree(word: str, behind: str) -> tuple[Degree, str]:
    """The degree that `word` makes with what stands behind it ("expensive in London"), and what is left of that.

    Only a quality that has a known contrary is taken out; "more people" and "more efficient" keep theirs.
    """
    word = word.lower()
    if word not in _AMOUNTS:
        return Degree(stem(_IRREGULAR.get(word) or _positive(word)), 1), behind
    first, _, rest = behind.partition(" ")
    quality = stem(first.lower())
    if quality in lexicon().qualities:
        return Degree(quality, _AMOUNTS[word]), rest
    return Degree("", _AMOUNTS[word]), behind


def measures(word: str, behind: str) -> bool:
    """It is a word of degree beyond doubt: an amount, or of a quality that has a known contrary; "producer" is neither."""
    return word.lower() in _AMOUNTS or degree(word, behind)[0].quality in lexicon().qualities


def _positive(word: str) -> str:
    """The adjective of "bigger", "heavier": "big", "heavy", and of "closer" "close"."""
    bare = re.sub(r"er$", "", word)
    if bare.endswith("i"):
        return f"{bare[:-1]}y"
    if re.search(r"[^s]s$", bare):
        return f"{bare}e"
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "ls" else bare

"""Claims about most of a group, held against a sentence that counts it: "17 of the 20 members", "of the 30 victims, 22", "64 percent"."""

from __future__ import annotations

import re

from backend.domain.numerals import digits
from backend.domain.text import NEGATIONS, content_stems, words
from backend.stance.lexicon import lexicon
from backend.stance.quantity import quantities

_MOST = re.compile(r"^(?:most|the majority|a majority|more than half)\b", re.I)
_HALF = 0.5
_COUNT = r"\d{1,3}(?:,\d{3})+|\d+"
_OF_ALL = re.compile(
    rf"\b(?P<part>{_COUNT}) of (?:the |its |their |all )?(?P<whole>{_COUNT})(?! ?%| percent)\b"
    rf"|^of (?:the |its |their |all )?(?P<all>{_COUNT}) [^,;]{{2,60}}, (?:only |just |at least )?(?P<some>{_COUNT})\b(?! ?%| percent)",
    re.I,
)


def majority(claim: str, sentence: str) -> int | None:
    """+1 the sentence counts more than half of those of whom the claim says "most", -1 fewer; None for another pair.

    It says nothing of whether both speak of the same: what contradicts "most" by its number alone does not, and the other way round.
    """
    known, said = set(content_stems(claim)), set(content_stems(sentence))
    opposite = any(said & lexicon().opposites.get(word, frozenset()) - known for word in known)
    turned = (NEGATIONS | {"against"}) & (set(words(sentence)) ^ set(words(claim)))
    if not _MOST.match(claim) or opposite or turned:
        return None
    share = _share(sentence)
    return None if share is None or share == _HALF else 1 if share > _HALF else -1


def _share(sentence: str) -> float | None:
    """0..1; None where the sentence has none, or two."""
    found = list(_OF_ALL.finditer(digits(sentence)))
    if len(found) == 1:
        part, whole = (
            float((found[0][a] or found[0][b]).replace(",", "")) for a, b in (("part", "some"), ("whole", "all"))
        )
        return part / whole if 0 < part <= whole else None
    shares = [q.value / 100 for q in quantities(sentence) if q.unit == "%"]
    return shares[0] if len(shares) == 1 and not found else None

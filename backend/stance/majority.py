"""Claims about most of a group, held against a sentence that counts it: "17 of the 20 members", "of the 30 victims, 22", "64 percent"."""

from __future__ import annotations

import re

from backend.domain.numerals import digits
from backend.domain.text import NEGATIONS, content_stems, names, stem, words
from backend.stance.lexicon import lexicon
from backend.stance.quantity import quantities

_MOST = re.compile(r"^(?:most|the majority|a majority|more than half)\b", re.I)
_HALF = 0.5
_MAJORITY = frozenset(map(stem, "majority half".split()))
_COUNTING = frozenset(map(stem, "percent cent only least nearly almost about roughly around fewer less".split()))
_CLAUSE = re.compile(
    r"[;:()–—]|[.!?](?=\s|$)|\b(?:who|whom|whose|which|that|when|where|while|whereas|but|and|although|because|if)\b",
    re.I,
)
_COUNT = r"\d{1,3}(?:,\d{3})+|\d+"
_OF_ALL = re.compile(
    rf"\b(?P<part>{_COUNT}) of (?:the |its |their |all )?(?P<whole>{_COUNT})(?! ?%| percent)\b"
    rf"|^of (?:the |its |their |all )?(?P<all>{_COUNT}) [^,;]{{2,60}}, (?:only |just |at least )?(?P<some>{_COUNT})\b(?! ?%| percent)",
    re.I,
)


def majority(claim: str, sentence: str) -> int | None:
    """+1 the sentence counts more than half of those of whom the claim says "most", -1 fewer; None for another pair.

    Only where all that the claim says stands in the counted clause, in its order: "64 percent of adults support the law".
    """
    known, said = set(content_stems(claim)), set(content_stems(sentence))
    opposite = any(said & lexicon().opposites.get(word, frozenset()) - known for word in known)
    turned = (NEGATIONS | {"against"}) & (set(words(sentence)) ^ set(words(claim)))
    if not _MOST.match(claim) or opposite or turned:
        return None
    share = _share(sentence)
    if share is None or not _of_the_same(claim, sentence):
        return None
    return 1 if share[0] > _HALF else -1 if share[1] < _HALF else None


def _of_the_same(claim: str, sentence: str) -> bool:
    """The clause with the count has all content words of the claim in their order, nothing among them, and no name is new."""
    asked = [s for s in content_stems(claim) if s not in _MAJORITY]
    foreign = {s for name in names(sentence) for s in content_stems(name)} - set(content_stems(claim))
    clause = next((part for part in _CLAUSE.split(digits(sentence)) if _share(part.strip())), "")
    said = [s for s in content_stems(clause) if s not in _COUNTING and (not s[0].isdigit() or s in asked)]
    return bool(asked) and not foreign and said[: len(asked)] == asked


def _share(sentence: str) -> tuple[float, float] | None:
    """From and to what it may be, 0..1; None where the sentence has none, or two."""
    found = list(_OF_ALL.finditer(digits(sentence)))
    if len(found) == 1:
        part, whole = (
            float((found[0][a] or found[0][b]).replace(",", "")) for a, b in (("part", "some"), ("whole", "all"))
        )
        return (part / whole, part / whole) if 0 < part <= whole else None
    shares = [(q.low / 100, q.high / 100) for q in quantities(sentence) if q.unit == "%"]
    return shares[0] if len(shares) == 1 and not found else None

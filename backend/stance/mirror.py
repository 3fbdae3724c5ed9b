"""One comparison said in another form: "Saturn is smaller than Jupiter" for "Jupiter is larger than Saturn", or the contrary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.present import told_as_past, told_as_present
from backend.domain.text import NEGATIONS, akin, content_stems, names, numbers, stem, words
from backend.stance.degrees import Degree, degree, measures
from backend.stance.lexicon import lexicon

_NOUNS = "oth|rath|furth|ev|nev|aft|ov|und|eith|neith|wheth|pow|wat|pap|numb|memb|ord|summ|wint|silv|copp|butt|timb|rubb|leath"
"""With "er" behind them they are no words of degree."""
_DEGREE = rf"(?P<degree>more|less|fewer|better|worse|(?!(?:{_NOUNS})er\b)\w{{2,}}er)"
_THAN = re.compile(
    rf"(?<=.. ){_DEGREE}(?P<of>(?: [\w-]+){{0,4}}?) than (?:(?:in|at|on|among|for|with) )?(?P<right>[^,;:.]{{2,60}})",
    re.I,
)
_ANY = re.compile(r"\b(?:any|anything|anyone|anybody|all|every|everything|everyone)\b", re.I)
_NONE = re.compile(r"^(?:no|nothing|nobody|none)\b", re.I)
_MOST = re.compile(r"\bthe (?P<degree>most|least|best|worst|\w{2,}est)\b(?: (?P<adjective>\w+))?", re.I)
_FILLERS = frozenset(map(stem, "any anything anyone anybody all every everything everyone else".split()))
_EVERYWHERE = frozenset(map(stem, "earth world universe known ever else existence".split()))
"""What a superlative may add without becoming a smaller one."""
_MAX_ADDED = 5
"""Content words that the sentence may add; one with more says more than the comparison."""
_MAX_LEFT = 82
_PARTIAL = frozenset("some many most few several certain only half can could may might sometimes".split())
_GENERAL = frozenset(map(stem, "average general generally typical typically usually".split()))
_PLACED = re.compile(r"^(?:in|at|on|among|for|with|during|under) ", re.I)
"""Behind the degree: what is compared are two places or cases of one thing ("higher in Chicago than in New York")."""


@dataclass(frozen=True, slots=True)
class _Degrees:
    """Both sides of a comparison by their stems; the verb stands with the left one, `of` is what follows the degree.

    Of one thing in two places the places are the sides, and `of` is the thing.
    """

    left: frozenset[str]
    right: frozenset[str]
    degree: Degree
    of: frozenset[str]


def _than(text: str) -> re.Match[str] | None:
    """From its last word of degree: in "a bigger producer than" that is "bigger"."""
    plain = text.strip()
    found = (_THAN.match(plain, gap.end()) for gap in re.finditer(" ", plain[:_MAX_LEFT]))
    fitting = [match for match in found if match and not re.search("[;:]", _left(match))]
    known = [match for match in fitting if measures(match["degree"], match["of"].strip())]
    best = known or fitting
    return best[-1] if best else None


def _left(match: re.Match[str]) -> str:
    return match.string[: match.start() - 1]


@lru_cache(maxsize=8_192)
def _degrees(text: str) -> _Degrees | None:
    """The comparison of two things; None for another form, and for a negation, which may be of either thing."""
    match = _than(text)
    if not match or set(words(text)) & NEGATIONS or _ANY.search(match["right"]):
        return None
    how, of = degree(match["degree"], match["of"].strip())
    left, right, kept = (frozenset(content_stems(part)) for part in (_left(match), match["right"], of))
    if _PLACED.match(of):
        left, kept = kept, left
    return _Degrees(left, right, how, kept) if left - right and right - left else None


def mirrored(claim: str, sentence: str) -> int | None:
    """+1 the sentence says the claim's comparison the other way round, -1 it says the contrary, None when it is no such pair."""
    if _unsurpassed(claim, sentence):
        return 1
    asked, stated = _degrees(claim), _degrees(sentence)
    if asked is None or stated is None or not _alike(asked.of, stated.of) or _narrower(claim, sentence):
        return None
    turned = _within(stated.right, asked.left) and _within(asked.right, stated.left)
    turned = turned and _within(asked.left - stated.right, stated.left)
    straight = _within(asked.left, stated.left) and _alike(asked.right, stated.right)
    sign = asked.degree.against(stated.degree)
    if turned == straight or sign is None:
        return None
    # The claim's own degree in the claim's order is left to the verifier.
    return -sign if turned else (None if asked.degree == stated.degree else sign)


def _narrower(claim: str, sentence: str) -> bool:
    """The sentence speaks of a year, a place or somebody of whom the claim says nothing, of what once was, or of what is doubted."""
    own = content_stems(claim)
    if (_PARTIAL & set(words(sentence))) - set(words(claim)) or _of_some(own, sentence):
        return True
    added = {s for name in names(sentence) for s in content_stems(name)}
    if not set(numbers(sentence)) <= set(numbers(claim)) or not _within(frozenset(added), frozenset(own)):
        return True
    further = set(content_stems(sentence)) - set(own)
    doubted = further & lexicon().doubts or (set(words(sentence)) - set(words(claim))) & lexicon().hedges
    return bool(doubted) or len(further) > _MAX_ADDED or (told_as_past(sentence) and told_as_present(claim))


def _of_some(own: Sequence[str], sentence: str) -> bool:
    """What it compares has a word that the claim lacks: "ground beef", "new cars"."""
    match = _than(sentence)
    left = content_stems(_left(match)) if match else ()
    return any(word not in _GENERAL and not any(akin(word, other) for other in own) for word in left)


def _unsurpassed(claim: str, sentence: str) -> bool:
    """Both say of the same that it has most: "nothing is faster than light", "light is faster than anything", "the fastest is"."""
    asked, stated = _first(claim), _first(sentence)
    if asked is None or stated is None or asked[:1] != stated[:1] or asked[2] == stated[2]:
        return False
    return bool(asked[1]) and _within(asked[1], stated[1]) and stated[1] <= asked[1] | _EVERYWHERE


def _first(text: str) -> tuple[str, frozenset[str], str] | None:
    """The degree without its ending, the text's other content stems and the form; None for a text that has another form."""
    match = _than(text)
    negated = len([w for w in words(text) if w in NEGATIONS])
    if match and (negated == 1 if _NONE.match(text.strip()) else not negated and bool(_ANY.search(match["right"]))):
        degree, adjective = match["degree"].lower(), match["of"].strip().lower()
        root = adjective if degree in ("more", "less") and adjective else re.sub(r"i?er$", "", degree)
        kind = "none" if negated else "any"
    elif (most := _MOST.search(text)) and not negated:
        degree = most["degree"].lower()
        root = most["adjective"] or "" if degree in ("most", "least") else re.sub(r"i?est$", "", degree)
        kind = "most"
    else:
        return None
    kept = frozenset(s for s in content_stems(text) if not s.startswith(stem(root)[:4]) and s not in _FILLERS)
    return (root, kept, kind) if root else None


def _within(some: frozenset[str], others: frozenset[str]) -> bool:
    return all(any(akin(a, b) for b in others) for a in some)


def _alike(some: frozenset[str], others: frozenset[str]) -> bool:
    return _within(some, others) and _within(others, some)

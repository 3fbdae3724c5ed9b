"""What a negation or a denial reaches: each content word of a sentence as affirmed, denied, or said of something else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from backend.domain.text import NEGATIONS, STOP_WORDS, content_stems, names, numbers, stem, words
from backend.stance.lexicon import Phrases, lexicon

AFFIRMED, DENIED, APART = 1, -1, 0
Known = Callable[[str], bool]
"""Whether the other text has this stem, or one that means the same."""

_CLAUSE_END = re.compile(
    r"[,;:.!?](?=\s|$)|[()–—]|\bbut\b|\bhowever\b|\balthough\b|\bwhile\b|\binstead\b(?! of)|\baccording to\b"
    r"|\band\b(?= (?:is|are|was|were|has|have|had|can|does|do|did)\b)",
    re.I,
)
_ATTRIBUTE = r"(?! (?:positives?|negatives?|alarms?|starts?|teeth|news|accounts?|names?|identit\w+|impression))"
_REJECTED = re.compile(
    r"\b(?:rate[sd]?|rating|claims?|rumou?rs?|statement|story|post)\b.*"
    rf"\b(?P<verdict>false|fake|incorrect|untrue|pants on fire)\b{_ATTRIBUTE}",
    re.I,
)
_NOT_REJECTED = re.compile(
    r"\b(?:not|never|no longer|hardly|nor|cannot)(?: \w+){0,2} (?:false|fake|incorrect|untrue)\b|n[’']t(?: \w+){0,2} (?:false|fake)\b",
    re.I,
)
_PRESENT = frozenset({"is", "are", "has", "have", "can", "does", "do"})
_BEFORE_DENIAL = 3
"""Words between a negation and the denial phrase that it takes back ("has never been debunked")."""


@dataclass(frozen=True, slots=True)
class Token:
    """A content stem; `sign` is DENIED in the reach of a negation of the same thing, APART in that of a negation of another."""

    stem: str
    sign: int
    clause: int


@dataclass(frozen=True, slots=True)
class Read:
    """The content words in order; `clear` when every negation has a form that is understood.

    `taken_back`: it denies a denial ("it is a myth that lightning never strikes twice").
    """

    tokens: tuple[Token, ...]
    clear: bool
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class _Negation:
    start: int
    end: int


def denies(sentence: str) -> bool:
    """There is a negation or a denial somewhere in the sentence."""
    parts = words(sentence)
    denials = (*lexicon().denials, *lexicon().negators)
    return bool(set(parts) & NEGATIONS) or bool(places(parts, denials)) or bool(_REJECTED.search(sentence))


def places(parts: Sequence[str], phrases: Phrases) -> tuple[range, ...]:
    """Where phrases stand, the longest first, none overlapping another."""
    found: list[range] = []
    for phrase in phrases:
        for i in range(len(parts) - len(phrase) + 1):
            place = range(i, i + len(phrase))
            if tuple(parts[i : place.stop]) == phrase and not any(set(place) & set(other) for other in found):
                found.append(place)
    return tuple(found)


def read_claim(claim: str) -> Read:
    """A claim says what it says: in "X is a hoax" the hoax is what is claimed, and a negation reaches to the end of its clause."""
    tokens: list[Token] = []
    clear = True
    for i, clause in enumerate(_CLAUSE_END.split(claim)):
        parts = words(clause)
        negated = _negations(parts, taken=frozenset(), negators=())
        clear = clear and len(negated) <= 1
        start = negated[0].start if negated else len(parts)
        tokens += [Token(stem(w), DENIED if at > start else AFFIRMED, i) for at, w in _content(parts)]
    return Read(tuple(tokens), clear)


def read(sentence: str, claim: str, known: Known) -> Read:
    """The sentence as it bears on the claim: what is denied together with words that the claim lacks counts for neither side."""
    tokens: list[Token] = []
    clear, taken_back = True, False
    present = bool(_PRESENT & set(words(claim)))
    own = _denial_words(claim)
    for i, clause in enumerate(_CLAUSE_END.split(sentence)):
        parts = words(clause)
        denials = _denials(parts, own)
        negated = _negations(parts, frozenset(at for place in denials for at in place), lexicon().negators)
        if denials or _rejects(clause, own):
            clear = clear and len(negated) <= 1 and len(denials) <= 1 and not _taken_back(clause, negated, denials)
            taken_back = taken_back or bool(negated)
            turned = negated[0].start if negated else len(parts)
            tokens += [Token(stem(w), AFFIRMED if at > turned else DENIED, i) for at, w in _content(parts)]
            continue
        clear = clear and len(negated) <= 1
        sign = _sign(parts, clause, negated[0], known, present) if negated else AFFIRMED
        start = negated[0].start if negated else len(parts)
        tokens += [Token(stem(w), sign if at > start else AFFIRMED, i) for at, w in _content(parts)]
    return Read(tuple(tokens), clear, taken_back)


def _denial_words(claim: str) -> tuple[str, ...]:
    """What the claim itself calls false: "hoax" of "the landing was a hoax"; negations it is read with anyway."""
    parts = words(claim)
    said = [word for place in places(parts, lexicon().denials) for word in _telling(parts, place)]
    match = _REJECTED.search(claim)
    # "The claim is false" is found by either list.
    return (*said, *([match["verdict"].lower()] if match and match["verdict"].lower() not in said else []))


def _telling(parts: Sequence[str], place: range) -> tuple[str, ...]:
    """The words of a denial that make it one; none where a negation does."""
    said = tuple(parts[at] for at in place)
    return () if set(said) & NEGATIONS else tuple(word for word in said if word not in STOP_WORDS)


def _denials(parts: Sequence[str], own: Sequence[str]) -> tuple[range, ...]:
    """Where a clause denies; a denial that is the claim's own, once for each time the claim has it, denies nothing."""
    left, found = list(own), []
    for place in sorted(places(parts, lexicon().denials), key=lambda place: place.start):
        telling = _telling(parts, place)
        if telling and set(telling) <= set(left):
            for word in telling:
                left.remove(word)
        else:
            found.append(place)
    return tuple(found)


def _rejects(clause: str, own: Sequence[str]) -> bool:
    match = _REJECTED.search(clause)
    return match is not None and match["verdict"].lower() not in own


def _content(parts: Sequence[str]) -> Iterator[tuple[int, str]]:
    return ((i, word) for i, word in enumerate(parts) if word not in STOP_WORDS and word not in NEGATIONS)


def _negations(parts: Sequence[str], taken: frozenset[int], negators: Phrases) -> list[_Negation]:
    """The negations in order; "nor" goes on with the one before it, and so does the "not" of "no, not"."""
    found = [_Negation(place.start, place.stop) for place in places(parts, negators)]
    for i, word in enumerate(parts):
        if word in NEGATIONS and i not in taken and not (word == "nor" and found):
            found.append(_Negation(i, i + 1))
    return sorted(found, key=lambda n: n.start)


def _taken_back(clause: str, negated: Sequence[_Negation], denials: Sequence[range]) -> bool:
    """A negation governs the denial: "it is not a myth that", "has never been debunked"."""
    near = any(0 <= place.start - n.end <= _BEFORE_DENIAL for n in negated for place in denials)
    return near or bool(_NOT_REJECTED.search(clause))


def _sign(parts: Sequence[str], clause: str, negation: _Negation, known: Known, present: bool) -> int:
    """DENIED where the negation is of what the claim speaks of, APART where its subject or the first word denied is another."""
    ahead = [stem(w) for i, w in _content(parts) if i < negation.start]
    after = [stem(w) for i, w in _content(parts) if i >= negation.end]
    skipped = lexicon().evidential | ({stem("longer")} if present else frozenset())
    joined = (i for i, word in enumerate(parts) if i > negation.end and word in ("or", "nor"))
    heads = [_head(parts, start, known, skipped) for start in (negation.end, *joined)]
    subject = [s for s in ahead if s not in skipped]
    if not any(map(known, heads)) or (subject and not any(map(known, subject))):
        return APART
    named = {s for name in names(clause) for s in content_stems(name)}
    narrower = [s for s in after if not known(s) and (s in named or numbers(s))]
    return APART if narrower else DENIED


def _head(parts: Sequence[str], start: int, known: Known, skipped: frozenset[str]) -> str:
    """The first content stem from here on that is no mere sign of proof; "" for none."""
    after = (stem(word) for i, word in _content(parts) if i >= start)
    return next((s for s in after if known(s) or s not in skipped), "")

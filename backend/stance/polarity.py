"""The polarity guard (document 000 §8, design §4): whether claim and sentence, speaking of the same, say the same.

A rule that speaks only when it is sure: nearly all content words of the claim stand in the sentence, and a negation, a denial or an
opposite decides the sign. Everything else is left to the verifier.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backend.domain.text import NEGATIONS, STOP_WORDS, content_stems, numbers, stem, subject_stems, words
from backend.stance.settings import GUARDS

_CLAUSE_END = re.compile(
    r"[,;:.!?](?=\s|$)|[()–—]|\bbut\b|\bhowever\b|\balthough\b|\bwhile\b|\binstead\b"
    r"|\band\b(?= (?:is|are|was|were|has|have|had|can|does|do|did)\b)",
    re.I,
)
_QUANTIFIERS = frozenset({"only", "all", "every", "always", "just", "mainly", "percent", "entirely", "necessarily"})
_REJECTED = re.compile(
    r"\b(?:rate[sd]?|rating|claims?|rumou?rs?|statement|story|post)\b.*\b(?:false|fake|incorrect|untrue|pants on fire)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """`opposites` maps a stem to stems that mean the contrary; `same` maps a stem to its group's number.

    `once`: stems of events that a thing goes through once ("founded", unlike "won").
    """

    opposites: dict[str, frozenset[str]]
    same: dict[str, int]
    denials: tuple[tuple[str, ...], ...]
    hedges: frozenset[str]
    once: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """Read once from lexicon.json."""
    raw = json.loads((Path(__file__).parent / "lexicon.json").read_text(encoding="utf-8"))
    opposites: dict[str, set[str]] = {}
    for left, right in raw["antonyms"]:
        for a in map(stem, left.split()):
            for b in map(stem, right.split()):
                opposites.setdefault(a, set()).add(b)
                opposites.setdefault(b, set()).add(a)
    same = {
        stem(word): i
        for i, group in enumerate(raw["synonyms"])
        for word in group.split()
        if "-" not in word or word[-1].isdigit()
    }
    return Lexicon(
        opposites={k: frozenset(v) for k, v in opposites.items()},
        same=same,
        denials=tuple(sorted((words(d) for d in raw["denials"]), key=len, reverse=True)),
        hedges=frozenset(raw["hedges"]),
        once=frozenset(stem(word) for line in raw["once"] for word in line.split()),
    )


@dataclass(frozen=True, slots=True)
class Token:
    """A content stem of a sentence; `denied` when it stands in the scope of a negation or denial."""

    stem: str
    denied: bool


def _denials(parts: tuple[str, ...]) -> tuple[range, ...]:
    """Where denial phrases stand, the longest first, none overlapping another."""
    found: list[range] = []
    for phrase in lexicon().denials:
        for i in range(len(parts) - len(phrase) + 1):
            place = range(i, i + len(phrase))
            if parts[i : place.stop] == phrase and not any(set(place) & set(other) for other in found):
                found.append(place)
    return tuple(found)


def denies(sentence: str) -> bool:
    """There is a negation or a denial somewhere in the sentence."""
    parts = words(sentence)
    return bool(set(parts) & NEGATIONS) or bool(_denials(parts)) or bool(_REJECTED.search(sentence))


def read(sentence: str, *, denials: bool = True) -> tuple[Token, ...]:
    """Content stems with their polarity: a negation reaches to the end of its clause, a denial covers it whole.

    A claim is read without denials: in "X is a hoax" the hoax is what is claimed.
    """
    tokens: list[Token] = []
    for clause in _CLAUSE_END.split(sentence):
        parts = words(clause)
        places = _denials(parts) if denials else ()
        rejected = bool(places) or (denials and bool(_REJECTED.search(clause)))
        phrase = {i for place in places for i in place}
        denied = False
        for i, word in enumerate(parts):
            if word in NEGATIONS and i not in phrase:
                denied = not denied
            elif word not in STOP_WORDS and word not in NEGATIONS:
                tokens.append(Token(stem(word), denied != rejected))
    return tuple(tokens)


def _equal(a: str, b: str) -> bool:
    if a == b or (len(a) > 4 and len(b) > 4 and (a.startswith(b) or b.startswith(a))):
        return True
    group = lexicon().same.get(a)
    return group is not None and group == lexicon().same.get(b)


def _predicate(claim: str) -> frozenset[str]:
    """The claim's content stems without its subject; what a negation would apply to."""
    return frozenset(content_stems(claim)) - subject_stems(claim)


def _sign_of(token: Token, sentence: tuple[Token, ...]) -> int | None:
    """+1 the sentence affirms this stem, -1 it denies it or affirms its opposite, 0 both, None when it is absent."""
    signs = set()
    for other in sentence:
        if _equal(token.stem, other.stem):
            signs.add(-1 if other.denied else 1)
        elif other.stem in lexicon().opposites.get(token.stem, ()):
            signs.add(1 if other.denied else -1)
    if signs == {1, -1}:
        return 0
    return signs.pop() if signs else None


def _unsure(claim: str, sentence: str) -> bool:
    """Left to the verifier: hedges that the claim lacks, "not only" and "not all", denials of denials, long sentences."""
    parts = words(sentence)
    hedged = bool((set(parts) - set(words(claim))) & lexicon().hedges)
    quantified = bool((set(parts) - set(words(claim))) & _QUANTIFIERS) and bool(set(parts) & NEGATIONS)
    return hedged or quantified or len(_denials(parts)) > 1 or len(parts) > GUARDS.polarity.max_words


def polarity(claim: str, sentence: str) -> int | None:
    """+1 the sentence affirms the claim, -1 it denies it, None when the rule cannot tell."""
    said, stated = read(claim, denials=False), read(sentence)
    missing = not set(numbers(claim)) <= set(numbers(sentence))
    if missing:
        said = _without_numbers(said)
    if len(said) < 2 or _unsure(claim, sentence) or (missing and numbers(sentence)):
        return None
    signs = {token.stem: _sign_of(token, stated) for token in said}
    if sum(s is not None for s in signs.values()) / len(signs) < GUARDS.polarity.coverage:
        return None
    sign = _verdict([t for t in said if t.stem in _predicate(claim)], signs)
    # What is denied altogether did not happen in any year either; what is affirmed may have happened in another.
    return None if missing and sign == 1 else sign


def _verdict(predicate: list[Token], signs: dict[str, int | None]) -> int | None:
    """The sign of the predicate, where a negation is in play.

    Parts that disagree decide only when what is denied ends the claim ("the dam was completed / not in 1961"): what stands
    before it then belongs to the subject or is granted.
    """
    found = [(token.stem, sign) for token in predicate if (sign := signs[token.stem])]
    # A date that agrees takes no side where a word is denied.
    denied_word = any(sign < 0 and not numbers(word) for word, sign in found)
    stated = [sign for word, sign in found if not (denied_word and sign > 0 and numbers(word))]
    negated = any(token.denied for token in predicate)
    if not stated or not (negated or -1 in stated) or stated != sorted(stated, reverse=True):
        return None
    return stated[-1] * (-1 if negated else 1)


def _without_numbers(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return tuple(token for token in tokens if not numbers(token.stem))

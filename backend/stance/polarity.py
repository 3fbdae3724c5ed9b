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

from backend.domain.text import NEGATIONS, STOP_WORDS, numbers, stem, words

MIN_COVERAGE = 0.8
_CLAUSE_END = re.compile(
    r"[,;:.!?()–—]|\bbut\b|\bhowever\b|\balthough\b|\bwhile\b|\binstead\b|\band\b(?= (?:is|are|was|were|has|have|had|can|does|do|did)\b)",
    re.I,
)
_AUXILIARY = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "can",
        "could",
        "will",
        "would",
        "may",
        "might",
        "must",
        "should",
    ]
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """`opposites` maps a stem to stems that mean the contrary; `same` maps a stem to its group's number."""

    opposites: dict[str, frozenset[str]]
    same: dict[str, int]
    denials: tuple[tuple[str, ...], ...]
    hedges: frozenset[str]


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
        denials=tuple(tuple(words(d)) for d in raw["denials"]),
        hedges=frozenset(raw["hedges"]),
    )


@dataclass(frozen=True, slots=True)
class Token:
    """A content stem of a sentence; `denied` when it stands in the scope of a negation or denial."""

    stem: str
    denied: bool


def _denial_spans(clause: tuple[str, ...]) -> bool:
    return any(clause[i : i + len(d)] == d for d in lexicon().denials for i in range(len(clause) - len(d) + 1))


def read(sentence: str) -> tuple[Token, ...]:
    """Content stems with their polarity, clause by clause: a cue reaches to the end of its clause, a denial covers it whole."""
    tokens: list[Token] = []
    for clause in _CLAUSE_END.split(sentence):
        parts = words(clause)
        whole = _denial_spans(parts)
        denied = False
        for word in parts:
            if word in NEGATIONS:
                denied = not denied
            elif word not in STOP_WORDS:
                tokens.append(Token(stem(word), denied != whole))
    return tuple(tokens)


def _equal(a: str, b: str) -> bool:
    if a == b or (len(a) > 4 and len(b) > 4 and (a.startswith(b) or b.startswith(a))):
        return True
    group = lexicon().same.get(a)
    return group is not None and group == lexicon().same.get(b)


def _predicate(claim: str) -> frozenset[str]:
    """Stems after the claim's first auxiliary or verb-like second word; what a negation would apply to."""
    parts = words(claim)
    cut = next((i for i, w in enumerate(parts) if i > 0 and (w in _AUXILIARY or w in NEGATIONS)), 1)
    return frozenset(stem(w) for w in parts[cut:] if w not in STOP_WORDS and w not in NEGATIONS)


def _sign_of(token: Token, sentence: tuple[Token, ...]) -> int:
    """+1 the sentence affirms this stem, -1 it denies it or affirms its opposite, 0 it is absent or both."""
    signs = set()
    for other in sentence:
        if _equal(token.stem, other.stem):
            signs.add(-1 if other.denied else 1)
        elif other.stem in lexicon().opposites.get(token.stem, ()):
            signs.add(1 if other.denied else -1)
    if signs == {1, -1}:
        return 0
    return signs.pop() if signs else 0


def _hedged(claim: str, sentence: str) -> bool:
    return bool((set(words(sentence)) - set(words(claim))) & lexicon().hedges)


def polarity(claim: str, sentence: str) -> int | None:
    """+1 the sentence affirms the claim, -1 it denies it, None when the rule cannot tell."""
    said, stated = read(claim), read(sentence)
    if len(said) < 2 or _hedged(claim, sentence) or not set(numbers(claim)) <= set(numbers(sentence)):
        return None
    signs = {token.stem: _sign_of(token, stated) for token in said}
    if sum(s != 0 for s in signs.values()) / len(signs) < MIN_COVERAGE:
        return None
    predicate = _predicate(claim) & set(signs)
    decided = [signs[t.stem] * (-1 if t.denied else 1) for t in said if t.stem in predicate and signs[t.stem]]
    touched = any(t.denied for t in said) or any(signs[s] < 0 for s in predicate)
    if not decided or len(set(decided)) > 1 or not touched:
        return None
    return decided[0]

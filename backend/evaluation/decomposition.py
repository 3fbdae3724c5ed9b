"""Compares the predicted parts of a sentence with human-written parts (the atomic facts of FActScore, the halves of WikiSplit).

The similarity of two parts is the F1 of their content words, in which numbers and names in the predicate count twice.
Pairs are matched greedily, best first, and each part is matched at most once. FActScore is from Min et al. 2023; the F1
is that of SQuAD (Rajpurkar et al. 2016).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from backend.claims.sentences import subject_of
from backend.claims.words import STOP_WORDS, Token, first_finite, numbers, tokens_of

MATCH_THRESHOLD = 0.7
"""Two parts with at least this F1 count as the same statement."""
WEIGHT = 2
"""Weight of names and numbers in the predicate. Other words weigh 1, and so do names and numbers in the subject,
because the parts of one sentence often have the same subject.
"""

_POINTING = re.compile(r"^(?:he|she|it|they|this|these|his|her|its|their|there|here)\b", re.IGNORECASE)
_LINKING = frozenset("also too which who where whom whose that there this these then however".split())
_ENDING = re.compile(r"(?:'s?|(?<=\w{3})(?:ies|ing|ed|es|s|y|e))$")

Splitter = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """The numbers of predicted, human-written and matched parts of one row. `soft` is the sum of F1 over all assigned pairs."""

    predicted: int
    human: int
    matched: int
    soft: float


def score(rows: Iterable[Mapping[str, Any]], split: Splitter) -> dict[str, float | int]:
    """Return the metrics of a splitter on rows of `{text, claims}`. Shares are 0..1; `n` is the number of rows that have claims.

    precision, recall and f1 use the number of matched parts, summed over all rows; soft_f1 uses each pair's F1 instead
    of 0 or 1. For split_f1, a row with several human-written parts is correct if the number of parts is the same and
    all are matched (as for the halves of WikiSplit). whole_when_single is the share of rows with one human-written part
    that are not split (0.0 if there are no such rows). kept_names and kept_numbers are the shares of the text's names
    (runs of capitalised words) and numbers that occur unbroken in a part (1.0 if the text has none).
    """
    pairs = [(row["text"], tuple(row["claims"]), tuple(split(row["text"]))) for row in rows if row["claims"]]
    agreements = [agreement(predicted, human) for _, human, predicted in pairs]
    matched, soft = sum(a.matched for a in agreements), sum(a.soft for a in agreements)
    predicted, human = sum(a.predicted for a in agreements), sum(a.human for a in agreements)
    right = [a for a in agreements if a.human > 1 and a.predicted == a.human == a.matched]
    single = [a for a in agreements if a.human == 1]
    kept_counts = [
        (_count_kept(_capitalised_names(text), parts), _count_kept(numbers(text), parts)) for text, _, parts in pairs
    ]
    return {
        "n": len(agreements),
        "precision": _share(matched, predicted),
        "recall": _share(matched, human),
        "f1": _f1(matched, predicted, human),
        "soft_f1": _f1(soft, predicted, human),
        "split_f1": _f1(len(right), sum(a.predicted > 1 for a in agreements), sum(a.human > 1 for a in agreements)),
        "whole_when_single": _share(sum(a.predicted == 1 for a in single), len(single)),
        "left_whole": _share(sum(a.predicted == 1 for a in agreements), len(agreements)),
        "kept_names": _share(sum(n[0] for n, _ in kept_counts), sum(n[1] for n, _ in kept_counts), empty=1.0),
        "kept_numbers": _share(sum(n[0] for _, n in kept_counts), sum(n[1] for _, n in kept_counts), empty=1.0),
        "parts_per_claim": _share(predicted, len(agreements)),
        "human_parts_per_claim": _share(human, len(agreements)),
    }


def agreement(predicted: Sequence[str], human: Sequence[str]) -> Agreement:
    """Match predicted and human-written parts greedily by their F1, best first."""
    scored = sorted(
        ((similarity(p, h), i, j) for i, p in enumerate(predicted) for j, h in enumerate(human)), key=lambda s: -s[0]
    )
    left, right, matched, soft = set(range(len(predicted))), set(range(len(human))), 0, 0.0
    for value, i, j in scored:
        if value > 0.0 and i in left and j in right:
            left.discard(i)
            right.discard(j)
            matched += value >= MATCH_THRESHOLD
            soft += value
    return Agreement(len(predicted), len(human), matched, soft)


def similarity(one: str, other: str) -> float:
    """Return the similarity of two parts, 0..1.

    If only one part starts with a pronoun, the subject of the other part is ignored, because the pronoun may refer to
    that subject.
    """
    a, b = bool(_POINTING.match(one)), bool(_POINTING.match(other))
    left = _words(_predicate(one) if b and not a else one)
    right = _words(_predicate(other) if a and not b else other)
    return _f1(sum((left & right).values()), sum(left.values()), sum(right.values()))


def _predicate(text: str) -> str:
    """Return the part without its subject.

    If the subject starts with a possessive ("Ann's first film"), only the possessive is removed.
    """
    owner = re.match(r"[^,]*?\w['’]s? (?=\w)", text)
    subject = subject_of(text)
    if owner and (not subject or owner.end() <= len(subject)):
        return text[owner.end() :]
    return text.partition(subject)[2] if subject else text


@lru_cache(maxsize=50_000)
def _words(text: str) -> Counter[str]:
    """Return the distinct stems of the content words, with their weights."""
    tokens = tuple(token for token in tokens_of(text) if token.is_word)
    verb_index = first_finite(tokens) or 0
    return Counter(
        {
            _stem(token): WEIGHT if at > verb_index and (token.text[0].isdigit() or token.capitalised) else 1
            for at, token in enumerate(tokens)
            if token.lower not in STOP_WORDS | _LINKING
        }
    )


def _stem(token: Token) -> str:
    plain = token.lower.replace(",", "") if token.text[0].isdigit() else token.lower
    return _ENDING.sub("", _ENDING.sub("", plain)) or plain


def _capitalised_names(text: str) -> tuple[str, ...]:
    """Return all runs of capitalised words, except a single capitalised word at the start of the text."""
    found = re.findall(r"[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*)*", text)
    return tuple(run.rstrip(".'’").removesuffix("'s") for run in found if " " in run or not text.startswith(run))


def _count_kept(strings: Iterable[str], parts: Sequence[str]) -> tuple[int, int]:
    """Return the number of wanted strings that occur in any part, and the number of all wanted strings."""
    strings, plain = tuple(strings), [part.replace(",", "") for part in parts]
    return sum(any(w.replace(",", "") in part for part in plain) for w in strings), len(strings)


def _share(part: float, whole: float, *, empty: float = 0.0) -> float:
    return part / whole if whole else empty


def _f1(common: float, one: float, other: float) -> float:
    return 2 * common / (one + other) if one + other else 0.0

"""Detects claims that need stronger evidence because they allow no exception or compare two things. English only."""

from __future__ import annotations

import re

from backend.domain.text import NEGATIONS, words

_IDIOMS = re.compile(
    r"\b(?:at all|after all|above all|all right|all-time|all time|all-star|once and for all|all over|first of all|not only|if only"
    r"|only (?=\d|two|three|four|five|six|seven|eight|nine|ten)|all (?:of )?(?:this|that))\b",
    re.I,
)
_ALL_COUNTED = re.compile(r"\ball (?=(?:the )?(?:\d|two|three|four|five|six|seven|eight|nine|ten)\b)", re.I)
"""Matches an "all" before a number in a claim: "all three returned" is about three people, not about everyone."""
_UNIVERSAL = re.compile(
    r"\b(?:always|all|every|everyone|everybody|everything|each and every|entirely|completely|totally|must|only|guaranteed|impossible"
    r"|without exception)\b|\b100 ?(?:%|percent)(?!\w)",
    re.I,
)
_NEVER = re.compile(r"\b(?:never|none|nobody|no one|nothing)\b", re.I)
_NOT_ALL = re.compile(
    r"\b(?:not|n't|never|nor) (?:\w+ ){0,2}?(?:all|every|everyone|everybody|always|entirely|completely|totally)\b", re.I
)
_COMPARATIVE = re.compile(
    r"\b(?:more|less|fewer|\w{2,}(?:er|ier)|better|worse|farther|further)\b[^.;]{0,80}?\bthan\b(?! (?:about |around )?[\d$€£])"
    r"|\b(?:vs\.?|versus|compared (?:to|with))(?!\w)",
    re.I,
)
_COMPARED = frozenset(
    {"rather", "other", "whether", "either", "neither", "further", "never", "ever", "over", "under", "after", "however"}
)


def absolute(claim: str) -> bool:
    """Return whether the claim allows no exception (docs/design.md#claim-types).

    Such a claim contains a word like "always", "never", "all", "none", "every", "entirely", "completely", "must" or
    "only". "Prevents" and "cures" do not make a claim absolute, nor do idioms such as "at all" or negations such as
    "not all".
    """
    return universal(_ALL_COUNTED.sub(" ", claim)) or never(claim)


def universal(text: str) -> bool:
    """Return whether the sentence says that something holds without exception."""
    plain = _IDIOMS.sub(" ", text)
    return bool(_UNIVERSAL.search(plain)) and not _NOT_ALL.search(text)


def never(text: str) -> bool:
    """Return whether the sentence says that something never holds."""
    return bool(_NEVER.search(_IDIOMS.sub(" ", text))) and not _NOT_ALL.search(text)


def as_absolute(claim: str, sentence: str) -> bool:
    """Return whether the sentence is as absolute as the claim. Any negation in it matches a "never" in the claim."""
    if universal(_ALL_COUNTED.sub(" ", claim)):
        return universal(sentence)
    return not never(claim) or never(sentence) or bool(set(words(sentence)) & NEGATIONS)


def comparative(claim: str) -> bool:
    """Return whether the claim compares two things (docs/design.md#claim-types): "more … than", "taller than", "versus"."""
    return any(match.group().split()[0].lower() not in _COMPARED for match in _COMPARATIVE.finditer(claim))

"""Published fact-checks: a sentence of the form `PUBLISHER rates the claim “…” as “…”.` and what its rating means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.evidence import StanceScores

_REVIEW = re.compile(r"rates the claim “(?P<claim>.+)” as “(?P<rating>[^”]+)”\.?$", re.S)
_MIXED = re.compile(
    r"half|mix|mostly|partly|partial|misleading|context|cherry|exaggerat|outdated|unproven|unverif", re.I
)
_FALSE = re.compile(
    r"false|fake|hoax|incorrect|wrong|pants on fire|debunk|untrue|inaccurate|no evidence|baseless|fabricat|scam|not true|bogus|altered",
    re.I,
)
_TRUE = re.compile(r"\b(true|correct|accurate|legit|confirmed|right)\b", re.I)


class Rating(StrEnum):
    """What a fact-checker's own words come down to."""

    TRUE = "true"
    FALSE = "false"
    MIXED = "mixed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Review:
    """The claim that was reviewed, in the reviewer's words, and its rating."""

    claim: str
    rating: Rating


def read_review(text: str) -> Review | None:
    """The review in a REVIEW passage; None when the text has another form."""
    match = _REVIEW.search(text)
    return Review(match["claim"], rating_of(match["rating"])) if match else None


def rating_of(words: str) -> Rating:
    """Mixed ratings first: "mostly false" and "misleading" are not plain."""
    if _MIXED.search(words):
        return Rating.MIXED
    if _FALSE.search(words):
        return Rating.FALSE
    return Rating.TRUE if _TRUE.search(words) else Rating.UNKNOWN


def through_rating(rating: Rating, same: StanceScores) -> StanceScores:
    """Stance of a review to our claim, given how the reviewed claim stands to it (`same`: entails, contradicts, neither).

    A false claim that contradicts ours proves nothing about ours, so only an entailed one is turned round.
    """
    if rating is Rating.TRUE:
        return same
    if rating in (Rating.FALSE, Rating.MIXED):
        return StanceScores(supports=0.0, refutes=same.supports, neutral=same.neutral + same.refutes)
    return StanceScores(supports=0.0, refutes=0.0, neutral=1.0)

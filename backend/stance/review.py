"""Reads published fact-checks: a sentence of the form `PUBLISHER rates the claim “…” as “…”.` and what it says about our claim."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.domain.evidence import Stance, StanceScores
from backend.sources.ratings import AFFIRMS, DENIES, QUALIFIES, Rating, rating_of

_REVIEW = re.compile(r"rates the claim “(?P<claim>.+)” as “(?P<rating>[^”]+)”\.?$", re.S)
_MOSTLY_SHARE = 0.75
"""Share of the support that remains if the reviewer only mostly agrees; set by design, and above the least probability of a side."""


@dataclass(frozen=True, slots=True)
class Review:
    """The claim that was reviewed, in the reviewer's words, and its rating."""

    claim: str
    rating: Rating

    @property
    def denial(self) -> str:
        """The reviewed claim denied, for the verifier to read."""
        return f"It is false that {self.claim}."


def read_review(text: str) -> Review | None:
    """The review in a REVIEW passage; None if the text has another form."""
    match = _REVIEW.search(text)
    return Review(match["claim"], rating_of(match["rating"])) if match else None


def through_rating(rating: Rating, same: StanceScores, denied: StanceScores | None = None) -> StanceScores:
    """Stance of a review towards our claim, given how the reviewed claim relates to it (`same`: entails, contradicts, neither).

    If a claim that contradicts ours is rated false, ours is proven only if the denial (`denied`) states it: that 400 million is
    false does not make it 40 million.
    """
    if rating is Rating.TRUE:
        return same
    if rating is Rating.MOSTLY_TRUE:
        supports, refutes = _MOSTLY_SHARE * same.supports, _MOSTLY_SHARE * same.refutes
        return StanceScores(supports=supports, refutes=refutes, neutral=1.0 - supports - refutes)
    if rating in DENIES | QUALIFIES:
        proven = min(same.refutes, denied.supports) if denied is not None and rating is Rating.FALSE else 0.0
        return StanceScores(supports=proven, refutes=same.supports, neutral=1.0 - proven - same.supports)
    return StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


def reported(rating: Rating, same: StanceScores) -> Stance:
    """The side on which a review's page only reports what others say; NEUTRAL if the review is about another claim.

    A page that rates our claim false does not support it: passages that seem to do so only repeat the claim.
    """
    if same.leaning is Stance.NEUTRAL:
        return Stance.NEUTRAL
    opposite = Stance.REFUTES if same.leaning is Stance.SUPPORTS else Stance.SUPPORTS
    return opposite if rating in AFFIRMS else same.leaning

"""Parses published fact-checks and derives their stance towards a claim.

The text of a fact-check has the form `PUBLISHER rates the claim “…” as “…”.`.
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.article import review_parts
from backend.domain.evidence import Stance, StanceScores
from backend.sources.ratings import AFFIRMS, DENIES, QUALIFIES, Rating, rating_of

_MOSTLY_SHARE = 0.75
"""Share of the support that remains for a rating "mostly true". The share is chosen, not learned.

It exceeds the minimum probability of a stance.
"""


@dataclass(frozen=True, slots=True)
class Review:
    """The claim that was reviewed, in the reviewer's words, and its rating."""

    claim: str
    rating: Rating

    @property
    def denial(self) -> str:
        """The negation of the reviewed claim, as input for the verifier."""
        return f"It is false that {self.claim}."


def read_review(text: str) -> Review | None:
    """Return the review in the text of a REVIEW passage, or None if the text has another form."""
    parts = review_parts(text)
    return Review(parts[0], rating_of(parts[1])) if parts else None


def through_rating(rating: Rating, same: StanceScores, denied: StanceScores | None = None) -> StanceScores:
    """Return the scores of a review towards the user's claim, given the scores `same` of the reviewed claim towards it.

    A reviewed claim that contradicts the user's claim and is rated false proves the user's claim only if the negation
    of the reviewed claim entails it (`denied`). If "400 million" is false, "40 million" need not be true.
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
    """Return the apparent stance of passages on a review's page that only report the reviewed claim.

    The stance is NEUTRAL if the review is about another claim. A page that rates the user's claim false does not
    support the claim, so passages that seem to support the claim only repeat it.
    """
    if same.leaning is Stance.NEUTRAL:
        return Stance.NEUTRAL
    opposite = Stance.REFUTES if same.leaning is Stance.SUPPORTS else Stance.SUPPORTS
    return opposite if rating in AFFIRMS else same.leaning

"""Parses published fact-checks and derives their stance towards a claim.

The text of a fact-check has the form `PUBLISHER rates the claim “…” as “…”.`.
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.article import review_parts
from backend.domain.evidence import Stance, StanceScores
from backend.sources.ratings import AFFIRMS, DENIES, QUALIFIES, Rating, rating_of

_OPPOSITE = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS, Stance.NEUTRAL: Stance.NEUTRAL}
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
    """Return the scores of a review towards the user's claim.

    `same` are the scores of the reviewed claim towards the user's claim, and `denied` those of its negation, which are
    given for claims rated false. The scores of a false rating are the mean of the reversed `same` and of `denied`
    (docs/decisions/0051-a-false-rating-is-judged-as-a-denial.md).
    """
    if rating is Rating.TRUE:
        return same
    if rating is Rating.MOSTLY_TRUE:
        supports, refutes = _MOSTLY_SHARE * same.supports, _MOSTLY_SHARE * same.refutes
        return StanceScores(supports=supports, refutes=refutes, neutral=1.0 - supports - refutes)
    if rating is Rating.FALSE and denied is not None:
        supports, refutes = (same.refutes + denied.supports) / 2, (same.supports + denied.refutes) / 2
        return StanceScores(supports=supports, refutes=refutes, neutral=1.0 - supports - refutes)
    if rating in DENIES | QUALIFIES:
        return StanceScores(supports=0.0, refutes=same.supports, neutral=1.0 - same.supports)
    return StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


def reported(rating: Rating, same: StanceScores, stance: Stance) -> Stance:
    """Return the apparent stance of passages on a review's page that only report the reviewed claim.

    `stance` is the stance of the review. A page that rates a claim false repeats this claim, so passages with the
    opposite stance only repeat it. If a false rating decides nothing, passages with the apparent stance `same` of the
    reviewed claim are taken to repeat it. The result is NEUTRAL if the review is about another claim.
    """
    if rating is Rating.FALSE and stance is not Stance.NEUTRAL:
        return _OPPOSITE[stance]
    return _OPPOSITE[same.leaning] if rating in AFFIRMS else same.leaning

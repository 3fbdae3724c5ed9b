"""Published fact-checks: a sentence of the form `PUBLISHER rates the claim “…” as “…”.` and what its rating means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.evidence import StanceScores

_REVIEW = re.compile(r"rates the claim “(?P<claim>.+)” as “(?P<rating>[^”]+)”\.?$", re.S)
_TRUE_WORDS = r"(?:true|correct|accurate|legit\w*|factual|real|genuine|authentic|right)"
_OPEN = re.compile(
    r"unproven|unverif|unconfirm|inconclusive|undetermined|not (?:yet )?(?:been )?(?:proven|verified|confirmed)|in progress"
    r"|not (?:a )?(?:false|fake|hoax)|unbelegt|unbewiesen|(?:no|sin) verifica|non v[ée]rifi|não verific",
    re.I,
)
_MOSTLY = re.compile(
    r"(?<!not )\b(?:mostly|largely|mainly|substantially|essentially) (?:true|correct|accurate|right)\b"
    r"|(?:größtenteils|überwiegend|weitgehend) (?:richtig|wahr)|(?:plutôt|presque) vrai|(?:mayormente|casi) (?:cierto|verdadero)"
    r"|quase verdade",
    re.I,
)
_MIXED = re.compile(
    r"half|mix|mostly|partly|partial|misleading|context|cherry|exaggerat|outdated|spins|(?:one|two|[12]) pinocchios?"
    rf"|(?:\bnot|n['’]t|\bhardly) (?:entirely|quite|exactly|completely|wholly|fully|totally|strictly|altogether|always) {_TRUE_WORDS}\b"
    r"|teilweise|größtenteils|überwiegend|irreführend|nicht ganz|engañoso|a medias|del todo|trompeu|plutôt|tout à fait|enganos"
    r"|distorcid|contexto|zum teil|en partie|em parte|en parte",
    re.I,
)
_FALSE = re.compile(
    r"false|fake|hoax|incorrect|wrong|pants on fire|debunk|untrue|inaccurate|(?:no|lacks?|without) (?:\w+ )?evidence|baseless"
    r"|fabricat|scam|bogus|altered|manipul|doctored|photoshop|deep ?fake|ai[- ]generated|mis-?caption|mis-?label|mis-?attribut"
    r"|misrepresent|distort|satire|(?:three|four|bottomless|[34]) pinocchios?|unfounded|unsubstantiated|unsupported|impostor"
    rf"|(?:\b(?:not|no|never|nothing)|n['’]t) (?:\w+ ){{0,2}}?(?:{_TRUE_WORDS}|supported)\b"
    r"|\bfals[cho]|\bfalsa|\bbulo\b|\bfaux\b|\bfausse\b|infondé|unwahr|nicht (?:wahr|richtig)|no es (?:cierto|verdad)"
    r"|não é verdade|pas vrai|mentira|inventad|onwaar",
    re.I,
)
_TRUE = re.compile(
    r"\b(?<!-)(?:true|correct|accurate|legit|confirmed|geppetto|wahr|richtig|verdadei?r[oa]|cierto|verdade|vrai|vero)\b(?!-)"
    r"|(?<![-–])\bright\b(?![- –]wing|-)",
    re.I,
)
_MOSTLY_SHARE = 0.75
"""What is left of a support where the reviewer only mostly agrees; from the design, above the least probability of a side."""


class Rating(StrEnum):
    """What a fact-checker's own words come down to."""

    TRUE = "true"
    MOSTLY_TRUE = "mostly true"
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
    """Open ones say nothing yet; mixed ones come before plain ones: "mostly false" and "not entirely accurate" are not plain."""
    if _OPEN.search(words):
        return Rating.UNKNOWN
    if _MOSTLY.search(words):
        return Rating.MOSTLY_TRUE
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
    if rating is Rating.MOSTLY_TRUE:
        supports, refutes = _MOSTLY_SHARE * same.supports, _MOSTLY_SHARE * same.refutes
        return StanceScores(supports=supports, refutes=refutes, neutral=1.0 - supports - refutes)
    if rating in (Rating.FALSE, Rating.MIXED):
        return StanceScores(supports=0.0, refutes=same.supports, neutral=same.neutral + same.refutes)
    return StanceScores(supports=0.0, refutes=0.0, neutral=1.0)

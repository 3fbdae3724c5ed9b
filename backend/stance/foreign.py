"""Handles claims in languages that the local verifier does not support.

The verifier was trained on English, so its stances would be guesses. Every passage becomes neutral and stays as
background for the user. The exception is a published rating of exactly this claim, word for word, because judging it
takes only the rating. A language model may decide afterwards, with a quote (`tie_break`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance, StanceScores
from backend.domain.text import tokens
from backend.stance.review import read_review

UNDERSTOOD = frozenset({"en", "und"})
"""Languages that the verifier supports, including "und", because the language of short English claims is often unknown."""
NAMES = {
    "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch", "sv": "Swedish",
    "pl": "Polish", "tr": "Turkish", "id": "Indonesian", "ro": "Romanian", "cs": "Czech", "da": "Danish", "fi": "Finnish",
    "hu": "Hungarian", "ja": "Japanese", "ko": "Korean", "zh": "Chinese", "ru": "Russian", "uk": "Ukrainian", "ar": "Arabic",
    "fa": "Persian", "ur": "Urdu", "he": "Hebrew", "el": "Greek", "hi": "Hindi", "bn": "Bengali", "ta": "Tamil",
    "te": "Telugu", "th": "Thai",
}  # fmt: skip
_NEUTRAL_SCORES = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


@dataclass(frozen=True, slots=True)
class Limit:
    """The code of an Issue and its text, which is shown to the user."""

    code: str
    message: str


def limits(language: str, *, language_model: bool) -> Limit | None:
    """Return the limits of judging a claim in this language, or None if the local verifier supports the language."""
    if language in UNDERSTOOD:
        return None
    said = f"The claim is in {NAMES.get(language, 'another language')}, and the local verifier understands English only"
    if language_model:
        return Limit(
            "language_by_model", f"{said}: just the language model judged the sources, so fewer of them count."
        )
    told = "it did not judge the sources, which are listed for you to read. Check the claim in English for a verdict."
    return Limit("language_limited", f"{said}: {told}")


def unread(claim: str, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the passages as neutral, with their topicality as relevance. Ratings of exactly this claim are unchanged."""
    return tuple(e if _rates_claim(claim, e) else _as_neutral(e) for e in evidence)


def _as_neutral(item: Evidence) -> Evidence:
    return replace(
        item, stance=Stance.NEUTRAL, scores=_NEUTRAL_SCORES, quote="", relevance=item.signals.get("topicality", 0.0)
    )


def _rates_claim(claim: str, item: Evidence) -> bool:
    review = read_review(item.passage.text) if item.passage.kind is PassageKind.REVIEW else None
    return review is not None and _words(review.claim) == _words(claim)


def _words(text: str) -> list[str]:
    return [token.casefold() for token in tokens(text)]

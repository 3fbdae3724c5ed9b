"""Claims in a language that the local verifier does not read: it was trained on English, so its stances there are guesses.

Every passage loses its side and stays as background for the reader. The exception is a published rating of exactly this claim, word
for word, because only the rating has to be understood. A language model may decide afterwards, with a quote (`tie_break`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance, StanceScores
from backend.domain.text import tokens
from backend.stance.review import read_review

UNDERSTOOD = frozenset({"en", "und"})
"""Languages that the verifier judges; an unknown one counts as English, as short English claims often are."""
NAMES = {
    "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch", "sv": "Swedish",
    "pl": "Polish", "tr": "Turkish", "id": "Indonesian", "ro": "Romanian", "cs": "Czech", "da": "Danish", "fi": "Finnish",
    "hu": "Hungarian", "ja": "Japanese", "ko": "Korean", "zh": "Chinese", "ru": "Russian", "uk": "Ukrainian", "ar": "Arabic",
    "fa": "Persian", "ur": "Urdu", "he": "Hebrew", "el": "Greek", "hi": "Hindi", "bn": "Bengali", "ta": "Tamil",
    "te": "Telugu", "th": "Thai",
}  # fmt: skip
_UNREAD = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


@dataclass(frozen=True, slots=True)
class Limit:
    """The message shown to the reader: the code of an Issue and its text."""

    code: str
    message: str


def limits(language: str, *, language_model: bool) -> Limit | None:
    """How far a claim in this language can be judged; None where the local verifier understands it."""
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
    """The same passages without a side, their relevance now their topicality; ratings of exactly this claim are kept."""
    return tuple(e if _rates(claim, e) else _without_side(e) for e in evidence)


def _without_side(item: Evidence) -> Evidence:
    return replace(item, stance=Stance.NEUTRAL, scores=_UNREAD, quote="", relevance=item.signals.get("topicality", 0.0))


def _rates(claim: str, item: Evidence) -> bool:
    review = read_review(item.passage.text) if item.passage.kind is PassageKind.REVIEW else None
    return review is not None and _words(review.claim) == _words(claim)


def _words(text: str) -> list[str]:
    return [token.casefold() for token in tokens(text)]

"""The grade that a reader sees: the verdict, or an undecided claim's leaning or number of confirmed parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.verdict import Label, LeaningLabel
from backend.messages.messages import Messages
from backend.view.evidence import Json

_MIXED = "mixed"
KEYS = {
    Label.TRUE: "true",
    Label.FALSE: "false",
    Label.PARTIALLY_TRUE: "partial",
    Label.MISLEADING: "misleading",
    Label.NOT_ENOUGH_EVIDENCE: "unknown",
    Label.NOT_VERIFIABLE: "opinion",
    LeaningLabel.PROBABLY_TRUE: "probably_true",
    LeaningLabel.PROBABLY_FALSE: "probably_false",
    LeaningLabel.PROBABLY_PARTLY_TRUE: "probably_partial",
}
"""The names of the grades in the message catalogue, the style sheets and the icons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGrade:
    """A grade. `key` selects colour and icon, and is "mixed" for an undecided claim with a confirmed part.

    `firm` is true if a verdict was reached.
    """

    key: str
    words: str
    firm: bool


def grade_key(graded: Json) -> str:
    """Return the key of a result or of one of its parts. Results stored by earlier versions have no leaning."""
    leaning = graded.get("leaning")
    return KEYS[LeaningLabel(leaning["label"])] if leaning else KEYS[Label(graded["verdict"])]


def grade(graded: Json, m: Messages, parts: Sequence[Json] = ()) -> ShownGrade:
    """Return the grade of a result or of one of its parts. `parts` are the parts of a whole claim."""
    key, firm = grade_key(graded), Label(graded["verdict"]).firm
    true_count = sum(part["verdict"] == Label.TRUE for part in parts)
    if key == KEYS[Label.NOT_ENOUGH_EVIDENCE] and 0 < true_count < len(parts):
        return ShownGrade(key=_MIXED, words=m.text("card_parts_title", true_count, len(parts)), firm=firm)
    return ShownGrade(key=key, words=m.text(f"verdict_{key}"), firm=firm)

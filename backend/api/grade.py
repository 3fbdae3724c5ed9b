"""The grade that the user sees: a verdict's label, or the leaning of an undecided claim."""

from __future__ import annotations

from backend.api import wire
from backend.domain.verdict import Label, Side

_LEANS = "What was found points this way, but not firmly."


def grade(result: wire.Json) -> Label | Side:
    """The grade of a result or one of its parts. Answers that an earlier version stored have no leaning."""
    leaning = result.get("leaning")
    return Side(leaning["label"]) if leaning else Label(result["verdict"])


def odds(result: wire.Json) -> str:
    """The certainty of a leaning, for example "right about 8 times in 10"; "" without one. Never 10 in 10: it is not firm."""
    leaning = result.get("leaning")
    return f"right about {min(9, int(10 * leaning['probability'] + 0.5))} times in 10" if leaning else ""


def says(result: wire.Json) -> str:
    """One line under the grade: that it is a leaning, and how many parts hold if some do; "" for neither."""
    parts = result["sub_results"]
    confirmed = sum(grade(part) is Label.TRUE for part in parts)
    counted = f"{confirmed} of {len(parts)} parts confirmed." if 0 < confirmed < len(parts) else ""
    return " ".join(filter(None, (_LEANS if result.get("leaning") else "", counted)))

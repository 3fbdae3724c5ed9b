"""The grade that a reader sees: a verdict's label, or which way an undecided claim leans."""

from __future__ import annotations

from backend.api import wire
from backend.domain.verdict import Label, Side

_LEANS = "What was found points this way, but not firmly."


def grade(result: wire.Json) -> Label | Side:
    """Of a result or one of its parts. Answers that an earlier version kept have no leaning."""
    leaning = result.get("leaning")
    return Side(leaning["label"]) if leaning else Label(result["verdict"])


def odds(result: wire.Json) -> str:
    """How sure a leaning is, in words such as "right about 8 times in 10"; "" without one. Never 10 in 10: it is not firm."""
    leaning = result.get("leaning")
    return f"right about {min(9, int(10 * leaning['probability'] + 0.5))} times in 10" if leaning else ""


def says(result: wire.Json) -> str:
    """One line under the grade: that it is a leaning, and how many of its parts hold where some do; "" for neither."""
    parts = result["sub_results"]
    confirmed = sum(grade(part) is Label.TRUE for part in parts)
    counted = f"{confirmed} of {len(parts)} parts confirmed." if 0 < confirmed < len(parts) else ""
    return " ".join(filter(None, (_LEANS if result.get("leaning") else "", counted)))

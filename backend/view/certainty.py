"""Describes the certainty of a grade in words, based on the model's measured accuracy or else on the confidence."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from backend.domain.verdict import Label
from backend.messages.messages import Messages
from backend.view.evidence import Json

_FILE = Path(__file__).resolve().parent.parent / "web" / "static" / "data" / "reliability.json"
_LEVELS = ((0.6, 0.73), (0.73, 0.87), (0.87, 1.0))
"""Confidence ranges of firm verdicts, as in the extension's `calibration.js`. Upper bounds except 1 are exclusive."""
_TOLERANCE = 0.005
"""Tolerance of bounds. The measured ranges are fifteenths, but the levels are rounded to whole percentages."""
_MIN_ANSWERS = 5
"""Minimum number of measured verdicts for which the accuracy is shown."""
_MAX_IN_TEN = 9
"""Maximum number shown out of ten, because no verdict should appear certain."""
_CERTAINTY_KEYS = ((0.9, "very_sure"), (0.75, "fairly_sure"), (0.6, "somewhat_sure"), (0.0, "unsure"))


@cache
def measured() -> dict[str, Any]:
    """Return the shipped results of `scripts/evaluate all`: `measured` (a date), `verifier`, `embedder`, `sets`."""
    found: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def right_of_given(confidence: float, verifier: str) -> tuple[int, int] | None:
    """Return the numbers of right and of all measured firm verdicts with about this confidence.

    Return None if too few verdicts were measured, or if `verifier` is not the model that was measured.
    """
    shown = round(confidence, 2)
    level = next(((low, high) for low, high in _LEVELS if low <= shown < high or shown == high == 1), None)
    if level is None or verifier != measured()["verifier"]:
        return None
    bins = [b for one in measured()["sets"] if one["of"] == "answers" for b in one["bins"]]
    inside = [b for b in bins if level[0] - _TOLERANCE <= b["low"] and b["high"] <= level[1] + _TOLERANCE]
    answer_count = sum(b["count"] for b in inside)
    return (
        (round(sum(b["count"] * b["accuracy"] for b in inside)), answer_count) if answer_count >= _MIN_ANSWERS else None
    )


def certainty(graded: Json, m: Messages, verifier: str = "") -> str:
    """Return the certainty of a result or part, such as "fairly sure", or "" if it is neither firm nor leaning."""
    leaning = graded.get("leaning")
    if leaning:
        return _times_in_ten(leaning["probability"], m)
    if not Label(graded["verdict"]).firm:
        return ""
    right_and_total = right_of_given(graded["confidence"], verifier)
    if right_and_total:
        return _times_in_ten(right_and_total[0] / right_and_total[1], m)
    return m.text(f"confidence_{next(words for least, words in _CERTAINTY_KEYS if graded['confidence'] >= least)}")


def _times_in_ten(share: float, m: Messages) -> str:
    return m.text("leaning_sure", min(_MAX_IN_TEN, int(10 * share + 0.5)), 10)

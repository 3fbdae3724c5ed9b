"""Describes in words how certain a grade is: by measured results if they are for the same model, else by the confidence."""

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
"""Ranges of confidence of firm verdicts, as in the extension's `calibration.js`; an upper bound is excluded unless it is 1."""
_EDGE = 0.005
"""Tolerance: the measured ranges are fifteenths, whereas the levels are rounded to percents."""
_FEWEST = 5
"""Smallest number of answers for which a share of right answers is shown."""
_MOST = 9
"""Largest number shown out of ten: never "10 times in 10", because no answer is certain."""
_SURE = ((0.9, "very_sure"), (0.75, "fairly_sure"), (0.6, "somewhat_sure"), (0.0, "unsure"))


@cache
def measured() -> dict[str, Any]:
    """The shipped results of `scripts/evaluate all`, with the keys `measured` (a date), `verifier`, `embedder`, `sets`."""
    found: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def right_of_given(confidence: float, verifier: str) -> tuple[int, int] | None:
    """How many firm answers of about this confidence were right, and how many were measured.

    None if too few were measured, or if `verifier` is not the model that was measured.
    """
    shown = round(confidence, 2)
    level = next(((low, high) for low, high in _LEVELS if low <= shown < high or shown == high == 1), None)
    if level is None or verifier != measured()["verifier"]:
        return None
    bins = [b for one in measured()["sets"] if one["of"] == "answers" for b in one["bins"]]
    inside = [b for b in bins if level[0] - _EDGE <= b["low"] and b["high"] <= level[1] + _EDGE]
    given = sum(b["count"] for b in inside)
    return (round(sum(b["count"] * b["accuracy"] for b in inside)), given) if given >= _FEWEST else None


def certainty(graded: Json, m: Messages, verifier: str = "") -> str:
    """The certainty of a result or a part, such as "right about 9 times in 10" or "fairly sure"; "" if nothing was decided."""
    leaning = graded.get("leaning")
    if leaning:
        return _times(leaning["probability"], m)
    if not Label(graded["verdict"]).firm:
        return ""
    known = right_of_given(graded["confidence"], verifier)
    if known:
        return _times(known[0] / known[1], m)
    return m.text(f"confidence_{next(words for least, words in _SURE if graded['confidence'] >= least)}")


def _times(share: float, m: Messages) -> str:
    return m.text("leaning_sure", min(_MOST, int(10 * share + 0.5)), 10)

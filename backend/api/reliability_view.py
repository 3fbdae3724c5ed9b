"""How often answers of each confidence were right when measured: the shipped results of `scripts/evaluate all`, as diagrams and tables.

`static/js/reliability.js` reads the same file for the line under a verdict's confidence.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from backend.api import wire
from backend.api.trace_view import percent

_FILE = Path(__file__).resolve().parent.parent / "web" / "static" / "data" / "reliability.json"
LEVELS = ((0.6, 0.8), (0.8, 1.0))
"""Ranges of confidence of firm verdicts (lower bound excluded). Undecided ones stay below .5 (backend/verdict/confidence.py)."""
FEWEST = 5
"""Least number of answers for which a share of right ones is shown."""
LEFT, TOP, SIDE = 44, 10, 200
"""Units of the diagram: where the square begins, and its side."""
_SMALLEST, _LARGEST = 3.0, 11.0
_OF = {"answers": "Whole answers to claims", "passages": "The verifier, one passage at a time"}


@cache
def measured() -> wire.Json:
    """The file: `measured` (a date), `verifier`, `embedder`, `sets`."""
    found: wire.Json = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def reliability_view(verifier: str) -> dict[str, Any]:
    """Diagrams for the template; none unless `verifier`, the current model, is the one that was measured."""
    data, drawn, coverage = measured(), [], None
    if data["verifier"] == verifier:
        drawn = [_diagram(one, place) for place, one in enumerate(data["sets"])]
        coverage = _coverage(data["coverage"]) if data["coverage"] else None
    return {"measured": data["measured"], "model": data["verifier"], "sets": drawn, "coverage": coverage}


def told(confidence: float, verifier: str) -> str:
    """How many firm answers of about this confidence were right, in one sentence.

    "" where too few were measured, or where `verifier` (of the result's fingerprint) is not the one that was measured.
    """
    if verifier != measured()["verifier"]:
        return ""
    level = next(((low, high) for low, high in LEVELS if low < confidence <= high), None)
    if level is None:
        return ""
    bins = [b for one in measured()["sets"] if one["of"] == "answers" for b in one["bins"]]
    inside = [b for b in bins if level[0] - 1e-3 <= b["low"] and b["high"] <= level[1] + 1e-3]
    given = sum(b["count"] for b in inside)
    if given < FEWEST:
        return ""
    right = round(sum(b["count"] * b["accuracy"] for b in inside))
    low, high = percent(100 * level[0]), percent(100 * level[1])
    return f"Measured: of {given} test answers between {low} and {high}, {right} were right."


def _diagram(one: wire.Json, place: int) -> dict[str, Any]:
    whole = max(b["count"] for b in one["bins"])
    dots = [_dot(b, whole) for b in one["bins"]]
    return {
        "id": f"reliability-{place}",
        "kind": _OF[one["of"]],
        "name": one["name"],
        "rows": f"{one['rows']:,}",
        "error": percent(100 * one["ece"]),
        "dots": dots,
        "line": " ".join(f"{dot['x']},{dot['y']}" for dot in dots),
        "table": [_row(b) for b in one["bins"]],
    }


def _coverage(found: wire.Json) -> dict[str, Any]:
    """The share of right answers over the share of claims answered, surest first, and the firm answers of each risk setting."""
    return {
        "rows": f"{found['rows']:,}",
        "line": " ".join("{x},{y}".format(**_point(answered, right)) for answered, right in found["curve"]),
        "settings": [
            {
                "name": risk,
                "answered": percent(100 * answered),
                "right": percent(100 * right),
                **_point(answered, right),
            }
            for risk, (answered, right) in found["firm"].items()
        ],
    }


def _point(across: float, up: float) -> dict[str, float]:
    return {"x": round(LEFT + SIDE * across, 1), "y": round(TOP + SIDE * (1 - up), 1)}


def _dot(found: wire.Json, whole: int) -> dict[str, float]:
    """The area shows the number of answers."""
    radius = max(_SMALLEST, _LARGEST * (found["count"] / whole) ** 0.5)
    return {**_point(found["confidence"], found["accuracy"]), "r": round(radius, 1)}


def _row(found: wire.Json) -> dict[str, str]:
    return {
        "range": f"{percent(100 * found['low'])}–{percent(100 * found['high'])}",
        "said": percent(100 * found["confidence"]),
        "right": percent(100 * found["accuracy"]),
        "count": f"{found['count']:,}",
    }

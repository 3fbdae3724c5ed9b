"""Shows how often answers of each confidence were right, as diagrams and tables of the shipped results of `scripts/evaluate all`."""

from __future__ import annotations

import math
from typing import Any

from backend.api import wire
from backend.view.certainty import measured

LEFT, TOP, SIDE = 44, 10, 200
"""The left and upper edge of a diagram's square and the length of its side, in units of the diagram."""
_SMALLEST, _LARGEST = 3.0, 11.0
_OF = {"answers": "Whole answers to claims", "passages": "The verifier, one passage at a time"}


def reliability_view(verifier: str) -> dict[str, Any]:
    """The diagrams for the template; none unless `verifier`, the model in use, is the one that was measured."""
    data, drawn, coverage = measured(), [], None
    if data["verifier"] == verifier:
        drawn = [_diagram(one, place) for place, one in enumerate(data["sets"])]
        coverage = _coverage(data["coverage"]) if data["coverage"] else None
    return {"measured": data["measured"], "model": data["verifier"], "sets": drawn, "coverage": coverage}


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
    """The share of right answers against the share of claims answered, surest first, and the firm answers of each risk setting."""
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
    """A dot whose area shows the number of answers."""
    radius = max(_SMALLEST, _LARGEST * (found["count"] / whole) ** 0.5)
    return {**_point(found["confidence"], found["accuracy"]), "r": round(radius, 1)}


def _row(found: wire.Json) -> dict[str, str]:
    return {
        "range": f"{percent(100 * found['low'])}–{percent(100 * found['high'])}",
        "said": percent(100 * found["confidence"]),
        "right": percent(100 * found["accuracy"]),
        "count": f"{found['count']:,}",
    }


def percent(value: float) -> str:
    """A value of 0..100 as a percentage, with halves rounded up."""
    return f"{math.floor(value + 0.5)}%"

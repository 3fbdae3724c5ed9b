"""Prepares diagrams and tables of accuracy by confidence from the shipped results of `scripts/evaluate all`."""

from __future__ import annotations

import math
from typing import Any

from backend.api import wire
from backend.messages.messages import Messages
from backend.view.certainty import measured

LEFT, TOP, SIDE = 44, 10, 200
"""The left edge, the top edge and the side length of a diagram's square, in units of the diagram."""
_MIN_RADIUS, _MAX_RADIUS = 3.0, 11.0


def reliability_view(verifier: str, m: Messages) -> dict[str, Any]:
    """Return the diagrams for the template, or none if `verifier`, the current model, is not the measured model."""
    data, drawn, coverage = measured(), [], None
    if data["verifier"] == verifier:
        drawn = [_diagram(one, place, m) for place, one in enumerate(data["sets"])]
        coverage = _coverage(data["coverage"], m) if data["coverage"] else None
    return {"measured": m.date(data["measured"]), "model": data["verifier"], "sets": drawn, "coverage": coverage}


def _diagram(result_set: wire.Json, place: int, m: Messages) -> dict[str, Any]:
    max_count = max(b["count"] for b in result_set["bins"])
    dots = [_dot(b, max_count) for b in result_set["bins"]]
    return {
        "id": f"reliability-{place}",
        "kind": m.text(f"page_of_{result_set['of']}"),
        "name": result_set["name"],
        "rows": m.number(result_set["rows"]),
        "error": _percent(result_set["ece"], m),
        "dots": dots,
        "line": " ".join(f"{dot['x']},{dot['y']}" for dot in dots),
        "table": [_table_row(b, m) for b in result_set["bins"]],
    }


def _coverage(found: wire.Json, m: Messages) -> dict[str, Any]:
    """Return the accuracy by share of claims decided, most confident first, and the point of each risk setting."""
    return {
        "rows": m.number(found["rows"]),
        "line": " ".join("{x},{y}".format(**_point(answered, right)) for answered, right in found["curve"]),
        "settings": [
            {
                "name": risk,
                "answered": _percent(answered, m),
                "right": _percent(right, m),
                **_point(answered, right),
            }
            for risk, (answered, right) in found["firm"].items()
        ],
    }


def _point(across: float, up: float) -> dict[str, float]:
    return {"x": round(LEFT + SIDE * across, 1), "y": round(TOP + SIDE * (1 - up), 1)}


def _dot(found: wire.Json, max_count: int) -> dict[str, float]:
    """Return a dot whose area is proportional to the number of verdicts, within limits."""
    radius = max(_MIN_RADIUS, _MAX_RADIUS * (found["count"] / max_count) ** 0.5)
    return {**_point(found["confidence"], found["accuracy"]), "r": round(radius, 1)}


def _table_row(found: wire.Json, m: Messages) -> dict[str, str]:
    return {
        "range": f"{_percent(found['low'], m)}–{_percent(found['high'], m)}",
        "said": _percent(found["confidence"], m),
        "right": _percent(found["accuracy"], m),
        "count": m.number(found["count"]),
    }


def _percent(share: float, m: Messages) -> str:
    """Format a share (0..1) as a percentage, with halves rounded up."""
    return m.percent(math.floor(100 * share + 0.5) / 100)

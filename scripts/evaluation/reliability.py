"""Writes the measured reliability for the web page: for each set, the accuracy of the answers in each confidence bin."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from backend.bootstrap import load_embedder, load_verifier
from backend.evaluation.scores import Measurement
from backend.settings import Settings
from scripts.evaluation.sets import CURVE_FILE, Set

COMMANDS = {"end-to-end": "answers", "verifier": "passages"}
"""The unit that each sub-command measures: the product's answers to claims, or the verifier's judgements of passages."""
DECIMALS = 4
RISKS = ("cautious", "balanced", "bold")


def write_reliability(out: Path, found: Mapping[Set, Measurement]) -> None:
    """Write one JSON file with the sets, answers before passages and larger sets before smaller ones. Sets without bins are omitted."""
    chosen = [(one, measured) for one, measured in found.items() if measured.bins and one.command in COMMANDS]
    chosen.sort(key=lambda pair: (list(COMMANDS).index(pair[0].command), -pair[1].figures.n, pair[0].name))
    settings = Settings(_env_file=None)
    document = {
        "measured": datetime.now(UTC).date().isoformat(),
        "verifier": load_verifier(settings).model_id,
        "embedder": load_embedder(settings).model_id,
        "sets": [_set(one, measured) for one, measured in chosen],
        "coverage": coverage_of(found),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _set(one: Set, measured: Measurement) -> dict[str, Any]:
    figures = measured.figures
    bins = [{name: round(value, DECIMALS) for name, value in asdict(each).items()} for each in measured.bins]
    return {
        "of": COMMANDS[one.command],
        "name": one.name,
        "rows": figures.n,
        "accuracy": _rounded(figures.accuracy),
        "ece": _rounded(figures.as_json().get("ece_told", figures.ece)),
        "bins": bins,
    }


def coverage_of(found: Mapping[Set, Measurement]) -> dict[str, Any] | None:
    """Return the risk-coverage curve, and (share of claims, accuracy) of the firm answers at each risk setting."""
    of_risk = {one.risk: measured for one, measured in found.items() if one.file == CURVE_FILE and measured.curve}
    if "balanced" not in of_risk:
        return None
    firm = {risk: measured.figures.as_json() for risk, measured in of_risk.items()}
    return {
        "rows": of_risk["balanced"].figures.n,
        "curve": of_risk["balanced"].curve,
        "firm": {risk: (firm[risk]["firm"], firm[risk]["firm_right"]) for risk in RISKS if risk in firm},
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)

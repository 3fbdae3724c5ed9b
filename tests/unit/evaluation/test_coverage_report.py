"""Risk and coverage in the report: the curve of the balanced setting, and the firm verdicts of each setting."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from backend.evaluation.scores import FileScores, Measurement
from scripts.evaluation.plots import coverage
from scripts.evaluation.reliability import coverage_of
from scripts.evaluation.sets import CURVE_FILE, Set

CURVE = ((0.1, 1.0), (0.4, 0.8))


def measured(firm: float, right: float) -> Measurement:
    figures = FileScores(file="f", n=10, seconds=1.0, more={"firm": firm, "firm_right": right})
    return Measurement(figures=figures, curve=CURVE)


def test_every_measured_setting_is_marked_on_the_curve(tmp_path: Path) -> None:
    one = Set(command="end-to-end", name="claims", file=CURVE_FILE)
    bold = replace(one, name="claims, bold", risk="bold")
    found = coverage_of({one: measured(0.2, 0.9), bold: measured(0.3, 0.8)})
    assert found == {"rows": 10, "curve": CURVE, "firm": {"balanced": (0.2, 0.9), "bold": (0.3, 0.8)}}
    picture = tmp_path / "coverage.png"
    coverage(picture, found["curve"], found["firm"])
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_no_curve_is_drawn_without_its_claims() -> None:
    assert coverage_of({Set(command="end-to-end", name="others", file="others.jsonl"): measured(0.2, 0.9)}) is None

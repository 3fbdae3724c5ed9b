"""Stores each measurement in a file immediately, which lets a long run continue after an interruption."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from backend.evaluation.datasets import rows
from backend.evaluation.metrics import Bin, ClassFigures
from backend.evaluation.scores import FileScores, Measurement


class MeasurementStore:
    """Measurements by set name, stored in a JSON Lines file, or in memory if `path` is None. Raises DatasetError for a damaged file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, Measurement] = {}
        if path and path.exists() and path.stat().st_size:
            self._known = {row.text("name"): _read(row.fields["measurement"]) for row in rows(path)}

    def get(self, name: str) -> Measurement | None:
        """Return the stored measurement of a set, or None if there is none."""
        return self._known.get(name)

    def put(self, name: str, measurement: Measurement) -> None:
        """Store the measurement of a set immediately."""
        self._known[name] = measurement
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"name": name, "measurement": asdict(measurement)}, ensure_ascii=False) + "\n")


def _read(kept: Mapping[str, Any]) -> Measurement:
    figures = dict(kept["figures"])
    classes = figures.pop("per_class")
    return Measurement(
        figures=FileScores(
            **figures, per_class={n: ClassFigures(**c) for n, c in classes.items()} if classes is not None else None
        ),
        bins=tuple(Bin(**one) for one in kept["bins"]),
        labels=tuple(kept["labels"]),
        confusion=tuple(tuple(row) for row in kept["confusion"]),
        curve=tuple((covered, right) for covered, right in kept["curve"]),
    )

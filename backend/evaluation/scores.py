"""The result of measuring one file, and its representation as JSON and as a table.

Every sub-command of `scripts/evaluate` is a module of this package with two functions. `add_options(parser)` adds its
options besides --data, --rows and --json. `measure(paths, options, tell)` yields one `Measurement` per file and reports
its progress through `tell`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from backend.evaluation.metrics import Bin, ClassFigures

Tell = Callable[[str], None]
"""A callback that shows one line of progress to the user."""
Value = float | int | str | None
DECIMALS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FileScores:
    """The scores of one file, as shares 0..1. A score is None if it does not apply.

    `seconds` is the wall time for the whole file. `more` holds the scores that are specific to one sub-command, by
    name.
    """

    file: str
    n: int
    seconds: float
    accuracy: float | None = None
    macro_f1: float | None = None
    binary_accuracy: float | None = None
    ece: float | None = None
    per_class: Mapping[str, ClassFigures] | None = None
    claim_only_accuracy: float | None = None
    more: Mapping[str, Value] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the scores as JSON values, rounded to four decimals. The entries of `more` follow those with fixed names."""
        per_class = {name: asdict(figures) for name, figures in (self.per_class or {}).items()}
        fixed = {
            "file": self.file,
            "n": self.n,
            "accuracy": self.accuracy,
            "macro_f1": self.macro_f1,
            "binary_accuracy": self.binary_accuracy,
            "ece": self.ece,
            "per_class": per_class or None,
            "claim_only_accuracy": self.claim_only_accuracy,
            "seconds": self.seconds,
        }
        rounded: dict[str, Any] = _rounded({**fixed, **{k: v for k, v in self.more.items() if k not in fixed}})
        return rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Scores and the data for plots: reliability bins, and a confusion matrix (gold labels in rows, predictions in columns).

    `curve` lists points (share of claims answered, accuracy of the accepted answers) for increasing numbers of accepted
    answers. The most certain answers are accepted first.
    """

    figures: FileScores
    bins: tuple[Bin, ...] = ()
    labels: tuple[str, ...] = ()
    confusion: tuple[tuple[int, ...], ...] = ()
    curve: tuple[tuple[float, float], ...] = ()


class SubCommand(Protocol):
    """A module of this package that `scripts/evaluate` can run."""

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of this sub-command."""
        ...

    def measure(self, paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
        """Yield one measurement per file, in order. Raises UserError.

        `options.rows` is the size of the sample, or None for all rows.
        """
        ...


def table(all_figures: Iterable[FileScores]) -> str:
    """Return a plain-text table with one row per file and one column for each score that at least one file has.

    The precision, recall and F1 of each label follow below the table.
    """
    records = [f.as_json() for f in all_figures]
    score_names = [
        name for name in _names(records) if name != "per_class" and any(r.get(name) is not None for r in records)
    ]
    head = [name.replace("_", " ") for name in score_names]
    body = [[_cell(name, record.get(name)) for name in score_names] for record in records]
    widths = [max(len(line[column]) for line in [head, *body]) for column in range(len(score_names))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in [head, *body]]
    return "\n".join(line.rstrip() for line in [*lines, *_class_lines(records)])


def _names(records: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for record in records for name in record))


def _class_lines(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for record in records:
        for name, figures in (record["per_class"] or {}).items():
            if figures["support"]:
                shares = f"precision {figures['precision']:.3f}  recall {figures['recall']:.3f}  f1 {figures['f1']:.3f}"
                yield f"  {Path(record['file']).name}  {name}: {shares}  rows {figures['support']}"


def _cell(name: str, value: Value) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.1f}" if name == "seconds" else f"{value:.3f}"
    return Path(str(value)).name if name == "file" else str(value)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    return value

"""Draws plots of measurements as PNG files. The same data gives the same bytes. Needs matplotlib (requirements-dev.txt)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from backend.errors import ConfigurationError
from backend.evaluation.metrics import Bin

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 4
DOTS_PER_INCH = 100
TITLE_WIDTH = 34
_BLUE, _GREY, _ORANGE = "#2563a8", "#9aa4ae", "#c2570c"
_STYLE = {"font.family": "DejaVu Sans", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}


def require_matplotlib() -> None:
    """Raise ConfigurationError with installation instructions if matplotlib is missing.

    Call this function before a measurement that takes hours.
    """
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ConfigurationError(
            "Plots need matplotlib, which is not installed.",
            hint="Install it with: .venv/bin/python -m pip install -r requirements-dev.txt",
        ) from None


@contextmanager
def _figure(path: Path, count: int, *, width: float = 3.2, height: float = 2.9) -> Iterator[list[Axes]]:
    """Yield the axes of `count` diagrams in one file, which is written at the end of the block."""
    require_matplotlib()
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    columns = min(COLUMNS, count)
    rows = -(-count // columns)
    with rc_context(_STYLE):
        figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
        FigureCanvasAgg(figure)
        places = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
        for unused in places[count:]:
            unused.set_axis_off()
        yield places[:count]
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=DOTS_PER_INCH, metadata={"Software": None})


def reliability_diagrams(path: Path, sets: Mapping[str, Sequence[Bin]]) -> None:
    """Draw one diagram per set, with the accuracy of each bin plotted against its mean confidence.

    A dot's area shows the number of rows in the bin.
    """
    with _figure(path, len(sets)) as places:
        for axes, (name, bins) in zip(places, sets.items(), strict=True):
            whole = sum(one.count for one in bins)
            axes.plot([0, 1], [0, 1], color=_GREY, linewidth=1, linestyle="--")
            axes.plot([b.confidence for b in bins], [b.accuracy for b in bins], color=_BLUE, linewidth=1)
            sizes = [8 + 300 * b.count / whole for b in bins]
            axes.scatter([b.confidence for b in bins], [b.accuracy for b in bins], s=sizes, color=_BLUE, alpha=0.6)
            axes.set(xlim=(0.3, 1.02), ylim=(0, 1.02), xlabel="confidence", ylabel="share right")
            axes.set_title(fill(name, TITLE_WIDTH), fontsize=9)


def coverage(path: Path, curve: Sequence[tuple[float, float]], firm: Mapping[str, tuple[float, float]]) -> None:
    """Plot accuracy against the share of claims answered, with the most certain answers accepted first.

    `firm` holds the point (share of claims, accuracy) of the firm answers at each risk setting.
    """
    with _figure(path, 1, width=5) as (axes,):
        axes.plot(*zip(*curve, strict=True), color=_BLUE, linewidth=1.5)
        for marker, (risk, (answered, right)) in zip("^os", firm.items(), strict=False):
            axes.scatter([answered], [right], marker=marker, color=_ORANGE, zorder=3, label=f"firm, {risk}")
        axes.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="share of claims answered", ylabel="share right")
        axes.legend(loc="lower right", frameon=False)


def confusions(path: Path, sets: Mapping[str, tuple[Sequence[str], Sequence[Sequence[int]]]]) -> None:
    """Draw one confusion matrix per set. A cell shows the count and the share of a predicted label (column) for a gold label (row)."""
    with _figure(path, len(sets)) as places:
        for axes, (name, (labels, counts)) in zip(places, sets.items(), strict=True):
            shares = [[count / max(1, sum(row)) for count in row] for row in counts]
            axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
            _cells(axes, counts, shares)
            short = [label.replace("NOT_CHECKWORTHY", "not worth").replace("CHECKWORTHY", "worth") for label in labels]
            axes.set_xticks(range(len(labels)), [s.lower() for s in short], fontsize=8)
            axes.set_yticks(range(len(labels)), [s.lower() for s in short], fontsize=8)
            axes.set(xlabel="said", ylabel="gold")
            axes.set_title(fill(name, TITLE_WIDTH), fontsize=9)


def _cells(axes: Axes, counts: Sequence[Sequence[int]], shares: Sequence[Sequence[float]]) -> None:
    for row, line in enumerate(counts):
        for column, count in enumerate(line):
            style: dict[str, Any] = {"color": "white" if shares[row][column] > 0.5 else "black", "fontsize": 8}
            text = f"{shares[row][column]:.0%}\n{count}"
            axes.text(column, row, text, ha="center", va="center", **style)


def against_targets(path: Path, lines: Sequence[tuple[str, float, float]]) -> None:
    """Draw one bar per (name, value, target) with a mark at the target."""
    with _figure(path, 1, width=8, height=0.6 + 0.32 * len(lines)) as (axes,):
        places = range(len(lines), 0, -1)
        colours = [_BLUE if value >= target else _ORANGE for _, value, target in lines]
        axes.barh(places, [value for _, value, _ in lines], color=colours, height=0.6)
        axes.scatter([target for _, _, target in lines], places, marker="|", s=160, color="black", zorder=3)
        axes.set_yticks(places, [name for name, _, _ in lines])
        axes.set(xlim=(0, 1), xlabel="figure (bar) and target (mark); orange: below the target")

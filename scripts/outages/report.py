"""The results of the fault tests, one row per part and failure mode, shown as a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scripts.markdown import table


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageRow:
    """The result for one part and failure mode.

    `problem` describes a late or wrong answer or an unreported failure ("" if there is none). `told` is the message
    shown to the user.
    """

    group: str
    part: str
    way: str
    problem: str = ""
    told: str = ""
    seconds: float = 0.0

    @property
    def line(self) -> str:
        """Return a line of progress."""
        return f"{self.part} × {self.way}: {self.problem or f'{self.seconds:.1f} s'}"

    def as_json(self) -> dict[str, Any]:
        """Return the row for --json."""
        return asdict(self)


def shown(rows: Sequence[OutageRow]) -> str:
    """Return a Markdown table per group, followed by the problems.

    Rows are parts, columns are failure modes, and cells contain seconds.
    """
    groups = dict.fromkeys(row.group for row in rows)
    found = [_matrix([row for row in rows if row.group == group]) for group in groups]
    problems = [f"  {row.group}, {row.part} × {row.way}: {row.problem}" for row in rows if row.problem]
    held = sum(not row.problem for row in rows)
    longest = max((row.seconds for row in rows), default=0.0)
    return (
        "\n\n".join([*found, f"{held} of {len(rows)} held, the longest took {longest:.1f} s"])
        + "\n"
        + "\n".join(problems)
    )


def _matrix(rows: Sequence[OutageRow]) -> str:
    ways = list(dict.fromkeys(row.way for row in rows))
    cells = {(row.part, row.way): _cell(row) for row in rows}
    parts = dict.fromkeys(row.part for row in rows)
    return table((rows[0].group, *ways), [(part, *(cells.get((part, way), "") for way in ways)) for part in parts])


def _cell(row: OutageRow) -> str:
    return "FAILED" if row.problem else f"{row.seconds:.1f} s"

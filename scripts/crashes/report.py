"""The results of the crash tests, one row per case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scripts.markdown import table


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashRow:
    """One row of the report, covering `tried` attempts.

    `failed` contains one message for each attempt with a loss or an error. `told` is additional information.

    `skipped` is the reason why this machine cannot run the test.
    """

    group: str
    case: str
    tried: int
    failed: tuple[str, ...] = ()
    told: str = ""
    skipped: str = ""

    @property
    def bad(self) -> bool:
        """Return whether something was lost, or the test did not run and gave no reason."""
        return bool(self.failed) or (self.tried == 0 and not self.skipped)

    def as_json(self) -> dict[str, Any]:
        """Return the row for --json."""
        return {**asdict(self), "bad": self.bad}


def shown(rows: Sequence[CrashRow]) -> str:
    """Return a Markdown table, followed by the failures."""
    head = ("group", "case", "tried", "lost", "")
    cells = [(r.group, r.case, str(r.tried), str(len(r.failed)), r.skipped or r.told) for r in rows]
    failures = [f"  {row.group}, {row.case}: {text}" for row in rows for text in row.failed[:5]]
    return "\n".join([table(head, cells), *failures])

"""The results of the attacks, one row per attack and variant, printed as a table or written as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scripts import markdown

EXAMPLES = 5
"""Maximum number of examples of successful attempts per row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRow:
    """One row of the report: `through` of `tried` attempts succeeded, and more than `allowed` is a regression.

    `allowed` is None for a row that is only informative, such as the effect of disabling a defence.
    """

    group: str
    attack: str
    variant: str
    tried: int
    through: int
    allowed: int | None = 0
    examples: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def regression(self) -> bool:
        """Return whether more attempts succeeded than allowed, or no attempt was made."""
        return self.allowed is not None and (self.through > self.allowed or self.tried == 0)

    def as_json(self) -> dict[str, Any]:
        """Return the row for --json."""
        return {**asdict(self), "regression": self.regression}


class Tally:
    """Counts the attempts for one row and keeps a short description of each successful attempt."""

    def __init__(self) -> None:
        self.tried = 0
        self._through: list[str] = []

    def attempt(self, came_through: bool, what: object = "") -> None:
        """Count one attempt. `what` describes the attempt if it succeeded."""
        self.tried += 1
        if came_through:
            self._through.append(str(what)[:300])

    def row(self, group: str, attack: str, variant: str, *, allowed: int | None = 0, seconds: float = 0.0) -> AttackRow:
        """Return the row for all attempts counted so far."""
        return AttackRow(
            group=group, attack=attack, variant=variant, tried=self.tried, through=len(self._through), allowed=allowed,
            examples=tuple(self._through[:EXAMPLES]), seconds=round(seconds, 1),
        )  # fmt: skip


def table(rows: Sequence[AttackRow]) -> str:
    """Return a Markdown table, followed by examples of every regression."""
    head = ("group", "attack", "variant", "tried", "came through", "allowed", "")
    return "\n".join([markdown.table(head, [_cells(row) for row in rows]), *_examples(rows)])


def _cells(row: AttackRow) -> tuple[str, ...]:
    allowed = "-" if row.allowed is None else str(row.allowed)
    verdict = "REGRESSION" if row.regression else "" if row.allowed is None else "held"
    return row.group, row.attack, row.variant, f"{row.tried:,}", f"{row.through:,}", allowed, verdict


def _examples(rows: Iterable[AttackRow]) -> list[str]:
    return [
        f"  {row.group}, {row.attack}, {row.variant}: {text!r}"
        for row in rows
        if row.regression
        for text in row.examples
    ]

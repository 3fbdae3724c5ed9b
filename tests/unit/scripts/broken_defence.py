"""A group of attacks, one of which succeeds, for the tests of scripts/attack."""

from __future__ import annotations

from collections.abc import Iterable

from scripts.attacks import Options
from scripts.attacks.report import ReportRow


def run(options: Options) -> Iterable[ReportRow]:
    """Return one row that passed and one that failed."""
    yield ReportRow(group="broken", attack="a", variant="held", tried=2, through=0)
    yield ReportRow(
        group="broken", attack="b", variant="came through", tried=2, through=1, examples=("the one that did",)
    )

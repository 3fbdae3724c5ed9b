"""A group of attacks, one of which succeeds, for the tests of scripts/attack."""

from __future__ import annotations

from collections.abc import Iterable

from scripts.attacks import AttackOptions
from scripts.attacks.report import AttackRow


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Return one row that passed and one that failed."""
    yield AttackRow(group="broken", attack="a", variant="held", tried=2, through=0)
    yield AttackRow(
        group="broken", attack="b", variant="came through", tried=2, through=1, examples=("the one that did",)
    )

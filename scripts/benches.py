"""Runs groups of tests in turn, prints progress and writes JSON, for scripts/attack, scripts/crash and scripts/faults."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any


def tell(line: str) -> None:
    """Print one line of progress."""
    print(line, file=sys.stderr, flush=True)


def _nothing(_row: Any) -> str:
    return ""


def collected(
    groups: Mapping[str, str], named: Sequence[str], options: Any, each: Callable[[Any], str] = _nothing
) -> list[Any]:
    """Return the rows of the named groups, or of all; each module has `run(options)`. `each` formats a row as a progress line."""
    rows: list[Any] = []
    # Waitress would log every request that waits for a thread.
    logging.getLogger("waitress").setLevel(logging.CRITICAL)
    for name in named or groups:
        started = time.monotonic()
        tell(f"{name} …")
        for row in import_module(groups[name]).run(options):
            rows.append(row)
            if said := each(row):
                tell(f"  {said}")
        tell(f"{name}: {time.monotonic() - started:.0f} s")
    return rows


def write_json(path: Path | None, rows: Sequence[Any]) -> None:
    """Write all rows as a JSON list. Does nothing without a path."""
    if path:
        found = [row.as_json() for row in rows]
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")

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
    """Run the named groups, or all groups if none is named, and return their rows.

    `groups` maps names to modules with `run(options)`. `each` formats a row as a line of progress.
    """
    rows: list[Any] = []
    # Otherwise, Waitress logs every request that waits for a thread.
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
    """Write all rows to the file as a JSON list. Does nothing if `path` is None."""
    if path:
        found = [row.as_json() for row in rows]
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")

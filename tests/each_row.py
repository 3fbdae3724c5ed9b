"""Runs one test over a table of similar examples and reports every row that fails."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable
from functools import wraps
from reprlib import Repr
from threading import Thread
from typing import Any

import pytest

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 200
_SHORT.maxlevel = _SHORT.maxdict = _SHORT.maxlist = _SHORT.maxtuple = 20

ROW_LIMIT_S = 60.0
"""Time limit for rows that run at once. pytest-timeout can interrupt only the main thread."""
Test = Callable[..., None]


def each_row(columns: str | tuple[str, ...], rows: Iterable[Any], *, at_once: bool = False) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but for many examples of one behaviour: all rows together are one test.

    Rows share the fixtures of the test. If a row needs its own object, create the object inside the test.
    With `at_once`, every row runs in its own thread, so rows that wait for a real timeout wait together.
    """
    names = (columns,) if isinstance(columns, str) else columns
    table = [_row(names, row) for row in rows]

    def decorate(check: Test) -> Test:
        @wraps(check)
        def check_all(**fixtures: Any) -> None:
            assert table, "the table is empty"
            ends = _at_once(check, table, fixtures) if at_once else [_failure(check, row, fixtures) for row in table]
            failures = [failure for failure in ends if failure]
            assert not failures, f"{len(failures)} of {len(table)} rows are wrong\n" + "\n".join(failures)

        signature = inspect.signature(check)
        kept = [parameter for name, parameter in signature.parameters.items() if name not in names]
        check_all.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return check_all

    return decorate


def _at_once(check: Test, table: list[dict[str, Any]], fixtures: dict[str, Any]) -> list[str]:
    """Check each row in its own thread. A row that does not end fails, and its thread ends with the process."""
    ends = [f"{_SHORT.repr(row)}\n  did not end within {ROW_LIMIT_S:.0f} s" for row in table]

    def run(place: int) -> None:
        try:
            ends[place] = _failure(check, table[place], fixtures)
        except BaseException as error:
            ends[place] = f"{_SHORT.repr(table[place])}\n  {error!r}"
            raise

    threads = [Thread(target=run, args=(place,), daemon=True) for place in range(len(table))]
    for thread in threads:
        thread.start()
    limit = time.monotonic() + ROW_LIMIT_S
    for thread in threads:
        thread.join(max(0.0, limit - time.monotonic()))
    return list(ends)


def _row(names: tuple[str, ...], row: Any) -> dict[str, Any]:
    return dict(zip(names, (row,) if len(names) == 1 else row, strict=True))


def _failure(check: Test, row: dict[str, Any], fixtures: dict[str, Any]) -> str:
    """Return the failure of a row as text, or "" if the row passes."""
    try:
        check(**row, **fixtures)
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - the test reports it with its row
        shown = ", ".join(f"{name}={_SHORT.repr(value)}" for name, value in row.items())
        lines = "".join(f"\n    {line}" for line in f"{type(error).__name__}: {error}".splitlines())
        return f"  {shown}{lines}"
    return ""

"""Waiting for work that may never end: the work is abandoned, the caller is not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from backend.errors import Cancelled

T = TypeVar("T")

_POLL_S = 0.05


def _never() -> bool:
    return False


class _Box(Generic[T]):
    """Result or error of one piece of work."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.value: list[T] = []
        self.error: BaseException | None = None


def within(seconds: float, work: Callable[[], T], *, stop: Callable[[], bool] = _never) -> T:
    """What `work` returns or raises, or TimeoutError after `seconds`, or Cancelled soon after `stop()` turns true.

    The work runs in a daemon thread, so that an abandoned one never keeps the program from ending. It must carry a
    time limit of its own (socket time-outs), or abandoned threads would pile up.
    """
    box: _Box[T] = _Box()

    def run() -> None:
        try:
            box.value.append(work())
        except BaseException as error:  # noqa: BLE001 - carried to the caller's thread unchanged
            box.error = error
        finally:
            box.done.set()

    threading.Thread(target=run, name="within", daemon=True).start()
    deadline = time.monotonic() + seconds
    while not box.done.wait(min(_POLL_S, max(0.0, deadline - time.monotonic()))):
        if stop():
            raise Cancelled
        if time.monotonic() >= deadline:
            raise TimeoutError
    if box.error is not None:
        raise box.error
    return box.value[0]

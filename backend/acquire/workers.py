"""Manages the processes that read pages.

The processes are started on demand, reused, and killed when a page stalls them (S14).
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from backend.acquire.frames import LENGTH, send
from backend.domain.article import Article, FetchedPage
from backend.errors import FetchTimeout, UnreadablePage

AT_ONCE = 4
"""The maximum number of processes. Further pages wait for a free process, within their time limits."""
KEPT = 2
"""The number of idle processes to keep; each takes about 75 MiB."""
SURPLUS_S = 60.0
"""The time, in seconds, for which surplus processes are kept after a burst of pages.

Claims often arrive in series, and starting a process takes half a second of CPU time.
"""
PAGES_EACH = 200
"""The number of pages after which a process is replaced, to release the memory that its libraries hold."""
START_S = 30.0
MAX_ANSWER = 16 * 1024**2
"""The maximum size of a worker's response, in bytes.

The result for an article of `parse.MAX_TEXT` characters is far smaller, so a larger result is rejected.
"""

_ROOT = Path(__file__).resolve().parents[2]
_NEEDED_VARIABLES = frozenset(
    {"PATH", "LANG", "TZ", "TMPDIR", "TEMP", "TMP", "HOME", "SYSTEMROOT", "LD_LIBRARY_PATH", "VIRTUAL_ENV"}
)
_NEEDED_PREFIXES = ("LC_", "PYTHON")


class _WorkerStalled(Exception):
    """The process did not respond in time or has exited."""


class _Process:
    """One worker process, which reads one page at a time."""

    def __init__(self, module: str = "backend.acquire.worker") -> None:
        self.pages = 0
        self._process = subprocess.Popen(  # noqa: S603  # one of our own modules
            [sys.executable, "-m", module],
            cwd=_ROOT,
            env=_minimal_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._in = cast("BinaryIO", self._process.stdin)
        self._out = cast("BinaryIO", self._process.stdout)
        try:
            with self._kill_after(START_S):
                self._receive()
        except _WorkerStalled:
            self.end()
            raise

    def ask(self, page: FetchedPage, seconds: float) -> bytes:
        """Send a page to the worker and return the response. Raises _WorkerStalled."""
        self.pages += 1
        head = {"url": page.url, "content_type": page.content_type, "charset": page.charset, "seconds": seconds}
        # The process enforces the limit itself; the additional half second is for transferring the page and the response.
        with self._kill_after(seconds + 0.5):
            try:
                send(self._in, json.dumps(head).encode())
                send(self._in, page.body)
            except OSError as error:
                raise _WorkerStalled from error
            return self._receive()

    @contextmanager
    def _kill_after(self, seconds: float) -> Iterator[None]:
        """Kill the process if the `with` block takes longer than `seconds`. Raises _WorkerStalled.

        Killing the process aborts a blocking read on every platform; Windows has no timeouts for pipes.
        """
        timer = threading.Timer(seconds, self._process.kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
        if self._process.poll() is not None:
            raise _WorkerStalled

    def _receive(self) -> bytes:
        size = LENGTH.unpack(self._read(LENGTH.size))[0]
        if size > MAX_ANSWER:
            raise _WorkerStalled
        return self._read(size)

    def _read(self, size: int) -> bytes:
        """Read exactly `size` bytes. Raises _WorkerStalled."""
        data = self._out.read(size)
        if len(data) < size:
            raise _WorkerStalled
        return data

    def end(self) -> None:
        """Kill the process at once."""
        self._process.kill()
        with suppress(OSError):
            self._in.close()
        self._out.close()
        self._process.wait()


def _minimal_environment() -> dict[str, str]:
    """Return only the variables that Python needs to start, because any other variable can contain a secret."""
    return {name: v for name, v in os.environ.items() if name in _NEEDED_VARIABLES or name.startswith(_NEEDED_PREFIXES)}


Later = Callable[[float, Callable[[], None]], None]


def _start_timer(seconds: float, action: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    timer.start()


class PageWorkers:
    """A pool of page-reading processes. Thread-safe."""

    def __init__(self, later: Later = _start_timer) -> None:
        self._idle: list[_Process] = []
        self._start_timer = later
        self._will_trim = False
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(AT_ONCE)
        atexit.register(self.close)

    def article(self, page: FetchedPage, seconds: float) -> Article:
        """Return the page's article. Raises UnreadablePage, or FetchTimeout after about `seconds`."""
        started = time.monotonic()
        if not self._places.acquire(timeout=seconds):
            raise FetchTimeout("The page took too long to read.", url=page.url)
        try:
            return self._read_article(page, max(0.001, seconds - (time.monotonic() - started)))
        finally:
            self._places.release()

    def close(self) -> None:
        """Stop the idle processes; the next page starts a new one."""
        self._stop_all_but(0)

    def _trim(self) -> None:
        """Stop the surplus processes after a burst of pages."""
        self._will_trim = False
        self._stop_all_but(KEPT)

    def _stop_all_but(self, kept: int) -> None:
        with self._lock:
            self._idle, surplus = self._idle[:kept], self._idle[kept:]
        for process in surplus:
            process.end()

    def _read_article(self, page: FetchedPage, seconds: float) -> Article:
        started_at = time.monotonic()
        process = None
        try:
            process = self._take_process()
            started_at = time.monotonic()
            answer = json.loads(process.ask(page, seconds))
        except (_WorkerStalled, ValueError) as error:
            if process is not None:
                process.end()
            if time.monotonic() - started_at >= seconds * 0.9:
                raise FetchTimeout("The page took too long to read.", url=page.url) from error
            raise UnreadablePage("The page broke its reader.", url=page.url) from error
        self._return_process(process)
        if "refused" in answer:
            raise UnreadablePage(str(answer["refused"]), url=page.url)
        article_fields = answer["article"]
        spans = tuple((start, end) for start, end in article_fields["sentences"])
        return Article(**{**article_fields, "reviews": tuple(article_fields["reviews"]), "sentences": spans})

    def _take_process(self) -> _Process:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return _Process()

    def _return_process(self, process: _Process) -> None:
        if process.pages >= PAGES_EACH:
            process.end()
            return
        with self._lock:
            self._idle.append(process)
            if self._will_trim or len(self._idle) <= KEPT:
                return
            self._will_trim = True
        self._start_timer(SURPLUS_S, self._trim)

"""Pages are parsed in separate processes: a stalled process is killed, and the next page is parsed normally."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backend.acquire.frames import receive, send
from backend.acquire.workers import AT_ONCE, KEPT, SURPLUS_S, PageWorkers, _Process, _WorkerStalled
from backend.domain.article import Article, FetchedPage
from backend.errors import FetchTimeout, UnreadablePage
from tests.time_limits import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
GOOD = (
    b"<html><head><title>A bridge</title></head><body><article>"
    b"<p>The Halden bridge reopened in March after long repairs.</p></article></body></html>"
)
# The parser compares every attribute with all previous ones, which takes minutes in one uninterruptible call.
STALLING = ("<p " + " ".join(f"a{n}=1" for n in range(250_000)) + ">x</p>").encode()


def _page(body: bytes = GOOD) -> FetchedPage:
    return FetchedPage(url="https://news.example/a", body=body, content_type="text/html")


@pytest.fixture(scope="module")
def others() -> set[int]:
    """The processes of other modules' pools."""
    return set(_children())


@pytest.fixture(scope="module")
def workers(others: set[int]) -> Iterator[PageWorkers]:
    """A pool with at most one process, which the tests share."""
    pool = PageWorkers()
    yield pool
    pool.close()


def _children() -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "backend.acquire.worker" in line]


def test_worker_returns_the_complete_article(workers: PageWorkers) -> None:
    article = workers.article(_page(), 20)
    assert isinstance(article, Article)
    assert (article.url, article.title, article.reviews) == ("https://news.example/a", "A bridge", ())
    assert "reopened in March" in article.text


def test_stalled_parser_is_killed_at_the_time_limit(workers: PageWorkers) -> None:
    workers.article(_page(), 20)
    before = _children()
    with pytest.raises(FetchTimeout):
        workers.article(_page(STALLING), 0.2)
    assert set(before) - set(_children()), "the stalled process still runs"
    assert "reopened in March" in workers.article(_page(), 20).text


def test_dead_worker_process_is_replaced(workers: PageWorkers, others: set[int]) -> None:
    workers.article(_page(), 20)
    (mine,) = set(_children()) - others
    os.kill(mine, signal.SIGKILL)
    with pytest.raises(UnreadablePage, match="broke its reader"):
        workers.article(_page(), 20)
    assert "reopened in March" in workers.article(_page(), 20).text


def test_parser_error_message_reaches_the_caller(workers: PageWorkers) -> None:
    with pytest.raises(UnreadablePage, match="empty"):
        workers.article(_page(b""), 20)


def test_idle_workers_end_later_and_two_remain() -> None:
    others = set(_children())
    later: list[tuple[float, Callable[[], None]]] = []
    workers = PageWorkers(later=lambda seconds, action: later.append((seconds, action)))
    found: list[str] = []
    readers = [
        threading.Thread(target=lambda: found.append(workers.article(_page(), 60).title), daemon=True)
        for _ in range(12)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(PATIENCE_S)
    assert found == ["A bridge"] * 12
    assert len(set(_children()) - others) == AT_ONCE
    ((seconds, trim),) = later
    assert seconds == SURPLUS_S
    trim()
    assert len(set(_children()) - others) == KEPT
    workers.close()
    assert set(_children()) <= others


def test_orphaned_process_exits() -> None:
    command = [sys.executable, "-m", "backend.acquire.worker"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert receive(process.stdout) == b"ready"
        send(
            process.stdin,
            b'{"url": "https://news.example/a", "content_type": "text/html", "charset": "", "seconds": 0.2}',
        )
        send(process.stdin, STALLING)
        assert process.wait(PATIENCE_S) == 1


def test_worker_process_gets_no_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not Path("/proc/self/environ").exists():
        pytest.skip("this system does not show a process's environment")
    told = (
        "OPENAI_API_KEY",
        "CLAIMLIGHT_TOKEN",
        "DATABASE_URL",
        "CLAIMLIGHT_CHROMA_AUTHORIZATION",
        "HTTPS_PROXY",
        "X_PYTHON",
    )
    for name in told:
        monkeypatch.setenv(name, "canary-5b1f")
    monkeypatch.setenv("LC_NUMERIC", "C")
    others = set(_children())
    pool = PageWorkers()
    pool.article(_page(), 20)
    (mine,) = set(_children()) - others
    seen = Path(f"/proc/{mine}/environ").read_bytes().split(b"\0")
    pool.close()
    assert b"LC_NUMERIC=C" in seen
    assert any(entry.startswith(b"PATH=") for entry in seen)
    assert not [entry for entry in seen if b"canary-5b1f" in entry]


def test_worker_process_has_the_socket_guard_in_tests(workers: PageWorkers, others: set[int]) -> None:
    workers.article(_page(), 20)
    (mine,) = set(_children()) - others
    seen = Path(f"/proc/{mine}/environ")
    if not seen.exists():
        pytest.skip("this system does not show a process's environment")
    assert b"PYTHON_SOCKET_GUARD_LOG=" in seen.read_bytes()


def test_a_worker_that_ends_before_it_is_ready_leaves_nothing_open() -> None:
    with pytest.raises(_WorkerStalled):
        _Process("backend.errors")
    gc.collect()  # An open pipe would be a ResourceWarning, which is an error in tests.

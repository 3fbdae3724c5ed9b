"""Hostile pages: huge, deeply nested, slow, compressed, mislabelled or endlessly redirecting.

Pages are fetched, extracted and split into passages as in the service, with the same time limits. Each page must yield
text or a FetchError in time. An attack succeeds if it causes another error, exceeds the limits, leaves threads running,
uses too much memory, or yields text that is invisible to visitors.
"""

from __future__ import annotations

import resource
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

from backend.acquire.extract import EXTRACT_S, extract
from backend.acquire.fetch import TOTAL_S, SafeFetcher
from backend.acquire.passages import cut_passages
from backend.acquire.resolve import ResolveMap
from backend.domain.article import Article, FetchedPage
from backend.errors import FetchError
from scripts.attacks import AttackOptions
from scripts.attacks.hidden_text import SHOWN, WAYS, page_with
from scripts.attacks.hostile_html import HTML
from scripts.attacks.hostile_wire import WIRE, WireServer, path_of
from scripts.attacks.report import AttackRow, Tally

GROUP = "pages"
CLAIM = "The Halden bridge reopened in March after repairs"
SLACK_S = 8.0
"""Extra time for a busy machine, and for starting a process that replaces a killed one."""
CUT_S = 2.0
LEFT_OVER_S = 12.0
"""Maximum time that work on an abandoned page may continue."""
MAX_MIB = 400
"""Maximum growth of the process's memory over all pages, which are processed one after another."""


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Yield the report rows for protocol errors, page bodies, memory and hidden text. --rows limits the cases of the first two."""
    extract(
        FetchedPage(
            url="https://news.example/",
            body=b"<p>Loads what is loaded once, before anything is measured.</p>",
            content_type="text/html",
        )
    )
    before = _peak_mib()
    limit = options.suites.rows
    yield _wire(list(WIRE)[:limit], options)
    yield _bodies(list(HTML)[:limit], options)
    grown = _peak_mib() - before
    memory = Tally()
    memory.attempt(grown > MAX_MIB, f"{grown:.0f} MiB")
    yield memory.row(GROUP, "memory", f"all pages, at most {MAX_MIB} MiB (was {grown:.0f})")
    yield _hidden()


def _wire(names: Iterable[str], options: AttackOptions) -> AttackRow:
    tally, started = Tally(), time.monotonic()
    with WireServer({name: WIRE[name] for name in WIRE}) as server:
        fetcher = SafeFetcher(ResolveMap.parse(f"*=127.0.0.1:{server.port}"))
        for name in names:
            found = _read(
                lambda name=name: fetcher.fetch(f"http://news.example{path_of(name)}", timeout_s=TOTAL_S), TOTAL_S
            )  # type: ignore[misc]
            options.tell(f"  {name}: {found.line}")
            tally.attempt(bool(found.wrong), f"{name}: {found.wrong}")
    return tally.row(GROUP, "on the wire", f"at most {TOTAL_S:.0f} s each", seconds=time.monotonic() - started)


def _bodies(names: Iterable[str], options: AttackOptions) -> AttackRow:
    tally, started = Tally(), time.monotonic()
    for name in names:
        kind, body = HTML[name]()
        plain, _, charset = kind.partition(";")
        page = FetchedPage(
            url="https://news.example/story",
            body=body,
            content_type=plain,
            charset=charset.partition("=")[2].strip()[:40],
        )
        found = _read(lambda page=page: page, 0.0)  # type: ignore[misc]
        options.tell(f"  {name}: {found.line}")
        tally.attempt(bool(found.wrong), f"{name}: {found.wrong}")
    return tally.row(GROUP, "in the page", f"at most {EXTRACT_S:.0f} s each", seconds=time.monotonic() - started)


@dataclass(frozen=True, slots=True)
class _Reading:
    line: str
    wrong: str


def _read(get: object, fetch_s: float) -> _Reading:
    """Fetch, extract and split one page within the service's limits."""
    started, threads = time.monotonic(), threading.active_count()
    outcome, wrong, cut_s = "", "", 0.0
    try:
        article = extract(get())  # type: ignore[operator]
        cutting = time.monotonic()
        passages = cut_passages(article, CLAIM)
        cut_s = time.monotonic() - cutting
        outcome = f"{len(article.text):,} characters, {len(passages)} passages, cut in {cut_s:.1f} s"
        wrong = _leaked_file(article)
    except FetchError as error:
        outcome = f"{type(error).__name__}: {error}"
    except BaseException as error:  # noqa: BLE001 - any error other than FetchError is a finding
        wrong = f"{type(error).__name__}: {str(error)[:200]}"
    seconds = time.monotonic() - started - cut_s
    if seconds > fetch_s + EXTRACT_S + SLACK_S or cut_s > CUT_S:
        wrong = wrong or f"took {seconds:.1f} s and {cut_s:.1f} s to cut"
    left = _wait_for_threads(threads)
    return _Reading(
        f"{outcome or wrong}, {seconds:.1f} s, left over {left:.1f} s",
        wrong or (f"worked on for {left:.0f} s" if left >= LEFT_OVER_S else ""),
    )


def _leaked_file(article: Article) -> str:
    return "a file of this machine was read" if "root:" in article.text else ""


def _wait_for_threads(before: int) -> float:
    """Wait until the service's helper threads have ended, and return the seconds waited, at most LEFT_OVER_S."""
    started = time.monotonic()
    while time.monotonic() - started < LEFT_OVER_S:
        ours = [thread for thread in threading.enumerate() if thread.name == "within"]
        if not ours or threading.active_count() <= before:
            break
        time.sleep(0.05)
    return time.monotonic() - started


def _peak_mib() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _hidden() -> AttackRow:
    tally = Tally()
    for name in WAYS:
        text = extract(page_with(name)).text
        tally.attempt(
            "HIDDEN" in text or SHOWN not in text, f"{name}: {'extracted' if 'HIDDEN' in text else 'the story is gone'}"
        )
    return tally.row(GROUP, "hidden text", f"{len(WAYS)} ways to hide")

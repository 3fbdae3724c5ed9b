"""Reports a failed browser test: a screenshot and the console of every page, and the logs of its backends."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.backend_process import BackendMaker, BackendProcess
from tests.e2e.browser import Extension

SCREENSHOT_LIMIT_MS = 3000


@cache
def _reports() -> Path:
    chosen = os.environ.get("CLAIMLIGHT_TEST_REPORTS")
    return Path(chosen) if chosen else Path(tempfile.mkdtemp(prefix="claimlight-test-reports-"))


def save(test: str, fixtures: Mapping[str, object]) -> Path:
    """Write the report of one test to a separate folder, using the browsers and backends among its fixtures."""
    folder = _reports() / re.sub(r"[^\w.-]+", "-", test)[-120:].strip("-")
    folder.mkdir(parents=True, exist_ok=True)
    pages = [page for context in _contexts(fixtures.values()) for page in context.pages]
    for number, page in enumerate(pages, start=1):
        _save_page(page, folder / f"page-{number}")
    for log in _logs(fixtures.values()):
        shutil.copy(log, folder)
    return folder


def _contexts(fixtures: Iterable[object]) -> list[BrowserContext]:
    found: list[BrowserContext] = []
    for fixture in fixtures:
        if isinstance(fixture, Extension):
            found.append(fixture.context)
        elif isinstance(fixture, Browser):
            found.extend(fixture.contexts)
    return list(dict.fromkeys(found))


def _save_page(page: Page, path: Path) -> None:
    lines = [page.url]
    try:
        lines += [f"error: {error}" for error in page.page_errors()]
        lines += [f"{message.type}: {message.text}" for message in page.console_messages()]
        page.screenshot(path=path.with_suffix(".png"), timeout=SCREENSHOT_LIMIT_MS)
    except PlaywrightError as error:  # The page or its browser has closed.
        lines.append(f"no more from this page: {error}")
    path.with_suffix(".txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _logs(fixtures: Iterable[object]) -> Iterator[Path]:
    for fixture in fixtures:
        made = fixture.made if isinstance(fixture, BackendMaker) else [fixture]
        yield from {process.log for process in made if isinstance(process, BackendProcess) and process.log.exists()}

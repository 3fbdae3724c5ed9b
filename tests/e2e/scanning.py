"""A user with the side panel open beside a page, and the marks on that page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until

_MARKS = """() => Object.fromEntries([...CSS.highlights].filter(([, marks]) => marks.size)
  .map(([name, marks]) => [name.replace(/^m[0-9a-z]+-/, ""), [...marks].map((range) => range.toString().replace(/\\s+/g, " "))]))"""


def tab_of(extension: Extension) -> int:
    """Return the user's current tab."""
    found: int = extension.worker().evaluate(
        "async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0].id"
    )
    return found


def panel(extension: Extension, tab: int | None = None, *, path: str = "sidepanel/panel.html") -> Page:
    """Return the side panel of a tab, opened as a page."""
    page = extension.open(f"{path}?tab={tab_of(extension) if tab is None else tab}")
    page.set_viewport_size({"width": 380, "height": 760})
    return page


def marked(page: Page) -> dict[str, list[str]]:
    """Return the marked texts by kind of mark."""
    found: dict[str, list[str]] = page.evaluate(_MARKS)
    return found


def scanned(extension: Extension, reader: PageUser) -> Page:
    """Return the panel after a scan once the page is marked too, because the panel shows the claims slightly earlier."""
    beside = panel(extension)
    beside.click("#scan")
    expect(beside.locator("#claims .row").first).to_be_visible()
    until(lambda: marked(reader.page), "the marks")
    return beside


def record(extension: Extension, tab: int) -> Any:
    """Return the data that the extension stores about the scan of a tab."""
    return extension.worker().evaluate("async (key) => (await chrome.storage.session.get(key))[key]", f"scan:{tab}")


def verdicts(beside: Page) -> Locator:
    """Return the panel rows of claims that have a verdict."""
    return beside.locator("#claims .row:is(.true, .false)")

"""A page that is blocked by its own dialog does not respond, but neither panel nor menu waits for it indefinitely."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Dialog, Page, expect

from tests.e2e.browser import HURRY, Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import panel, tab_of


@contextmanager
def stopped(page: Page, other: Page) -> Iterator[None]:
    """Keep a dialog open on the page during the block. `other` belongs to another process."""
    asked: list[Dialog] = []

    def note(dialog: Dialog) -> None:
        asked.append(dialog)

    page.on("dialog", note)
    page.evaluate("() => void setTimeout(() => alert('Are you still there?'))")
    until(lambda: other.evaluate("[]") == [] and asked, "the question")
    yield
    asked[0].accept()


def test_panel_scan_and_context_menu_do_not_wait_for_a_suspended_page(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    gate.open.set()
    tab = tab_of(extension)
    beside = panel(extension)
    extension.hurry()
    with stopped(report.page, beside):
        beside.click("#scan")
        expect(beside.locator("[role=alert] h2")).to_have_text("This page cannot be read")
    beside.click("#scan")
    expect(beside.locator("#claims .row").first).to_be_visible()
    rows = beside.locator("#claims .row").count()
    beside.add_init_script(f"({HURRY})()")
    with stopped(report.page, beside):
        beside.reload()
        expect(beside.locator("#status")).to_contain_text("passage")
        expect(beside.locator("#scan")).to_be_visible()
        expect(beside.locator("#claims .row")).to_have_count(0)
    expect(panel(extension, tab).locator("#claims .row")).to_have_count(rows)
    open_window_from_the_menu(extension, report.page, beside)


def open_window_from_the_menu(extension: Extension, page: Page, beside: Page) -> None:
    """Use the context menu of the page while it is suspended, and see the answer in a window of the extension."""
    worker = extension.worker()
    page.bring_to_front()
    with stopped(page, beside), extension.context.expect_page() as opened:
        worker.evaluate("""async () => {
          const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
          const click = { menuItemId: "check-selection", selectionText: "The Earth is flat", frameId: 0 };
          chrome.contextMenus.onClicked.dispatch(click, tab);
        }""")
    expect(opened.value.locator(".verdict h2")).to_have_text("False")

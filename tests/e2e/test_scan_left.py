"""Scans whose page, worker or backend disappears: no claim is listed under another page, and no page is read unasked (S12)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser, let_timers_pass
from tests.e2e.patience import until
from tests.e2e.scanning import marked, panel, record, scanned, tab_of
from tests.e2e.selecting import NOBODY
from tests.each_row import each_row

AFTERWARDS_MS = 600
"""An automatic scan would have become visible within this time."""


@pytest.fixture
def backend(backend: BackendProcess) -> Iterator[BackendProcess]:
    """The shared backend, which continues after the test even if the test ends while the backend is suspended."""
    yield backend
    os.kill(backend.pid, signal.SIGCONT)


@pytest.fixture
def reader(extension: Extension, backend: BackendProcess) -> PageUser:
    """A user who opens the page of a report once per row of a test."""
    extension.use(backend.url)
    return PageUser(extension.context.pages[0])


@pytest.fixture
def tab(extension: Extension, reader: PageUser) -> int:
    """The user's tab."""
    return tab_of(extension)


@pytest.fixture
def beside(extension: Extension, tab: int) -> Page:
    """The panel of the user's tab, connected to the backend."""
    opened = panel(extension, tab)
    expect(opened.locator("#status")).to_contain_text("passage")
    return opened


@contextmanager
def held(backend: BackendProcess) -> Iterator[None]:
    """Suspend the backend during the block."""
    os.kill(backend.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(backend.pid, signal.SIGCONT)


def connect(extension: Extension, beside: Page, address: str, status: str) -> None:
    """Use a backend, and make the panel query its status now and not at the next poll."""
    extension.use(address)
    beside.bring_to_front()

    def queried() -> bool:
        beside.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        return status in beside.locator("#status").inner_text()

    until(queried, status)


def check_no_scan_starts(extension: Extension, beside: Page, reader: PageUser, tab: int) -> None:
    """Check that the panel offers a scan and that no scan starts by itself."""
    beside.bring_to_front()
    expect(beside.locator("#scan")).to_be_visible()
    let_timers_pass(beside, AFTERWARDS_MS)
    expect(beside.locator("#scan")).to_be_visible()
    expect(beside.locator(".row")).to_have_count(0)
    assert record(extension, tab) is None
    assert marked(reader.page) == {}


def stop_reading(beside: Page, reader: PageUser, site: str) -> None:
    expect(beside.locator("#stop")).to_have_text("Stop reading")
    beside.click("#stop")
    expect(beside.locator("#scan")).to_be_visible()


def open_article(beside: Page, reader: PageUser, site: str) -> None:
    expect(beside.locator(".now-line")).to_be_visible()
    reader.visit(f"{site}/article.html")


@each_row("end", [stop_reading, open_article])
def test_scan_that_is_stopped_or_whose_page_is_left_shows_no_claims(
    extension: Extension, reader: PageUser, beside: Page, tab: int, backend: BackendProcess, site: str,
    end: Callable[[Page, PageUser, str], None],
) -> None:  # fmt: skip
    reader.visit(f"{site}/report.html")
    with held(backend):
        beside.click("#scan")
        end(beside, reader, site)
    check_no_scan_starts(extension, beside, reader, tab)


@each_row("in_page", [True, False])
def test_failed_scan_is_not_repeated_on_another_page(
    extension: Extension, reader: PageUser, beside: Page, tab: int, backend: BackendProcess, site: str, *, in_page: bool
) -> None:
    reader.visit(f"{site}/report.html")
    connect(extension, beside, NOBODY, "Claimlight is not running")
    beside.click("#scan")
    expect(beside.locator(".failure h2")).to_have_text("Claimlight is not running")
    if in_page:
        reader.page.evaluate("history.pushState(null, '', '/another-article.html')")
    else:
        reader.visit(f"{site}/article.html")
    connect(extension, beside, backend.url, "passage")
    if in_page:
        let_timers_pass(beside, AFTERWARDS_MS)
        assert marked(reader.page) == {}
        expect(beside.locator(".failure h2")).to_be_visible()
    else:
        check_no_scan_starts(extension, beside, reader, tab)


def put_record(extension: Extension, tab: int) -> None:
    """Store a running scan that the worker does not know."""
    extension.worker().evaluate(
        """(tab) => chrome.storage.session.set({ [`scan:${tab}`]: {
             phase: "reading", scan: "1", page: "", url: "", title: "", language: "", understood: true, sentences: 0,
             claims: [], issues: [], incognito: false, at: Date.now(), failure: null } })""",
        tab,
    )


def kill_worker(extension: Extension, beside: Page, tab: int, backend: BackendProcess) -> None:
    with held(backend):
        beside.click("#scan")
        until(lambda: (record(extension, tab) or {}).get("page"), "the page's text")
        extension.kill_worker(beside)
    connect(extension, beside, backend.url, "passage")


def exceed_time_limit(extension: Extension, beside: Page, tab: int, backend: BackendProcess) -> None:
    beside.clock.install()

    def shown() -> bool:
        # The worker may still be deleting the record of the page that was just left.
        put_record(extension, tab)
        return beside.locator(".now-line").is_visible()

    until(shown, "the running scan")
    beside.clock.fast_forward(80_000)


@each_row("interrupt", [kill_worker, exceed_time_limit])
def test_interrupted_scan_is_reported_and_can_be_repeated(
    extension: Extension, reader: PageUser, beside: Page, tab: int, backend: BackendProcess, site: str,
    interrupt: Callable[[Extension, Page, int, BackendProcess], None],
) -> None:  # fmt: skip
    reader.visit(f"{site}/report.html")
    # Only then has the panel deleted the record of the page that was left.
    expect(beside.locator("#scan")).to_be_visible()
    interrupt(extension, beside, tab, backend)
    expect(beside.locator(".failure h2")).to_have_text("The connection to Claimlight was lost")
    expect(beside.locator(".failure p")).to_have_text("No answer came back: try again.")
    beside.click(".failure button")
    expect(beside.locator("#claims .row").first).to_be_visible()


def kept_answers(extension: Extension) -> list[str]:
    """Return the storage keys of complete answers."""
    found: list[str] = extension.worker().evaluate(
        "async () => Object.keys(await chrome.storage.session.get(null)).filter((key) => key.startsWith('scan-answer:'))"
    )
    return found


def test_evicted_answer_is_loaded_from_the_history(extension: Extension, reader: PageUser, tab: int, site: str) -> None:
    reader.visit(f"{site}/report.html")
    beside = scanned(extension, reader)
    row = beside.locator(".row", has_text="Residents voted")
    row.locator(".small-button").click()
    expect(row.locator(".seal")).to_be_visible()
    until(lambda: kept_answers(extension), "the answer")
    extension.worker().evaluate("(keys) => chrome.storage.session.remove(keys)", kept_answers(extension))
    beside.close()
    again = panel(extension, tab)
    row = again.locator(".row", has_text="Residents voted")
    row.locator(".row-main").click()
    expect(row.locator(".card .verdict h2")).to_be_visible()
    expect(row.locator(".seal").first).to_be_visible()
    assert kept_answers(extension) == [], "it was checked again, unasked"


def test_closing_a_tab_deletes_its_state(extension: Extension) -> None:
    closed = extension.context.pages[0]
    tab = tab_of(extension)
    put_record(extension, tab)
    extension.context.new_page()
    closed.close()
    until(lambda: record(extension, tab) is None, "the end of the record")


def test_panel_shows_the_last_of_several_tabs_opened_quickly(extension: Extension) -> None:
    beside = panel(extension)
    expect(beside.locator("#page-head")).not_to_be_empty()
    beside.evaluate(
        """async () => {
          const { PageView } = await import("./page_view.js");
          const failed = (kind) => ({ phase: "failed", page: "", claims: [], issues: [], failure: { kind }, at: 0 });
          const slow = new Promise((resolve) => setTimeout(() => resolve(failed("unreadable")), 300));
          const view = new PageView({ get: (tab) => (tab === 900001 ? slow : Promise.resolve(failed("empty"))), forget: async () => {} });
          await Promise.all([view.open({ id: 900001 }), view.open({ id: 900002 })]);
        }"""
    )
    expect(beside.locator(".blank h2")).to_have_text("There is no article here")

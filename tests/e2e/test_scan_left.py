"""Scans whose page, worker or backend disappears: no claim is listed under another page, and no page is read unasked (S12)."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser, let_timers_pass
from tests.e2e.patience import until
from tests.e2e.scanning import marked, panel, record, scanned, tab_of

AFTERWARDS_MS = 600
"""An automatic scan would have become visible within this time."""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackendProcess]:
    made = BackendProcess(tmp_path_factory.mktemp("backend") / "data")
    yield made
    made.kill()


@pytest.fixture
def backend(process: BackendProcess) -> BackendProcess:
    """A running backend that can be paused or stopped, with an empty history."""
    process.start()
    process.post("/api/history/delete", {"all": True})
    return process


@pytest.fixture
def report(extension: Extension, site: str, backend: BackendProcess) -> PageUser:
    """A user on the page of a report with numbers."""
    extension.use(backend.url)
    person = PageUser(extension.context.pages[0])
    person.visit(f"{site}/report.html")
    return person


@contextmanager
def held(backend: BackendProcess) -> Iterator[None]:
    """Suspend the backend during the block."""
    os.kill(backend.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(backend.pid, signal.SIGCONT)


def refresh_backend_status(beside: Page, reader: PageUser) -> None:
    """Switch to the page and back, which makes the panel query the backend's status now and not at the next poll."""
    reader.page.bring_to_front()
    beside.bring_to_front()


def panel_beside_page(extension: Extension, reader: PageUser) -> Page:
    """Return the panel, ready for use, with the page in front."""
    beside = panel(extension)
    expect(beside.locator("#status")).to_contain_text("passage")
    reader.page.bring_to_front()
    return beside


def check_no_scan_starts(extension: Extension, beside: Page, reader: PageUser, tab: int) -> None:
    """Check that the panel offers a scan and that no scan starts by itself."""
    beside.bring_to_front()
    expect(beside.locator("#scan")).to_be_visible()
    let_timers_pass(beside, AFTERWARDS_MS)
    expect(beside.locator("#scan")).to_be_visible()
    expect(beside.locator(".row")).to_have_count(0)
    assert record(extension, tab) is None
    assert marked(reader.page) == {}


def test_scan_of_a_left_page_is_not_shown_for_the_next_page(
    extension: Extension, report: PageUser, backend: BackendProcess, site: str
) -> None:
    tab = tab_of(extension)
    beside = panel_beside_page(extension, report)
    with held(backend):
        beside.click("#scan")
        expect(beside.locator(".now-line")).to_be_visible()
        report.visit(f"{site}/article.html")
    check_no_scan_starts(extension, beside, report, tab)


def test_running_scan_can_be_stopped(extension: Extension, report: PageUser, backend: BackendProcess) -> None:
    tab = tab_of(extension)
    beside = panel_beside_page(extension, report)
    with held(backend):
        beside.click("#scan")
        expect(beside.locator("#stop")).to_have_text("Stop reading")
        beside.click("#stop")
        expect(beside.locator("#scan")).to_be_visible()
    check_no_scan_starts(extension, beside, report, tab)


def test_failed_scan_is_not_repeated_on_another_page(
    extension: Extension, report: PageUser, backend: BackendProcess, site: str
) -> None:
    tab = tab_of(extension)
    beside = panel_beside_page(extension, report)
    backend.stop()
    beside.bring_to_front()
    expect(beside.locator("#status")).to_have_text("Claimlight is not running")
    beside.click("#scan")
    expect(beside.locator(".failure h2")).to_have_text("Claimlight is not running")
    report.visit(f"{site}/article.html")
    backend.start()
    refresh_backend_status(beside, report)
    expect(beside.locator("#status")).to_contain_text("passage")
    check_no_scan_starts(extension, beside, report, tab)


def test_failed_scan_is_not_repeated_after_in_page_navigation(
    extension: Extension, report: PageUser, backend: BackendProcess, site: str
) -> None:
    beside = panel_beside_page(extension, report)
    backend.stop()
    beside.bring_to_front()
    beside.click("#scan")
    expect(beside.locator(".failure h2")).to_have_text("Claimlight is not running")
    report.page.evaluate("history.pushState(null, '', '/another-article.html')")
    backend.start()
    refresh_backend_status(beside, report)
    expect(beside.locator("#status")).to_contain_text("passage")
    let_timers_pass(beside, AFTERWARDS_MS)
    assert marked(report.page) == {}
    expect(beside.locator(".failure h2")).to_be_visible()


def test_scan_of_a_killed_worker_fails_when_the_next_worker_starts(
    extension: Extension, report: PageUser, backend: BackendProcess
) -> None:
    tab = tab_of(extension)
    beside = panel_beside_page(extension, report)
    beside.bring_to_front()
    with held(backend):
        beside.click("#scan")
        until(lambda: (record(extension, tab) or {}).get("page"), "the page's text")
        extension.kill_worker(beside)
    expect(beside.locator(".failure h2")).to_have_text("The connection to Claimlight was lost")
    expect(beside.locator(".failure p")).to_have_text("No answer came back: try again.")
    beside.click(".failure button")
    expect(beside.locator("#claims .row").first).to_be_visible()


def test_scan_unknown_to_the_worker_is_abandoned(extension: Extension, report: PageUser) -> None:
    tab = tab_of(extension)
    extension.worker().evaluate(
        """(tab) => chrome.storage.session.set({ [`scan:${tab}`]: {
             phase: "reading", scan: "1", page: "", url: "", title: "", language: "", understood: true, sentences: 0,
             claims: [], issues: [], incognito: false, at: Date.now() - 76000, failure: null } })""",
        tab,
    )
    beside = panel(extension, tab)
    expect(beside.locator(".now-line")).to_be_visible()
    expect(beside.locator(".failure h2")).to_have_text("The connection to Claimlight was lost")
    beside.click(".failure button")
    expect(beside.locator("#claims .row").first).to_be_visible()


def test_evicted_answer_is_loaded_from_the_history(extension: Extension, report: PageUser) -> None:
    tab = tab_of(extension)
    beside = scanned(extension, report)
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


def kept_answers(extension: Extension) -> list[str]:
    """Return the storage keys of complete answers."""
    found: list[str] = extension.worker().evaluate(
        "async () => Object.keys(await chrome.storage.session.get(null)).filter((key) => key.startsWith('scan-answer:'))"
    )
    return found


def test_closing_a_tab_deletes_its_state(extension: Extension, report: PageUser) -> None:
    tab = tab_of(extension)
    scanned(extension, report)
    report.page.close()
    until(lambda: record(extension, tab) is None, "the end of the record")


def test_panel_shows_the_last_of_several_tabs_opened_quickly(extension: Extension, report: PageUser) -> None:
    beside = panel(extension)
    expect(beside.locator("#scan")).to_be_visible()
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

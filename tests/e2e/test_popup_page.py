"""The popup: the state that is stored and resumed, and the links to the page behind the popup."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from backend.jobs.runner import JobLimits
from tests.e2e.axe import faults
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import marked, panel


def popup(extension: Extension, tab: int | None = None) -> Page:
    return panel(extension, tab, path="popup/popup.html")


def test_overlong_claim_is_not_sent_and_an_unfinished_one_is_kept(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    long = {"draft": "The Earth is flat. " * 150, "start": True, "incognito": False}
    extension.worker().evaluate("(popup) => chrome.storage.session.set({ popup })", long)
    page = popup(extension)
    tab = int(page.url.rpartition("=")[2])
    expect(page.locator("#check")).to_be_disabled()
    page.fill("#claim", "The Moon is made of")
    page.close()
    again = popup(extension, tab)
    expect(again.locator("#claim")).to_have_value("The Moon is made of")
    expect(again.locator("#check")).to_be_enabled()
    expect(again.locator("#status")).to_contain_text("passage")
    expect(again.locator(".progress")).to_have_count(0)
    assert gate.asked == []


def test_popup_and_shortcut_window_resume_a_running_check_and_the_unfinished_claim(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    page = popup(extension)
    page.fill("#claim", "The Earth is flat")
    page.keyboard.press("Control+Enter")
    until(lambda: gate.running == 1, "the check")
    page.fill("#claim", "The Moon is made of")
    page.close()
    again = popup(extension)
    expect(again.locator(".progress")).to_be_visible()
    again.close()
    with extension.context.expect_page() as opened:
        extension.worker().evaluate(
            "() => chrome.commands.onCommand.dispatch('verify-selection', { id: 999999, incognito: false })"
        )
    expect(opened.value.locator("#claim")).to_have_value("The Moon is made of")
    expect(opened.value.locator(".progress")).to_be_visible()
    gate.open.set()
    expect(opened.value.locator(".verdict h2")).to_have_text("False")
    assert [request.claim for request in gate.asked] == ["The Earth is flat"]


def test_private_extension_window_deletes_its_state_on_close(extension: Extension, report: PageUser) -> None:
    with extension.context.expect_page() as opened:
        extension.worker().evaluate(
            "() => chrome.commands.onCommand.dispatch('verify-selection', { id: 999999, incognito: true })"
        )
    page = opened.value
    expect(page.locator("#status")).to_contain_text("passage")
    page.fill("#claim", "The Moon is made of")
    kept = "async () => Object.keys(await chrome.storage.session.get(null))"
    until(lambda: extension.worker().evaluate(kept) == ["popup-private"], "the draft")
    extension.worker().evaluate("chrome.storage.session.remove('popup-private')")
    until(lambda: extension.worker().evaluate("[]") or page.is_closed(), "the end of the window")
    assert extension.worker().evaluate(kept) == []


@pytest.mark.parametrize("limits", [JobLimits(grace_s=0.5)], ids=["short grace period"])
def test_abandoned_check_is_repeated(
    extension: Extension, report: PageUser, gate: GatedPipeline, limits: JobLimits
) -> None:
    page = popup(extension)
    page.fill("#claim", "The Earth is flat")
    page.click("#check")
    until(lambda: gate.running == 1, "the check")
    page.close()
    until(lambda: gate.running == 0, "the backend to give up")
    again = popup(extension)
    until(lambda: gate.running == 1, "the same check anew")
    gate.open.set()
    expect(again.locator(".verdict h2")).to_have_text("False")


def test_popup_works_by_keyboard_shows_offline_mode_and_marks_the_page_behind_it(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    gate.open.set()
    extension.worker().evaluate("chrome.storage.local.set({ offline: true })")
    page = popup(extension)
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("passage")
    assert faults(page) == []
    expect(page.locator("#claim")).to_be_focused()
    page.keyboard.type("The Earth is flat")
    page.keyboard.press("Tab")
    expect(page.locator("#check")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict h2")).to_have_text("False")
    page.focus("#scan")
    page.keyboard.press("Tab")
    expect(page.locator("#panel")).to_be_focused()
    page.click("#scan")
    until(lambda: "3.2 billion" in str(marked(report.page)), "the marks")

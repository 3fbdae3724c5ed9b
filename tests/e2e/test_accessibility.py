"""axe-core reports no violation, in light or dark theme, in any state of card, popup and options page that a user can reach.

The side panel and the web page are tested with their keyboard, in tests/e2e/test_side_panel.py and tests/e2e/test_web_page_access.py.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.axe import faults, faults_in_overlay
from tests.e2e.backend_process import BackendProcess, free_port
from tests.e2e.browser import Extension, PageUser
from tests.e2e.themes import faults_in_themes, overlay_faults_in_themes


def test_button_and_card_are_accessible_with_and_without_a_backend(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader.select("flat")
    reader.see(".check")
    assert overlay_faults_in_themes(reader) == []
    reader.click(".check")
    reader.see(".decided")
    assert overlay_faults_in_themes(reader) == []
    reader.ask_everywhere("(roots) => roots.at(-1).querySelectorAll('details').forEach((e) => { e.open = true; }) ?? 0")
    assert overlay_faults_in_themes(reader) == []
    reader.page.keyboard.press("Escape")
    extension.use(f"http://127.0.0.1:{free_port()}")
    reader.check("moon")
    reader.see(".failure h2")
    assert overlay_faults_in_themes(reader) == []
    # axe does look into the card.
    reader.ask_everywhere("(roots) => roots.at(-1).querySelector('.cl').append(document.createElement('button')) ?? 0")
    assert [fault.split(":")[0] for fault in faults_in_overlay(reader)] == ["button-name"]


def test_popup_is_accessible_with_and_without_a_backend(extension: Extension, backend: BackendProcess) -> None:
    extension.use(f"http://127.0.0.1:{free_port()}")
    without = extension.open("popup/popup.html")
    expect(without.locator(".failure")).to_be_visible()
    assert faults_in_themes(without) == []
    without.close()
    extension.use(backend.url)
    page = extension.open("popup/popup.html")
    page.set_viewport_size({"width": 380, "height": 600})
    expect(page.locator("#status")).to_contain_text("passages known")
    assert faults_in_themes(page) == []
    page.fill("#claim", "The Earth is flat")
    page.click("#check")
    expect(page.locator(".decided")).to_be_attached()
    assert faults_in_themes(page) == []


def test_options_page_is_accessible_except_for_added_faults(extension: Extension, backend: BackendProcess) -> None:
    extension.use(backend.url)
    page = extension.open("options/options.html")
    page.click("#test")
    expect(page.locator("#tested")).to_contain_text("version")
    assert faults_in_themes(page) == []
    page.evaluate(
        "document.querySelector('main').append(document.createElement('button'), document.createElement('input'))"
    )
    assert [fault.split(":")[0] for fault in faults(page)] == ["button-name", "label"]

"""axe-core reports no violation, in light or dark theme, in any state that a user can reach."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.axe import faults, faults_in_overlay
from tests.e2e.backend_process import BackendProcess, free_port
from tests.e2e.browser import Extension, PageUser
from tests.e2e.scanning import panel
from tests.e2e.themes import faults_in_themes, overlay_faults_in_themes


def test_axe_reports_violations_on_a_faulty_page(extension: Extension) -> None:
    page = extension.open("options/options.html")
    page.evaluate(
        "document.querySelector('main').append(document.createElement('button'), document.createElement('input'))"
    )
    assert [fault.split(":")[0] for fault in faults(page)] == ["button-name", "label"]


def test_button_and_card_are_accessible(extension: Extension, reader: PageUser, backend: BackendProcess) -> None:
    extension.use(backend.url)
    reader.select("flat")
    reader.see(".check")
    assert overlay_faults_in_themes(reader) == []
    reader.click(".check")
    reader.see(".decided")
    assert overlay_faults_in_themes(reader) == []
    reader.ask_everywhere("(roots) => roots.at(-1).querySelectorAll('details').forEach((e) => { e.open = true; }) ?? 0")
    assert overlay_faults_in_themes(reader) == []


def test_axe_reports_violations_in_a_faulty_card(extension: Extension, reader: PageUser) -> None:
    extension.worker()
    extension.press_shortcut()
    reader.see(".failure h2")
    reader.ask_everywhere("(roots) => roots.at(-1).querySelector('.cl').append(document.createElement('button')) ?? 0")
    assert [fault.split(":")[0] for fault in faults_in_overlay(reader)] == ["button-name"]


def test_card_without_a_backend_is_accessible(extension: Extension, reader: PageUser) -> None:
    extension.use(f"http://127.0.0.1:{free_port()}")
    reader.check("flat")
    reader.see(".failure h2")
    assert overlay_faults_in_themes(reader) == []


def test_popup_is_accessible(extension: Extension, backend: BackendProcess) -> None:
    extension.use(backend.url)
    page = extension.open("popup/popup.html")
    page.set_viewport_size({"width": 380, "height": 600})
    expect(page.locator("#status")).to_contain_text("passages known")
    assert faults_in_themes(page) == []
    page.fill("#claim", "The Earth is flat")
    page.click("#check")
    expect(page.locator(".decided")).to_be_attached()
    assert faults_in_themes(page) == []


def test_popup_without_a_backend_is_accessible(extension: Extension) -> None:
    extension.use(f"http://127.0.0.1:{free_port()}")
    page = extension.open("popup/popup.html")
    expect(page.locator(".failure")).to_be_visible()
    assert faults_in_themes(page) == []


def test_options_page_is_accessible(extension: Extension, backend: BackendProcess) -> None:
    extension.use(backend.url)
    page = extension.open("options/options.html")
    page.click("#test")
    expect(page.locator("#tested")).to_contain_text("version")
    assert faults_in_themes(page) == []


def test_web_page_is_accessible(extension: Extension, backend: BackendProcess) -> None:
    page = extension.context.pages[0]
    page.goto(backend.url)
    assert faults_in_themes(page) == []
    page.fill("#claim", "The Earth is flat")
    page.click("#go")
    expect(page.locator("#answer")).to_contain_text("False")
    assert faults_in_themes(page) == []


def test_side_panel_is_accessible(extension: Extension, site: str, backend: BackendProcess) -> None:
    extension.use(backend.url)
    backend.post("/api/verify", {"claim": "The Earth is flat"})
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/report.html")
    beside = panel(extension)
    expect(beside.locator("#scan")).to_be_visible()
    assert faults_in_themes(beside) == []
    beside.click("#scan")
    expect(beside.locator("#claims .row").first).to_be_visible()
    assert faults_in_themes(beside) == []
    for tab in beside.locator("[role=tab]").all()[1:]:
        tab.click()
        assert faults_in_themes(beside) == []

"""The user edits a claim and checks the new text in the card, in the popup, in the panel and on the web page."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.api_world import World
from tests.e2e.axe import faults, faults_in_overlay
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import panel, scanned

MOON = "The Moon is round"
_FOCUSED = "(roots) => roots.map((r) => r.activeElement?.className).find((name) => name) ?? ''"
_FIELD = """(roots) => {
  const field = roots.at(-1).querySelector(".edit textarea");
  return field && { value: field.value, selected: field.selectionEnd - field.selectionStart, most: field.maxLength };
}"""


def tab_to(reader: PageUser, name: str) -> None:
    for _ in range(40):
        if name in str(reader.ask_everywhere(_FOCUSED)).split():
            return
        reader.page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {name}")


def test_claim_can_be_edited_by_keyboard_in_the_card_and_is_kept_when_the_answer_arrives(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    report.check("flat")
    until(lambda: gate.running == 1, "the check")
    selected = report.text(".claim q")
    keys = report.page.keyboard
    tab_to(report, "edit-claim")
    keys.press("Enter")
    assert report.ask_everywhere(_FIELD) == {"value": selected, "selected": len(selected), "most": 2000}
    keys.type("Something else")
    gate.open.set()
    report.see(".decided")
    assert report.ask_everywhere(_FIELD)["value"] == "Something else"
    assert faults_in_overlay(report) == []
    keys.press("Escape")
    assert report.text(".claim q") == selected
    assert "edit-claim" in str(report.ask_everywhere(_FOCUSED))
    keys.press("Enter")
    keys.type("ab")
    assert report.ask_everywhere("(roots) => roots.at(-1).querySelector('.edit .primary').disabled")
    keys.press("Enter")
    assert len(gate.asked) == 1
    keys.type("c")
    keys.press("ControlOrMeta+A")
    keys.type(MOON)
    keys.press("Enter")
    until(lambda: report.text(".claim q") == MOON, "the other claim")
    until(lambda: report.box(".decided"), "its answer")
    assert [request.claim for request in gate.asked] == [selected, MOON]
    assert report.ask_everywhere(_FOCUSED) == "card"
    keys.press("Escape")
    until(lambda: report.text() == "", "the end of the card")


def change(page: Page, within: str = "") -> None:
    page.click(f"{within} .edit-claim")
    page.fill(f"{within} .edit textarea", MOON)
    assert faults(page) == []
    page.click(f"{within} .edit .primary")


def test_editing_in_the_popup_updates_the_claim_field(
    extension: Extension, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    extension.use(f"http://127.0.0.1:{running_service.port}")
    page = panel(extension, path="popup/popup.html")
    page.fill("#claim", "The Earth is flat")
    page.click("#check")
    expect(page.locator(".decided")).to_be_visible()
    change(page)
    expect(page.locator(".claim q")).to_have_text(MOON)
    expect(page.locator("#claim")).to_have_value(MOON)
    until(lambda: gate.asked[-1].claim == MOON, "the question")


def test_claim_edited_in_the_panel_does_not_change_its_row(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    gate.open.set()
    beside = scanned(extension, report)
    row = beside.locator("#claims .row", has_text="The Earth is flat")
    row.locator(".small-button").click()
    expect(row).to_have_class("row false")
    row.locator(".row-main").click()
    change(beside, "#claims .card")
    expect(beside.locator("#pending .claim q")).to_have_text(MOON)
    expect(beside.locator("#pending .verdict h2")).to_have_text("False")
    expect(row.locator(".row-text")).to_contain_text("The Earth is flat")
    assert (gate.asked[-1].claim, gate.asked[-1].context.url) == (MOON, report.page.url)
    beside.click("#tab-history")
    beside.locator("#entries .row-main", has_text="The Earth is flat").click()
    beside.click("#entries .card .edit-claim")
    beside.fill("#entries .card .edit textarea", MOON)
    beside.click("#entries .card .edit .primary")
    expect(beside.locator("#tab-page")).to_have_attribute("aria-selected", "true")
    expect(beside.locator("#pending .card")).to_be_focused()


def test_claim_can_be_edited_on_the_web_page(browser: Browser, running_service: World, gate: GatedPipeline) -> None:
    gate.open.set()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{running_service.port}/")
    page.fill("#claim", "The Earth is flat")
    page.click("#go")
    edit = page.get_by_role("button", name="Edit claim")
    page.fill("#claim", "a draft")
    edit.press("Enter")
    expect(page.locator("#claim")).to_be_focused()
    expect(page.locator("#claim")).to_have_value("The Earth is flat")
    page.keyboard.press("Escape")
    expect(page.locator("#claim")).to_have_value("a draft")
    expect(edit).to_be_focused()
    edit.press("Enter")
    page.keyboard.type(MOON)
    page.keyboard.press("ControlOrMeta+Enter")
    expect(page.locator(".verdict-claim")).to_have_text(MOON)
    assert gate.asked[-1].claim == MOON

"""The leaning of an undecided claim is a separate grade on card, mark, panel, history and web page, never shown by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label, Leaning, LeaningLabel, Verdict
from tests.api_world import World, make_evidence, make_part, make_verdict, world
from tests.e2e.axe import faults, faults_in_overlay
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.scanning import marked, scanned

SAYS = "At least one part is probably false."
SURE = "such verdicts are right about 8 times in 10"
_STYLES = """(roots) => {
  const style = (selector) => getComputedStyle(roots.map((root) => root.querySelector(selector)).find(Boolean)).borderTopStyle;
  return [style(".verdict"), style(".verdict .seal")];
}"""


def leaning_answer(request: VerifyRequest, run: Run) -> Verdict:
    """Give an answer with one of two parts confirmed; the leaning of the whole depends on the claim's words."""
    run.step("recall", "Looking in the knowledge base")
    found = make_verdict(request, label=Label.NOT_ENOUGH_EVIDENCE, evidence=(make_evidence(),))
    side = LeaningLabel.PROBABLY_FALSE if "flat" in request.claim.lower() else LeaningLabel.PROBABLY_TRUE
    leaning = Leaning(label=side, probability=0.78)
    parts = (
        make_part(Label.TRUE, (), text="NASA is old."),
        replace(make_part(Label.NOT_ENOUGH_EVIDENCE, found.evidence, text="The Earth is flat.", n=2), leaning=leaning),
    )
    return replace(found, leaning=leaning, confidence=0.4, truthfulness_percent=51.0, parts=parts)


@pytest.fixture
def running_service(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path / "service", leaning_answer) as running:
        yield running


def visit(page: Page, running_service: World, hash_: str = "") -> None:
    page.goto(f"http://127.0.0.1:{running_service.port}/{hash_}")


def test_leaning_has_its_own_grade_in_card_mark_panel_and_popup(
    extension: Extension, report: PageUser, running_service: World
) -> None:
    beside = scanned(extension, report)
    report.page.bring_to_front()
    box = report.page.locator("#flat").bounding_box()
    assert box is not None
    report.page.mouse.click(box["x"] + 40, box["y"] + 8)
    assert report.see(".verdict h2") == "Probably false"
    assert report.text(".verdict .sure") == SURE
    assert report.text(".verdict .says") == SAYS
    assert report.text(".meters") == report.text(".calibration") == ""
    assert report.text(".part:nth-child(2) .part-verdict b") == "Probably false"
    assert report.ask_everywhere(_STYLES) == ["dashed", "dashed"]
    assert faults_in_overlay(report) == []
    until(lambda: "Earth is flat" in str(marked(report.page).get("probably_false", "")), "the mark of its own")
    row = beside.locator("#claims .row.probably_false")
    expect(row.locator(".row-meta")).to_have_text(f"Probably false · {SURE}")
    expect(beside.locator(".tally li")).to_have_text("Probably false: 1")
    expect(beside.locator("#page-said")).to_contain_text("Probably false: 1")
    assert faults(beside) == []
    assert_history_of_panel_shows_a_leaning(beside)
    popup = extension.open("popup/popup.html")
    popup.fill("#claim", "NASA is a very old agency")
    popup.click("#check")
    expect(popup.locator(".verdict h2")).to_have_text("Probably true")
    expect(popup.locator(".verdict .sure")).to_have_text(SURE)
    assert faults(popup) == []


def assert_history_of_panel_shows_a_leaning(beside: Page) -> None:
    beside.click("#tab-history")
    expect(beside.locator("#entries .row.probably_false .row-meta")).to_contain_text("Probably false")
    beside.select_option("#by-verdict", "Not Enough Evidence")
    expect(beside.locator("#entries .row")).to_have_count(0)
    beside.select_option("#by-verdict", "Probably false")
    expect(beside.locator("#entries .row")).to_have_count(1)
    beside.click("#entries .row-main")
    expect(beside.locator("#entries .part.true .seal")).to_have_css("border-top-style", "none")
    expect(beside.locator("#entries .part.probably_false .seal")).to_have_css("border-top-style", "dashed")
    assert faults(beside) == []


def test_web_page_and_history_show_a_leaning_with_and_without_script(browser: Browser, running_service: World) -> None:
    page = browser.new_page()
    check_on_web_page(page, running_service)
    expect(page.locator(".verdict")).to_have_css("border-top-style", "dashed")
    expect(page.locator(".part .pill")).to_have_text(["True", "Probably false"])
    assert faults(page) == []
    visit(page, running_service, "#history")
    rows = page.locator("#history-rows .row")
    expect(rows.locator(".pill")).to_have_text("Probably false")
    expect(rows.locator(".pill")).to_have_css("border-top-style", "dashed")
    page.select_option("#history-verdict", "Probably true")
    expect(rows).to_have_count(0)
    page.select_option("#history-verdict", "Probably false")
    expect(rows).to_have_count(1)
    assert faults(page) == []
    check_on_web_page(browser.new_context(java_script_enabled=False).new_page(), running_service)


def check_on_web_page(page: Page, running_service: World) -> None:
    visit(page, running_service)
    page.fill("#claim", "The Earth is flat and NASA is old")
    page.click("#go")
    expect(page.locator("#verdict-label")).to_have_text("Probably false")
    expect(page.locator(".verdict .says")).to_have_text(SAYS)
    expect(page.locator(".verdict .odds")).to_have_text(SURE)
    expect(page.locator(".gauges")).to_have_count(0)

"""The other views of the side panel: past answers with links to their pages, and the most used settings."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from backend.domain.issue import Issue
from tests.api_world import World
from tests.e2e.axe import faults
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import marked, panel, verdicts

VOTE = "Residents voted"


@pytest.fixture
def connected(extension: Extension, running_service: World, gate: GatedPipeline) -> None:
    """Connect the extension to a service that answers at once, without a page to read."""
    gate.open.set()
    extension.use(f"http://127.0.0.1:{running_service.port}")


def opened_history(extension: Extension) -> Page:
    """Return the panel with its history."""
    beside = panel(extension)
    beside.click("#tab-history")
    return beside


def remember(running_service: World, claims: dict[str, dict[str, str]]) -> None:
    for claim, context in claims.items():
        assert running_service.post("/api/verify", {"claim": claim, "context": context}).status == 200


@pytest.mark.usefixtures("connected")
def test_panel_history_can_be_searched_filtered_opened_and_cleared(
    extension: Extension, running_service: World
) -> None:
    remember(running_service, {
        "The Earth is flat": {"url": "https://www.first.example/a"},
        "The bridge is long": {"url": "https://second.example/b"},
        "The bridge is old": {},
    })  # fmt: skip
    beside = opened_history(extension)
    rows = beside.locator("#entries .row")
    expect(rows).to_have_count(3)
    beside.fill("#query", "bridge")
    expect(rows).to_have_count(2)
    expect(beside.locator("#found")).to_have_text("2 answers")
    beside.select_option("#by-site", "second.example")
    expect(rows).to_have_count(1)
    beside.select_option("#by-site", "")
    beside.fill("#query", "")
    beside.select_option("#by-verdict", "False")
    # The list had one row before the choice as well, so only the row's text shows that the list is new.
    expect(rows.locator(".row-text")).to_have_text(["The Earth is flat"])
    rows.locator(".row-main").click()
    expect(rows.locator(".card .verdict h2")).to_have_text("False")
    assert faults(beside) == []
    beside.select_option("#by-verdict", "")
    beside.select_option("#by-date", "today")
    expect(rows).to_have_count(3)
    beside.select_option("#by-date", "any")
    beside.locator(".row", has_text="old").locator(".delete").click()
    expect(rows).to_have_count(2)
    beside.click("#delete-all")
    expect(rows).to_have_count(2)
    beside.click("#delete-all")
    expect(rows).to_have_count(0)
    assert running_service.services.history.count() == 0


@pytest.mark.usefixtures("connected")
def test_old_answer_can_be_rechecked_in_its_row(
    extension: Extension, gate: GatedPipeline, running_service: World
) -> None:
    gate.limits = (Issue(code="deadline", stage="search", message="No time was left."),)
    around = "He said: The bridge is old. So it is."
    remember(
        running_service, {"The bridge is old": {"url": "https://second.example/b", "title": "B", "surrounding": around}}
    )
    gate.limits = ()
    gate.labels = {}
    beside = opened_history(extension)
    row = beside.locator("#entries .row")
    row.locator(".row-main").click()
    expect(row).to_have_class("row true")
    row.locator(".notice button").click()
    expect(row.locator(".card .verdict h2")).to_have_text("False")
    expect(row).to_have_class("row false")
    expect(row.locator(".row-meta")).to_contain_text("False · second.example")
    expect(row.locator(".notice")).to_have_count(0)
    again = gate.asked[-1]
    assert (again.claim, again.context.url, again.context.surrounding) == (
        "The bridge is old",
        "https://second.example/b",
        around,
    )
    assert running_service.services.history.count() == 2
    row.locator(".delete").click()
    expect(row).to_have_class("row true")
    expect(row.locator(".row-main")).to_be_focused()
    assert running_service.services.history.count() == 1


@pytest.mark.usefixtures("connected")
def test_failed_deletion_is_reported(extension: Extension, running_service: World, tmp_path: Path) -> None:
    remember(running_service, {"The Earth is flat": {"url": "https://www.first.example/a"}})
    stuck = sqlite3.connect(tmp_path / "service" / "history.sqlite3")
    stuck.execute("CREATE TRIGGER stuck BEFORE DELETE ON verdicts BEGIN SELECT RAISE(ABORT, 'no'); END")
    beside = opened_history(extension)
    beside.click("#delete-all")
    beside.click("#delete-all")
    expect(beside.locator("#entries .failure h2")).to_be_visible()
    assert running_service.services.history.count() == 1
    stuck.execute("DROP TRIGGER stuck")
    stuck.close()
    beside.click("#entries .failure button")
    expect(beside.locator("#entries .row")).to_have_count(1)
    expect(beside.locator("#by-site option")).to_have_text(["Any site", "first.example"])
    beside.click("#delete-all")
    beside.click("#delete-all")
    expect(beside.locator("#found")).to_contain_text("Nothing")
    expect(beside.locator("#by-site option")).to_have_text(["Any site"])
    expect(beside.locator("#query")).to_be_focused()


def before_correction(folder: Path) -> None:
    """Make all answers so far depend on text that an earlier version parsed incorrectly."""
    with sqlite3.connect(folder / "history.sqlite3") as db:
        db.execute("UPDATE verdicts SET before_correction = 1")
    db.close()


@pytest.mark.usefixtures("connected")
def test_panel_and_web_page_mark_outdated_answers_which_can_be_rechecked(
    extension: Extension, gate: GatedPipeline, running_service: World, tmp_path: Path
) -> None:
    remember(running_service, {"The bridge is old": {}, "The bridge is long": {}})
    before_correction(tmp_path / "service")
    gate.labels = {}
    beside = opened_history(extension)
    row = beside.locator("#entries .row", has_text="The bridge is old")
    expect(row.locator(".row-correction")).to_contain_text("Checked before a correction")
    assert faults(beside) == []
    row.locator(".row-correction button").click()
    expect(row.locator(".card .verdict h2")).to_have_text("False")
    expect(row.locator(".row-correction")).to_be_hidden()

    page = extension.context.pages[0]
    page.goto(f"http://127.0.0.1:{running_service.port}/#history")
    row = page.locator("#history-rows .row", has_text="The bridge is long")
    expect(row.locator(".correction")).to_contain_text("Checked before a correction")
    row.locator(".correction button").click()
    expect(page.locator("#verdict-label")).to_have_text("False")
    expect(page.locator(".verdict-claim")).to_have_text("The bridge is long")


def test_history_answer_links_to_its_sentence(
    extension: Extension, report: PageUser, gate: GatedPipeline, running_service: World, site: str
) -> None:
    gate.open.set()
    claim = "The Earth is flat and NASA has hidden it from the public since 1958."
    around = f"the council of Halden said. We had cake. {claim} That is what one man on the quay told everybody."
    remember(running_service, {claim: {"url": f"{site}/report.html", "surrounding": around}})
    report.page.evaluate(
        "document.querySelector('#flat').textContent = `The Earth is flat,\\u00a0and NASA has hidden it from the public since 1959.`"
    )
    beside = opened_history(extension)
    beside.click(".on-page")
    expect(beside.locator(".row-note")).to_contain_text("reworded")
    until(lambda: "since 1959" in str(marked(report.page).get("false", "")), "the mark")
    beside.evaluate("history.replaceState(null, '', location.pathname)")
    with extension.context.expect_page() as opened:
        report.page.goto("about:blank")
        beside.click(".on-page")
    opened.value.wait_for_load_state()
    until(lambda: claim in str(marked(opened.value).get("false", "")), "the mark in a new tab")


def test_offline_setting_is_stored_shown_and_sent(extension: Extension, report: PageUser, gate: GatedPipeline) -> None:
    gate.open.set()
    beside = panel(extension)
    beside.click("#tab-settings")
    beside.click("#offline")
    expect(beside.locator("#offline-note")).to_be_visible()
    beside.check("[name=mode][value=deep]")
    beside.check("[name=theme][value=dark]")
    expect(beside.locator("body")).to_have_attribute("data-theme", "dark")
    assert faults(beside) == []
    tab = int(beside.url.rpartition("=")[2])
    beside.close()
    again = panel(extension, tab)
    expect(again.locator("#offline-note")).to_be_visible()
    again.click("#scan")
    again.locator(".row", has_text=VOTE).locator(".small-button").click()
    expect(verdicts(again)).to_have_count(1)
    assert (gate.asked[0].options.offline, gate.asked[0].options.mode.value) == (True, "deep")
    report.page.bring_to_front()
    report.check("cost")
    report.see(".verdict h2")
    assert gate.asked[-1].options.offline is True

"""The side panel beside a page: the list of the page's claims with their checks, and a claim for which no card can be shown."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.api_world import World
from tests.e2e.axe import faults
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import HURRY, Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import marked, panel, scanned, verdicts
from tests.e2e.themes import faults_in_themes

VOTE = "Residents voted"


def test_top_five_claims_are_checked_two_at_a_time_with_progress_and_can_be_stopped(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    beside = scanned(extension, report)
    beside.click("#top")
    until(lambda: gate.running == 2, "two checks")
    beside.click("#stop")
    until(lambda: gate.running == 0, "the end of both")
    expect(beside.locator(".row:is(.is-running, .is-queued)")).to_have_count(0)
    expect(beside.locator("#top")).to_have_text("Check the top five")
    until(lambda: "busy" not in marked(report.page), "the end of the busy marks")
    beside.click("#top")
    expect(beside.locator(".row.is-running")).to_have_count(2)
    expect(beside.locator(".row.is-queued")).to_have_count(3)
    expect(beside.locator(".among")).to_have_text("0 of 5 checked")
    until(lambda: len(marked(report.page).get("busy", [])) == 5, "five busy marks")
    until(lambda: gate.running == 2, "two checks")
    gate.open.set()
    expect(verdicts(beside)).to_have_count(5)
    assert gate.most == 2
    assert {request.context.title for request in gate.asked} == {"Halden waits for its bridge"}
    assert {request.context.url for request in gate.asked} == {report.page.url}
    assert all(request.claim in request.context.surrounding for request in gate.asked)
    colours = marked(report.page)
    assert len(colours.get("true", []) + colours.get("false", [])) == 5
    expect(beside.locator("#top")).to_have_count(0)


def check_claim_of_a_pdf(extension: Extension, beside: Page, gate: GatedPipeline) -> None:
    """Check a claim that was selected in a PDF, and remove its answer."""
    tab = int(beside.url.rpartition("=")[2])
    extension.worker().evaluate(
        "([key, value]) => chrome.storage.session.set({ [key]: value })",
        [f"panel:{tab}", {"claim": "The Earth is flat", "title": "paper.pdf", "incognito": False, "at": 4e12}],
    )
    expect(beside.locator("#pending .progress")).to_be_visible()
    gate.open.set()
    expect(beside.locator("#pending .verdict h2")).to_have_text("False")
    assert gate.asked.pop().context.title == "paper.pdf"
    beside.click("#pending .pending-head button")
    expect(beside.locator("#pending section")).to_have_count(0)


def test_claims_of_pdf_and_page_are_shown_checked_and_rechecked_until_navigation_clears_the_list(
    extension: Extension, report: PageUser, gate: GatedPipeline, site: str
) -> None:
    report.page.set_viewport_size({"width": 900, "height": 300})
    beside = scanned(extension, report)
    check_claim_of_a_pdf(extension, beside, gate)
    beside.locator(".row-main", has_text="Vaccines cause autism").click()
    until(lambda: "Vaccines" in str(marked(report.page).get("flash", "")), "the flash")
    report.page.bring_to_front()
    until(lambda: report.page.evaluate("scrollY") > 0, "the sentence in view")
    beside.bring_to_front()
    row = beside.locator(".row", has_text=VOTE)
    row.locator(".small-button").click()
    expect(row.locator(".row-meta")).to_contain_text("False")
    row.locator(".row-main").click()
    expect(row.locator(".card .verdict h2")).to_have_text("False")
    row.locator(".row-act button").click()
    until(lambda: len(gate.asked) == 2, "the second check")
    expect(row.locator(".card .verdict h2")).to_have_text("False")
    report.visit(f"{site}/article.html")
    beside.bring_to_front()
    expect(beside.locator("#scan")).to_be_visible()
    expect(beside.locator(".row")).to_have_count(0)


def test_list_keeps_its_scroll_position_while_checks_run(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    """A click would be lost if the button moved between press and release."""
    beside = scanned(extension, report)
    last = beside.locator("#claims .row").last
    claim = last.locator(".row-text").inner_text()
    beside.locator("#claims .row").first.locator(".small-button").click()
    last.locator(".small-button").hover()
    beside.mouse.down()
    gate.open.set()
    expect(beside.locator(".tally li")).to_have_count(1)
    beside.mouse.up()
    until(lambda: claim in [request.claim for request in gate.asked], "the second check")
    places = [row.bounding_box() for row in beside.locator("#claims .row").all()]
    beside.click("#top")
    expect(verdicts(beside)).to_have_count(5)
    assert [row.bounding_box() for row in beside.locator("#claims .row").all()] == places


def test_checks_survive_a_reopened_panel_and_a_killed_worker(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    beside = scanned(extension, report)
    tab = int(beside.url.rpartition("=")[2])
    beside.click("#top")
    until(lambda: gate.running == 2, "two checks")
    beside.close()
    again = panel(extension, tab)
    expect(again.locator(".row.is-running")).to_have_count(2)
    extension.worker().evaluate("self.notYetKilled = true")
    extension.kill_worker(again)
    until(lambda: extension.worker().evaluate("self.notYetKilled === undefined"), "a new worker")
    gate.open.set()
    expect(verdicts(again)).to_have_count(5)
    assert len({request.claim for request in gate.asked}) == 5


def test_panel_works_by_keyboard_and_is_accessible_in_every_view(
    extension: Extension, report: PageUser, gate: GatedPipeline, running_service: World
) -> None:
    gate.open.set()
    assert running_service.post("/api/verify", {"claim": "The Earth is flat"}).status == 200
    beside = panel(extension)
    expect(beside.locator("#scan")).to_be_visible()
    beside.focus("#tab-page")
    for key, view in (
        ("ArrowRight", "history"),
        ("ArrowRight", "settings"),
        ("ArrowRight", "page"),
        ("End", "settings"),
        ("Home", "page"),
    ):
        beside.keyboard.press(key)
        expect(beside.locator(f"#tab-{view}")).to_be_focused()
        expect(beside.locator(f"#view-{view}")).to_be_visible()
        if view == "history":
            expect(beside.locator("#entries .row")).to_have_count(1)
        if key == "ArrowRight":
            assert faults_in_themes(beside) == []
    beside.keyboard.press("Tab")
    expect(beside.locator("#scan")).to_be_focused()
    beside.keyboard.press("Enter")
    expect(beside.locator("#claims .row").first).to_be_visible()
    assert faults_in_themes(beside) == []
    beside.focus("#top")
    beside.keyboard.press("Enter")
    expect(verdicts(beside)).to_have_count(5)
    beside.locator(".row.true .row-main").first.press("Enter")
    expect(beside.locator(".card .verdict h2").first).to_be_visible()
    assert faults(beside) == []


def test_checks_continue_after_the_backend_restarts(
    extension: Extension, site: str, own_backend: Callable[..., BackendProcess]
) -> None:
    backend = own_backend()
    backend.start()
    extension.use(backend.url)
    person = PageUser(extension.context.pages[0])
    person.visit(f"{site}/report.html")
    beside = scanned(extension, person)
    beside.evaluate(HURRY)
    backend.kill()
    for row in beside.locator("#claims .row").all()[:2]:
        row.locator(".small-button").click()
    expect(beside.locator(".row.is-running .row-meta").first).to_have_text("Claimlight is not running")
    backend.start()
    expect(beside.locator(".row .seal")).to_have_count(2)

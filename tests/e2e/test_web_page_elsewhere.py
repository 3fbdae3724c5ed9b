"""The web page in unusual conditions: no storage, a long history, and a user who switches views during a check."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from tests.api_world import World, world
from tests.e2e.gated import GatedPipeline

_FORBIDDEN = """for (const name of ["sessionStorage", "localStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("Access is denied", "SecurityError"); } });
}"""


def opened(browser: Browser, running_service: World, view: str = "", *, script: str = "") -> Page:
    context = browser.new_context(reduced_motion="reduce")
    if script:
        context.add_init_script(script)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{running_service.port}/{view}")
    expect(page.locator("#tabs")).to_be_visible()
    return page


def check(page: Page, claim: str = "The Earth is flat") -> None:
    page.fill("#claim", claim)
    page.click("#go")


def test_web_page_works_without_site_storage(browser: Browser, tmp_path: Path, gate: GatedPipeline) -> None:
    gate.open.set()
    token = "a-token-that-is-long-enough"
    with world(tmp_path, gate.answer, token=token) as running_service:
        page = opened(browser, running_service, script=_FORBIDDEN)
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        expect(page.locator("#token-form")).to_be_visible()
        page.fill("#token", token)
        page.press("#token", "Enter")
        expect(page.locator("#token-form")).to_be_hidden()
        check(page)
        expect(page.locator(".verdict h2")).to_have_text("False")
        for theme in ("light", "dark"):
            page.click("#theme")
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert troubles == []
        page.context.close()


def test_older_rows_are_loaded_when_rows_are_deleted(
    browser: Browser, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    for number in range(6):
        assert running_service.post("/api/verify", {"claim": f"Bridge number {number} is long"}).status == 200
    page = opened(browser, running_service)
    page.route("**/api/history/list", four_rows_at_a_time)
    page.click("#tabs >> text=History")
    rows = page.locator("#history-rows .row")
    expect(rows).to_have_count(4)
    rows.nth(1).locator("[data-act=delete]").press("Enter")
    expect(page.locator("#history-count")).to_have_text("5 answers")
    expect(rows.nth(1).locator("[data-act=delete]")).to_be_focused()
    expect(page.locator("#history-more")).to_be_visible()
    rows.first.locator("[data-act=delete]").focus()
    for left in range(4, 1, -1):
        page.keyboard.press("Enter")
        expect(page.locator("#history-count")).to_have_text(f"{left} answers")
        expect(page.locator("#history-empty")).to_be_hidden()
        expect(page.locator("[data-act=delete]:focus")).to_have_count(1)
    expect(rows).to_have_count(2)
    expect(page.locator("#history-more")).to_be_hidden()
    for remaining in ("1 answer", ""):
        page.keyboard.press("Enter")
        expect(page.locator("#history-count")).to_have_text(remaining)
    expect(page.locator("#history-empty")).to_have_text("Nothing checked yet.")
    expect(page.locator("#history-title")).to_be_focused()
    assert running_service.services.history.count() == 0
    page.context.close()


def four_rows_at_a_time(route: Route) -> None:
    """Ask for fewer rows than the page does (30)."""
    route.continue_(post_data=json.dumps({**route.request.post_data_json, "limit": 4}))


def test_answer_in_the_background_does_not_change_the_view(
    browser: Browser, running_service: World, gate: GatedPipeline
) -> None:
    page = opened(browser, running_service)
    check(page)
    expect(page.locator("#working")).to_be_visible()
    page.click("#tabs >> text=Status")
    expect(page.locator("#status-title")).to_be_focused()
    gate.open.set()
    expect(page.locator("#toast")).to_have_text("Your answer is ready.")
    expect(page).to_have_url(re.compile(r"#status$"))
    expect(page).to_have_title("Status · Claimlight")
    expect(page.locator("#status-title")).to_be_focused()
    page.click("#tabs >> text=Check")
    expect(page.locator(".verdict h2")).to_have_text("False")
    expect(page).to_have_title("False: The Earth is flat · Claimlight")
    expect(page).to_have_url(re.compile(r"#answer="))
    page.reload()
    expect(page.locator(".verdict h2")).to_have_text("False")
    page.context.close()

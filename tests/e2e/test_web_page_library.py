"""The user's own data on the web page, with the real service: the addresses of answers, the knowledge base, and health."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.view.certainty import measured
from tests.api_world import make_candidate, world
from tests.e2e.backend_process import BackendProcess
from tests.e2e.themes import faults_in_themes

FLAT = "The Earth is flat"
MOON = "Apollo 11 landed on the Moon in 1969"


@pytest.fixture
def library(backend: BackendProcess) -> BackendProcess:
    """The shared backend, with an empty history."""
    backend.post("/api/history/delete", {"all": True})
    return backend


@pytest.fixture
def new_library(own_backend: Callable[..., BackendProcess]) -> BackendProcess:
    """A service whose knowledge base no other test has read or changed."""
    process = own_backend()
    process.start()
    return process


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test on any error in the browser's console."""
    troubles: list[str] = []
    context = browser.new_context(reduced_motion="reduce", locale="en-US")
    opened = context.new_page()
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    yield opened
    context.close()
    # The browser itself logs the 404 of a deleted answer.
    assert [text for text in troubles if "404" not in text] == []


def visit(page: Page, backend: BackendProcess, view: str = "") -> None:
    page.goto(f"{backend.url}/{view}")
    expect(page.locator("#tabs")).to_be_visible()


def check_claim(backend: BackendProcess, claim: str) -> dict[str, Any]:
    return backend.post("/api/verify", {"claim": claim})


def press_and_confirm(page: Page, action: str) -> None:
    """Press a button that asks for confirmation, and confirm."""
    page.click(action)
    expect(page.locator("#confirm")).to_be_visible()
    page.click("#confirm-yes")


def address_of_an_answer(page: Page, backend: BackendProcess) -> str:
    """Check a claim on the page, and return the address of its answer, at which the answer can be reopened."""
    visit(page, backend)
    page.fill("#claim", FLAT)
    page.click("#go")
    expect(page.locator(".verdict h2")).to_have_text("False")
    expect(page).to_have_url(re.compile(r"#answer=[\w-]+$"))
    assert faults_in_themes(page) == []
    page.reload()
    expect(page.locator(".verdict-claim")).to_have_text(FLAT)
    expect(page).to_have_title(f"False: {FLAT} · Claimlight")
    return page.url


def test_answers_can_be_reopened_searched_filtered_and_deleted_with_their_addresses(
    page: Page, library: BackendProcess
) -> None:
    address = address_of_an_answer(page, library)
    for claim in (MOON, "Pizza is the best food"):
        check_claim(library, claim)
    visit(page, library, "#history")
    rows = page.locator("#history-rows .row")
    expect(rows).to_have_count(3)
    expect(page.locator("#history-rows .correction:visible")).to_have_count(0)
    page.fill("#history-query", "moon apollo")
    expect(rows).to_have_count(1)
    expect(page.locator("#history-count")).to_have_text("1 answer")
    page.fill("#history-query", "")
    page.select_option("#history-verdict", "Not Verifiable")
    expect(rows.first).to_contain_text("Pizza")
    expect(rows).to_have_count(1)
    page.fill("#history-query", "moon")
    expect(page.locator("#history-empty")).to_have_text("No answer matches.")
    page.fill("#history-query", "")
    page.select_option("#history-verdict", "")
    expect(rows).to_have_count(3)
    rows.nth(2).locator("a").click()
    expect(page.locator(".verdict-claim")).to_have_text(FLAT)
    expect(page.locator("#claim")).to_have_value(FLAT)
    page.click("#tabs >> text=History")
    rows.nth(2).locator("[data-act=delete]").click()
    expect(rows).to_have_count(2)
    expect(page.locator("#toast")).to_have_text("Deleted.")
    page.click("#history-clear")
    page.click("text=Keep")
    expect(rows).to_have_count(2)
    press_and_confirm(page, "#history-clear")
    expect(page.locator("#history-empty")).to_be_visible()
    assert library.post("/api/history/list", {})["total"] == 0
    page.goto("about:blank")
    with page.expect_response("**/api/history/get"):
        page.goto(address)
    expect(page.locator("#error")).to_contain_text("no longer in your history")


def test_passage_shows_its_origin_and_its_deletion_is_confirmed_by_a_search(
    page: Page, new_library: BackendProcess
) -> None:
    check_claim(new_library, FLAT)
    visit(page, new_library, "#knowledge")
    numbers = page.locator("#knowledge-numbers")
    expect(numbers).to_contain_text("statements in the graph")
    expect(page.get_by_role("img", name="Passages in the knowledge base over time")).to_be_visible()
    page.fill("#knowledge-query", "The Earth is not flat")
    page.press("#knowledge-query", "Enter")
    first = page.locator("#knowledge-rows .row").first
    expect(first).to_contain_text("The Earth is not flat.")
    first.locator("summary").click()
    facts = first.locator(".facts")
    expect(facts).to_contain_text("tier A; public body")
    expect(facts).to_contain_text("Confirmed")
    expect(facts).to_contain_text(re.compile(r"Used1 \(last: "))
    expect(facts).to_contain_text("Verdicts based on it1")
    expect(first.locator(".origins")).to_contain_text("It came with Claimlight")
    page.fill("#knowledge-query", "")
    page.press("#knowledge-query", "Enter")
    delete_passages(page, new_library)


def delete_passages(page: Page, new_library: BackendProcess) -> None:
    """Delete a passage, then the others of its site, and check that a search finds none of them."""
    count = page.locator("#knowledge-count")
    expect(count).to_contain_text("of 190 passages")
    page.fill("#knowledge-domain", "nasa.gov")
    page.press("#knowledge-domain", "Tab")
    expect(count).not_to_contain_text("190")
    first = page.locator("#knowledge-rows .row").first
    text = first.locator(".passage-text").inner_text()
    first.locator("summary").click()
    first.locator("[data-act=forget]").click()
    expect(page.locator("#confirm-text")).to_contain_text("the graph: 1 passage.")
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    expect(first.locator(".passage-text")).to_have_text(text)
    press_and_confirm(page, "#knowledge-rows .row:first-child [data-act=forget]")
    expect(page.locator("#toast")).to_have_text("Forgotten: 1 passage. Checked again: nothing of it is left.")
    expect(page.locator("#knowledge-rows .passage-text", has_text=text)).to_have_count(0)
    page.locator("#knowledge-rows .row summary").first.click()
    press_and_confirm(page, "#knowledge-rows .row:first-child [data-act=forget-domain]")
    expect(page.locator("#toast")).to_contain_text("nothing of it is left")
    expect(page.locator("#knowledge-empty")).to_be_visible()
    found = new_library.post("/api/knowledge/search", {"query": text, "limit": 100})["results"]
    assert isinstance(found, list)
    assert [item for item in found if item["text"] == text or item["domain"] == "nasa.gov"] == []


def test_status_shows_models_disk_queue_and_calibration(page: Page, library: BackendProcess) -> None:
    visit(page, library, "#status")
    expect(page.locator("#status-line")).to_contain_text("Running offline")
    facts = page.locator("#facts")
    for words in ("Running for", "claimlight-judge", "0 running, 0 waiting", "free", "190", "offline: nothing leaves"):
        expect(facts).to_contain_text(words)
    expect(page.locator("#calibration")).to_contain_text("with an earlier version of the verifier")
    expect(page.locator(".reliability")).to_have_count(0)


def test_status_draws_the_calibration_of_the_current_verifier(page: Page, tmp_path: Path) -> None:
    with world(tmp_path, verifier_id=measured()["verifier"]) as running_service:
        page.goto(f"http://127.0.0.1:{running_service.port}/#status")
        diagram = page.get_by_role("img", name=re.compile("^Whole answers to claims")).first
        expect(diagram).to_be_visible()
        expect(diagram.locator("desc")).to_contain_text(re.compile(r"Said \d+%: \d+% right of \d+\."))
        table = page.locator(".reliability details").first
        table.locator("summary").click()
        assert table.locator("tbody tr").count() == diagram.locator(".chart-dot").count()
        expect(page.locator("#calibration")).to_contain_text("Measured on")


PAYLOADS = (
    "<img src=x onerror=window.hit=1>",
    '"><svg/onload=window.hit=1>',
    "</template><script>window.hit=1</script>",
)


def test_hostile_text_is_shown_as_text_in_every_list(browser: Browser, tmp_path: Path) -> None:
    payload = " ".join(PAYLOADS)
    with world(tmp_path) as running_service:
        hostile = make_candidate(f"spheroid {payload}", domain="a.example")
        passage = replace(
            hostile.passage, domain=payload, title=payload, published=payload, source="javascript:window.hit=1"
        )
        running_service.services.knowledge.candidates[:] = [replace(hostile, passage=passage)]
        running_service.post("/api/verify", {"claim": payload})
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{running_service.port}/#history")
        expect(page.locator("#history-rows .row")).to_contain_text(payload)
        page.goto(f"http://127.0.0.1:{running_service.port}/#knowledge")
        row = page.locator("#knowledge-rows .row")
        expect(row.locator(".passage-text")).to_contain_text(payload)
        row.locator("summary").click()
        expect(row.locator(".facts")).to_contain_text(payload)
        assert row.locator("a[href]").count() == 0
        row.locator("[data-act=forget-domain]").click()
        expect(page.locator("#confirm-title")).to_contain_text(payload)
        assert page.evaluate("window.hit") is None
        assert page.locator("main img, main script, main svg [onload]").count() == 0
        page.close()

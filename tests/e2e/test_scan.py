"""Marking the claims of a page: which text is read, how claims are marked, and how pages may change in the meantime."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.backend_process import BackendProcess, free_port
from tests.e2e.browser import HURRY, Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.scanning import marked, panel, record, scanned

COST = "The new bridge cost 3.2 billion euros and took six years to build."
FLAT = "The Earth is flat and NASA has hidden it from the public since 1958."


@pytest.fixture
def report(extension: Extension, site: str, backend: BackendProcess) -> PageUser:
    """A user on the page of a report with numbers."""
    extension.use(backend.url)
    person = PageUser(extension.context.pages[0])
    person.visit(f"{site}/report.html")
    return person


def test_nothing_is_loaded_or_sent_before_a_scan_and_then_only_the_article_is_marked(
    extension: Extension, report: PageUser
) -> None:
    asked: list[str] = []
    extension.context.on("request", lambda request: asked.append(request.url))
    before = report.page.evaluate("document.documentElement.outerHTML")
    beside = panel(extension)
    expect(beside.locator("#scan")).to_be_visible()
    expect(beside.locator("#status")).to_contain_text("passage")
    assert not report.run("Boolean(globalThis.Claimlight.blocks)")
    assert not any(url.endswith("/api/scan") for url in asked)
    assert marked(report.page) == {}

    beside.click("#scan")
    until(lambda: marked(report.page), "the marks")
    [found] = marked(report.page).values()
    assert COST in found
    assert FLAT in found
    assert any(text.startswith("Residents voted") and text.endswith("said.") for text in found)
    assert any(text.startswith("Some 12,000 vehicles a day") for text in found)
    everything = " ".join(found)
    for outside in (
        "newspapers",
        "Advertisement",
        "founded",
        "The code",
        "secrets",
        "editor says",
        "Hidden text",
        "frame",
    ):
        assert outside not in everything
    assert report.page.evaluate("document.documentElement.outerHTML") == before
    assert_clearing_restores_the_page(extension, report, beside)


def assert_clearing_restores_the_page(extension: Extension, report: PageUser, beside: Page) -> None:
    tab = int(beside.url.rpartition("=")[2])
    beside.click("#clear")
    expect(beside.locator("#scan")).to_be_visible()
    until(lambda: marked(report.page) == {}, "the end of the marks")
    assert report.page.evaluate("document.adoptedStyleSheets.length") == 0
    assert report.page.evaluate("CSS.highlights.size") == 0
    assert record(extension, tab) is None


def test_clicked_marks_are_checked_and_coloured_and_all_follow_the_page_until_their_text_goes(
    extension: Extension, report: PageUser
) -> None:
    beside = scanned(extension, report)
    report.page.bring_to_front()
    report.page.click("#link")
    assert report.page.url.endswith("#linked")
    assert report.text(".verdict, .progress") == ""
    click_mark(report)
    # No built-in fact is about hiding something, but one false part makes the sentence false.
    assert report.see(".verdict h2") == "False"
    until(lambda: FLAT in marked(report.page).get("false", []), "the mark's new colour")
    assert marked(report.page).keys() - {"flash"} == {"found", "false"}
    assert FLAT not in marked(report.page)["found"]
    row = beside.locator(".row", has_text="NASA has hidden it")
    expect(row.locator(".row-meta")).to_contain_text("False")
    assert_marks_follow_the_page(report.page, beside)


def assert_marks_follow_the_page(page: Page, beside: Page) -> None:
    page.evaluate("document.querySelector('#first').prepend('A new sentence. ')")
    page.evaluate("document.querySelector('#water').textContent = 'Water is wet.'")
    until(lambda: "Water boils" not in str(marked(page)), "the end of the changed sentence's mark")
    assert COST in marked(page)["found"]
    row = beside.locator(".row.is-gone", has_text="Water boils")
    expect(row.locator(".row-meta")).to_contain_text("no longer there")
    page.evaluate("document.querySelector('article').replaceWith(document.querySelector('article').cloneNode(true))")
    until(lambda: COST in marked(page).get("found", []), "marks on the new nodes")


def click_mark(person: PageUser) -> None:
    box = person.page.locator("#flat").bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + 40, box["y"] + 8)


def test_context_menu_scans_the_page_and_underlines_differ_without_colour(
    extension: Extension, report: PageUser
) -> None:
    extension.worker().evaluate("""async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      chrome.contextMenus.onClicked.dispatch({ menuItemId: "mark-claims", frameId: 0 }, tab);
    }""")
    until(lambda: COST in str(marked(report.page)), "the marks")
    lines = underlines(report.page)
    # A rule without an underline style has the default style, a single line.
    kinds = ("true", "false", "partial", "misleading", "unknown", "found")
    styles = {next((s for s in ("wavy", "dashed", "double", "dotted") if s in lines[kind]), "solid") for kind in kinds}
    assert styles == {"wavy", "dashed", "double", "dotted", "solid"}
    assert " 3px" in lines["true"]
    assert " 3px" not in lines["found"]
    report.page.emulate_media(forced_colors="active")
    lines = {kind: re.sub(r"rgb[^)]*\)|#\w+", "", line) for kind, line in underlines(report.page).items()}
    assert all("dotted" in lines[kind] for kind in ("probably_true", "probably_false", "probably_partial"))
    assert len(set(lines.values())) == len(lines) == 11


def underlines(page: Page) -> dict[str, str]:
    """Return the decoration of each kind of mark."""
    rules = page.evaluate("document.adoptedStyleSheets.flatMap((s) => [...s.cssRules]).map((r) => r.cssText)")
    return {
        re.findall(r"highlight\(m\w+?-(\w+)\)", rule)[0]: re.findall(r"decoration: ([^;]*)", rule)[0]
        for rule in rules
        if "decoration: " in rule
    }


def test_scan_and_card_work_on_a_page_with_strict_csp_and_trusted_types(
    extension: Extension, site: str, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    person = PageUser(extension.context.pages[0])
    complaints: list[str] = []
    person.page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    person.visit(f"{site}/report_strict.html")
    scanned(extension, person)
    assert COST in marked(person.page)["found"]
    sheets = person.page.evaluate("document.adoptedStyleSheets.length")
    assert sheets == 1
    person.page.bring_to_front()
    person.check("vote")
    person.see(".verdict h2")
    assert person.style(".verdict", "border-radius") == "12px"
    assert complaints == []


def test_page_of_ten_thousand_words_is_scanned(extension: Extension, report: PageUser) -> None:
    report.page.evaluate("""() => {
      const words = "harbour station mountain council library factory airport village".split(" ");
      const article = document.querySelector("article");
      for (let n = 0; n < 340; n += 1) {
        const p = document.createElement("p");
        const built = `The ${words[n % 8]} near gate ${n} was opened in ${1900 + n % 100} and cost ${n} million euros.`;
        const burned = `In ${1950 + n % 70} the ${words[(n + 3) % 8]} burned down, and ${n} workers lost their jobs.`;
        p.textContent = `${built} People like it there. ${burned}`;
        article.append(p);
      }
    }""")
    assert report.page.evaluate("document.querySelector('article').innerText.split(/\\s+/).length") > 10_000
    beside = scanned(extension, report)
    expect(beside.locator(".row")).to_have_count(60)
    assert len(marked(report.page)["found"]) == 60
    expect(beside.locator(".rank")).to_have_count(5)


def test_panel_explains_what_to_do_without_a_backend(
    extension: Extension, report: PageUser, backend: BackendProcess
) -> None:
    extension.use(f"http://127.0.0.1:{free_port()}")
    beside = panel(extension)
    beside.evaluate(HURRY)
    beside.click("#scan")
    expect(beside.locator(".failure h2")).to_have_text("Claimlight is not running")
    assert marked(report.page) == {}
    beside.bring_to_front()
    extension.use(backend.url)
    expect(beside.locator("#claims .row").first).to_be_visible()


def test_panel_reports_an_unsupported_language_and_a_page_without_an_article(
    extension: Extension, report: PageUser
) -> None:
    report.page.evaluate("""() => {
      const german = "Die Brücke kostete 3,2 Milliarden Euro und wurde in sechs Jahren gebaut. Das ist der Stand der Dinge. ";
      document.querySelector("article").innerText = german.repeat(3);
    }""")
    beside = scanned(extension, report)
    expect(beside.locator(".limits")).to_contain_text("German")
    assert "Die Brücke kostete" in str(marked(report.page))
    beside.click("#clear")
    report.page.evaluate("document.body.replaceChildren()")
    beside.click("#scan")
    expect(beside.locator(".blank h2")).to_have_text("There is no article here")

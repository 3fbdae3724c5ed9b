"""A PDF in the browser's own viewer: the card, popup and side panel beside the PDF, and its entry in the history."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.surfaces import Surface, Surfaces

CLAIM = "The Earth is flat"
MENU = """(async () => {
  const { onMenu } = await import("/background/entries.js");
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const pageUrl = "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html";
  await onMenu(chrome, { menuItemId: "check-selection", selectionText: %s, pageUrl, frameId: 0 }, tab);
})()"""


@pytest.fixture
def uncaught_errors(extension: Extension) -> Iterator[list[str]]:
    """Fails the test on any uncaught error on the first page, in any world."""
    session = extension.context.new_cdp_session(extension.context.pages[0])
    seen: list[str] = []
    session.on("Runtime.exceptionThrown", lambda event: seen.append(str(event["exceptionDetails"])))
    session.send("Runtime.enable")
    yield seen
    extension.context.pages[0].evaluate("0")
    assert seen == []


@pytest.fixture
def paper(extension: Extension, backend: BackendProcess, site: str) -> PageUser:
    """A user reading a PDF that the viewer has rendered."""
    backend.post("/api/history/delete", {"all": True})
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.page.goto(f"{site}/claim.pdf")
    until(
        lambda: reader.page.evaluate("[]") == [] and len(reader.page.frames) == 3, "the viewer and the document in it"
    )
    assert reader.page.evaluate("document.contentType") == "application/pdf"
    return reader


def entries(backend: BackendProcess) -> list[dict[str, str]]:
    found = backend.post("/api/history/list", {})["entries"]
    assert isinstance(found, list)
    return found


@pytest.mark.usefixtures("uncaught_errors")
def test_check_from_the_pdf_menu_is_stored_with_the_address_and_the_panel_explains_missing_marks(
    extension: Extension, backend: BackendProcess, paper: PageUser, site: str
) -> None:
    surfaces = Surfaces(extension)
    paper.page.bring_to_front()
    extension.click_menu(CLAIM)
    assert paper.see(".verdict h2") == "False"
    paper.see(".decided")
    [entry] = entries(backend)
    assert (entry["claim"], entry["page_url"]) == (CLAIM, f"{site}/claim.pdf")
    beside = surfaces.panel(paper.page)
    beside.click("#scan")
    assert_missing_marks_are_explained(beside)
    beside.click("#tab-history")
    assert CLAIM in beside.see("#entries .row")
    assert "news.example" in beside.see("#entries .row-meta")
    beside.click("#entries .row-main")
    assert beside.see("#entries .card .verdict h2") == "False"
    assert surfaces.errors() == []


@pytest.mark.usefixtures("uncaught_errors")
def test_popup_over_a_pdf_checks_pasted_text_and_the_panel_a_pending_claim(
    extension: Extension, backend: BackendProcess, paper: PageUser, site: str
) -> None:
    surfaces = Surfaces(extension)
    popup = surfaces.popup(paper.page)
    until(lambda: "passages" in popup.text(), "the state")
    popup.click("#claim")
    popup.write(CLAIM)
    popup.click("#check")
    assert popup.see(".verdict h2") == "False"
    # The scan ends before the panel is drawn.
    beside = surfaces.panel_from(popup, "#scan")
    assert_missing_marks_are_explained(beside)
    until(lambda: entries(backend), "the history")
    backend.post("/api/history/delete", {"all": True})
    # The browser reports the viewer's own address for a click inside the viewer, and opens a panel only for a
    # click. The worker cannot receive a click, but our own pages can.
    beside.run(MENU % json.dumps(CLAIM), clicked=True)
    assert beside.see("#pending .verdict h2") == "False"
    until(lambda: entries(backend), "the history")
    [entry] = entries(backend)
    assert (entry["claim"], entry["page_url"]) == (CLAIM, f"{site}/claim.pdf")
    assert surfaces.errors() == []


def assert_missing_marks_are_explained(beside: Surface) -> None:
    assert beside.see("[role=alert] h2") == "This page cannot be read"
    assert "PDF" in beside.see("[role=alert] p")

"""A PDF in the browser's own viewer: card, popup and side panel beside it, and what the history says of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, Reader, until
from tests.e2e.surfaces import Surfaces

CLAIM = "The Earth is flat"


@pytest.fixture
def thrown(extension: Extension) -> Iterator[list[str]]:
    """What nobody caught on the first page, in any world of it."""
    session = extension.context.new_cdp_session(extension.context.pages[0])
    seen: list[str] = []
    session.on("Runtime.exceptionThrown", lambda event: seen.append(str(event["exceptionDetails"])))
    session.send("Runtime.enable")
    yield seen
    extension.context.pages[0].evaluate("0")
    assert seen == []


@pytest.fixture
def paper(extension: Extension, backend: BackendProcess, site: str) -> Reader:
    """A person reading a PDF, which the viewer has drawn."""
    backend.post("/api/history/delete", {"all": True})
    extension.use(backend.url)
    reader = Reader(extension.context.pages[0])
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


@pytest.mark.usefixtures("thrown")
def test_the_menu_s_card_on_a_pdf_is_remembered_with_its_address(
    extension: Extension, backend: BackendProcess, paper: Reader, site: str
) -> None:
    surfaces = Surfaces(extension)
    paper.page.bring_to_front()
    extension.click_menu(CLAIM)
    assert paper.see(".verdict h2") == "False"
    paper.see(".decided")
    [entry] = entries(backend)
    assert (entry["claim"], entry["page_url"]) == (CLAIM, f"{site}/claim.pdf")
    beside = surfaces.panel(paper.page)
    beside.click("#tab-history")
    assert CLAIM in beside.see("#entries .row")
    assert "news.example" in beside.see("#entries .row-meta")
    beside.click("#entries .row-main")
    assert beside.see("#entries .card .verdict h2") == "False"
    assert surfaces.errors() == []

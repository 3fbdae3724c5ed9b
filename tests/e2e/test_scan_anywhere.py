"""Claims on pages that are not articles: text files, and text that the user selected outside an article."""

from __future__ import annotations

import json

import pytest

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.scanning import marked, scanned

BESIDE = "nine out of ten doctors recommend our water, which was founded in 1872."
FOOT = "The Morning Ledger was founded in 1881 and reaches 4 million readers in 12 countries."
LINKED = "The country has 412 newspapers in 2026"


def reveal_method(reader: PageUser, exact: str) -> str:
    """Return the method by which "show on page" found a claim, or "" if the claim was not found."""
    quote = {"exact": exact, "prefix": "", "suffix": ""}
    message = {"type": "scan-reveal", "id": "h-1", "url": reader.page.url, "quote": quote, "mark": "false"}
    how: str = reader.run(f"Claimlight.load().then(() => Claimlight.answer({json.dumps(message)})).then((a) => a.how)")
    return how


@pytest.fixture
def reader_with_backend(extension: Extension, backend: BackendProcess) -> PageUser:
    extension.use(backend.url)
    return PageUser(extension.context.pages[0])


def test_text_file_is_scanned_by_paragraph(extension: Extension, reader_with_backend: PageUser, site: str) -> None:
    reader_with_backend.visit(f"{site}/report.txt")
    scanned(extension, reader_with_backend)
    [found] = marked(reader_with_backend.page).values()
    assert "The new bridge cost 3.2 billion euros and took six years to build." in found
    assert "The Earth is flat and NASA has hidden it from the public since 1958." in found
    assert any(text.endswith("Some 12,000 vehicles a day crossed the fjord by ferry until 2019.") for text in found)
    assert not any("HALDEN" in text or "What the council says" in text for text in found)


def test_selected_claim_is_found_again_anywhere_on_the_page(reader_with_backend: PageUser, site: str) -> None:
    reader_with_backend.visit(f"{site}/report.html")
    reader_with_backend.page.evaluate("""() => {
      const dialog = Object.assign(document.createElement("dialog"), { textContent: "The Moon is made of cheese" });
      document.body.append(dialog, Object.assign(document.createElement("p"), { textContent: "The Earth is flat" }));
      dialog.showModal();
    }""")
    for claim in (BESIDE, FOOT, LINKED, "The code cost 5 million euros in 2020", "The Moon is made of cheese"):
        assert reveal_method(reader_with_backend, claim) == "exact", claim
        assert marked(reader_with_backend.page)["false"] == [claim]
    reader_with_backend.page.evaluate("document.querySelector('#flat').textContent = 'Replaced.'")
    assert reveal_method(reader_with_backend, "The Earth is flat") == "exact"
    reader_with_backend.hurry()
    hidden = ("holds 7 million secrets", "99 percent of the government was elected", "40 percent of all votes in 2020")
    assert [reveal_method(reader_with_backend, text) for text in hidden] == ["", "", ""]


def test_mark_opens_a_card_in_the_chosen_language_and_stays_when_the_page_rerenders(
    extension: Extension, reader_with_backend: PageUser, backend: BackendProcess, site: str
) -> None:
    reader = reader_with_backend
    reader.visit(f"{site}/report.html")
    scanned(extension, reader)
    extension.use(backend.url, language="de")
    reader.page.bring_to_front()
    box = reader.page.locator("#flat").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 40, box["y"] + 8)
    assert reader.see(".verdict h2") == "Falsch"
    reader.page.keyboard.press("Escape")
    reader.page.evaluate("""() => {
      const teaser = document.querySelector("#flat").parentElement.cloneNode(true);
      document.querySelector("header").append(teaser);
      const article = document.querySelector("article");
      article.replaceWith(article.cloneNode(true));
    }""")
    inside = """() => [...CSS.highlights.values()].flatMap((marks) => [...marks])
      .filter((range) => range.toString().startsWith("The Earth is flat"))
      .map((range) => range.startContainer.isConnected && range.startContainer.parentElement.closest("article") !== null)"""
    until(lambda: reader.page.evaluate(inside) == [True], "the mark in the new article")

"""Claims on pages that are not articles: text files, and text that a user selected beside an article."""

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


def revealed(reader: PageUser, exact: str) -> str:
    """How "show on page" found a claim, "" if it did not."""
    quote = {"exact": exact, "prefix": "", "suffix": ""}
    message = {"type": "scan-reveal", "id": "h-1", "url": reader.page.url, "quote": quote, "mark": "false"}
    how: str = reader.run(f"Claimlight.load().then(() => Claimlight.answer({json.dumps(message)})).then((a) => a.how)")
    return how


@pytest.fixture
def reading(extension: Extension, backend: BackendProcess) -> PageUser:
    extension.use(backend.url)
    return PageUser(extension.context.pages[0])


def test_a_file_of_text_is_scanned_by_its_paragraphs(extension: Extension, reading: PageUser, site: str) -> None:
    reading.visit(f"{site}/report.txt")
    scanned(extension, reading)
    [found] = marked(reading.page).values()
    assert "The new bridge cost 3.2 billion euros and took six years to build." in found
    assert "The Earth is flat and NASA has hidden it from the public since 1958." in found
    assert any(text.endswith("Some 12,000 vehicles a day crossed the fjord by ferry until 2019.") for text in found)
    assert not any("HALDEN" in text or "What the council says" in text for text in found)


def test_a_claim_is_shown_wherever_the_reader_selected_it(reading: PageUser, site: str) -> None:
    reading.visit(f"{site}/report.html")
    reading.page.evaluate("""() => {
      const dialog = Object.assign(document.createElement("dialog"), { textContent: "The Moon is made of cheese" });
      document.body.append(dialog, Object.assign(document.createElement("p"), { textContent: "The Earth is flat" }));
      dialog.showModal();
    }""")
    for claim in (BESIDE, FOOT, LINKED, "The code cost 5 million euros in 2020", "The Moon is made of cheese"):
        assert revealed(reading, claim) == "exact", claim
        assert marked(reading.page)["false"] == [claim]
    reading.page.evaluate("document.querySelector('#flat').textContent = 'Replaced.'")
    assert revealed(reading, "The Earth is flat") == "exact"
    reading.hurry()
    hidden = ("holds 7 million secrets", "99 percent of the government was elected", "40 percent of all votes in 2020")
    assert [revealed(reading, text) for text in hidden] == ["", "", ""]


def test_a_mark_keeps_to_the_article_when_the_page_draws_itself_anew(
    extension: Extension, reading: PageUser, site: str
) -> None:
    reading.visit(f"{site}/report.html")
    scanned(extension, reading)
    reading.page.evaluate("""() => {
      const teaser = document.querySelector("#flat").parentElement.cloneNode(true);
      document.querySelector("header").append(teaser);
      const article = document.querySelector("article");
      article.replaceWith(article.cloneNode(true));
    }""")
    inside = """() => [...CSS.highlights.values()].flatMap((marks) => [...marks])
      .filter((range) => range.toString().startsWith("The Earth is flat"))
      .map((range) => range.startContainer.isConnected && range.startContainer.parentElement.closest("article") !== null)"""
    until(lambda: reading.page.evaluate(inside) == [True], "the mark in the new article")


def test_a_card_from_a_mark_speaks_the_reader_s_language(
    extension: Extension, reading: PageUser, backend: BackendProcess, site: str
) -> None:
    reading.visit(f"{site}/report.html")
    scanned(extension, reading)
    extension.use(backend.url, language="de")
    reading.page.bring_to_front()
    box = reading.page.locator("#flat").bounding_box()
    assert box is not None
    reading.page.mouse.click(box["x"] + 40, box["y"] + 8)
    assert reading.see(".verdict h2") == "Falsch"

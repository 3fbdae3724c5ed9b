"""Every text in quotation marks occurs verbatim on the page that its link names, on every surface and in every export."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.terminal import show
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.scanning import panel
from tests.frozen_web import FrozenWeb, documents

READ = (
    "The repairs of the Halden bridge cost 400 million euros",
    "Drinking vinegar cures color blindness",
)
"""Claims about which the frozen web has pages: some can be quoted, one cannot be read, and some are ratings by fact checkers."""
BUILT_IN = "The Earth is flat"
"""A claim that is decided by built-in facts."""
QUOTED = re.compile(r"“([^“”]+)”")
ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|~&])")
"""A character that Markdown would interpret, such as the bracket of a footnote mark."""
ADDRESS = re.compile(r"https?://[^\s>)]+")
CARDS = """(cards) => cards.map((card) => {
  const said = card.querySelector("blockquote");
  const marks = said && [getComputedStyle(said, "::before").content, getComputedStyle(said, "::after").content];
  const shown = said && !said.hidden;
  return { quoted: shown ? said.textContent : "", marks, text: card.innerText, link: card.querySelector("a.title")?.href ?? "" };
})"""
Shown = Callable[[str], str]


@pytest.fixture(scope="module")
def searching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackendProcess]:
    """The real backend with the frozen web."""
    with FrozenWeb() as web:
        settings = {
            "CLAIMLIGHT_ENGINES": "searxng",
            "CLAIMLIGHT_SEARXNG_URL": web.url,
            "CLAIMLIGHT_RESOLVE": web.resolve,
        }
        process = BackendProcess(tmp_path_factory.mktemp("quotations") / "data", settings=settings)
        process.start()
        yield process
        process.kill()


@pytest.fixture(scope="module")
def rendered_pages() -> dict[str, str]:
    """The texts that `rendered_text` has read."""
    return {}


@pytest.fixture
def rendered_text(browser: Browser, rendered_pages: dict[str, str]) -> Shown:
    """Returns the text that Chromium shows for a page of the frozen web, on one line."""
    pages = {document.url: document.html.decode() for document in documents()}
    page = browser.new_context().new_page()
    page.route(
        "**/*",
        lambda route: route.fulfill(body=pages[route.request.url], content_type="text/html; charset=utf-8"),
    )

    def read_rendered_text(link: str) -> str:
        address = link.partition("#")[0]
        if address not in rendered_pages:
            page.goto(address)
            rendered_pages[address] = one_line(page.inner_text("body"))
        return rendered_pages[address]

    return read_rendered_text


def one_line(text: str) -> str:
    return " ".join(text.split())


def results(backend: BackendProcess) -> list[dict[str, Any]]:
    """Return every answer in the history, in the API's format."""
    entries: Any = backend.post("/api/history/list", {"limit": 50})["entries"]
    return [backend.post("/api/history/get", {"session_id": entry["session_id"]}) for entry in entries]


def check_cards(page: Page, selector: str, rendered_text: Shown) -> int:
    """Check that each quotation in the evidence cards occurs on its page, and that only quotations link to a passage."""
    found = 0
    for card in page.eval_on_selector_all(selector, CARDS):
        assert card["quoted"] or ":~:text=" not in card["link"], card
        if not card["quoted"]:
            assert "“" not in card["text"] or "rates the claim" in card["text"], card
            continue
        assert card["marks"] == ['"“"', '"”"']
        for quote in card["quoted"].split("”\n“"):
            assert one_line(quote) in rendered_text(card["link"]), card
            found += 1
    return found


def check_export(text: str, result: dict[str, Any], rendered_text: Shown) -> int:
    """Check an export in the same way: each entry with an address, and the preceding sentences, whose pages the entries name."""
    cited = [item["source"] for item in result["evidence"] if item["verbatim"]]
    found = 0
    for entry in text.split("\n\n"):
        addresses = ADDRESS.findall(entry)
        pages = (
            [rendered_text(address) for address in (addresses[-1:] if addresses else cited)]
            if QUOTED.search(entry)
            else []
        )
        for quote in QUOTED.findall(entry) if "rates the claim" not in entry else ():
            if quote not in (result["claim"], result["original_claim"]):
                words = one_line(ESCAPED.sub(r"\1", quote))
                assert any(words in page for page in pages), entry
                found += 1
    return found


def in_terminal(result: dict[str, Any]) -> str:
    stream = io.StringIO()
    show(result, as_json=False, stream=stream)
    # Lines are wrapped at 100 columns in the terminal; every entry ends with its address.
    return "\n\n".join(one_line(entry) for entry in re.split(r"(?<=\n)(?=\[\d+\])", stream.getvalue()))


def ask(page: Page, claim: str) -> None:
    page.fill("#claim", claim)
    page.click("#go")
    expect(page.locator("#verdict-label:visible")).to_be_visible(timeout=60_000)
    expect(page.locator(".verdict-claim")).to_have_text(claim)


def test_web_page_and_its_exports_quote_only_fetched_pages(
    searching: BackendProcess, browser: Browser, rendered_text: Shown
) -> None:
    page = browser.new_context(reduced_motion="reduce").new_page()
    quotations = 0
    for claim in (*READ, BUILT_IN):
        page.goto(searching.url)
        ask(page, claim)
        quotations += check_cards(page, ".evidence", rendered_text)
    assert quotations >= len(READ)
    expect(page.locator(".result .evidence .badge", has_text="Claimlight's summary").first).to_be_visible()
    answers = results(searching)
    assert {answer["original_claim"] for answer in answers} == {*READ, BUILT_IN}
    for shape in ("text", "markdown"):
        make = f"async (r) => (await import('/static/js/share.js')).SHAPES.{shape}.make(r)"
        assert sum(check_export(page.evaluate(make, answer), answer, rendered_text) for answer in answers) >= len(READ)
    assert sum(check_export(in_terminal(answer), answer, rendered_text) for answer in answers) >= len(READ)
    review = "async (r) => (await import('/static/js/share.js')).claimReview(r)"
    works = [work for answer in answers for work in page.evaluate(review, answer).get("citation", [])]
    assert any("text" in work for work in works)
    assert any("abstract" in work for work in works)
    for work in (work for work in works if "text" in work):
        page_text = rendered_text(work["url"])
        assert all(one_line(line) in page_text for line in work["text"].split("\n"))


def test_page_without_script_quotes_only_fetched_pages(
    searching: BackendProcess, browser: Browser, rendered_text: Shown
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    quotations = 0
    for claim in (*READ, BUILT_IN):
        page.goto(searching.url)
        page.fill("#claim", claim)
        page.click("#go")
        expect(page.locator("#verdict-label")).to_be_visible(timeout=60_000)
        quotations += check_cards(page, ".evidence", rendered_text)
    assert quotations >= len(READ)


def test_extension_and_its_exports_quote_only_fetched_pages(
    searching: BackendProcess, extension: Extension, reader: PageUser, rendered_text: Shown
) -> None:
    extension.use(searching.url)
    reader.check("flat")
    reader.see(".evidence .said")
    assert reader.style_before(".evidence .said") == ""
    assert "Claimlight's summary" in reader.text(".evidence .badge")
    assert ":~:text=" not in reader.attribute(".evidence a.title", "href")
    page = panel(extension, None, path="popup/popup.html")
    page.fill("#claim", READ[1])
    page.click("#check")
    expect(page.locator(".verdict h2")).to_have_text("False", timeout=60_000)
    assert check_cards(page, ".evidence", rendered_text) >= 1
    for answer in until(lambda: results(searching), "the answers"):
        text = reader.run(f"Claimlight.copy.asText({json.dumps(answer)})")
        assert check_export(text, answer, rendered_text) >= (answer["original_claim"] in READ)


def test_knowledge_browser_labels_summaries(searching: BackendProcess, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{searching.url}/#knowledge")
    page.fill("#knowledge-query", "The Earth is an oblate spheroid")
    page.press("#knowledge-query", "Enter")
    expect(page.locator("#knowledge-rows .badge", has_text="Claimlight's summary").first).to_be_visible()
    assert "“" not in page.inner_text("#knowledge-rows")

"""The web page in the user's language: no text in German or Arabic equals the English text."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from backend.domain.claim import VerifyRequest
from backend.domain.run import EvidenceEvent, Run
from backend.domain.verdict import Verdict
from backend.view.certainty import measured
from tests.api_world import World, make_evidence, make_verdict, world

SAID = """() => {
  const theirs = "[lang=en]:not(html), [dir=auto], bdi, code, script, style";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const said = [document.title];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE && !node.parentElement.closest(theirs)) said.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.closest("[lang=en]:not(html), bdi")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(node.getAttribute(name) ?? "");
  }
  const words = (text) => text.match(/\\p{L}{2,}/gu) ?? [];
  return [...new Set(said.map((text) => text.trim()))].filter((text) => words(text).length > 1 && text !== document.title);
}"""
"""Script that returns all texts of at least two words, including hidden texts.

Names, quotes and claims are excluded: they are in `bdi` elements or have `dir="auto"`. Technical details are marked as English.
"""


def answer_with_progress(request: VerifyRequest, run: Run) -> Verdict:
    """Reports a stage and a passage, then returns an answer."""
    run.step("recall", "Looking in the knowledge base")
    run.report(EvidenceEvent(evidence=make_evidence()))
    return make_verdict(request)


def texts_in_language(browser: Browser, running_service: World, language: str) -> set[str]:
    """Return all texts of the page: in each view, with an answer, before a deletion, and with an error."""
    context = browser.new_context(locale=language, reduced_motion="reduce")
    page, base = context.new_page(), f"http://127.0.0.1:{running_service.port}"
    page.goto(base)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    said = set(page.evaluate(SAID))
    page.fill("#claim", "The Earth is flat")
    page.click("#go")
    expect(page.locator("#answer .verdict")).to_be_visible()
    said |= set(page.evaluate(SAID))
    said |= texts_of_other_views(page)
    page.fill("#claim", "flat " * 500)
    page.click("#go")
    expect(page.locator("#error")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    said |= set(page.evaluate(SAID))
    page.goto(f"{base}/welcome")
    said |= set(page.evaluate(SAID))
    context.close()
    return said


def texts_of_other_views(page: Page) -> set[str]:
    """Return the texts of history, knowledge base and status, and go back to the first view."""
    page.click("#tabs a[href='#history']")
    page.click("#history-clear")
    expect(page.locator("#confirm")).to_be_visible()
    said = set(page.evaluate(SAID))
    page.click("#confirm button[value=no]")
    page.click("#tabs a[href='#knowledge']")
    page.click("#knowledge-rows summary")
    expect(page.locator("#knowledge-rows .facts div").first).to_be_visible()
    said |= set(page.evaluate(SAID))
    page.click("#tabs a[href='#status']")
    expect(page.locator("#facts div").first).to_be_visible()
    said |= set(page.evaluate(SAID))
    page.click("#tabs a[href='#check']")
    return said


def test_german_and_arabic_pages_contain_no_english(browser: Browser, tmp_path: Path) -> None:
    with world(tmp_path, answer_with_progress, verifier_id=measured()["verifier"]) as running_service:
        english = texts_in_language(browser, running_service, "en")
        assert len(english) > 100
        for language in ("de", "ar"):
            assert sorted(english & texts_in_language(browser, running_service, language)) == []

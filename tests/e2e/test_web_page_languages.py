"""The web page in the reader's language: no text in German or Arabic equals the English text."""

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
"""Texts of at least two words, hidden ones included.

Names, quotes and claims are in `bdi` or have `dir="auto"`; technical details are marked as English.
"""


def step_by_step(request: VerifyRequest, run: Run) -> Verdict:
    """Reports a stage and a passage, and answers."""
    run.step("recall", "Looking in the knowledge base")
    run.report(EvidenceEvent(evidence=make_evidence()))
    return make_verdict(request)


def said_by(browser: Browser, served: World, language: str) -> set[str]:
    """What the page says in each of its views, about an answer, before a deletion and about an error."""
    context = browser.new_context(locale=language, reduced_motion="reduce")
    page, base = context.new_page(), f"http://127.0.0.1:{served.port}"
    page.goto(base)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    said = set(page.evaluate(SAID))
    page.fill("#claim", "The Earth is flat")
    page.click("#go")
    expect(page.locator("#answer .verdict")).to_be_visible()
    said |= set(page.evaluate(SAID))
    said |= said_in_views(page)
    page.fill("#claim", "flat " * 500)
    page.click("#go")
    expect(page.locator("#error")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    said |= set(page.evaluate(SAID))
    page.goto(f"{base}/welcome")
    said |= set(page.evaluate(SAID))
    context.close()
    return said


def said_in_views(page: Page) -> set[str]:
    """The texts of history, knowledge base and status; ends with the first view."""
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


def test_nothing_on_the_german_and_the_arabic_page_is_english(browser: Browser, tmp_path: Path) -> None:
    with world(tmp_path, step_by_step, verifier_id=measured()["verifier"]) as served:
        english = said_by(browser, served, "en")
        assert len(english) > 100
        for language in ("de", "ar"):
            assert sorted(english & said_by(browser, served, language)) == []

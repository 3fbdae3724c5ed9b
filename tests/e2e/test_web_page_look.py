"""The web page at every width and in both themes: no content overflows, and all text is legible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict, Voice
from tests.api_world import answer_false, make_evidence, make_part, make_verdict, world
from tests.e2e.browser import EXTENSION
from tests.e2e.themes import in_both_themes
from tests.each_row import each_row

IN_PARTS = "Water is wet and ice sinks"
IN_DISPUTE = "The mountain is growing"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the web page of a service whose answer depends on the claim."""
    scripts = {IN_PARTS: in_parts, IN_DISPUTE: answer_with_voices}

    def answer(request: VerifyRequest, run: Run) -> Verdict:
        return scripts.get(request.claim, answer_false)(request, run)

    with world(tmp_path_factory.mktemp("look"), answer) as running_service:
        yield f"http://127.0.0.1:{running_service.port}/"


def ask(page: Page, home: str, claim: str) -> None:
    page.goto(home)
    page.fill("#claim", claim)
    page.click("#go")


def test_nothing_overflows_and_text_is_readable(browser: Browser, home: str) -> None:
    page = browser.new_page(reduced_motion="reduce")
    ask(page, home, "Averyveryveryverylongwordwithoutanyspacesinit" * 5)
    expect(page.locator(".verdict h2")).to_have_text("False")
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    for theme in in_both_themes(page):
        for spot in ".lead|.verdict h2|.says|.evidence .date|.chips button|.primary|.badge".split("|"):
            assert page.locator(spot).first.evaluate(_CONTRAST) >= 4.5, (theme, spot)


def test_small_window_uses_its_width(browser: Browser, tmp_path: Path) -> None:
    with world(tmp_path) as running_service:
        assert running_service.post("/api/verify", {"claim": "The Earth is flat"}).status == 200
        page = browser.new_page(viewport={"width": 320, "height": 640})
        page.goto(f"http://127.0.0.1:{running_service.port}/#history")
        row, said = page.locator("#history-rows .row"), page.locator("#history-rows .row-main > :first-child")
        expect(said).to_have_text("The Earth is flat")
        assert said.evaluate("(e) => e.offsetHeight") < 40
        assert row.evaluate("(e) => e.offsetHeight") < 160
        for width, lines in ((1280, 1), (801, 1), (700, 1), (600, 1), (560, 1), (320, 2)):
            page.set_viewport_size({"width": width, "height": 640})
            places = page.evaluate(
                "['.brand', '#tabs', '#health', '#theme'].map((s) => document.querySelector(s).offsetTop)"
            )
            assert max(places) - min(places) < 30 * lines, width
        page.close()


_GROUPS = """(groups) => groups.map((group) => {
  const boxes = [...group.children].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
  const bar = group.parentElement.getBoundingClientRect();
  const { left, right, top } = group.getBoundingClientRect();
  const start = getComputedStyle(group).direction === "rtl" ? bar.right - right : left - bar.left;
  const lines = new Set(boxes.map((box) => Math.round(box.top + box.height / 2))).size;
  return { start, top, lines };
})"""


@each_row("locale", ["de-DE", "ar-EG"])
def test_answer_buttons_are_in_two_groups(browser: Browser, home: str, locale: str) -> None:
    page = browser.new_page(locale=locale)
    ask(page, home, "The Earth is flat")
    expect(page.locator(".share-group")).to_have_count(2)
    for width in (600, 900, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        first, second = page.locator(".share-group").evaluate_all(_GROUPS)
        assert (first["lines"], second["lines"]) == (1, 1), width
        assert second["top"] == first["top"] or second["start"] == first["start"], width
    page.close()


def test_search_modes_have_the_same_names_as_in_the_extension(browser: Browser, home: str) -> None:
    words = json.loads((EXTENSION / "_locales" / "en" / "messages.json").read_text(encoding="utf-8"))
    page = browser.new_page()
    page.goto(home)
    said = [words[f"card_mode_{mode}"]["message"] for mode in ("main", "deep")]
    expect(page.locator(".choice span")).to_have_text(said)


def in_parts(request: VerifyRequest, run: Run) -> Verdict:
    """Give an answer with two parts, whose grades have different lengths, each with a quote."""
    quotes = (make_evidence(Stance.SUPPORTS, "Water is wet."), make_evidence(Stance.NEUTRAL, "Ice floats."))
    found = make_verdict(request, label=Label.NOT_ENOUGH_EVIDENCE, evidence=quotes)
    parts = (
        make_part(Label.TRUE, quotes[:1], text="Water is wet."),
        make_part(Label.NOT_ENOUGH_EVIDENCE, quotes[1:], text="Ice sinks.", n=2),
    )
    return replace(found, parts=parts)


def test_parts_have_the_same_layout_at_every_width(browser: Browser, home: str) -> None:
    page = browser.new_page()
    ask(page, home, IN_PARTS)
    expect(page.locator(".part .evidence")).to_have_count(2)
    edges = "(all) => all.map((e) => e.getBoundingClientRect()).map(({ left, width }) => [left, width])"
    for width, room in ((360, 260), (600, 400), (900, 400), (1280, 600)):
        page.set_viewport_size({"width": width, "height": 800})
        pills = page.locator(".part > .pill").evaluate_all(edges)
        cards = page.locator(".part .evidence").evaluate_all(edges)
        assert {left for left, _ in pills} == {left for left, _ in cards}, width
        assert min(size for _, size in cards) >= room, width


def answer_with_voices(request: VerifyRequest, run: Run) -> Verdict:
    """Give an answer with one source of full weight on each side."""
    found = make_verdict(request)
    voices = (
        Voice(domain="apnews.com", passage="p", log_odds=2.0),
        Voice(domain="the-mountain-gazette.example", passage="q", log_odds=-2.0),
    )
    return replace(found, belief=replace(found.belief, voices=voices))


def test_sources_are_under_the_heading_of_their_own_side(browser: Browser, home: str) -> None:
    page = browser.new_page()
    ask(page, home, IN_DISPUTE)
    page.get_by_text("How sure is this?").click()
    expect(page.locator(".chart-name")).to_have_text(["AP News", "the-mountain-gazett…"])
    edges = "(all) => all.map((e) => e.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    names = page.locator(".chart-name").evaluate_all(edges)
    drawn = page.locator(".chart-bar, .chart-side").evaluate_all(edges)
    assert max(right for _, right in names) <= min(left for left, _ in drawn)


_CONTRAST = """(element) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data; };
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, n) => {
    const v = c[n] / 255; return sum + weight * (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); }, 0);
  let ground = element;
  while (ground.parentElement && rgba(getComputedStyle(ground).backgroundColor)[3] < 255) ground = ground.parentElement;
  const [a, b] = [light(rgba(getComputedStyle(element).color)), light(rgba(getComputedStyle(ground).backgroundColor))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""

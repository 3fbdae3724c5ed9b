"""Accessibility of the web page: axe-core in every view and both themes, keyboard, large text, forced colours, print, copies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import OF_COLOUR, faults
from tests.e2e.backend_process import BackendProcess
from tests.e2e.themes import faults_in_themes
from tests.each_row import each_row

TWO = "Apollo 11 landed on the Moon in 1969 and the Great Wall of China is visible from the Moon."
FLAT = "The Earth is flat"


_TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("main *, header *")].filter((one) => one.getBoundingClientRect().right > innerWidth)
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`)"""
_BUTTONS_OUTSIDE = """() => [...document.querySelectorAll("main button, #tabs a")].filter((one) => one.checkVisibility())
  .filter((one) => { const { left, right, width } = one.getBoundingClientRect(); return width && (left < 0 || right > innerWidth); })
  .map((one) => one.textContent)"""


def opened(browser: Browser, backend: BackendProcess, view: str = "", **context: Any) -> Page:
    made = browser.new_context(**{"reduced_motion": "reduce", "locale": "en-US", **context})
    page = made.new_page()
    page.goto(f"{backend.url}/{view}")
    return page


def ask(page: Page, claim: str) -> None:
    page.fill("#claim", claim)
    page.click("#go")
    expect(page.locator(".result")).to_be_visible()


@pytest.fixture(scope="module")
def answered(plain_browser: Browser, backend: BackendProcess) -> Iterator[Page]:
    """A page with an answer. Tests restore its media, and no test here uses `browser`, which closes every context."""
    page = opened(plain_browser, backend)
    ask(page, FLAT)
    yield page
    page.context.close()


def faults_of(page: Page, changed: str) -> list[str]:
    """Return the violations of all rules in the light theme, and of the colour rules in the changed part in the dark theme."""
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    found += faults(page, changed, OF_COLOUR)
    page.emulate_media(color_scheme="light")
    return found


def test_every_view_is_accessible(plain_browser: Browser, backend: BackendProcess) -> None:
    page = opened(plain_browser, backend)
    assert faults_of(page, "html") == []
    for claim in (TWO, "Pizza is the best food", "The Zorblax river is long"):
        ask(page, claim)
        page.evaluate("document.querySelectorAll('.result details').forEach((one) => { one.open = true; })")
        assert faults_of(page, "#answer") == []
    page.click("#tabs >> text=History")
    expect(page.locator("#history-rows .row").first).to_be_visible()
    assert faults_of(page, "#view-history") == []
    page.click("#tabs >> text=Knowledge")
    page.locator("#knowledge-rows summary").first.click()
    expect(page.locator(".facts").first).to_contain_text("Learned")
    assert faults_of(page, "#view-knowledge") == []
    page.locator("[data-act=forget]").first.click()
    assert faults_of(page, "#confirm") == []
    page.keyboard.press("Escape")
    page.click("#tabs >> text=Status")
    expect(page.locator("#facts")).to_contain_text("Version")
    page.evaluate("document.querySelectorAll('#view-status details').forEach((one) => { one.open = true; })")
    assert faults_of(page, "#view-status") == []
    page.context.close()


def test_page_without_scripts_is_accessible(plain_browser: Browser, backend: BackendProcess) -> None:
    """axe itself needs scripts, so the server's page without scripts is shown in a context that blocks only our scripts."""
    page = plain_browser.new_page()
    page.route("**/static/js/*", lambda route: route.abort())
    page.goto(backend.url)
    page.fill("#claim", TWO)
    page.click("#go")
    expect(page.locator(".verdict h2")).to_have_text("Partially True")
    expect(page.locator(".outlook").first).to_contain_text("What would make this more certain")
    assert faults_in_themes(page) == []
    page.close()


def test_chosen_theme_is_kept(plain_browser: Browser, backend: BackendProcess) -> None:
    page = opened(plain_browser, backend, color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    expect(page.locator("#theme")).to_have_attribute("aria-label", "Theme: Same as the system")
    page.click("#theme")
    expect(page.locator("#theme")).to_have_attribute("aria-label", "Theme: Light")
    assert page.evaluate(ground) != dark
    page.reload()
    assert page.evaluate(ground) != dark
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.click("#theme")
    page.click("#theme")
    assert page.evaluate(ground) == dark
    page.context.close()


def test_everything_works_with_the_keyboard(plain_browser: Browser, backend: BackendProcess) -> None:
    page = opened(plain_browser, backend)
    expect(page.locator("#claim")).to_be_focused()
    page.keyboard.type(FLAT)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".verdict h2")).to_be_focused()
    page.locator(".skip").focus()
    expect(page.locator(".skip")).to_be_in_viewport()
    page.locator("#tabs >> text=History").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#history-title")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#history-clear")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#history-clear")).to_be_focused()
    page.context.close()


@pytest.fixture
def narrow(plain_browser: Browser, backend: BackendProcess) -> Iterator[Page]:
    """A page with an answer of two parts in a narrow window."""
    page = opened(plain_browser, backend, viewport={"width": 320, "height": 700})
    ask(page, TWO)
    yield page
    page.context.close()


@each_row(
    ("view", "content"),
    [
        ("", ".result"),
        ("#history", "#history-rows .row"),
        ("#knowledge", "#knowledge-rows .row"),
        ("#status", "#facts div"),
    ],
)
def test_nothing_is_clipped_in_a_narrow_window_or_with_large_text(narrow: Page, view: str, content: str) -> None:
    if view:
        narrow.evaluate("(view) => { location.hash = view; }", view)
    expect(narrow.locator(content).first).to_be_visible()
    narrow.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for width, size in ((320, "100%"), (640, "200%"), (320, "200%")):
        narrow.set_viewport_size({"width": width, "height": 700})
        narrow.evaluate("(size) => document.documentElement.style.setProperty('font-size', size)", size)
        assert narrow.evaluate(_TOO_WIDE) == [], (width, size)
        assert narrow.evaluate(_BUTTONS_OUTSIDE) == [], (width, size)


def test_forced_colours_lose_no_information(answered: Page) -> None:
    answered.emulate_media(forced_colors="active")
    width = "(one) => getComputedStyle(one).borderTopWidth"
    for spot in (".result", ".evidence", ".verdict-icon", ".badge"):
        assert answered.locator(spot).first.evaluate(width) == "1px", spot
    bar = answered.locator(".chart-bar").first.evaluate("(one) => getComputedStyle(one).fill")
    assert bar == answered.evaluate("getComputedStyle(document.body).color")
    answered.emulate_media(forced_colors="null")


def test_printed_verdict_is_expanded_and_has_no_buttons(answered: Page) -> None:
    answered.emulate_media(media="print")
    for spot in (".bar", ".ask", ".share", "aside"):
        expect(answered.locator(spot)).to_be_hidden()
    expect(answered.locator(".verdict h2")).to_be_visible()
    expect(answered.locator(".result .steps li").first).to_be_visible()
    address = answered.locator(".evidence .title").first.evaluate("(link) => getComputedStyle(link, '::after').content")
    assert "https://" in address
    answered.emulate_media(media="null")


def test_answer_can_be_copied_and_saved_in_four_formats(answered: Page, backend: BackendProcess) -> None:
    page = answered
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=backend.url)
    for shape, ending in (("text", "txt"), ("markdown", "md"), ("json", "json"), ("review", "claimreview.json")):
        page.evaluate("navigator.clipboard.writeText('')")
        page.select_option("[data-share-as]", shape)
        page.click("[data-share-copy]")
        page.wait_for_function("navigator.clipboard.readText()")
        copied = page.evaluate("navigator.clipboard.readText()")
        with page.expect_download() as download:
            page.click("[data-share-save]")
        assert download.value.path().read_text(encoding="utf-8") == copied, shape
        assert re.fullmatch(rf"claimlight-\w{{8}}\.{re.escape(ending)}", download.value.suggested_filename)
        if shape in ("json", "review"):
            found = json.loads(copied)
            assert found["verdict" if shape == "json" else "claimReviewed"] in ("False", FLAT)
        else:
            assert "Checked with Claimlight" in copied
            assert "https://" in copied
    page.click("[data-share-link]")
    page.wait_for_function("(copied) => navigator.clipboard.readText().then((text) => text !== copied)", arg=copied)
    expect(page.locator("#toast")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url

"""The user's language in every part of the extension, and the page's language in the answer."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import faults, faults_in_overlay
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import EXTENSION, Extension, PageUser
from tests.e2e.patience import until
from tests.each_row import each_row

FOLDERS = sorted(path.name for path in (EXTENSION / "_locales").iterdir())


def locale_messages(folder: str) -> dict[str, str]:
    """Return the messages of a language by key."""
    found = json.loads((EXTENSION / "_locales" / folder / "messages.json").read_text(encoding="utf-8"))
    return {key: value["message"] for key, value in found.items()}


def options(extension: Extension) -> Page:
    page = extension.open("options/options.html")
    expect(page.locator("#shortcuts li").first).to_be_visible()
    return page


def overflowing_texts(page: Page) -> list[str]:
    """Return the texts of elements that are wider than the window or their box."""
    found: list[str] = page.evaluate(
        """() => {
          const outside = ({ left, right }) => right > innerWidth + 1 || left < -1;
          const wide = (e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline";
          return [...document.querySelectorAll("button, a, h1, h2, label, legend, p")]
            .filter((e) => e.checkVisibility() && !e.closest(".unseen") && (wide(e) || outside(e.getBoundingClientRect())))
            .map((e) => e.textContent.slice(0, 60));
        }"""
    )
    return found


@pytest.fixture
def options_and_popup(extension: Extension, backend: BackendProcess) -> tuple[Page, Page]:
    extension.use(backend.url)
    page, popup = options(extension), extension.open("popup/popup.html")
    popup.set_viewport_size({"width": 380, "height": 600})
    return page, popup


@each_row("folder", FOLDERS)
def test_options_and_popup_use_the_chosen_language(options_and_popup: tuple[Page, Page], folder: str) -> None:
    page, popup = options_and_popup
    said = locale_messages(folder)
    page.bring_to_front()
    page.select_option("#language", folder)
    expect(page.locator("h1")).to_have_text(said["options_title"])
    expect(page.locator("html")).to_have_attribute("lang", folder.replace("_", "-"))
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if folder == "ar" else "ltr")
    for width in (1280, 400):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflowing_texts(page) == []
    popup.bring_to_front()
    popup.reload()
    expect(popup.locator("#check")).to_have_text(said["bubble_check"])
    assert overflowing_texts(popup) == []


def test_right_to_left_language_mirrors_the_layout(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    said = locale_messages("ar")
    extension.use(backend.url)
    page = options(extension)
    page.select_option("#language", "ar")
    expect(page.locator("h1")).to_have_text(said["options_title"])
    assert faults(page) == []
    nav, main = page.locator("nav").bounding_box(), page.locator("main").bounding_box()
    assert nav is not None
    assert main is not None
    assert nav["x"] > main["x"]
    page.close()
    reader.select("flat")
    until(lambda: reader.text(".check") == said["bubble_check"], "the bubble in Arabic")
    reader.click(".check")
    assert reader.see(".verdict h2") == said["verdict_false"]
    assert reader.attribute(".cl", "dir") == "rtl"
    assert reader.attribute(".cl", "lang") == "ar"
    # The backend's English text is collapsed.
    assert reader.text(".card [lang=en]") == ""
    assert said["found_false"].split("$1")[0] in reader.text(".says")
    reader.click(".calibration summary")
    assert said["card_confidence"] in reader.text(".meter")
    assert faults_in_overlay(reader) == []


def test_german_claim_gets_an_answer_with_its_limitation(
    extension: Extension, site: str, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/german.html")
    for element in ("flat", "short"):
        reader.check(element)
        assert reader.see(".verdict h2") == "Not Enough Evidence"
        assert "The claim is in German" in reader.see(".issues")
        reader.page.keyboard.press("Escape")
    extension.use(backend.url, language="de")
    reader.visit(f"{site}/german.html")
    reader.check("flat")
    assert reader.see(".verdict h2") == locale_messages("de")["verdict_unknown"]
    assert locale_messages("de")["card_language_limited"].replace("$1", "Deutsch") in reader.see(".issues")

"""The screenshots in docs/images, which show the real extension and the real backend in the light and dark themes.

They are written to docs/images only with UPDATE_IMAGES=1; otherwise the same screenshots are taken and measured in a
temporary folder.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from tests.api_world import World, make_evidence, make_verdict, world
from tests.e2e.backend_process import ROOT, BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.local_servers import BusyClaimlight, Stranger, serving
from tests.e2e.patience import until
from tests.e2e.test_card_answer import both_sides
from tests.e2e.test_card_failures import UNAVAILABLE, Limited, issue
from tests.e2e.test_survival import UNKNOWN
from tests.e2e.themes import in_both_themes
from tests.each_row import each_row

DEFAULT_PORT = 8737
LARGEST_BYTES = 300_000
GROUND = {"light": "rgb(255, 255, 255)", "dark": "rgb(21, 23, 28)"}
Shoot = Callable[[Page, str], None]


@pytest.fixture
def take_screenshot(tmp_path: Path) -> Shoot:
    """Take a screenshot of the window in both themes."""
    folder = ROOT / "docs" / "images" if os.environ.get("UPDATE_IMAGES") == "1" else tmp_path
    folder.mkdir(exist_ok=True)

    def take(page: Page, name: str) -> None:
        for theme in in_both_themes(page):
            path = folder / f"{name}{'-dark' if theme == 'dark' else ''}.png"
            page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished)).then(() => 0)")
            page.screenshot(path=path)
            size = page.viewport_size
            assert size is not None
            data = path.read_bytes()
            assert len(data) < LARGEST_BYTES
            assert struct.unpack(">II", data[16:24]) == (size["width"], size["height"])

    return take


def inside(reader: PageUser) -> bool:
    """Return whether the whole card is inside the window."""
    card, window = reader.box(".cl"), reader.page.viewport_size
    assert card is not None
    assert window is not None
    right, bottom = card["left"] + card["width"], card["top"] + card["height"]
    return card["left"] >= 0 and card["top"] >= 0 and right <= window["width"] and bottom <= window["height"]


def test_images_of_button_and_verdicts(
    extension: Extension, reader: PageUser, backend: BackendProcess, take_screenshot: Shoot
) -> None:
    extension.use(backend.url)
    reader.select("flat")
    reader.see(".check")
    take_screenshot(reader.page, "button")
    for element, name, verdict in (
        ("flat", "overlay-false", "False"),
        ("moon", "overlay-true", "True"),
        (UNKNOWN, "overlay-not-enough-evidence", "Not Enough Evidence"),
    ):
        reader.check(element)
        assert reader.see(".verdict h2") == verdict
        reader.see(".decided")
        assert inside(reader)
        for theme in in_both_themes(reader.page):
            until(lambda: reader.style(".cl", "background-color") == GROUND[theme], f"the {theme} ground")  # noqa: B023
        take_screenshot(reader.page, name)
        reader.page.keyboard.press("Escape")
    reader.page.evaluate("scrollTo({ top: 160, behavior: 'instant' })")
    reader.check("flat")
    take_screenshots_of_folds(reader, take_screenshot)


def take_screenshots_of_folds(reader: PageUser, take_screenshot: Shoot) -> None:
    """Take screenshots of the parts of the card that are collapsed at first, and of the collapsed card."""
    reader.click(".decided summary")
    scroll_to(reader, ".decided")
    take_screenshot(reader.page, "overlay-decided")
    reader.click(".tools-block > summary")
    reader.click(".report summary")
    scroll_to(reader, ".tools-block")
    take_screenshot(reader.page, "overlay-report")
    reader.click(".tool-fold")
    take_screenshot(reader.page, "overlay-small")


def test_image_of_progress(
    extension: Extension, reader: PageUser, running_service: World, take_screenshot: Shoot
) -> None:
    extension.use(f"http://127.0.0.1:{running_service.port}")
    reader.check(UNKNOWN)
    reader.see(".phases li:nth-child(3).now")
    take_screenshot(reader.page, "overlay-progress")


def scroll_to(reader: PageUser, selector: str) -> None:
    reader.ask_everywhere(f"(roots) => roots.at(-1).querySelector('{selector}').scrollIntoView({{ block: 'start' }})")


def reported(stance: Stance, title: str, said: str, domain: str) -> Evidence:
    """Return evidence for or against a claim, from a page with this title."""
    found = make_evidence(stance, said, domain=domain)
    candidate = replace(found.candidate, origin=Origin.WEB, passage=replace(found.candidate.passage, title=title))
    return replace(found, candidate=candidate)


def disputed(request: VerifyRequest, run: Run) -> Verdict:
    """Return evidence for both sides, as a user may encounter it."""
    closed = "The doors stayed closed for the first hour on Monday, two residents said."
    public = "The council's meeting on Monday night was open to the public, its minutes show."
    evidence = (
        reported(Stance.SUPPORTS, "An hour behind closed doors", closed, "norwick-ledger.example"),
        reported(Stance.REFUTES, "Minutes of the town council", public, "norwick-council.example"),
    )
    return replace(
        make_verdict(request, label=Label.PARTIALLY_TRUE, evidence=evidence),
        confidence=0.71, truthfulness_percent=48.0, fingerprint=both_sides(request, run).fingerprint,
    )  # fmt: skip


def test_image_of_a_disputed_claim(
    extension: Extension, reader: PageUser, tmp_path: Path, take_screenshot: Shoot
) -> None:
    with world(tmp_path / "service", disputed) as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}")
        reader.page.evaluate("scrollTo({ top: 160, behavior: 'instant' })")
        reader.check("secret")
        reader.see(".decided")
        assert "The Earth" not in reader.text()
        assert inside(reader)
        take_screenshot(reader.page, "overlay-both-sides")
        reader.click(".calibration summary")
        scroll_to(reader, ".calibration")
        take_screenshot(reader.page, "overlay-calibration")


@each_row("width", [480, 320])
def test_images_in_narrow_windows(
    extension: Extension, site: str, backend: BackendProcess, take_screenshot: Shoot, width: int
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.page.set_viewport_size({"width": width, "height": 640})
    reader.visit(f"{site}/article.html")
    reader.page.evaluate("document.querySelector('main').style.cssText = 'width: auto; margin: 16px'")
    reader.page.evaluate("document.getElementById('flat').scrollIntoView({ block: 'center', behavior: 'instant' })")
    reader.check("flat")
    reader.see(".decided")
    assert reader.page.evaluate("getSelection().toString()") == reader.page.locator("#flat").inner_text()
    assert inside(reader)
    take_screenshot(reader.page, f"overlay-{width}")


def silent_port() -> int:
    """Return the default port if it is free, so that the screenshot shows the plain command; otherwise an unused port."""
    with socket.socket() as probe:
        return 1 if probe.connect_ex(("127.0.0.1", DEFAULT_PORT)) == 0 else DEFAULT_PORT


def test_images_of_failures(extension: Extension, reader: PageUser, tmp_path: Path, take_screenshot: Shoot) -> None:
    extension.use(f"http://127.0.0.1:{silent_port()}")
    reader.check("flat")
    assert reader.see(".failure h2") == "Claimlight is not running"
    assert inside(reader)
    take_screenshot(reader.page, "overlay-backend-down")
    for handler, name in ((Stranger, "overlay-other-program"), (BusyClaimlight, "overlay-busy")):
        close_card(reader)
        with serving(handler) as port:
            extension.use(f"http://127.0.0.1:{port}")
            reader.check("flat")
            reader.see(".failure")
            take_screenshot(reader.page, name)
    close_card(reader)
    with world(tmp_path / "service", Limited(UNAVAILABLE, issue("search_blocked", subject="one"))) as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}")
        reader.check("flat")
        reader.see(".notice")
        take_screenshot(reader.page, "overlay-search-blocked")


def close_card(reader: PageUser) -> None:
    reader.page.keyboard.press("Escape")
    reader.page.mouse.click(1200, 700)


def test_image_of_the_popup(extension: Extension, backend: BackendProcess, take_screenshot: Shoot) -> None:
    extension.use(backend.url)
    page = extension.open("popup/popup.html")
    page.set_viewport_size({"width": 380, "height": 600})
    expect(page.locator("#status")).to_contain_text("passages known")
    page.fill("#claim", "Bats are blind")
    page.click("#check")
    expect(page.locator(".verdict h2")).to_have_text("False")
    expect(page.locator(".decided")).to_be_attached()
    take_screenshot(page, "popup")


def test_image_of_the_web_page(browser: Browser, backend: BackendProcess, take_screenshot: Shoot) -> None:
    page = browser.new_page(reduced_motion="reduce", locale="en-US", viewport={"width": 1280, "height": 1000})
    page.goto(backend.url)
    page.fill("#claim", "The Earth is flat")
    page.click("#go")
    expect(page.locator("#answer")).to_contain_text("False")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    take_screenshot(page, "web-page")

"""The web page's screenshots for docs/images, light, dark and narrow, with the real backend.

They are written to docs/images only with UPDATE_IMAGES=1; otherwise they are taken and measured in a temporary folder.
"""

from __future__ import annotations

import json
import os
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.backend_process import ROOT, BackendProcess
from tests.e2e.test_web_page_health import breaker_states
from tests.e2e.themes import in_both_themes

LARGEST_BYTES = 300_000
TWO = "Apollo 11 landed on the Moon in 1969 and the Great Wall of China is visible from the Moon."
WINDOWS = {"": (1280, 1000), "-narrow": (360, 780)}


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page(reduced_motion="reduce", locale="en-US")


@pytest.fixture
def take_screenshots(page: Page, tmp_path: Path) -> Callable[..., None]:
    """Take screenshots of windows of both sizes in both themes, after scrolling as the given script does."""
    folder = ROOT / "docs" / "images" if os.environ.get("UPDATE_IMAGES") == "1" else tmp_path

    def take(name: str, scroll: str = "scrollTo(0, 0)") -> None:
        for size, (width, height) in WINDOWS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(scroll)
            for theme in in_both_themes(page):
                path = folder / f"{name}{size}{'-dark' if theme == 'dark' else ''}.png"
                page.screenshot(path=path)
                data = path.read_bytes()
                assert len(data) < LARGEST_BYTES
                assert struct.unpack(">II", data[16:24]) == (width, height)

    return take


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackendProcess]:
    """A service whose search engines were used earlier."""
    data = tmp_path_factory.mktemp("backend") / "data"
    data.mkdir(mode=0o700)
    (data / "engines.json").write_text(json.dumps(breaker_states(time.time())), encoding="utf-8")
    engines = {"CLAIMLIGHT_ENGINES": "searxng,wikipedia,openalex", "CLAIMLIGHT_SEARXNG_URL": "http://127.0.0.1:9"}
    made = BackendProcess(data, settings=engines)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def backend(process: BackendProcess) -> BackendProcess:
    """A service with three answers in its history."""
    process.post("/api/history/delete", {"all": True})
    for claim in ("Minecraft is the best 2D game", "Bats are blind", "The Earth is flat"):
        process.post("/api/verify", {"claim": claim, "options": {"offline": True}})
    return process


def test_images_of_the_web_page_views(
    page: Page, backend: BackendProcess, take_screenshots: Callable[..., None]
) -> None:
    page.goto(backend.url)
    page.fill("#claim", TWO)
    page.check("#offline")
    page.click("#go")
    expect(page.locator(".verdict h2")).to_be_visible()
    top = "document.querySelector('.result').offsetTop - 70"
    take_screenshots("web-page-parts", f"scrollTo({{ top: {top}, behavior: 'instant' }})")
    page.goto(f"{backend.url}/#history")
    expect(page.locator("#history-rows .row")).to_have_count(4)
    take_screenshots("web-page-history")
    page.goto(f"{backend.url}/#knowledge")
    page.fill("#knowledge-query", "The Earth is not flat")
    page.press("#knowledge-query", "Enter")
    expect(page.locator("#knowledge-count")).to_contain_text("closest in meaning")
    page.locator("#knowledge-rows summary").first.click()
    expect(page.locator(".facts").first).to_contain_text("Learned")
    take_screenshots("web-page-knowledge")
    page.goto(f"{backend.url}/#status")
    expect(page.locator("#health-rows tr")).to_have_count(3)
    expect(page.locator("#facts")).to_contain_text("Version")
    take_screenshots("web-page-status")

"""The store's screenshots (1280 × 800) of the real extension and the real backend on a page that looks like a news site.

They are written to docs/images/store only with UPDATE_IMAGES=1; otherwise they are taken and measured in a temporary folder.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.backend_process import ROOT, BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.scanning import scanned

SIZE = (1280, 800)
Shoot = Callable[[Page, str], None]


@pytest.fixture
def take_screenshot(tmp_path: Path) -> Shoot:
    """Take a screenshot of the window."""
    folder = ROOT / "docs" / "images" / "store" if os.environ.get("UPDATE_IMAGES") == "1" else tmp_path
    folder.mkdir(exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.evaluate("Promise.all(document.getAnimations().map((a) => a.finished.catch(() => 0))).then(() => 0)")
        page.screenshot(path=folder / f"{name}.png")
        data = (folder / f"{name}.png").read_bytes()
        assert struct.unpack(">II", data[16:24]) == SIZE
        assert len(data) < 400_000

    return take


def test_store_image_of_a_verdict(
    extension: Extension, reader: PageUser, backend: BackendProcess, take_screenshot: Shoot
) -> None:
    extension.use(backend.url)
    reader.select("flat")
    reader.see(".check")
    take_screenshot(reader.page, "1-select")
    reader.click(".check")
    assert reader.see(".verdict h2") == "False"
    reader.see(".decided")
    take_screenshot(reader.page, "2-verdict")
    reader.click(".decided summary")
    reader.ask_everywhere("(roots) => roots.at(-1).querySelector('.decided').scrollIntoView({ block: 'start' }) ?? 0")
    take_screenshot(reader.page, "3-how")


def test_store_image_of_marked_claims(
    extension: Extension, site: str, backend: BackendProcess, take_screenshot: Shoot
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/report.html")
    # Remove the texts that must never be marked and that no real newspaper has.
    reader.page.evaluate("document.querySelectorAll('pre, form, [contenteditable], iframe').forEach((e) => e.remove())")
    beside = scanned(extension, reader)
    reader.page.bring_to_front()
    take_screenshot(reader.page, "4-marked")
    beside.close()


def test_store_image_of_the_options(extension: Extension, backend: BackendProcess, take_screenshot: Shoot) -> None:
    extension.use(backend.url)
    page = extension.open("options/options.html")
    page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
    page.click("#test")
    expect(page.locator("#tested .title")).to_contain_text("Connected")
    expect(page.locator("#saved")).to_be_empty()
    take_screenshot(page, "5-options")

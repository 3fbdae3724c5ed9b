"""Light and dark screenshots of the side panel, marks and popup, written to docs/images only with UPDATE_IMAGES=1."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page, expect

from backend.domain.verdict import Label
from tests.api_world import World
from tests.e2e.backend_process import ROOT
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import marked, panel
from tests.e2e.themes import in_both_themes

LARGEST_BYTES = 300_000
LABELS = {
    "bridge": Label.TRUE,
    "Residents": Label.PARTIALLY_TRUE,
    "vehicles": Label.NOT_ENOUGH_EVIDENCE,
    "Water": Label.MISLEADING,
}


def test_images_of_the_panel(
    extension: Extension, report: PageUser, gate: GatedPipeline, running_service: World, tmp_path: Path
) -> None:
    folder = ROOT / "docs" / "images" if os.environ.get("UPDATE_IMAGES") == "1" else tmp_path

    def take_screenshot(page: Page, name: str) -> None:
        for theme in in_both_themes(page):
            path = folder / f"{name}{'-dark' if theme == 'dark' else ''}.png"
            page.screenshot(path=path)
            assert 4_000 < path.stat().st_size < LARGEST_BYTES

    gate.labels = LABELS
    beside = panel(extension)
    expect(beside.locator("#status.up")).to_be_visible()
    take_screenshot(beside, "panel-empty")
    beside.click("#scan")
    expect(beside.locator("#claims .row").first).to_be_visible()
    until(lambda: marked(report.page), "the marks")
    take_screenshot(beside, "panel-claims")
    beside.click("#top")
    until(lambda: gate.running == 2, "two checks")
    expect(beside.locator(".among")).to_contain_text("0 of 5")
    take_screenshot(beside, "panel-checking")
    gate.open.set()
    expect(beside.locator("#claims .row .seal")).to_have_count(5)
    take_screenshot(beside, "panel-verdicts")
    until(lambda: "busy" not in marked(report.page), "the colours on the page")
    report.page.bring_to_front()
    take_screenshot(report.page, "scan-marks")
    beside.bring_to_front()
    beside.click("#tab-history")
    expect(beside.locator("#entries .row")).to_have_count(5)
    take_screenshot(beside, "panel-history")
    beside.click("#tab-settings")
    beside.click("#offline")
    expect(beside.locator("#offline-note")).to_be_visible()
    take_screenshot(beside, "panel-settings")

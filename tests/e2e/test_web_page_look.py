"""The web page in every width and both themes: nothing overflows, and everything can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api_world import world


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_overflows_and_text_is_readable(browser: Browser, tmp_path: Path, scheme: Any) -> None:
    with world(tmp_path) as served:
        page = browser.new_page(color_scheme=scheme, reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{served.port}/")
        page.fill("#claim", "Averyveryveryverylongwordwithoutanyspacesinit" * 5)
        page.click("#go")
        expect(page.locator(".verdict h2")).to_have_text("False")
        for width in (320, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        for spot in ".lead|.verdict h2|.figure-note|.evidence .date|.chips button|.primary|.badge|.cite".split("|"):
            assert page.locator(spot).first.evaluate(_CONTRAST) >= 4.5, spot
        page.close()


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

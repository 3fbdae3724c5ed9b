"""The first run: each step on the page is ticked off when the user completes it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.api_world import world
from tests.e2e.axe import faults
from tests.e2e.browser import HURRY, Extension, PageUser


def test_completed_steps_are_ticked_live(extension: Extension, tmp_path: Path) -> None:
    with world(tmp_path) as running_service:
        url = f"http://127.0.0.1:{running_service.port}"
        extension.use(url)
        reader = PageUser(extension.context.pages[0])
        reader.page.add_init_script(f"({HURRY})()")
        reader.visit(f"{url}/welcome")
        expect(reader.page.locator("#step-backend")).to_have_attribute("data-done", "true")
        expect(reader.page.locator("#step-try")).to_have_attribute("data-done", "false")
        assert faults(reader.page) == []
        reader.check("sentence")
        expect(reader.page.locator("#step-extension")).to_have_attribute("data-done", "true")
        expect(reader.page.locator("#step-try")).to_have_attribute("data-done", "true")
        expect(reader.page.locator("#step-health")).to_contain_text("All set")

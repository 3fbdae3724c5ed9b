"""The user's ratings of sources on the options page, with the real service."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.api_world import world
from tests.e2e.backend_process import free_port
from tests.e2e.browser import Extension


def rate(page: Page, site: str, tier: str, kind: str = "") -> None:
    page.fill("#site", site)
    page.select_option("#tier", tier)
    page.select_option("#kind", kind)
    page.press("#site", "Enter")


@pytest.fixture
def ratings_file(extension: Extension, tmp_path: Path) -> Iterator[Path]:
    """The ratings file of the service that the extension uses."""
    with world(tmp_path / "data") as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}")
        yield tmp_path / "data" / "sources.json"


def test_site_can_be_looked_up_rated_and_reset_and_invalid_ratings_show_a_message(
    extension: Extension, ratings_file: Path
) -> None:
    page = extension.open("options/options.html")
    page.fill("#site", "https://news.bbc.co.uk")
    page.press("#site", "Tab")
    expect(page.locator("#held")).to_have_text("bbc.com: A', 0.85 (listed, Public broadcasters)")

    rate(page, "co.uk", "A")
    expect(page.locator("#held")).to_contain_text("'co.uk' is a public suffix; name a domain below it.")
    rate(page, "https://a.example/one-page", "A")
    expect(page.locator("#held")).to_contain_text("a rating covers a whole domain: a.example")
    expect(page.locator("#sources li")).to_have_count(0)
    assert not ratings_file.exists()

    rate(page, "www.bbc.co.uk", "D")
    expect(page.locator("#held")).to_have_text("Saved. bbc.com: D, 0.30, a lead only (your rating)")
    rate(page, "my-town-paper.example", "B", "news")
    expect(page.locator("#sources li")).to_have_count(2)
    assert json.loads(ratings_file.read_text()) == {
        "bbc.com": {"tier": "D"},
        "my-town-paper.example": {"tier": "B", "type": "news"},
    }

    page.reload()
    expect(page.locator("#sources .site")).to_have_text(["bbc.com", "my-town-paper.example"])
    page.get_by_role("button", name="Remove bbc.com").click()
    expect(page.locator("#sources .site")).to_have_text(["my-town-paper.example"])
    expect(page.locator("#held")).to_have_text("Removed. bbc.com: A', 0.85 (listed, Public broadcasters)")


def test_missing_backend_is_shown(extension: Extension) -> None:
    extension.use(f"http://127.0.0.1:{free_port()}")
    page = extension.open("options/options.html")
    expect(page.locator("#held")).to_have_text("Claimlight is not running.")

"""The options page: every setting works with a real service, survives a reload, and is exported and imported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.api_world import World, world
from tests.e2e.backend_process import free_port
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.local_servers import pages, serving
from tests.e2e.patience import until
from tests.e2e.selecting import NOBODY
from tests.each_row import each_row

TOKEN = "a-long-enough-token-for-this"


@pytest.fixture
def backend_with_token(tmp_path: Path) -> Iterator[str]:
    """The address of a service that requires a token."""
    with world(tmp_path / "service", token=TOKEN) as running_service:
        yield f"http://127.0.0.1:{running_service.port}"


def options(extension: Extension) -> Page:
    page = extension.open("options/options.html")
    expect(page.locator("#shortcuts li").first).to_be_visible()
    return page


def stored(page: Page) -> dict[str, object]:
    found: dict[str, object] = page.evaluate("chrome.storage.local.get(null)")
    return found


def test_connection_test_shows_which_program_answers(extension: Extension, backend_with_token: str) -> None:
    page = options(extension)
    title = page.locator("#tested .title")

    page.fill("#backend", "http://192.168.0.7:8737")
    page.click("#test")
    expect(title).to_have_text("This address cannot be used")

    silent = free_port()
    page.fill("#backend", f"127.0.0.1:{silent}")
    page.click("#test")
    expect(title).to_have_text("Claimlight is not running")
    expect(page.locator("#tested code")).to_have_text(f"scripts/start --port {silent}")

    with serving(pages()) as port:
        page.fill("#backend", f"http://localhost:{port}")
        page.click("#test")
        expect(title).to_have_text("Another program is using Claimlight's port")

    page.fill("#backend", backend_with_token)
    page.click("#test")
    expect(title).to_have_text("An access token is needed")
    page.fill("#token", "wrong")
    page.click("#test")
    expect(title).to_have_text("The access token is wrong")
    page.fill("#token", TOKEN)
    page.click("#test")
    expect(title).to_contain_text("Connected: version")


def export(page: Page, to: Path) -> dict[str, object]:
    with page.expect_download() as download:
        page.click("#export")
    download.value.save_as(to)
    found: dict[str, object] = json.loads(to.read_text())
    return found


def test_settings_are_saved_as_they_are_changed_and_can_be_exported_and_imported(
    extension: Extension, tmp_path: Path
) -> None:
    page = options(extension)
    for selector in ("[name=trigger][value=shortcut]", "[name=mode][value=deep]", "[name=theme][value=dark]"):
        page.check(selector)
    page.uncheck("#history")
    page.check("#offline")
    page.fill("#token", "secret")
    page.fill("#sites", "https://www.example.org/a page\nnews.example, example.org")
    page.press("#sites", "Tab")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    # "Saved" may be about an earlier change, and a reload would interrupt the saving of a later one.
    until(lambda: stored(page).get("offSites") == ["example.org", "page", "news.example"], "the sites")
    until(lambda: page.evaluate("Claimlight.settings.token()") == "secret", "the token")
    page.reload()
    for selector in ("[name=trigger][value=shortcut]", "[name=mode][value=deep]", "[name=theme][value=dark]"):
        expect(page.locator(selector)).to_be_checked()
    expect(page.locator("#history")).not_to_be_checked()
    expect(page.locator("#offline")).to_be_checked()
    assert stored(page)["offSites"] == ["example.org", "page", "news.example"]

    file = tmp_path / "settings.json"
    assert "token" not in export(page, file)["settings"]  # type: ignore[operator]
    page.check("#with-token")
    assert export(page, tmp_path / "with.json")["settings"]["token"] == "secret"  # type: ignore[index]
    page.check("[name=theme][value=light]")
    page.fill("#sites", "")
    page.press("#sites", "Tab")
    expect(page.locator("body")).to_have_attribute("data-theme", "light")
    page.set_input_files("#file", file)
    expect(page.locator("#imported")).to_have_text("The settings were imported.")
    expect(page.locator("#sites")).to_have_value("example.org\npage\nnews.example")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#token")).to_have_value("secret")


def test_shortcut_is_shown_as_configured_in_the_browser(extension: Extension) -> None:
    page = options(extension)
    expect(page.locator("#shortcuts")).to_contain_text("Check the selected text")
    expect(page.locator("#shortcut")).to_have_text("Alt+Shift+V")
    with page.context.expect_page() as opened:
        page.click("#change-shortcuts")
    assert opened.value.url == "chrome://extensions/shortcuts"


def test_history_can_be_limited_deleted_and_turned_off(
    extension: Extension, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    extension.use(NOBODY)
    page = options(extension)
    expect(page.locator("#days")).to_be_disabled()
    expect(page.locator("#days-note")).to_contain_text("can be changed while it runs")
    page.fill("#backend", f"http://127.0.0.1:{running_service.port}")
    page.press("#backend", "Tab")
    expect(page.locator("#days")).to_be_enabled()
    expect(page.locator("#days")).to_have_value("0")
    page.select_option("#days", "30")
    expect(page.locator("#days-note")).to_have_text("Saved")
    assert running_service.post("/api/history/keep", {}).json() == {"days": 30, "deleted": 0}
    running_service.post("/api/history/keep", {"days": 12})
    page.reload()
    expect(page.locator("#days")).to_have_value("12")

    history = running_service.services.history
    running_service.post("/api/verify", {"claim": "The Earth is flat"})
    page.click("#delete-history")
    expect(page.locator("#delete-history")).to_have_text("Press again to delete")
    assert history.count() == 1
    page.click("#delete-history")
    expect(page.locator("#days-note")).to_have_text("1 answer deleted.")
    assert history.count() == 0

    page.uncheck("#history")
    expect(page.locator("#saved")).to_have_text("Saved")
    popup = extension.open("popup/popup.html")
    popup.fill("#claim", "The Earth is flat")
    popup.keyboard.press("Control+Enter")
    expect(popup.locator(".verdict h2")).to_have_text("False")
    assert history.count() == 0


def test_earlier_settings_are_migrated_and_the_token_is_inaccessible_to_pages(
    extension: Extension, reader: PageUser, backend_with_token: str
) -> None:
    extension.use(backend_with_token, token=TOKEN, disabledSites=["old.example"], theme="dark")
    page = options(extension)
    page.evaluate("chrome.storage.local.remove('settingsVersion')")
    expect(page.locator("#token")).to_have_value(TOKEN)
    extension.kill_worker(page)
    page.evaluate("chrome.runtime.sendMessage({ type: 'status' }).then(() => 0)")
    until(lambda: "token" not in stored(page), "the token's way out of the pages' reach")
    until(lambda: stored(page).get("settingsVersion") == 1, "the migration")
    assert "disabledSites" not in stored(page)
    page.reload()
    expect(page.locator("#token")).to_have_value(TOKEN)
    expect(page.locator("#sites")).to_have_value("old.example")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    page.click("#test")
    expect(page.locator("#tested .title")).to_contain_text("Connected: version")

    reader.page.bring_to_front()
    reader.check("flat")
    assert reader.see(".verdict h2") == "False"
    assert TOKEN not in str(reader.run("chrome.storage.local.get(null).then(JSON.stringify)"))
    loaded = "globalThis.Claimlight.settings.load().then((settings) => settings.token)"
    assert reader.run(loaded) == ""

    page.bring_to_front()
    page.fill("#token", "another")
    page.press("#token", "Tab")
    until(lambda: page.evaluate("Claimlight.settings.token()") == "another", "the new token")
    page.reload()
    expect(page.locator("#token")).to_have_value("another")
    assert "token" not in stored(page)


@pytest.fixture
def page(extension: Extension) -> Page:
    """The options page."""
    return options(extension)


@each_row(
    ("text", "said"),
    [
        ("no json", "it is not valid JSON"),
        ('{"a": 1}', "no Claimlight settings"),
        ('{"kind": "claimlight-settings", "version": 99, "settings": {}}', "later version"),
        ('{"kind": "claimlight-settings", "version": 1, "settings": {"theme": "pink", "mode": "deep"}}', "“theme”"),
    ],
)
def test_invalid_settings_file_is_refused_with_a_reason(page: Page, tmp_path: Path, text: str, said: str) -> None:
    before = stored(page)
    file = tmp_path / "faulty.json"
    file.write_text(text)
    page.set_input_files("#file", file)
    expect(page.locator("#imported")).to_contain_text(said)
    assert stored(page) == before


def test_reports_of_wrong_verdicts_are_listed_saved_and_removed(extension: Extension, tmp_path: Path) -> None:
    page = options(extension)
    expect(page.locator("#reports-about")).to_contain_text("When a verdict is wrong")
    page.evaluate(
        """chrome.storage.local.set({ reports: [{ at: "2026-03-01T12:00:00.000Z", claim: "Bats are <b>blind</b>", verdict: "True",
          confidence: 0.8, expected: "False", note: "they see", page: "https://a.example/bats", version: "0.1.0", evidence: [] }] })"""
    )
    expect(page.locator("#report-list li")).to_have_count(1)
    expect(page.locator("#report-list")).to_contain_text("Bats are <b>blind</b>")
    expect(page.locator("#report-list")).to_contain_text("Claimlight said: True. You expected: False")
    with page.expect_download() as download:
        page.click("#export-reports")
    download.value.save_as(tmp_path / "reports.json")
    assert json.loads((tmp_path / "reports.json").read_text())["claimlight_reports"][0]["note"] == "they see"
    page.click("#clear-reports")
    page.click("#clear-reports")
    expect(page.locator("#report-list li")).to_have_count(0)
    assert stored(page).get("reports") is None

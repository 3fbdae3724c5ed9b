"""The options page: every setting works with the real backend, survives a reload, and is exported and imported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.api_world import world
from tests.e2e.backend_process import BackendProcess, free_port
from tests.e2e.browser import Extension, PageUser
from tests.e2e.local_servers import pages, serving
from tests.e2e.patience import until
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


def test_settings_are_saved_as_they_are_changed(extension: Extension) -> None:
    page = options(extension)
    page.check("[name=trigger][value=shortcut]")
    page.check("[name=mode][value=deep]")
    page.check("[name=theme][value=dark]")
    page.uncheck("#history")
    page.check("#offline")
    page.fill("#sites", "https://www.example.org/a page\nnews.example, example.org")
    page.press("#sites", "Tab")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    page.reload()
    for selector in ("[name=trigger][value=shortcut]", "[name=mode][value=deep]", "[name=theme][value=dark]"):
        expect(page.locator(selector)).to_be_checked()
    expect(page.locator("#history")).not_to_be_checked()
    expect(page.locator("#offline")).to_be_checked()
    assert stored(page)["offSites"] == ["example.org", "page", "news.example"]


def test_shortcut_is_shown_as_configured_in_the_browser(extension: Extension) -> None:
    page = options(extension)
    expect(page.locator("#shortcuts")).to_contain_text("Check the selected text")
    expect(page.locator("#shortcut")).to_have_text("Alt+Shift+V")
    with page.context.expect_page() as opened:
        page.click("#change-shortcuts")
    assert opened.value.url == "chrome://extensions/shortcuts"


def test_history_retention_can_be_chosen_and_history_deleted(
    extension: Extension, own_backend: Callable[..., BackendProcess]
) -> None:
    backend = own_backend()
    backend.start()
    extension.use(backend.url)
    page = options(extension)
    expect(page.locator("#days")).to_have_value("0")
    page.select_option("#days", "30")
    expect(page.locator("#days-note")).to_have_text("Saved")
    assert backend.post("/api/history/keep", {}) == {"days": 30, "deleted": 0}
    backend.post("/api/history/keep", {"days": 12})
    page.reload()
    expect(page.locator("#days")).to_have_value("12")

    backend.post("/api/verify", {"claim": "The Earth is flat"})
    page.click("#delete-history")
    expect(page.locator("#delete-history")).to_have_text("Press again to delete")
    assert backend.post("/api/history/list", {})["total"] == 1
    page.click("#delete-history")
    expect(page.locator("#days-note")).to_have_text("1 answer deleted.")
    assert backend.post("/api/history/list", {})["total"] == 0


def test_retention_cannot_be_chosen_without_a_backend(extension: Extension) -> None:
    extension.use(f"http://127.0.0.1:{free_port()}")
    page = options(extension)
    expect(page.locator("#days")).to_be_disabled()
    expect(page.locator("#days-note")).to_contain_text("can be changed while it runs")


def export(page: Page, to: Path) -> dict[str, object]:
    with page.expect_download() as download:
        page.click("#export")
    download.value.save_as(to)
    found: dict[str, object] = json.loads(to.read_text())
    return found


def test_settings_can_be_exported_and_imported(extension: Extension, tmp_path: Path) -> None:
    page = options(extension)
    page.fill("#token", "secret")
    page.check("[name=theme][value=dark]")
    page.fill("#sites", "example.org")
    page.press("#sites", "Tab")
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
    expect(page.locator("#sites")).to_have_value("example.org")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#token")).to_have_value("secret")


def test_token_is_inaccessible_to_pages_even_after_migration(
    extension: Extension, reader: PageUser, backend_with_token: str
) -> None:
    extension.use(backend_with_token, token=TOKEN)
    page = options(extension)
    expect(page.locator("#token")).to_have_value(TOKEN)
    extension.kill_worker(page)
    page.click("#test")
    expect(page.locator("#tested .title")).to_contain_text("Connected: version")
    until(lambda: "token" not in stored(page), "the token's way out of the pages' reach")
    page.reload()
    expect(page.locator("#token")).to_have_value(TOKEN)

    reader.page.bring_to_front()
    reader.check("flat")
    assert reader.see(".verdict h2") == "False"
    assert TOKEN not in str(reader.run("chrome.storage.local.get(null).then(JSON.stringify)"))
    loaded = "globalThis.Claimlight.settings.load().then((settings) => settings.token)"
    assert reader.run(loaded) == ""

    page.fill("#token", "another")
    page.press("#token", "Tab")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.reload()
    expect(page.locator("#token")).to_have_value("another")
    assert "token" not in stored(page)


@each_row(
    ("text", "said"),
    [
        ("no json", "it is not valid JSON"),
        ('{"a": 1}', "no Claimlight settings"),
        ('{"kind": "claimlight-settings", "version": 99, "settings": {}}', "later version"),
        ('{"kind": "claimlight-settings", "version": 1, "settings": {"theme": "pink", "mode": "deep"}}', "“theme”"),
    ],
)
def test_invalid_settings_file_is_refused_with_a_reason(
    extension: Extension, tmp_path: Path, text: str, said: str
) -> None:
    page = options(extension)
    before = stored(page)
    file = tmp_path / "faulty.json"
    file.write_text(text)
    page.set_input_files("#file", file)
    expect(page.locator("#imported")).to_contain_text(said)
    assert stored(page) == before
    page.close()


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


def test_settings_of_an_earlier_version_are_migrated(extension: Extension) -> None:
    page = options(extension)
    page.evaluate(
        """chrome.storage.local.clear().then(() => chrome.storage.local.set({ disabledSites: ["old.example"], theme: "dark" }))"""
    )
    extension.kill_worker(page)
    page.evaluate("chrome.runtime.sendMessage({ type: 'status' }).then(() => 0)")
    page.wait_for_function(
        "chrome.storage.local.get(null).then((s) => s.settingsVersion === 1 && !('disabledSites' in s))"
    )
    page.reload()
    expect(page.locator("#sites")).to_have_value("old.example")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")


def test_nothing_is_stored_when_history_is_off(extension: Extension, backend: BackendProcess) -> None:
    backend.post("/api/history/delete", {"all": True})
    extension.use(backend.url)
    page = options(extension)
    page.uncheck("#history")
    expect(page.locator("#saved")).to_have_text("Saved")
    popup = extension.open("popup/popup.html")
    popup.fill("#claim", "The Earth is flat")
    popup.keyboard.press("Control+Enter")
    expect(popup.locator(".verdict h2")).to_have_text("False")
    assert backend.post("/api/history/list", {})["total"] == 0

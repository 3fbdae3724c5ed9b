"""Private windows: every function works, and nothing is stored (S12)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from tests.api_world import World
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser, launch
from tests.e2e.gated import GatedPipeline
from tests.e2e.local_servers import SlowSearch, serving
from tests.e2e.patience import until
from tests.e2e.shared_browser import SharedBrowser
from tests.e2e.surfaces import Surface, Surfaces
from tests.e2e.test_survival import slow_search_settings

SECRET = "The town council of Norwick met in secret on Monday night"
QUERY = "in-a-private-window"
FLAT = "The Earth is flat"


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("private") / "profile"


@pytest.fixture(scope="module")
def shared_browser(playwright: Playwright, profile: Path, site_port: int) -> Iterator[SharedBrowser]:
    """A browser in which the user has allowed private windows."""

    def start() -> BrowserContext:
        context = launch(playwright, profile, site_port)
        Surfaces(Extension(context)).allow_private()
        context.pages[-1].close()
        return context

    shared = SharedBrowser(start)
    yield shared
    shared.close()


@pytest.fixture
def surfaces(extension: Extension) -> Surfaces:
    return Surfaces(extension)


def stored(extension: Extension) -> str:
    """Return everything that the extension stores, in both storage areas."""
    areas = "Promise.all([chrome.storage.local.get(), chrome.storage.session.get(), chrome.storage.sync.get()])"
    return json.dumps(extension.worker().evaluate(areas))


def in_session(extension: Extension) -> dict[str, Any]:
    found: dict[str, Any] = extension.worker().evaluate("chrome.storage.session.get()")
    return found


def words_in_files(folder: Path, *words: str) -> set[str]:
    """Return the words that occur in any file of a folder."""
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return {word for word in words if any(word.encode() in data for data in files)}


def history(backend: BackendProcess) -> list[dict[str, str]]:
    entries = backend.post("/api/history/list", {})["entries"]
    assert isinstance(entries, list)
    return entries


def test_private_checks_are_not_stored_and_ordinary_ones_are(
    extension: Extension,
    surfaces: Surfaces,
    site: str,
    own_backend: Callable[..., BackendProcess],
    tmp_path: Path,
    profile: Path,
) -> None:
    slow = SlowSearch()
    slow.release.set()
    with serving(slow.handler) as port:
        backend = own_backend(**slow_search_settings(port))
        backend.start()
        extension.use(backend.url)
        private = surfaces.private_page(f"{site}/article.html?{QUERY}")
        private.check("secret")
        assert private.see(".verdict h2") == "Not Enough Evidence"
        private.see(".decided")
        assert slow.asked.is_set()
        assert private.attribute(".tools-block", "class")
        assert not private.attribute(".report", "class")
        assert history(backend) == []
        assert words_in_files(tmp_path / "data", SECRET, QUERY) == set()
        assert words_in_files(profile, QUERY) == set()
        assert SECRET not in stored(extension)
        assert QUERY not in stored(extension)

        ordinary = PageUser(extension.context.pages[0])
        ordinary.visit(f"{site}/article.html?ordinary")
        ordinary.check("secret")
        ordinary.see(".decided")
        assert ordinary.attribute(".report", "class")
        [entry] = history(backend)
        assert (entry["claim"], entry["page_url"]) == (SECRET, f"{site}/article.html?ordinary")
        assert words_in_files(tmp_path / "data", SECRET, "article.html?ordinary", QUERY) == {
            SECRET,
            "article.html?ordinary",
        }
        assert surfaces.errors() == []


def test_private_checks_send_no_page_address_and_are_not_remembered(
    extension: Extension, surfaces: Surfaces, site: str, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    extension.use(f"http://127.0.0.1:{running_service.port}")
    private = surfaces.private_page(f"{site}/article.html")
    ways: dict[str, Callable[[], object]] = {
        "flat": lambda: private.click(".check"),
        "moon": lambda: extension.click_menu("Apollo 11 landed humans on the Moon"),
        "secret": extension.press_shortcut,
    }
    for element, check in ways.items():
        private.select(element)
        private.see(".check")
        check()
        assert private.see(".verdict h2") == "False", element
        [asked] = gate.asked
        assert (asked.options.remember, asked.context.url, asked.context.title) == (False, "", ""), element
        assert asked.context.surrounding == "", element
        gate.asked.clear()
        private.page.keyboard.press("Escape")
        until(lambda: private.text() == "", "the end of the card")
    assert running_service.services.history.count() == 0
    assert_site_cannot_be_disabled(extension, private)


def assert_site_cannot_be_disabled(extension: Extension, private: PageUser) -> None:
    """The button's menu on a private page changes the setting for all sites, because a site's name would be stored."""
    private.select("flat")
    private.click(".more")
    private.see(".menu")
    assert "news.example" not in private.text(".menu")
    private.page.keyboard.press("Enter")
    private.see(".undo")
    assert extension.worker().evaluate("chrome.storage.local.get('trigger').then((kept) => kept.trigger)") == "menu"
    assert "news.example" not in stored(extension)


def test_popup_and_panel_of_a_private_window_are_separate_and_deleted_with_the_window(
    extension: Extension, surfaces: Surfaces, site: str, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    extension.use(f"http://127.0.0.1:{running_service.port}")
    ordinary = extension.context.pages[0]
    ordinary.goto(f"{site}/article.html")
    private = surfaces.private_page(f"{site}/report.html?{QUERY}")
    check_in_popup_and_panel(surfaces, private)
    by_popup, by_panel = gate.asked
    for asked in gate.asked:
        assert (asked.options.remember, asked.context.url, asked.context.title) == (False, "", "")
    secrets = (QUERY, by_popup.claim, by_panel.claim)
    assert all(text in stored(extension) for text in secrets)

    beside = separate_panel(surfaces, ordinary)
    assert running_service.services.history.count() == 0
    before = in_session(extension)
    private.page.close()
    # The popup's state, the scan and its answers are deleted one after the other.
    until(lambda: not any(text in stored(extension) for text in secrets), "the end of what it kept")
    secrets = (*secrets, "scan-answer:")
    kept = {key: value for key, value in before.items() if not any(text in json.dumps(value) for text in secrets)}
    assert any("Apollo 11" in json.dumps(value) for value in kept.values())
    assert in_session(extension) == kept
    assert beside.run("document.querySelectorAll('#claims .row').length") > 0

    later = surfaces.popup(surfaces.private_page(f"{site}/article.html").page)
    assert_popup_is_empty(later)
    assert surfaces.errors() == []


def check_in_popup_and_panel(surfaces: Surfaces, private: PageUser) -> None:
    """Check one claim in the popup, which then resumes its answer, and one of a scan in the panel."""
    popup = surfaces.popup(private.page)
    until(lambda: "passage" in popup.text(), "the state")
    popup.click("#claim")
    popup.write(FLAT)
    popup.click("#check")
    assert popup.see(".verdict h2") == "False"
    assert popup.run("document.querySelector('.report') === null")
    again = surfaces.popup(private.page)
    assert again.see(".verdict h2") == "False"
    panel = surfaces.panel_from(again, "#panel")
    panel.click("#scan")
    panel.click(".row .small-button")
    panel.see("#claims .row:is(.true, .false)")


def separate_panel(surfaces: Surfaces, ordinary: Page) -> Surface:
    """Return the panel of the ordinary window after a scan. Neither it nor the popup shows anything of the private window."""
    popup = surfaces.popup(ordinary)
    assert_popup_is_empty(popup)
    panel = surfaces.panel_from(popup, "#panel")
    panel.see("#scan")
    assert panel.run("document.querySelectorAll('.row').length") == 0
    panel.click("#scan")
    panel.see("#claims .row")
    panel.click("#tab-history")
    panel.see("#view-history")
    until(lambda: panel.run("document.getElementById('found').textContent") != "", "the history")
    assert panel.run("document.querySelectorAll('#entries .row').length") == 0
    return panel


def assert_popup_is_empty(popup: Surface) -> None:
    until(lambda: "passage" in popup.text(), "the state")
    assert popup.run("document.getElementById('claim').value") == ""
    assert FLAT not in popup.text()

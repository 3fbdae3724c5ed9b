"""Private windows: every function works, and nothing is stored (S12)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright

from tests.api_world import World
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser, launch
from tests.e2e.gated import GatedPipeline
from tests.e2e.local_servers import SlowSearch, serving
from tests.e2e.patience import until
from tests.e2e.shared_browser import SharedBrowser
from tests.e2e.surfaces import Surfaces
from tests.e2e.test_survival import slow_search_settings
from tests.each_row import each_row

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


@each_row("way", ["button", "menu", "shortcut"])
def test_private_check_sends_no_page_address_and_is_not_remembered(
    extension: Extension, surfaces: Surfaces, site: str, running_service: World, gate: GatedPipeline, way: str
) -> None:
    gate.open.set()
    extension.use(f"http://127.0.0.1:{running_service.port}")
    private = surfaces.private_page(f"{site}/article.html")
    private.select("flat")
    private.see(".check")
    if way == "button":
        private.click(".check")
    elif way == "menu":
        extension.click_menu("the Earth is flat")
    else:
        extension.press_shortcut()
    assert private.see(".verdict h2") == "False"
    [asked] = gate.asked
    assert (asked.options.remember, asked.context.url, asked.context.title) == (False, "", "")
    assert asked.context.surrounding == ""
    assert running_service.services.history.count() == 0
    gate.asked.clear()
    private.page.close()


def test_popup_state_of_a_private_window_is_deleted_with_the_window(
    extension: Extension, surfaces: Surfaces, site: str, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    extension.use(f"http://127.0.0.1:{running_service.port}")
    private = surfaces.private_page(f"{site}/article.html")
    popup = surfaces.popup(private.page)
    until(lambda: "passage" in popup.text(), "the state")
    popup.click("#claim")
    popup.write(FLAT)
    popup.click("#check")
    assert popup.see(".verdict h2") == "False"
    assert gate.asked[0].options.remember is False
    assert popup.run("document.querySelector('.report') === null")
    again = surfaces.popup(private.page)
    assert again.see(".verdict h2") == "False"

    ordinary = extension.context.pages[0]
    ordinary.goto(f"{site}/report.html")
    beside = surfaces.popup(ordinary)
    until(lambda: "passage" in beside.text(), "the state")
    assert beside.run("document.getElementById('claim').value") == ""
    assert FLAT not in beside.text()

    private.page.close()
    until(lambda: FLAT not in stored(extension), "the end of what it kept")
    later = surfaces.popup(surfaces.private_page(f"{site}/article.html").page)
    until(lambda: "passage" in later.text(), "the state")
    assert later.run("document.getElementById('claim').value") == ""
    assert FLAT not in later.text()
    assert running_service.services.history.count() == 0


def test_private_window_has_a_separate_side_panel(
    extension: Extension, surfaces: Surfaces, site: str, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    extension.use(f"http://127.0.0.1:{running_service.port}")
    ordinary = extension.context.pages[0]
    ordinary.goto(f"{site}/report.html")
    private = surfaces.private_page(f"{site}/report.html?{QUERY}")
    panel = surfaces.panel(private.page)
    panel.click("#scan")
    panel.click(".row .small-button")
    panel.see("#claims .row:is(.true, .false)")
    [asked] = gate.asked
    assert (asked.options.remember, asked.context.url, asked.context.title) == (False, "", "")
    assert QUERY in stored(extension)

    beside = surfaces.panel(ordinary)
    beside.see("#scan")
    assert beside.run("document.querySelectorAll('.row').length") == 0
    beside.click("#tab-history")
    beside.see("#view-history")
    until(lambda: beside.run("document.getElementById('found').textContent") != "", "the history")
    assert beside.run("document.querySelectorAll('#entries .row').length") == 0
    assert running_service.services.history.count() == 0

    private.page.close()
    # The scan and its answers are deleted one after the other.
    until(lambda: not any(text in stored(extension) for text in (QUERY, asked.claim)), "the end of what it kept")
    assert surfaces.errors() == []


def test_ordinary_state_is_kept_when_a_private_window_closes(
    extension: Extension, surfaces: Surfaces, site: str, report: PageUser
) -> None:
    panel = surfaces.panel(report.page)
    panel.click("#scan")
    panel.see(".row")
    kept = stored(extension)
    surfaces.private_page(f"{site}/article.html").page.close()
    until(
        lambda: not extension.worker().evaluate("chrome.windows.getAll().then((all) => all.some((w) => w.incognito))"),
        "the end of the window",
    )
    assert stored(extension) == kept


def test_private_window_cannot_disable_single_sites(extension: Extension, surfaces: Surfaces, site: str) -> None:
    extension.use("http://127.0.0.1:1")
    private = surfaces.private_page(f"{site}/article.html")
    private.select("flat")
    private.click(".more")
    private.see(".menu")
    assert "news.example" not in private.text(".menu")
    private.page.keyboard.press("Enter")
    private.see(".undo")
    assert extension.worker().evaluate("chrome.storage.local.get('trigger').then((kept) => kept.trigger)") == "menu"
    assert "news.example" not in stored(extension)

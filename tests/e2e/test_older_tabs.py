"""Tabs that are older than the extension: opened before its installation or its last update."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from tests.api_world import World
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import SETTLED_MS, Extension, PageUser, launch, let_timers_pass
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import marked, scanned
from tests.e2e.selecting import NOBODY
from tests.e2e.surfaces import Surfaces

MARKS_SETTLED_MS = 500
"""Longer than marks wait after a change of the page (400 ms)."""
HOSTS = "document.querySelectorAll('[popover=manual]').length"


@pytest.fixture
def surfaces(extension: Extension) -> Surfaces:
    return Surfaces(extension)


@pytest.fixture
def uninstalled_extension(playwright: Playwright, tmp_path: Path, site_port: int) -> Iterator[Extension]:
    """A browser in which the extension is not installed yet."""
    context = launch(playwright, tmp_path / "profile", site_port, installed=False)
    yield Extension(context)
    context.close()


@pytest.fixture
def uncaught_errors(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Fails the test on any uncaught error on the first page, in any world."""
    extension: Extension = request.getfixturevalue(
        "uninstalled_extension" if "uninstalled_extension" in request.fixturenames else "extension"
    )
    page = extension.context.pages[0]
    session = page.context.new_cdp_session(page)
    seen: list[str] = []
    session.on("Runtime.exceptionThrown", lambda event: seen.append(str(event["exceptionDetails"])))
    session.send("Runtime.enable")
    yield seen
    page.evaluate("0")
    assert seen == []


def loopback_site(site: str) -> str:
    """Return the test site under an address that permits injection without a click: the simulated menu grants no access."""
    return site.replace("news.example", "127.0.0.1")


def wait_for_page(reader: PageUser, check: Callable[[], object], what: str) -> None:
    until(lambda: reader.page.evaluate("[]") is not None and check(), what)


@pytest.mark.usefixtures("uncaught_errors")
def test_selection_works_in_tabs_opened_before_installation(
    uninstalled_extension: Extension, site: str, backend: BackendProcess
) -> None:
    readers = {
        "menu": PageUser(uninstalled_extension.context.pages[0]),
        "shortcut": PageUser(uninstalled_extension.context.new_page()),
    }
    for reader in readers.values():
        reader.page.goto(f"{loopback_site(site)}/article.html")
    Surfaces(uninstalled_extension).install()
    uninstalled_extension.use(backend.url)
    for way, reader in readers.items():
        reader.page.bring_to_front()
        reader.select("flat")
        let_timers_pass(reader.page, SETTLED_MS)
        assert reader.page.evaluate(HOSTS) == 0
        if way == "menu":
            uninstalled_extension.click_menu("the Earth is flat")
        else:
            uninstalled_extension.press_shortcut()
        assert reader.see(".verdict h2") == "False"
        assert reader.page.evaluate(HOSTS) == 1
        reader.page.keyboard.press("Escape")
        wait_for_page(reader, lambda page=reader.page: page.evaluate(HOSTS) == 0, "the card to go")
        reader.check("moon")
        assert reader.see(".verdict h2") == "True"
        assert reader.page.evaluate(HOSTS) == 1


@pytest.mark.usefixtures("uncaught_errors")
def test_clicking_the_icon_grants_access_to_an_older_tab(
    uninstalled_extension: Extension, site: str, running_service: World, gate: GatedPipeline
) -> None:
    gate.open.set()
    page = uninstalled_extension.context.pages[0]
    page.goto(f"{site}/report.html")
    surfaces = Surfaces(uninstalled_extension)
    surfaces.install()
    uninstalled_extension.use(f"http://127.0.0.1:{running_service.port}")
    surfaces.popup(page).click("#scan")
    until(lambda: "3.2 billion" in str(marked(page)), "the marks")


@pytest.mark.usefixtures("uncaught_errors")
@pytest.mark.parametrize(("left", "way"), [("nothing", "menu"), ("bubble", "shortcut"), ("card", "menu")])
def test_updated_content_script_replaces_the_old_one(
    extension: Extension, surfaces: Surfaces, site: str, backend: BackendProcess, left: str, way: str
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{loopback_site(site)}/article.html")
    reader.page.bring_to_front()
    reader.select("moon")
    reader.see(".check")
    if left == "card":
        reader.click(".check")
        reader.see(".verdict h2")
    if left == "nothing":
        reader.page.keyboard.press("Escape")
    surfaces.update()
    reader.updated()
    reader.page.bring_to_front()
    reader.select("flat")
    if way == "menu":
        extension.click_menu("the Earth is flat")
    else:
        extension.press_shortcut()
    assert reader.see(".verdict h2") == "False"
    assert reader.page.evaluate(HOSTS) == 1
    reader.page.keyboard.press("Escape")
    wait_for_page(reader, lambda: reader.page.evaluate(HOSTS) == 0, "the card to go")
    reader.select("moon")
    reader.see(".check")
    assert reader.page.evaluate(HOSTS) == 1
    reader.click(".check")
    assert reader.see(".verdict h2") == "True"
    assert reader.page.evaluate(HOSTS) == 1


@pytest.mark.usefixtures("uncaught_errors")
def test_shortcut_reads_a_frame_selection_after_an_update(
    extension: Extension, surfaces: Surfaces, site: str, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{loopback_site(site)}/frame.html")
    surfaces.update()
    reader.updated()
    reader.page.bring_to_front()
    inner = reader.page.frames[1]
    box = inner.locator("#flat").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=3)
    until(lambda: inner.evaluate(HOSTS) == 1, "the old bubble")
    extension.press_shortcut()
    assert reader.see(".verdict h2") == "False"
    assert inner.evaluate(HOSTS) == 0


@pytest.mark.usefixtures("uncaught_errors")
@pytest.mark.parametrize("part", ["check", "more", "menu"])
def test_stale_button_asks_to_reload_after_an_update(
    extension: Extension, surfaces: Surfaces, site: str, part: str
) -> None:
    extension.use(NOBODY)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/article.html")
    reader.page.bring_to_front()
    reader.select("flat")
    reader.see(".check")
    until(lambda: "bubbleMenu" in reader.run("Object.keys(globalThis.Claimlight)"), "the menu's file")
    if part == "menu":
        reader.click(".more")
        reader.see(".menu")
    place = reader.box({"check": ".check", "more": ".more", "menu": ".menu button:last-child"}[part])
    assert place is not None
    surfaces.update()
    reader.page.bring_to_front()
    reader.page.mouse.click(place["x"], place["y"])
    wait_for_page(reader, lambda: reader.page.evaluate("document.activeElement.popover") == "manual", "a word from it")
    said = accessible_text(reader.page)
    assert "Claimlight was updated" in said
    assert "Reload this page" in said


@pytest.mark.usefixtures("uncaught_errors")
def test_stale_marks_after_an_update_cause_no_errors(
    extension: Extension, surfaces: Surfaces, report: PageUser, gate: GatedPipeline
) -> None:
    gate.open.set()
    report.page.bring_to_front()
    beside = scanned(extension, report)
    beside.close()
    assert marked(report.page)
    surfaces.update()
    report.page.bring_to_front()
    report.page.evaluate("document.querySelector('#flat').remove()")
    let_timers_pass(report.page, MARKS_SETTLED_MS)
    report.page.mouse.click(*centre_of(report.page, "#cost"))
    let_timers_pass(report.page, SETTLED_MS)
    surfaces.popup(report.page).click("#scan")
    until(lambda: sum(len(texts) for texts in marked(report.page).values()) == 5, "the new marks and no others")


def centre_of(page: Page, selector: str) -> tuple[float, float]:
    x, y = page.evaluate(
        "(s) => { const b = document.querySelector(s).getClientRects()[0]; return [b.x + b.width / 2, b.y + b.height / 2]; }",
        selector,
    )
    return x, y


def accessible_text(page: Page) -> str:
    """Return the text that a screen reader finds on the page, including closed shadow roots."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return " ".join(str(node.get("name", {}).get("value", "")) for node in nodes)

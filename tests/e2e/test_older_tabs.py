"""Tabs that are older than the extension: opened before its installation or its last update."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from backend.domain.verdict import Label
from tests.api_world import World
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
def watch_errors() -> Iterator[Callable[[Page], None]]:
    """Returns a function that fails the test on any later uncaught error on a page, in any world."""
    seen: list[str] = []
    pages: list[Page] = []

    def watch(page: Page) -> None:
        session = page.context.new_cdp_session(page)
        session.on("Runtime.exceptionThrown", lambda event: seen.append(str(event["exceptionDetails"])))
        session.send("Runtime.enable")
        pages.append(page)

    yield watch
    for page in pages:
        page.evaluate("0")
    assert pages
    assert seen == []


def loopback_site(site: str) -> str:
    """Return the test site under an address that permits injection without a click: the simulated menu grants no access."""
    return site.replace("news.example", "127.0.0.1")


def wait_for_page(reader: PageUser, check: Callable[[], object], what: str) -> None:
    until(lambda: reader.page.evaluate("[]") is not None and check(), what)


def blank_tabs(extension: Extension, number: int) -> list[PageUser]:
    """Return users in as many tabs, the first of which is the browser's first."""
    pages = [extension.context.pages[0], *(extension.context.new_page() for _ in range(number - 1))]
    return [PageUser(page) for page in pages]


def start_check(extension: Extension, way: str) -> None:
    if way == "menu":
        extension.click_menu("the Earth is flat")
    else:
        extension.press_shortcut()


def check_that_one_card_answers(reader: PageUser) -> None:
    """Check that the card which was just requested is the only one, and that it goes with Escape."""
    assert reader.see(".verdict h2") == "False"
    assert reader.page.evaluate(HOSTS) == 1
    reader.page.keyboard.press("Escape")
    wait_for_page(reader, lambda: reader.page.evaluate(HOSTS) == 0, "the card to go")


def check_that_one_button_works(reader: PageUser) -> None:
    reader.select("moon")
    reader.see(".check")
    assert reader.page.evaluate(HOSTS) == 1
    reader.click(".check")
    assert reader.see(".verdict h2") == "True"
    assert reader.page.evaluate(HOSTS) == 1


def test_menu_shortcut_and_icon_work_in_tabs_opened_before_installation(
    uninstalled_extension: Extension,
    site: str,
    running_service: World,
    gate: GatedPipeline,
    watch_errors: Callable[[Page], None],
) -> None:
    gate.open.set()
    gate.labels = {"Apollo": Label.TRUE}
    *readers, clicker = blank_tabs(uninstalled_extension, 3)
    for reader in (*readers, clicker):
        watch_errors(reader.page)
    for reader in readers:
        reader.page.goto(f"{loopback_site(site)}/article.html")
    clicker.page.goto(f"{site}/report.html")
    surfaces = Surfaces(uninstalled_extension)
    surfaces.install()
    uninstalled_extension.use(f"http://127.0.0.1:{running_service.port}")
    for way, reader in zip(("menu", "shortcut"), readers, strict=True):
        reader.page.bring_to_front()
        reader.select("flat")
        let_timers_pass(reader.page, SETTLED_MS)
        assert reader.page.evaluate(HOSTS) == 0
        start_check(uninstalled_extension, way)
        check_that_one_card_answers(reader)
        check_that_one_button_works(reader)
    surfaces.popup(clicker.page).click("#scan")
    until(lambda: "3.2 billion" in str(marked(clicker.page)), "the marks")


def test_updated_content_script_replaces_the_old_one_in_pages_and_frames(
    extension: Extension,
    surfaces: Surfaces,
    site: str,
    running_service: World,
    gate: GatedPipeline,
    watch_errors: Callable[[Page], None],
) -> None:
    gate.open.set()
    gate.labels = {"Apollo": Label.TRUE}
    extension.use(f"http://127.0.0.1:{running_service.port}")
    *readers, framed = blank_tabs(extension, 4)
    for reader, page in zip((*readers, framed), ("article", "article", "article", "frame"), strict=True):
        watch_errors(reader.page)
        reader.visit(f"{loopback_site(site)}/{page}.html")
    left_behind = ("nothing", "bubble", "card")
    for left, reader in zip(left_behind, readers, strict=True):
        leave_behind(reader, left)
    surfaces.update()
    for reader in (*readers, framed):
        reader.updated()
    for way, reader in zip(("menu", "shortcut", "menu"), readers, strict=True):
        reader.page.bring_to_front()
        reader.select("flat")
        start_check(extension, way)
        check_that_one_card_answers(reader)
        check_that_one_button_works(reader)
    check_that_the_card_of_a_frame_replaces_its_old_bubble(extension, framed)


def leave_behind(reader: PageUser, left: str) -> None:
    """Leave a bubble or a card on the page, or remove both."""
    reader.page.bring_to_front()
    reader.select("moon")
    reader.see(".check")
    if left == "card":
        reader.click(".check")
        reader.see(".verdict h2")
    if left == "nothing":
        reader.page.keyboard.press("Escape")


def check_that_the_card_of_a_frame_replaces_its_old_bubble(extension: Extension, reader: PageUser) -> None:
    reader.page.bring_to_front()
    inner = reader.page.frames[1]
    box = inner.locator("#flat").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=3)
    until(lambda: inner.evaluate(HOSTS) == 1, "the old bubble")
    extension.press_shortcut()
    assert reader.see(".verdict h2") == "False"
    assert inner.evaluate(HOSTS) == 0


def test_stale_buttons_ask_to_reload_after_an_update(
    extension: Extension, surfaces: Surfaces, site: str, watch_errors: Callable[[Page], None]
) -> None:
    extension.use(NOBODY)
    readers = blank_tabs(extension, 3)
    places = []
    for reader, part in zip(readers, (".check", ".more", ".menu button:last-child"), strict=True):
        watch_errors(reader.page)
        reader.visit(f"{site}/article.html")
        places.append(place_of_stale_button(reader, part))
    surfaces.update()
    for reader, place in zip(readers, places, strict=True):
        check_that_a_click_asks_to_reload(reader, place)


def place_of_stale_button(reader: PageUser, part: str) -> dict[str, float]:
    reader.page.bring_to_front()
    reader.select("flat")
    reader.see(".check")
    until(lambda: "bubbleMenu" in reader.run("Object.keys(globalThis.Claimlight)"), "the menu's file")
    if part.startswith(".menu"):
        reader.click(".more")
        reader.see(".menu")
    place = reader.box(part)
    assert place is not None
    return place


def check_that_a_click_asks_to_reload(reader: PageUser, place: dict[str, float]) -> None:
    reader.page.bring_to_front()
    reader.page.mouse.click(place["x"], place["y"])
    wait_for_page(reader, lambda: reader.page.evaluate("document.activeElement.popover") == "manual", "a word from it")
    said = accessible_text(reader.page)
    assert "Claimlight was updated" in said
    assert "Reload this page" in said


def test_stale_marks_after_an_update_cause_no_errors(
    extension: Extension,
    surfaces: Surfaces,
    report: PageUser,
    gate: GatedPipeline,
    watch_errors: Callable[[Page], None],
) -> None:
    gate.open.set()
    watch_errors(report.page)
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

"""Disabling the button from its own menu, and the entry points that the user can choose instead."""

from __future__ import annotations

import json
from typing import Any

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import EXTENSION, Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.selecting import bubble_goes, drag, ends_of, sees_no_bubble
from tests.each_row import each_row

MORE = ".more"
ENTRIES = "[role=menuitem]"


def open_menu(reader: PageUser) -> None:
    reader.select("flat")
    reader.click(MORE)
    reader.see(ENTRIES)


def choose(reader: PageUser, number: int) -> None:
    reader.click(f"{ENTRIES}:nth-child({number})")
    reader.see(".undo")


def stored(extension: Extension, key: str) -> Any:
    return extension.worker().evaluate(f"chrome.storage.local.get('{key}').then((all) => all.{key})")


def has_menu_entry(extension: Extension) -> bool:
    there: bool = extension.worker().evaluate(
        "chrome.contextMenus.update('check-selection', {}).then(() => true, () => false)"
    )
    return there


def test_bubble_can_be_disabled_on_one_site(extension: Extension, reader: PageUser, backend: BackendProcess) -> None:
    extension.use(backend.url)
    open_menu(reader)
    assert reader.text(f"{ENTRIES}:first-child") == "Hide the button on news.example"
    choose(reader, 1)
    assert "The button is hidden on news.example" in reader.text("[role=status]")
    assert stored(extension, "offSites") == ["news.example"]
    reader.page.mouse.click(1000, 700)
    bubble_goes(reader)
    reader.select("flat")
    sees_no_bubble(reader)
    extension.click_menu("the Earth is flat")
    assert reader.see(".verdict h2") == "False"


def test_bubble_can_be_disabled_everywhere_and_enabled_again(extension: Extension, reader: PageUser) -> None:
    extension.use("http://127.0.0.1:1")
    open_menu(reader)
    choose(reader, 2)
    until(lambda: stored(extension, "trigger") == "menu", "the setting")
    assert has_menu_entry(extension)
    assert reader.focused() == ""
    assert reader.text(".undo") == "Undo"
    reader.page.keyboard.press("Enter")
    until(lambda: stored(extension, "trigger") == "button", "the old setting")
    reader.page.mouse.click(1000, 700)
    reader.select("flat")
    reader.see(".check")


def test_menu_works_with_the_keyboard_also_in_forced_colours(extension: Extension, reader: PageUser) -> None:
    extension.use("http://127.0.0.1:1")
    reader.page.emulate_media(forced_colors="active")
    open_menu(reader)
    assert reader.style(".menu", "border-top-style") == "solid"
    assert reader.style(f"{ENTRIES}:focus", "outline-style") == "solid"
    focused = "(roots) => roots.map((root) => root.activeElement?.textContent).filter(Boolean).at(-1)"
    first, second = "Hide the button on news.example", "Hide the button everywhere"
    for key, entry in (
        ("ArrowDown", second),
        ("ArrowUp", first),
        ("ArrowUp", "Options"),
        ("Home", first),
        ("End", "Options"),
    ):
        reader.page.keyboard.press(key)
        assert reader.ask_everywhere(focused) == entry, key
    reader.page.keyboard.press("Escape")
    until(lambda: reader.box(ENTRIES) is None, "the menu to close")
    assert reader.focused() == "More"
    assert reader.attribute(MORE, "aria-expanded") == "false"
    reader.page.keyboard.press("Escape")
    until(lambda: reader.text() == "", "the bubble to go")


def test_scripted_clicks_are_ignored(extension: Extension, reader: PageUser) -> None:
    extension.use("http://127.0.0.1:1")
    reader.select("flat")
    for button in (".check", MORE):
        reader.see(button)
        reader.ask_everywhere(f"(roots) => roots.map((root) => root.querySelector('{button}')?.click()).length")
        sees = reader.text()
        assert reader.run("new Promise((done) => setTimeout(done, 400, true))")
        assert reader.text() == sees == "Check⋮", button
    assert stored(extension, "offSites") is None


def test_menu_opens_upwards_near_the_bottom_edge(extension: Extension, site: str) -> None:
    extension.use("http://127.0.0.1:1")
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/edges.html")
    drag(reader.page, ends_of(reader.page, "document.getElementById('middle')"))
    reader.see(MORE)
    reader.page.set_viewport_size({"width": 1280, "height": 380})
    reader.click(MORE)
    reader.see(ENTRIES)
    menu = reader.box("[role=menu]")
    assert menu is not None
    assert menu["top"] >= 0
    assert menu["top"] + menu["height"] <= 380


def test_modes_without_a_bubble_have_a_shortcut_or_a_menu_entry(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url, trigger="shortcut")
    until(lambda: not has_menu_entry(extension), "the entry to go")
    reader.select("flat")
    sees_no_bubble(reader)
    extension.press_shortcut()
    assert reader.see(".verdict h2") == "False"
    reader.page.keyboard.press("Escape")
    bubble_goes(reader)
    extension.use(backend.url, trigger="menu")
    until(lambda: has_menu_entry(extension), "the entry to come back")
    reader.page.mouse.click(1000, 700)
    reader.select("flat")
    sees_no_bubble(reader)
    extension.click_menu("the Earth is flat")
    assert reader.see(".verdict h2") == "False"


@each_row(("language", "direction"), [("de", "ltr"), ("ar", "rtl")])
def test_menu_uses_the_chosen_language(extension: Extension, site: str, language: str, direction: str) -> None:
    said = json.loads((EXTENSION / "_locales" / language / "messages.json").read_text(encoding="utf-8"))
    extension.use("http://127.0.0.1:1", language=language)
    until(lambda: (stored(extension, "words") or {}).get("dir") == direction, "the words")
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/article.html")
    open_menu(reader)
    assert said["bubble_check"]["message"] in reader.text(".check")
    assert reader.attribute(MORE, "aria-label") == said["bubble_more"]["message"]
    assert reader.style(".cl", "direction") == direction
    assert reader.text(f"{ENTRIES}:nth-child(2)") == said["bubble_off"]["message"]

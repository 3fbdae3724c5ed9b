"""The button and the card work inside dialogs, popovers and full-screen elements, and remain when these close."""

from __future__ import annotations

import pytest

from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.selecting import NOBODY, drag, ends_of, visit
from tests.each_row import each_row

IN = "document.getElementById('in-%s')"
OVER = {
    "a dialog": ("plain.showModal()", IN % "plain"),
    "a slot of a dialog": ("slotted.inner.showModal()", IN % "slotted"),
    "a slot of a closed root": ("shut.inner.showModal()", IN % "shut"),
    "a dialog in a root": ("own.inner.showModal()", "own.shadowRoot.querySelector('p')"),
    "a popover": ("popped.showPopover()", IN % "popped"),
}
CLOSED = "plain.style.display = slotted.style.display = '', [plain, slotted.inner, shut.inner, own.inner].map((e) => e.close())"


@pytest.fixture
def reader(extension: Extension, site: str) -> PageUser:
    """A user on a page with dialogs. Rows of a test share the page, so rows that remove a dialog come last."""
    return visit(extension, f"{site}/dialogs.html")


def check(reader: PageUser, text: str) -> None:
    """Select an element's text, press the button, and check that the card explains that Claimlight is not running."""
    drag(reader.page, ends_of(reader.page, text))
    reader.click(".check")
    assert reader.see(".failure h2") == "Claimlight is not running"


def card_is_under(reader: PageUser, text: str) -> bool:
    """Return whether the card is at the left edge of an element's text and below it."""
    box = reader.page.evaluate(f"{text}.getBoundingClientRect().toJSON()")
    card = reader.box(".cl")
    return card is not None and abs(card["left"] - box["left"]) < 2 and card["top"] >= box["bottom"]


@each_row("where", OVER)
def test_text_in_an_overlay_can_be_checked(reader: PageUser, where: str) -> None:
    show, text = OVER[where]
    reader.page.evaluate(f"{CLOSED}, {show}")
    check(reader, text)
    assert reader.page.evaluate(f"{text}.checkVisibility()"), "what was read has gone"
    reader.click("[aria-label=Close]")
    until(lambda: reader.text() == "", "the end of the card")


def test_text_in_full_screen_can_be_checked(reader: PageUser) -> None:
    reader.page.evaluate("addEventListener('click', () => full.requestFullscreen(), { once: true })")
    reader.page.mouse.click(900, 20)
    until(lambda: reader.page.evaluate("document.fullscreenElement !== null"), "the full screen")
    check(reader, IN % "full")
    reader.page.evaluate("document.exitFullscreen()")
    until(lambda: reader.page.evaluate("document.fullscreenElement === null"), "its end")
    # The text moves when the full screen ends.
    until(lambda: card_is_under(reader, IN % "full"), "the card under its text")
    reader.click("[aria-label=Close]")
    until(lambda: reader.text() == "", "the end of the card")


@each_row(
    ("where", "close"),
    [
        ("a dialog", "plain.close()"),
        ("a slot of a dialog", "slotted.inner.close()"),
        ("a popover", "popped.hidePopover()"),
        ("a dialog", "plain.close(), plain.replaceChildren()"),
        ("a slot of a dialog", "slotted.remove()"),
        ("a popover", "popped.remove()"),
    ],
)
def test_card_stays_usable_after_its_dialog_closes(reader: PageUser, where: str, close: str) -> None:
    show, text = OVER[where]
    reader.page.evaluate(show)
    check(reader, text)
    reader.page.evaluate(close)
    until(lambda: not reader.page.evaluate(f"{text}?.checkVisibility()"), "the end of what lay over the page")
    reader.click("[aria-label=Close]")
    until(lambda: reader.text() == "", "the end of the card")


@each_row(
    ("where", "hide"),
    [
        ("a dialog", "plain.style.display = 'none'"),
        ("a slot of a dialog", "slotted.style.display = 'none'"),
        ("a dialog", "plain.removeAttribute('open')"),
    ],
)
def test_card_stays_visible_when_its_dialog_is_hidden(reader: PageUser, where: str, hide: str) -> None:
    show, text = OVER[where]
    reader.page.evaluate(f"{CLOSED}, {show}")
    check(reader, text)
    reader.page.evaluate(hide)
    until(
        lambda: reader.page.evaluate("document.querySelector('html > [popover=manual]') !== null"), "the card outside"
    )
    assert reader.see(".failure h2") == "Claimlight is not running"
    # The hidden dialog still blocks all clicks on the page.
    reader.page.keyboard.press("Escape")
    until(lambda: reader.text() == "", "the end of the card")


def test_card_size_does_not_depend_on_page_zoom(reader: PageUser) -> None:
    reader.page.evaluate("plain.style.zoom = 1.5, plain.showModal()")
    check(reader, IN % "plain")
    usual = reader.box(".cl")
    assert usual
    assert usual["width"] == pytest.approx(500, abs=1)
    reader.page.evaluate("plain.close()")
    until(
        lambda: reader.page.evaluate("document.querySelector('html > [popover=manual]') !== null"), "the card outside"
    )
    until(lambda: (box := reader.box(".cl")) and box["width"] == pytest.approx(500, abs=1), "its usual size")
    reader.page.evaluate("document.documentElement.style.zoom = 2")
    until(lambda: (box := reader.box(".cl")) and box["width"] == pytest.approx(500, abs=1), "its usual size")


@each_row("element", ["canvas", "img", "svg", "video"])
def test_card_is_outside_full_screen_elements_that_cannot_contain_it(
    extension: Extension, reader: PageUser, element: str
) -> None:
    extension.use(NOBODY, trigger="shortcut")
    reader.page.evaluate(
        """(name) => {
          const space = name === "svg" ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
          const shown = document.body.appendChild(document.createElementNS(space, name));
          addEventListener("click", () => shown.requestFullscreen(), { once: true });
        }""",
        element,
    )
    reader.page.mouse.click(900, 20)
    until(lambda: reader.page.evaluate("document.fullscreenElement !== null"), "the full screen")
    extension.press_shortcut()
    reader.see("[aria-label=Close]")
    reader.page.evaluate("document.exitFullscreen()")
    until(lambda: reader.page.evaluate("document.fullscreenElement === null"), "its end")
    reader.click("[aria-label=Close]")
    until(lambda: reader.text() == "", "the end of the card")


def test_double_click_sends_one_request(reader: PageUser) -> None:
    drag(reader.page, ends_of(reader.page, IN % "full"))
    reader.see(".check")
    box = reader.box(".more")
    assert box is not None
    reader.page.mouse.dblclick(box["x"], box["y"])
    reader.see(".menu")
    assert reader.ask_everywhere("(roots) => roots.flatMap((r) => [...r.querySelectorAll('.menu')]).length") == 1


def test_full_screen_frame_shows_the_card(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/frame.html?inner=dialogs.html")
    # The card appears directly, without a button.
    extension.use(NOBODY, trigger="shortcut")
    inner = reader.page.frames[1]
    inner.wait_for_load_state()
    inner.evaluate("addEventListener('click', () => full.requestFullscreen(), { once: true })")
    reader.page.mouse.click(200, 80)
    until(lambda: inner.evaluate("document.fullscreenElement !== null"), "the full screen")
    inner.evaluate("getSelection().selectAllChildren(document.getElementById('in-full'))")
    extension.press_shortcut()
    until(lambda: inner.evaluate("document.querySelector('#full > [popover=manual]') !== null"), "the card")
    assert reader.text() == "", "there is a card that nobody sees"

"""User input: selecting text by mouse, touch and keyboard, and the button's response."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Frame, Page

from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until

NOBODY = "http://127.0.0.1:1"
IN_OPEN = "document.querySelector('reader-note').shadowRoot"
_ENDS = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const boxes = [...range.getClientRects()].filter((box) => box.width);
  const [first, last] = [boxes[0], boxes.at(-1)];
  return [first.left + 1, first.top + first.height / 2, last.right - 1, last.top + last.height / 2];
}"""
OURS = "document.querySelector('[popover=manual]') !== null"


def visit(extension: Extension, address: str) -> PageUser:
    """A user on a page while Claimlight is not running."""
    extension.use(NOBODY)
    reader = PageUser(extension.context.pages[0])
    reader.visit(address)
    return reader


def ends_of(page: Page | Frame, element: str) -> list[float]:
    """Return the centres of the first and the last line of an element's text. `element` is a JavaScript expression."""
    found: list[float] = page.evaluate(f"({_ENDS})({element})")
    return found


def drag(page: Page, ends: list[float]) -> None:
    """Drag the mouse from the first point to the second."""
    page.mouse.move(ends[0], ends[1])
    page.mouse.down()
    page.mouse.move(ends[2], ends[3], steps=4)
    page.mouse.up()


def long_press(page: Page, x: float, y: float) -> None:
    """Long-press by touch, which makes the browser select the word."""
    session = page.context.new_cdp_session(page)
    point: list[dict[str, Any]] = [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    page.evaluate("([x, y]) => getSelection().selectAllChildren(document.elementFromPoint(x, y))", [x, y])
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def sees_no_bubble(reader: PageUser) -> None:
    """Check that the button has not appeared, and that no pending event could still show it."""
    reader.settle()
    assert reader.text() == ""


def bubble_goes(reader: PageUser) -> None:
    until(lambda: reader.text() == "", "the bubble to go")

"""The button beside a selection: where it appears, and when it disappears."""

from __future__ import annotations

from itertools import product

import pytest

from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.selecting import (
    bubble_goes,
    drag,
    ends_of,
    long_press,
    sees_no_bubble,
    visit,
)
from tests.each_row import each_row

CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right", "middle")


@pytest.fixture
def reader(extension: Extension, site: str) -> PageUser:
    """A user on a page with texts in its corners."""
    return visit(extension, f"{site}/edges.html")


@each_row(("corner", "backwards"), product(CORNERS, (False, True)))
def test_button_is_beside_the_selection_end_and_inside_the_window(
    reader: PageUser, corner: str, *, backwards: bool
) -> None:
    reader.page.evaluate("getSelection().removeAllRanges()")
    bubble_goes(reader)
    ends = ends_of(reader.page, f"document.getElementById('{corner}')")
    drag(reader.page, ends[2:] + ends[:2] if backwards else ends)
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    right, bottom = bubble["left"] + bubble["width"], bubble["top"] + bubble["height"]
    assert (bubble["left"] >= 8, bubble["top"] >= 8, right <= 1272, bottom <= 792) == (True,) * 4
    end_x, line = (ends[0] if backwards else ends[2]), ends[1]
    assert abs(bubble["x"] - end_x) < bubble["width"]
    # The button never covers the selected line, and is directly above or below it.
    gap = max(bubble["top"] - (line + 10), (line - 10) - bottom)
    assert 0 <= gap <= 12


def test_button_position_is_right_on_a_page_zoomed_by_css_or_by_pinching(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/zoom.html")
    ends = ends_of(reader.page, "document.getElementById('flat')")
    reader.select("flat")
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    assert (abs(bubble["x"] - ends[2]) < bubble["width"], 0 < bubble["top"] - ends[3] < 40) == (True, True)
    reader.click(".check")
    reader.see(".failure")
    card = reader.box(".cl")
    assert card is not None
    assert (abs(card["left"] - ends[0]) < 8, 0 < card["top"] - ends[3] < 40, card["width"]) == (True, True, 500)

    reader.visit(f"{site}/edges.html")
    session = extension.context.new_cdp_session(reader.page)
    session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    reader.page.evaluate("getSelection().selectAllChildren(document.getElementById('middle'))")
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    seen = reader.page.evaluate(
        "[visualViewport.offsetLeft, visualViewport.offsetTop, visualViewport.width, visualViewport.height]"
    )
    assert bubble["left"] >= seen[0]
    assert bubble["left"] + bubble["width"] <= seen[0] + seen[2]
    assert bubble["top"] >= seen[1]
    assert bubble["top"] + bubble["height"] <= seen[1] + seen[3]


def test_selection_that_ends_over_a_frame_gets_a_button(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/frame.html")
    start = ends_of(reader.page, "document.querySelector('p')")
    frame = reader.page.locator("#quoted").bounding_box()
    assert frame is not None
    drag(reader.page, [*start[:2], frame["x"] + 200, frame["y"] + 60])
    reader.page.mouse.move(*start[2:], steps=3)
    reader.see(".check")


def test_touch_selection_gets_a_larger_button_clear_of_the_handles(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/long.html")
    ends = ends_of(reader.page, "document.getElementById('flat')")
    long_press(reader.page, ends[0] + 10, ends[1])
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    assert bubble["height"] >= 44
    assert bubble["top"] - ends[3] >= 30


def test_button_of_a_keyboard_selection_is_reachable_with_tab(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/long.html")
    reader.page.evaluate("getSelection().setBaseAndExtent(flat.firstChild, 0, flat.firstChild, 3)")
    # The button appears once, when Shift is released.
    reader.page.keyboard.down("Shift")
    for _ in range(14):
        reader.page.keyboard.press("ArrowRight")
    reader.page.keyboard.up("Shift")
    reader.see(".check")

    def tabbed() -> bool:
        # Until the rest of the button has loaded, Tab moves the focus through the page.
        reader.page.keyboard.press("Tab")
        return reader.focused() == "Check this claim with Claimlight"

    until(tabbed, "the focus on the bubble")
    reader.page.keyboard.press("Enter")
    reader.see(".failure")
    assert reader.text(".claim q") == "the Earth is flat"


def test_button_follows_a_short_scroll_and_disappears_on_escape_deselection_or_a_longer_scroll(
    extension: Extension, site: str
) -> None:
    reader = visit(extension, f"{site}/long.html")
    for leave in (lambda: reader.page.keyboard.press("Escape"), lambda: reader.page.mouse.click(900, 500)):
        reader.select("flat")
        reader.see(".check")
        leave()
        bubble_goes(reader)
        sees_no_bubble(reader)
        # Clear the selection, because the mouse would drag selected text.
        reader.page.mouse.click(900, 500)
    reader.select("flat")
    reader.see(".check")
    until(lambda: reader.run("globalThis.Claimlight.bubbleFollow !== undefined"), "the rest of it")
    before = reader.box(".cl")
    reader.page.evaluate("box.scrollBy(0, 300)")
    reader.page.mouse.wheel(0, 12)
    until(lambda: reader.page.evaluate("scrollY") == 12, "the scrolling")
    after = until(
        lambda: (box := reader.box(".cl")) and before and box["top"] == before["top"] - 12 and box, "it to follow"
    )
    assert after
    reader.page.mouse.wheel(0, 200)
    bubble_goes(reader)


def test_page_shortcuts_and_outside_clicks_are_not_triggered(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/long.html")
    reader.select("flat")
    reader.see(".check")
    reader.page.evaluate("""() => {
      window.fired = [];
      for (const type of ["pointerdown", "mousedown", "click", "keydown", "keyup"]) {
        document.addEventListener(type, (event) => fired.push(event.type));
      }
    }""")
    reader.click(".check")
    reader.see(".failure")
    reader.page.keyboard.press("j")
    assert reader.page.evaluate("fired") == []
    reader.page.keyboard.press("Escape")
    bubble_goes(reader)
    reader.page.keyboard.press("j")
    assert reader.page.evaluate("fired") == ["keyup", "keydown", "keyup"]

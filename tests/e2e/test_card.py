"""The card as a window: it follows the text, can be moved and resized by mouse and keyboard, and keeps its size."""

from __future__ import annotations

import pytest

from tests.e2e.axe import faults_in_overlay
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.selecting import NOBODY

PILL = ".small .pill"


@pytest.fixture
def reader_with_answer(extension: Extension, reader: PageUser, backend: BackendProcess) -> PageUser:
    """A user whose claim has been answered."""
    extension.use(backend.url)
    reader.check("flat")
    reader.see(".decided")
    return reader


def bounding_box(reader: PageUser, selector: str = ".cl") -> dict[str, float]:
    box = reader.box(selector)
    assert box is not None
    return box


def drag(reader: PageUser, selector: str, right: float, down: float) -> None:
    """Drag the centre of the element with the mouse."""
    box = bounding_box(reader, selector)
    reader.page.mouse.move(box["x"], box["y"])
    reader.page.mouse.down()
    reader.page.mouse.move(box["x"] + right, box["y"] + down, steps=4)
    reader.page.mouse.up()


def text_top(reader: PageUser) -> float:
    top: float = reader.page.evaluate("document.getElementById('flat').getBoundingClientRect().top")
    return top


def test_card_follows_its_text_on_the_page_and_in_a_scrolling_box_until_it_is_dragged(
    reader_with_answer: PageUser,
) -> None:
    gap = bounding_box(reader_with_answer)["top"] - text_top(reader_with_answer)
    reader_with_answer.page.evaluate("scrollBy(0, 120)")
    until(
        lambda: abs(bounding_box(reader_with_answer)["top"] - text_top(reader_with_answer) - gap) < 1,
        "the card to follow",
    )
    assert bounding_box(reader_with_answer)["top"] < 260
    reader_with_answer.page.evaluate("scrollTo(0, 100000)")
    until(lambda: bounding_box(reader_with_answer)["top"] == 8, "the card to wait at the edge")
    reader_with_answer.page.evaluate("scrollTo(0, 0)")
    until(
        lambda: abs(bounding_box(reader_with_answer)["top"] - text_top(reader_with_answer) - gap) < 1,
        "the card to come back",
    )
    before = bounding_box(reader_with_answer)
    drag(reader_with_answer, ".head h1", -150, -120)
    moved = bounding_box(reader_with_answer)
    assert (round(moved["left"] - before["left"]), round(moved["top"] - before["top"])) == (-150, -120)
    reader_with_answer.page.evaluate("scrollBy(0, 90)")
    reader_with_answer.page.evaluate(
        "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    )
    assert bounding_box(reader_with_answer)["top"] == moved["top"]
    drag(reader_with_answer, ".head h1", -5000, -5000)
    assert (bounding_box(reader_with_answer)["left"], bounding_box(reader_with_answer)["top"]) == (8, 8)
    reader_with_answer.page.evaluate("scrollTo(0, 0)")
    follow_in_a_scrolling_box(reader_with_answer)


def follow_in_a_scrolling_box(reader: PageUser) -> None:
    """Open a card in a part of the page that scrolls by itself, and see it follow."""
    reader.page.keyboard.press("Escape")
    reader.page.evaluate(
        "document.querySelector('main').style.cssText = 'height: 500px; overflow: auto; margin: 0 0 0 64px'"
    )
    reader.check("moon")
    reader.see(".decided")
    before = bounding_box(reader)["top"]
    reader.page.evaluate("document.querySelector('main').scrollBy(0, 100)")
    until(lambda: abs(bounding_box(reader)["top"] - before + 100) < 1, "the card to follow")


def test_card_is_moved_and_resized_with_the_keyboard_and_limited_to_readable_and_to_the_window(
    reader_with_answer: PageUser,
) -> None:
    keys = reader_with_answer.page.keyboard
    keys.press("Tab")
    assert reader_with_answer.focused() == "Move: use the arrow keys"
    before = bounding_box(reader_with_answer)
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Shift+ArrowLeft"):
        keys.press(key)
    moved = bounding_box(reader_with_answer)
    assert (round(moved["left"] - before["left"]), round(moved["top"] - before["top"])) == (-96, -16)
    while reader_with_answer.focused() != "Resize: use the arrow keys":
        keys.press("Tab")
    before = bounding_box(reader_with_answer)
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowUp"):
        keys.press(key)
    now = bounding_box(reader_with_answer)
    assert (round(now["width"] - before["width"]), round(now["height"] - before["height"])) == (-16, -80)
    assert (now["left"], now["top"]) == (before["left"], before["top"])
    drag(reader_with_answer, ".corner", -5000, -5000)
    assert (bounding_box(reader_with_answer)["width"], bounding_box(reader_with_answer)["height"]) == (280, 160)
    drag(reader_with_answer, ".head h1", -5000, -5000)
    drag(reader_with_answer, ".corner", 5000, 5000)
    assert (bounding_box(reader_with_answer)["width"], bounding_box(reader_with_answer)["height"]) == (1264, 784)
    reader_with_answer.page.set_viewport_size({"width": 420, "height": 400})
    until(
        lambda: bounding_box(reader_with_answer)["width"] <= 404 and bounding_box(reader_with_answer)["height"] <= 384,
        "the card to fit in",
    )
    box = bounding_box(reader_with_answer)
    assert box["left"] >= 8
    assert box["top"] + box["height"] <= 392


def test_size_and_collapse_are_kept_on_the_next_page_and_a_double_click_resets_the_size(
    reader_with_answer: PageUser, site: str
) -> None:
    drag(reader_with_answer, ".head h1", -200, -200)
    own = bounding_box(reader_with_answer)
    drag(reader_with_answer, ".corner", 130, -90)
    chosen = bounding_box(reader_with_answer)
    assert (round(chosen["width"] - own["width"]), round(chosen["height"] - own["height"])) == (130, -90)
    reader_with_answer.click('[aria-label="Make small"]')
    pill = reader_with_answer.see(PILL)
    assert pill.startswith("False")
    assert "sure" in pill
    assert "%" not in pill
    assert reader_with_answer.box(".verdict") is None
    assert bounding_box(reader_with_answer)["height"] < 60
    reader_with_answer.page.evaluate("scrollBy(0, 50)")
    reader_with_answer.page.keyboard.press("Escape")
    reader_with_answer.visit(f"{site}/article.html?again")
    reader_with_answer.check("flat")
    until(lambda: reader_with_answer.text(PILL).startswith("False"), "the verdict in the small card")
    assert faults_in_overlay(reader_with_answer) == []
    reader_with_answer.page.keyboard.press("Enter")
    assert reader_with_answer.see(".verdict h2") == "False"
    assert reader_with_answer.focused() == "Make small"
    again = bounding_box(reader_with_answer)
    assert (again["width"], again["height"]) == (chosen["width"], chosen["height"])
    corner = bounding_box(reader_with_answer, ".corner")
    reader_with_answer.page.mouse.dblclick(corner["x"], corner["y"])
    until(lambda: bounding_box(reader_with_answer)["width"] == own["width"], "its own width")


def test_two_tabs_have_separate_cards_and_share_the_latest_size(
    extension: Extension, reader_with_answer: PageUser, site: str
) -> None:
    other = PageUser(extension.context.new_page())
    other.visit(f"{site}/article.html")
    other.check("moon")
    other.see(".decided")
    drag(other, ".head h1", 0, -400)
    drag(other, ".corner", -60, 0)
    reader_with_answer.page.bring_to_front()
    assert reader_with_answer.text(".verdict h2") == "False"
    assert "flat" in reader_with_answer.text(".claim")
    assert other.text(".verdict h2") == "True"
    reader_with_answer.page.keyboard.press("Escape")
    until(lambda: reader_with_answer.text() == "", "the first card to go")
    assert other.text(".verdict h2") == "True"
    reader_with_answer.check("moon")
    reader_with_answer.see(".decided")
    assert bounding_box(reader_with_answer)["width"] == 440


def test_keys_for_the_card_do_not_reach_the_page_and_tab_leaves_the_card(reader_with_answer: PageUser) -> None:
    reader_with_answer.page.evaluate("""() => {
      document.body.prepend(Object.assign(document.createElement("button"), { id: "first", textContent: "First" }));
      window.heard = [];
      document.addEventListener("keydown", (event) => window.heard.push(event.key));
    }""")
    reader_with_answer.ask_everywhere(
        "(roots) => roots.at(-1).querySelectorAll('details').forEach((e) => { e.open = true; }) ?? 0"
    )
    seen = []
    for _ in range(60):
        reader_with_answer.page.keyboard.press("Tab")
        seen.append(reader_with_answer.focused())
        if reader_with_answer.page.evaluate("document.activeElement.id") == "first":
            break
    else:
        pytest.fail(f"the focus never left the card: {seen}")
    names = [name for name in seen if name]
    wanted = ["Move: use the arrow keys", "Copy the answer", "Check again", "Make small", "Close", "Evidence 1"]
    assert [name for name in wanted if name not in names] == []
    assert names.index("Close") < names.index("Evidence 1") < names.index("Copy as Markdown")
    reader_with_answer.page.evaluate("heard.length = 0")
    reader_with_answer.click(".report textarea")
    reader_with_answer.page.keyboard.type("jk?")
    reader_with_answer.page.keyboard.press("Escape")
    until(lambda: reader_with_answer.text() == "", "the end of the card")
    assert reader_with_answer.page.evaluate("heard") == []


def test_reduced_motion_disables_animations(extension: Extension, reader: PageUser) -> None:
    extension.use(NOBODY)
    for motion, element, animated in (("reduce", "flat", False), ("no-preference", "moon", True)):
        reader.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        reader.check(element)
        reader.see(".failure")
        assert (reader.style(".cl", "animation-name") != "none") == animated
        reader.page.keyboard.press("Escape")

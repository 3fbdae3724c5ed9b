"""The card as a window: it follows the text, can be moved and resized by mouse and keys, and its size is stored."""

from __future__ import annotations

import pytest

from tests.e2e.axe import faults_in_overlay
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until

PILL = ".small .pill"


@pytest.fixture
def done(extension: Extension, reader: PageUser, backend: BackendProcess) -> PageUser:
    """A user who has an answer."""
    extension.use(backend.url)
    reader.check("flat")
    reader.see(".decided")
    return reader


def area(reader: PageUser, selector: str = ".cl") -> dict[str, float]:
    box = reader.box(selector)
    assert box is not None
    return box


def drag(reader: PageUser, selector: str, right: float, down: float) -> None:
    """From the centre of the element, by mouse."""
    box = area(reader, selector)
    reader.page.mouse.move(box["x"], box["y"])
    reader.page.mouse.down()
    reader.page.mouse.move(box["x"] + right, box["y"] + down, steps=4)
    reader.page.mouse.up()


def text_top(reader: PageUser) -> float:
    top: float = reader.page.evaluate("document.getElementById('flat').getBoundingClientRect().top")
    return top


def test_it_stays_with_the_text_while_the_page_scrolls(done: PageUser) -> None:
    gap = area(done)["top"] - text_top(done)
    done.page.evaluate("scrollBy(0, 120)")
    until(lambda: abs(area(done)["top"] - text_top(done) - gap) < 1, "the card to follow")
    assert area(done)["top"] < 260
    done.page.evaluate("scrollTo(0, 100000)")
    until(lambda: area(done)["top"] == 8, "the card to wait at the edge")
    done.page.evaluate("scrollTo(0, 0)")
    until(lambda: abs(area(done)["top"] - text_top(done) - gap) < 1, "the card to come back")


def test_it_stays_with_text_in_a_box_that_scrolls(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader.page.evaluate(
        "document.querySelector('main').style.cssText = 'height: 500px; overflow: auto; margin: 0 0 0 64px'"
    )
    reader.check("flat")
    reader.see(".decided")
    before = area(reader)["top"]
    reader.page.evaluate("document.querySelector('main').scrollBy(0, 100)")
    until(lambda: abs(area(reader)["top"] - before + 100) < 1, "the card to follow")


def test_moved_by_the_mouse_it_stays_where_it_was_put(done: PageUser) -> None:
    before = area(done)
    drag(done, ".head h1", -150, -120)
    moved = area(done)
    assert (round(moved["left"] - before["left"]), round(moved["top"] - before["top"])) == (-150, -120)
    done.page.evaluate("scrollBy(0, 90)")
    done.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert area(done)["top"] == moved["top"]
    drag(done, ".head h1", -5000, -5000)
    assert (area(done)["left"], area(done)["top"]) == (8, 8)


def test_it_is_moved_and_resized_by_keys(done: PageUser) -> None:
    keys = done.page.keyboard
    keys.press("Tab")
    assert done.focused() == "Move: use the arrow keys"
    before = area(done)
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Shift+ArrowLeft"):
        keys.press(key)
    moved = area(done)
    assert (round(moved["left"] - before["left"]), round(moved["top"] - before["top"])) == (-96, -16)
    while done.focused() != "Resize: use the arrow keys":
        keys.press("Tab")
    before = area(done)
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowUp"):
        keys.press(key)
    now = area(done)
    assert (round(now["width"] - before["width"]), round(now["height"] - before["height"])) == (-16, -80)
    assert (now["left"], now["top"]) == (before["left"], before["top"])


def test_size_is_remembered_on_the_next_page_and_given_back_by_a_double_click(done: PageUser, site: str) -> None:
    drag(done, ".head h1", -200, -200)
    own = area(done)
    drag(done, ".corner", 130, -90)
    chosen = area(done)
    assert (round(chosen["width"] - own["width"]), round(chosen["height"] - own["height"])) == (130, -90)
    done.page.keyboard.press("Escape")
    done.visit(f"{site}/article.html?again")
    done.check("flat")
    done.see(".decided")
    again = area(done)
    assert (again["width"], again["height"]) == (chosen["width"], chosen["height"])
    corner = area(done, ".corner")
    done.page.mouse.dblclick(corner["x"], corner["y"])
    until(lambda: area(done)["width"] == own["width"], "its own width")


def test_never_smaller_than_can_be_read_nor_larger_than_the_window(done: PageUser) -> None:
    drag(done, ".corner", -5000, -5000)
    assert (area(done)["width"], area(done)["height"]) == (280, 160)
    drag(done, ".head h1", -5000, -5000)
    drag(done, ".corner", 5000, 5000)
    assert (area(done)["width"], area(done)["height"]) == (1264, 784)
    done.page.set_viewport_size({"width": 420, "height": 400})
    until(lambda: area(done)["width"] <= 404 and area(done)["height"] <= 384, "the card to fit in")
    box = area(done)
    assert box["left"] >= 8
    assert box["top"] + box["height"] <= 392


def test_small_it_shows_the_verdict_stays_small_on_the_next_page_and_opens_again(done: PageUser, site: str) -> None:
    done.click('[aria-label="Make small"]')
    pill = done.see(PILL)
    assert pill.startswith("False")
    assert "sure" in pill
    assert "%" not in pill
    assert done.box(".verdict") is None
    assert area(done)["height"] < 60
    done.page.evaluate("scrollBy(0, 50)")
    done.page.keyboard.press("Escape")
    done.visit(f"{site}/article.html?again")
    done.check("flat")
    until(lambda: done.text(PILL).startswith("False"), "the verdict in the small card")
    assert faults_in_overlay(done) == []
    done.page.keyboard.press("Enter")
    assert done.see(".verdict h2") == "False"
    assert done.focused() == "Make small"


def test_two_tabs_have_their_own_cards_and_the_newer_size(extension: Extension, done: PageUser, site: str) -> None:
    other = PageUser(extension.context.new_page())
    other.visit(f"{site}/article.html")
    other.check("moon")
    other.see(".decided")
    drag(other, ".head h1", 0, -400)
    drag(other, ".corner", -60, 0)
    done.page.bring_to_front()
    assert done.text(".verdict h2") == "False"
    assert "flat" in done.text(".claim")
    assert other.text(".verdict h2") == "True"
    done.page.keyboard.press("Escape")
    until(lambda: done.text() == "", "the first card to go")
    assert other.text(".verdict h2") == "True"
    done.check("moon")
    done.see(".decided")
    assert area(done)["width"] == 440


def test_the_page_gets_no_keys_that_are_meant_for_the_card(done: PageUser) -> None:
    done.page.evaluate("""() => {
      window.heard = [];
      document.addEventListener("keydown", (event) => window.heard.push(event.key));
    }""")
    done.click(".tools-block > summary")
    done.click(".report summary")
    done.click(".report textarea")
    done.page.keyboard.type("jk?")
    done.page.keyboard.press("Escape")
    until(lambda: done.text() == "", "the end of the card")
    assert done.page.evaluate("heard") == []


def test_tab_leads_through_the_card_and_out_of_it(done: PageUser) -> None:
    done.page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('button'), { id: 'first', textContent: 'First' }))"
    )
    done.ask_everywhere("(roots) => roots.at(-1).querySelectorAll('details').forEach((e) => { e.open = true; }) ?? 0")
    seen = []
    for _ in range(60):
        done.page.keyboard.press("Tab")
        seen.append(done.focused())
        if done.page.evaluate("document.activeElement.id") == "first":
            break
    else:
        pytest.fail(f"the focus never left the card: {seen}")
    names = [name for name in seen if name]
    wanted = ["Move: use the arrow keys", "Copy the answer", "Check again", "Make small", "Close", "Evidence 1"]
    assert [name for name in wanted if name not in names] == []
    assert names.index("Close") < names.index("Evidence 1") < names.index("Copy as Markdown")


def test_motion_only_for_those_who_want_it(extension: Extension, reader: PageUser, site: str) -> None:
    extension.use("http://127.0.0.1:1")
    for motion, animated in (("reduce", False), ("no-preference", True)):
        reader.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        reader.visit(f"{site}/article.html")
        reader.check("flat")
        reader.see(".failure")
        assert (reader.style(".cl", "animation-name") != "none") == animated

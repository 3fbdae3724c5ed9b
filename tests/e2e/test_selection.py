"""The bubble beside a selection: where it stands, where it never comes, when it goes."""

from __future__ import annotations

import time

import pytest

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, Reader, until
from tests.e2e.selecting import NEVER_AFTER_S, OURS, bubble_goes, drag, ends_of, long_press, sees_no_bubble

NOBODY = "http://127.0.0.1:1"
IN_OPEN = "document.querySelector('reader-note').shadowRoot"


def visit(extension: Extension, address: str) -> Reader:
    extension.use(NOBODY)
    reader = Reader(extension.context.pages[0])
    reader.visit(address)
    return reader


@pytest.mark.parametrize("corner", ["top-left", "top-right", "bottom-left", "bottom-right", "middle"])
@pytest.mark.parametrize("backwards", [False, True])
def test_it_stands_beside_the_end_and_inside_the_window(
    extension: Extension, site: str, corner: str, *, backwards: bool
) -> None:
    reader = visit(extension, f"{site}/edges.html")
    ends = ends_of(reader.page, f"document.getElementById('{corner}')")
    drag(reader.page, ends[2:] + ends[:2] if backwards else ends)
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    right, bottom = bubble["left"] + bubble["width"], bubble["top"] + bubble["height"]
    assert (bubble["left"] >= 8, bubble["top"] >= 8, right <= 1272, bottom <= 792) == (True,) * 4
    end_x, line = (ends[0] if backwards else ends[2]), ends[1]
    assert abs(bubble["x"] - end_x) < bubble["width"]
    # It never covers the line it belongs to, and stands right above or below it.
    gap = max(bubble["top"] - (line + 10), (line - 10) - bottom)
    assert 0 <= gap <= 12


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (f"{IN_OPEN}.getElementById('open')", "The Earth is flat, in an open root."),
        (f"{IN_OPEN}.getElementById('inner').shadowRoot.getElementById('deep')", "The Moon is made of cheese"),
        ("closedRoot.getElementById('closed')", "The Earth is flat, in a closed root."),
        ("document.getElementById('slotted')", "The Earth is flat, says a slotted line."),
    ],
    ids=["open", "nested", "closed", "slotted"],
)
def test_text_in_the_page_s_shadow_roots_gets_it_at_its_end(
    extension: Extension, site: str, where: str, text: str
) -> None:
    reader = visit(extension, f"{site}/shadow.html")
    ends = ends_of(reader.page, where)
    drag(reader.page, ends)
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    assert (abs(bubble["x"] - ends[2]) < bubble["width"], 0 < bubble["y"] - ends[3] < 60) == (True, True)
    reader.click(".check")
    reader.see(".failure")
    assert text[:-1] in reader.text(".claim q") or reader.text(".claim q") in text


@pytest.mark.parametrize(
    "field",
    [
        f"{IN_OPEN}.getElementById('secret')",
        f"{IN_OPEN}.getElementById('editor')",
        "closedRoot.getElementById('hidden')",
    ],
    ids=["password", "editor", "closed"],
)
def test_fields_in_shadow_roots_never_get_one(extension: Extension, site: str, field: str) -> None:
    reader = visit(extension, f"{site}/shadow.html")
    x, y = reader.page.evaluate(
        f"(() => {{ const b = {field}.getBoundingClientRect(); return [b.left + 40, b.top + b.height / 2]; }})()"
    )
    reader.page.mouse.click(x, y, click_count=3)
    reader.page.keyboard.press("Control+A")
    sees_no_bubble(reader)
    drag(reader.page, ends_of(reader.page, "document.getElementById('light')"))
    reader.see(".check")


EDITORS = (
    "plaintext",
    "rich",
    "prose",
    "role",
    "combo",
    "code-mirror",
    "code-mirror-old",
    "monaco",
    "ace",
    "quill",
    "island",
)


def test_editors_and_code_inputs_never_get_one(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/editors.html")
    for editor in EDITORS:
        drag(reader.page, ends_of(reader.page, f"document.getElementById('{editor}')"))
        assert reader.page.evaluate("String(getSelection()).length") > 5, editor
        sees_no_bubble(reader)
    reader.page.mouse.click(600, 700)
    drag(reader.page, ends_of(reader.page, "document.getElementById('plain')"))
    reader.see(".check")


def test_a_selection_that_reaches_into_an_editor_gets_none(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/editors.html")
    start = ends_of(reader.page, "document.getElementById('plain')")
    end = ends_of(reader.page, "document.getElementById('prose')")
    drag(reader.page, start[:2] + end[2:])
    assert "ProseMirror" in reader.page.evaluate("String(getSelection())")
    sees_no_bubble(reader)


def test_a_document_in_design_mode_gets_none(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/editors.html")
    inner = reader.page.frames[1]
    box = reader.page.locator("#design").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 60, box["y"] + 18, click_count=3)
    assert "designed" in inner.evaluate("String(getSelection())")
    time.sleep(NEVER_AFTER_S)
    assert inner.evaluate(OURS) is False
    sees_no_bubble(reader)


@pytest.mark.parametrize("kind", ["about:blank", "srcdoc", "sandboxed", "other origin"])
def test_every_kind_of_frame_gets_one_and_its_card(extension: Extension, site: str, kind: str) -> None:
    reader = visit(extension, f"{site}/frame.html")
    other = site.replace("news.example", "127.0.0.1")
    reader.page.evaluate(
        """([kind, other]) => {
          const frame = Object.assign(document.createElement("iframe"), { width: 500, height: 200 });
          const text = "<p id='flat'>The Earth is flat</p>";
          if (kind === "srcdoc") frame.srcdoc = text;
          if (kind === "sandboxed") Object.assign(frame, { sandbox: "", src: "inner.html" });
          if (kind === "other origin") frame.src = `${other}/inner.html`;
          document.body.replaceChildren(frame);
          if (kind !== "about:blank") return;
          frame.contentDocument.body.append(Object.assign(document.createElement("p"), { id: "flat", textContent: "The Earth is flat" }));
        }""",
        [kind, other],
    )
    inner = until(lambda: next((f for f in reader.page.frames[1:] if f.query_selector("#flat")), None), "the frame")
    time.sleep(0.5)
    box = inner.locator("#flat").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=3)
    until(lambda: inner.evaluate(OURS), "the bubble in the frame", 5)
    place = ends_of(inner, "document.getElementById('flat')")
    frame = reader.page.locator("iframe").bounding_box()
    assert frame is not None
    reader.page.mouse.click(frame["x"] + place[2] - 10, frame["y"] + place[3] + 34)
    assert reader.see(".failure h2") == "Claimlight is not running"


def test_a_page_enlarged_by_its_style_sheet(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/zoom.html")
    ends = ends_of(reader.page, "document.getElementById('flat')")
    reader.select("flat")
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    assert (abs(bubble["x"] - ends[2]) < bubble["width"], 0 < bubble["top"] - ends[3] < 40) == (True, True)


def test_a_page_enlarged_with_two_fingers(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/edges.html")
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


def test_a_finger_s_selection_gets_a_larger_one_that_leaves_the_handles_free(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/long.html")
    ends = ends_of(reader.page, "document.getElementById('flat')")
    long_press(reader.page, ends[0] + 10, ends[1])
    reader.see(".check")
    bubble = reader.box(".cl")
    assert bubble is not None
    assert bubble["height"] >= 44
    assert bubble["top"] - ends[3] >= 30


def test_a_keyboard_selection_is_reached_with_tab(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/long.html")
    reader.page.evaluate("getSelection().setBaseAndExtent(flat.firstChild, 0, flat.firstChild, 3)")
    for _ in range(14):
        reader.page.keyboard.press("Shift+ArrowRight")
    reader.see(".check")
    until(lambda: reader.run("globalThis.Claimlight.bubbleFollow !== undefined"), "the rest of it")
    reader.page.keyboard.press("Tab")
    until(lambda: reader.focused() == "Check this claim with Claimlight", "the focus on the bubble", 5)
    reader.page.keyboard.press("Enter")
    reader.see(".failure")
    assert reader.text(".claim q") == "the Earth is flat"


def test_it_follows_a_little_and_goes_when_the_reader_scrolls_on(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/long.html")
    reader.select("flat")
    reader.see(".check")
    until(lambda: reader.run("globalThis.Claimlight.bubbleFollow !== undefined"), "the rest of it")
    before = reader.box(".cl")
    reader.page.evaluate("box.scrollBy(0, 300)")
    reader.page.mouse.wheel(0, 12)
    until(lambda: reader.page.evaluate("scrollY") == 12, "the scrolling")
    after = until(
        lambda: (box := reader.box(".cl")) and before and box["top"] == before["top"] - 12 and box, "it to follow", 5
    )
    assert after
    reader.page.mouse.wheel(0, 200)
    bubble_goes(reader)


def test_it_goes_with_escape_and_with_the_selection(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/long.html")
    for leave in (lambda: reader.page.keyboard.press("Escape"), lambda: reader.page.mouse.click(900, 500)):
        reader.select("flat")
        reader.see(".check")
        leave()
        bubble_goes(reader)
        sees_no_bubble(reader, 0.2)
        # What is selected already would be dragged away.
        reader.page.mouse.click(900, 500)


def test_the_page_s_shortcuts_and_clicks_outside_do_not_fire(extension: Extension, site: str) -> None:
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


def test_none_over_a_film_that_fills_the_screen(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/film.html")
    reader.page.click("#read")
    until(lambda: reader.page.evaluate("document.fullscreenElement?.id") == "text", "full screen")
    reader.select("story")
    reader.see(".check")
    reader.page.evaluate("document.exitFullscreen()")
    bubble_goes(reader)
    reader.page.click("#play")
    until(lambda: reader.page.evaluate("document.fullscreenElement?.id") == "player", "full screen")
    reader.select("subtitle")
    assert reader.page.evaluate("String(getSelection())").startswith("The Earth")
    sees_no_bubble(reader)


@pytest.mark.parametrize("page", ["plain.txt", "notes.md", "feed.xml", "styled.xml"])
def test_pages_of_text_and_feeds(extension: Extension, site: str, backend: BackendProcess, page: str) -> None:
    reader = visit(extension, f"{site}/{page}")
    extension.use(backend.url)
    x, y = reader.page.evaluate("""() => {
      const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const at = texts.currentNode.data.indexOf("The Earth");
        const range = document.createRange();
        if (at < 0) continue;
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 17);
        const box = range.getBoundingClientRect();
        if (box.width) return [box.left, box.top + box.height / 2];
      }
    }""")
    drag(reader.page, [x + 1, y, x + 120, y])
    reader.see(".check")
    reader.click(".check")
    assert reader.see(".verdict h2")
    assert reader.style(".verdict", "border-radius") == "12px"
    assert "Earth" in reader.text(".claim q")


def test_a_pdf_gets_its_card_from_the_context_menu(extension: Extension, site: str, backend: BackendProcess) -> None:
    extension.use(backend.url)
    reader = Reader(extension.context.pages[0])
    reader.page.goto(f"{site}/claim.pdf")
    extension.click_menu("The Earth is flat")
    assert reader.see(".verdict h2") == "False"
    reader.click('[aria-label="Close"]')
    until(lambda: reader.text() == "", "the card to go")
    extension.press_shortcut()
    assert reader.see(".failure h2") == "The shortcut cannot read a PDF"

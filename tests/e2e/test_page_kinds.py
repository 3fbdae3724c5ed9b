"""All kinds of pages: shadow roots, frames, plain text, feeds, XML and PDF."""

from __future__ import annotations

import pytest
from playwright.sync_api import Frame

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.selecting import (
    IN_OPEN,
    OURS,
    bubble_goes,
    drag,
    ends_of,
    visit,
)
from tests.each_row import each_row


@pytest.fixture
def in_roots(extension: Extension, site: str) -> PageUser:
    """A user on a page with text in shadow roots."""
    return visit(extension, f"{site}/shadow.html")


@pytest.fixture
def around_frames(extension: Extension, site: str) -> PageUser:
    """A user on a page in which a test puts frames."""
    return visit(extension, f"{site}/frame.html")


@each_row(
    ("where", "text"),
    [
        (f"{IN_OPEN}.getElementById('open')", "The Earth is flat, in an open root."),
        (f"{IN_OPEN}.getElementById('inner').shadowRoot.getElementById('deep')", "The Moon is made of cheese"),
        ("closedRoot.getElementById('closed')", "The Earth is flat, in a closed root."),
        ("document.getElementById('slotted')", "The Earth is flat, says a slotted line."),
    ],
)
def test_selection_in_shadow_roots_gets_a_button_at_its_end(in_roots: PageUser, where: str, text: str) -> None:
    ends = ends_of(in_roots.page, where)
    drag(in_roots.page, ends)
    in_roots.see(".check")
    bubble = in_roots.box(".cl")
    assert bubble is not None
    assert (abs(bubble["x"] - ends[2]) < bubble["width"], 0 < bubble["y"] - ends[3] < 60) == (True, True)
    in_roots.click(".check")
    in_roots.see(".failure")
    assert text[:-1] in in_roots.text(".claim q") or in_roots.text(".claim q") in text
    in_roots.page.keyboard.press("Escape")
    bubble_goes(in_roots)


@each_row("kind", ["about:blank", "srcdoc", "sandboxed", "other origin"])
def test_every_kind_of_frame_gets_a_button_and_a_card(around_frames: PageUser, site: str, kind: str) -> None:
    page = around_frames.page
    page.evaluate("document.body.replaceChildren()")
    until(lambda: page.evaluate("[]") == [] and len(page.frames) == 1, "the end of the last frame")
    page.evaluate(
        """([kind, other]) => {
          const frame = Object.assign(document.createElement("iframe"), { width: 500, height: 200 });
          const text = "<p id='flat'>The Earth is flat</p>";
          if (kind === "srcdoc") frame.srcdoc = text;
          if (kind === "sandboxed") Object.assign(frame, { sandbox: "", src: "inner.html" });
          if (kind === "other origin") frame.src = `${other}/inner.html`;
          document.body.append(frame);
          if (kind !== "about:blank") return;
          frame.contentDocument.body.append(Object.assign(document.createElement("p"), { id: "flat", textContent: "The Earth is flat" }));
        }""",
        [kind, site.replace("news.example", "127.0.0.1")],
    )
    inner = until(lambda: next((f for f in page.frames[1:] if f.query_selector("#flat")), None), "the frame")
    until(lambda: around_frames.runs_in(inner), "the content script in the frame")
    box = inner.locator("#flat").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=3)
    until(lambda: inner.evaluate(OURS), "the bubble in the frame")
    place = ends_of(inner, "document.getElementById('flat')")
    frame = page.locator("iframe").bounding_box()
    assert frame is not None
    page.mouse.click(frame["x"] + place[2] - 10, frame["y"] + place[3] + 34)
    assert around_frames.see(".failure h2") == "Claimlight is not running"
    page.keyboard.press("Escape")
    bubble_goes(around_frames)


@each_row("page", ["plain.txt", "feed.xml", "styled.xml"])
def test_plain_text_and_feed_pages_get_a_card(
    extension: Extension, site: str, backend: BackendProcess, page: str
) -> None:
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


def test_context_menu_checks_a_selection_in_a_pdf(extension: Extension, site: str, backend: BackendProcess) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.page.goto(f"{site}/claim.pdf")
    extension.click_menu("The Earth is flat")
    assert reader.see(".verdict h2") == "False"
    reader.click('[aria-label="Close"]')
    until(lambda: reader.text() == "", "the card to go")
    extension.press_shortcut()
    assert reader.see(".failure h2") == "The shortcut cannot read a PDF"


@each_row("origin", ["news.example", "127.0.0.1"])
def test_only_the_frame_of_the_last_selection_shows_a_button(extension: Extension, site: str, origin: str) -> None:
    reader, places = _two_frames(extension, site, origin)
    outer, inner = places
    for here, there in ((outer, inner), (inner, outer), (outer, inner)):
        reader.page.mouse.click(*places[here], click_count=3)
        until(lambda here=here: here.evaluate(OURS), "the button beside the selection")
        until(lambda there=there: not there.evaluate(OURS), "the end of the other one")


def test_loading_frame_hides_its_button_after_a_newer_selection(extension: Extension, site: str) -> None:
    reader, places = _two_frames(extension, site, "news.example")
    outer, inner = places
    reader.run_within("""(() => {
      const { load } = Claimlight;
      const held = new Promise((go) => { globalThis.go = go; });
      Claimlight.load = async (part) => held.then(() => load(part));
    })()""")
    for frame in (inner, outer):
        reader.page.mouse.click(*places[frame], click_count=3)
        until(lambda frame=frame: frame.evaluate(OURS), "the button beside the selection")
    reader.settle()
    assert inner.evaluate(OURS)
    reader.run_within("go()")
    until(lambda: not inner.evaluate(OURS), "the end of the older one")
    assert outer.evaluate(OURS)


def _two_frames(extension: Extension, site: str, origin: str) -> tuple[PageUser, dict[Frame, list[float]]]:
    """A page and a frame in it, each with the position of a selectable line."""
    reader = visit(extension, f"{site}/frame.html?inner={site.replace('news.example', origin)}/inner.html")
    outer, inner = reader.page.frames
    until(lambda: reader.runs_in(inner), "the content script in the frame")
    line = ends_of(reader.page, "document.querySelector('p')")
    box = inner.locator("#flat").bounding_box()
    assert box is not None
    return reader, {outer: line[:2], inner: [box["x"] + 20, box["y"] + 8]}

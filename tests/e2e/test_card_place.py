"""The position of the card: beside the text if the page has room, and fixed once the user has moved the card."""

from __future__ import annotations

import json

import pytest

from tests.api_world import World
from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.selecting import NOBODY, visit
from tests.each_row import each_row

BELOW = "below"
ASIDE = "position: absolute; left: 780px; top: 100px"
TWO_FRAMES = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
COLUMN = "document.querySelector('main').style.cssText"
_TEXT = """() => {
  const { left, right, top, bottom } = document.getElementById("flat").getBoundingClientRect();
  const column = document.getElementById("flat").closest("p").getBoundingClientRect();
  return { left, right, top, bottom, start: column.left, end: column.right };
}"""


def text(reader: PageUser) -> dict[str, float]:
    """Return the positions of the selected text and of its column."""
    found: dict[str, float] = reader.page.evaluate(_TEXT)
    return found


def card(reader: PageUser) -> dict[str, float]:
    box = reader.box(".cl")
    assert box is not None
    return {**box, "right": box["left"] + box["width"], "bottom": box["top"] + box["height"]}


def side_of_selection(reader: PageUser) -> str:
    """Return the side of the selection on which the whole card is, or "over" if the card covers part of it."""
    words, ours = text(reader), card(reader)
    if ours["left"] >= words["end"]:
        return "right"
    if ours["right"] <= words["start"]:
        return "left"
    if ours["top"] >= words["bottom"]:
        return BELOW
    return "above" if ours["bottom"] <= words["top"] else "over"


@pytest.fixture
def article(extension: Extension, site: str) -> PageUser:
    """A user on an article while Claimlight is not running."""
    return visit(extension, f"{site}/article.html")


def check_rearranged(reader: PageUser, arrange: str) -> None:
    """Check the text after a script has changed the page as it was loaded."""
    reader.page.keyboard.press("Escape")
    until(lambda: reader.text() == "", "the end of the card")
    reader.page.evaluate(
        f"globalThis.original ??= document.body.innerHTML; document.body.innerHTML = original; {arrange}; 0"
    )
    reader.check("flat")
    reader.see(".failure")


def append_to_page_script(markup: str) -> str:
    """Return a script that appends the markup to the page."""
    return f"document.body.insertAdjacentHTML('beforeend', {json.dumps(markup)})"


@each_row(
    ("arrange", "where"),
    [
        ("", "right"),
        (f"{COLUMN} = 'margin: 44px auto; width: 450px'", "right"),
        (f"{COLUMN} = 'margin-left: 600px'", "left"),
        (f"{COLUMN} = 'margin: 44px 64px; width: auto'", BELOW),
        (f"{COLUMN} = 'margin-left: 320px'", BELOW),
        # Only this paragraph is narrow; another part of the article extends into the margin.
        (f"{COLUMN} = 'width: 1200px'; for (const p of document.querySelectorAll('p')) p.style.width = '640px'", "right"),
        (f"{COLUMN} = 'width: 1200px'; flat.closest('p').style.width = '640px'", BELOW),
        # Next to the column is a list of other articles, a picture, or a small button further out that leaves room for the card.
        (append_to_page_script(f"<aside style='{ASIDE}'>{'<p>Other news</p>' * 20}</aside>"), BELOW),
        (append_to_page_script(f"<img style='{ASIDE}; width: 300px; height: 600px'>"), BELOW),
        (append_to_page_script("<button style='position: fixed; right: 8px; bottom: 80px; width: 60px; height: 60px'>?</button>"), "right"),
    ],
)  # fmt: skip
def test_card_is_placed_in_a_free_margin(article: PageUser, arrange: str, where: str) -> None:
    check_rearranged(article, arrange)
    assert side_of_selection(article) == where
    assert card(article)["width"] >= 376


def test_card_prefers_the_left_margin_for_right_to_left_text(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/rtl.html")
    margins = {
        "60px 420px": "left",
        "60px 20px 60px 420px": "left",
        "60px 420px 60px 20px": "right",
        "60px 300px": BELOW,
    }
    for margin, where in margins.items():
        check_rearranged(reader, f"document.body.style.margin = '{margin}'")
        assert side_of_selection(reader) == where, margin


def test_card_is_placed_again_when_the_window_is_resized_and_never_in_a_narrow_margin(article: PageUser) -> None:
    check_rearranged(article, "")
    for width, where in ((1000, BELOW), (1180, "right"), (1280, "right")):
        article.page.set_viewport_size({"width": width, "height": 800})
        until(lambda: side_of_selection(article) == where, f"the card {where} at {width} pixels")  # noqa: B023
    until(lambda: card(article)["width"] == 500, "the width of the last place")
    for width in (1099, 480):
        article.page.set_viewport_size({"width": width, "height": 800})
        check_rearranged(article, "")
        assert side_of_selection(article) == BELOW, width


def test_card_stays_put_while_results_arrive_and_the_page_scrolls(
    extension: Extension, reader: PageUser, running_service: World, gate: GatedPipeline
) -> None:
    extension.use(f"http://127.0.0.1:{running_service.port}")
    reader.check("flat")
    reader.see(".phases")
    before = card(reader)
    gate.open.set()
    reader.see(".decided")
    after = card(reader)
    assert [after[edge] for edge in ("left", "top", "width")] == [before[edge] for edge in ("left", "top", "width")]
    assert abs(after["top"] - text(reader)["top"]) < 120
    reader.click(".tools-block > summary")
    for y in (150, 90, 300, 100_000, 0):
        reader.page.evaluate(f"scrollTo({{ top: {y}, behavior: 'instant' }})")
        reader.page.evaluate(TWO_FRAMES)
        now = card(reader)
        assert side_of_selection(reader) == "right"
        assert (now["left"], now["width"]) == (before["left"], before["width"])
    assert now["top"] == before["top"]


def test_collapsed_card_opens_beside_the_text_and_a_chosen_width_is_kept(extension: Extension, site: str) -> None:
    extension.use(NOBODY, card={"width": 0, "height": 0, "small": True})
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/article.html")
    reader.page.evaluate(f"{COLUMN} = 'margin: 44px auto; width: 450px'")
    reader.check("flat")
    reader.see(".pill")
    reader.page.keyboard.press("Enter")
    reader.see(".failure")
    assert side_of_selection(reader) == "right"

    extension.use(NOBODY, card={"width": 620, "height": 0, "small": False})
    for arrange, where in (("", BELOW), (f"{COLUMN} = 'width: 500px'", "right")):
        reader.visit(f"{site}/article.html")
        reader.page.evaluate(f"{arrange}; 0")
        reader.check("flat")
        reader.see(".failure")
        assert (side_of_selection(reader), card(reader)["width"]) == (where, 620)

"""Places where the button never appears: fields, editors, code inputs and videos (S12)."""

from __future__ import annotations

from tests.e2e.browser import SETTLED_MS, Extension, PageUser, let_timers_pass
from tests.e2e.patience import until
from tests.e2e.selecting import (
    IN_OPEN,
    OURS,
    bubble_goes,
    drag,
    ends_of,
    sees_no_bubble,
    visit,
)


def test_fields_in_shadow_roots_never_get_a_button(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/shadow.html")
    for field in (
        f"{IN_OPEN}.getElementById('secret')",
        f"{IN_OPEN}.getElementById('editor')",
        "closedRoot.getElementById('hidden')",
    ):
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


def test_selections_in_and_into_editors_and_code_inputs_never_get_a_button(extension: Extension, site: str) -> None:
    reader = visit(extension, f"{site}/editors.html")
    for editor in EDITORS:
        drag(reader.page, ends_of(reader.page, f"document.getElementById('{editor}')"))
        assert reader.page.evaluate("String(getSelection()).length") > 5, editor
        sees_no_bubble(reader)
    select_into_an_editor(reader)
    sees_no_bubble(reader)
    check_design_mode(reader)
    reader.page.mouse.click(600, 700)
    drag(reader.page, ends_of(reader.page, "document.getElementById('plain')"))
    reader.see(".check")


def select_into_an_editor(reader: PageUser) -> None:
    start = ends_of(reader.page, "document.getElementById('plain')")
    end = ends_of(reader.page, "document.getElementById('prose')")
    drag(reader.page, start[:2] + end[2:])
    assert "ProseMirror" in reader.page.evaluate("String(getSelection())")


def check_design_mode(reader: PageUser) -> None:
    """Check that a selection in the frame whose whole document can be edited shows no button."""
    inner = reader.page.frames[1]
    box = reader.page.locator("#design").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 60, box["y"] + 18, click_count=3)
    assert "designed" in inner.evaluate("String(getSelection())")
    let_timers_pass(inner, SETTLED_MS)
    assert inner.evaluate(OURS) is False
    sees_no_bubble(reader)


def test_no_button_over_a_full_screen_video(extension: Extension, site: str) -> None:
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

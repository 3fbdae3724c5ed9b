"""Where the button appears, where it never appears, and what a page can do to the extension."""

from __future__ import annotations

import pytest

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import SETTLED_MS, Extension, PageUser, let_timers_pass
from tests.e2e.patience import until
from tests.each_row import each_row

APPEARS_WITHIN_MS = 50


def visit(extension: Extension, address: str) -> PageUser:
    reader = PageUser(extension.context.pages[0])
    reader.visit(address)
    return reader


@pytest.fixture
def form(extension: Extension, site: str) -> PageUser:
    return visit(extension, f"{site}/fields.html")


@each_row("field", ["text", "password", "area", "editor", "textbox", "code"])
def test_fields_and_editors_get_no_button(form: PageUser, field: str) -> None:
    form.select("plain")
    form.see(".check")
    form.page.keyboard.press("Escape")
    form.page.click(f"#{field}", click_count=3)
    form.settle()
    assert form.text() == ""


def test_page_is_unchanged_until_the_button_appears_at_once_and_goes_on_escape_scroll_or_deselection(
    reader: PageUser,
) -> None:
    assert reader.page.evaluate("[...document.documentElement.children].map((e) => e.tagName)") == ["HEAD", "BODY"]
    leave = {
        "escape": lambda: reader.page.keyboard.press("Escape"),
        "scroll": lambda: reader.page.mouse.wheel(0, 40),
        "click elsewhere": lambda: reader.page.mouse.click(1000, 700),
    }
    reader.watch_timers()
    for name, gone in leave.items():
        reader.page.mouse.click(1000, 700)
        reader.timers()
        reader.select("flat")
        reader.see(".check")
        assert max(reader.timers()) <= APPEARS_WITHIN_MS
        gone()
        until(lambda: reader.text() == "", f"the button to go after {name}")
    select_with_keyboard(reader)
    reader.see(".check")


def select_with_keyboard(reader: PageUser) -> None:
    reader.page.evaluate("""() => {
      const text = document.getElementById("flat").firstChild;
      getSelection().setBaseAndExtent(text, 0, text, 4);
    }""")
    # The button appears once, when Shift is released.
    reader.page.keyboard.down("Shift")
    for _ in range(8):
        reader.page.keyboard.press("ArrowRight")
    reader.page.keyboard.up("Shift")


def test_sites_that_are_switched_off_get_no_button_but_keep_the_menu(extension: Extension, reader: PageUser) -> None:
    extension.use("http://127.0.0.1:1", offSites=["example"])
    reader.select("flat")
    reader.settle()
    assert reader.text() == ""
    extension.click_menu("the Earth is flat")
    assert reader.see(".failure h2") == "Claimlight is not running"


def test_a_switched_off_site_is_off_in_its_frames_too(extension: Extension, site: str) -> None:
    own_host = site.replace("news.example", "127.0.0.1")
    reader = visit(extension, f"{site}/frame.html?inner={own_host}/inner.html")
    inner = reader.page.frames[1]
    box = inner.locator("#flat").bounding_box()
    assert box is not None
    for disabled, shown in (["news.example"], False), ([], True):
        extension.use("http://127.0.0.1:1", offSites=disabled)
        reader.page.mouse.click(900, 600)
        reader.page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=3)
        let_timers_pass(inner, SETTLED_MS)
        until(
            lambda shown=shown: (inner.evaluate("document.documentElement.children.length") == 3) is shown,
            "the button or none",
        )


def test_page_cannot_see_click_restyle_or_fill_the_overlay(
    extension: Extension, site: str, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader = visit(extension, f"{site}/hostile.html")
    claim = "The Earth is flat <img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
    reader.page.evaluate("(claim) => { document.getElementById('flat').textContent = claim; }", claim)
    reader.select("flat")
    reader.see(".check")
    reader.page.evaluate("pressEverything()")
    reader.settle()
    assert reader.box(".verdict, .progress") is None
    assert (
        reader.page.evaluate("[...document.documentElement.children].some((e) => e.shadowRoot) || seen.length > 0")
        is False
    )
    assert reader.style(".check", "font-size") == "13px"
    reader.click(".check")
    reader.see(".verdict h2")
    assert reader.text(".claim q") == claim
    assert reader.box(".cl img, .cl script") is None
    assert reader.page.title() == "A page that meddles"


def test_a_selection_that_is_too_short_gets_no_button_and_one_that_is_too_long_is_explained_and_not_sent(
    extension: Extension, reader: PageUser
) -> None:
    reader.page.evaluate("document.getElementById('flat').textContent = 'No'")
    reader.select("flat")
    reader.settle()
    assert reader.text() == ""
    reader.page.evaluate("document.getElementById('flat').textContent = 'word '.repeat(420)")
    extension.use("http://127.0.0.1:1")
    reader.page.evaluate("document.getElementById('flat').style.fontSize = '7px'")
    reader.check("flat")
    assert "too long" in reader.see(".failure h2")
    assert "2,099 characters" in reader.text(".failure")


def test_right_to_left_selection_gets_its_button_on_the_left_and_a_bidi_card(extension: Extension, site: str) -> None:
    extension.use("http://127.0.0.1:1")
    reader = visit(extension, f"{site}/rtl.html")
    left, _, right, _ = reader.page.evaluate(
        "(() => { const b = document.getElementById('flat').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()"
    )
    reader.select_from_right("flat")
    reader.see(".check")
    button = reader.box(".cl")
    assert button is not None
    assert abs(button["x"] - left) < abs(button["x"] - right)
    reader.click(".check")
    reader.see(".failure")
    assert reader.style(".cl", "direction") == "ltr"
    assert reader.style(".claim q", "direction") == "rtl"


def test_answer_can_be_copied_without_the_clipboard_api(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    assert reader.page.evaluate("navigator.clipboard === undefined")
    reader.check("flat")
    reader.see(".decided")
    reader.click('[aria-label="Copy the answer"]')
    reader.see('[aria-label="Copied"]')
    reader.page.evaluate("document.body.prepend(Object.assign(document.createElement('textarea'), { id: 'paste' }))")
    reader.page.focus("#paste")
    reader.page.keyboard.press("Control+V")
    pasted = reader.page.input_value("#paste")
    assert pasted.startswith("“the Earth is flat”\n\nFalse (")
    assert "[1] Against: Claimlight's summary: The Earth is not flat." in pasted

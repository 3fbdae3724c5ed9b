"""Pages whose form fields are named like element properties, so the fields shadow the properties."""

from __future__ import annotations

from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until
from tests.e2e.selecting import OURS, visit
from tests.each_row import each_row

FIELDS = {
    "what an element is asked": "matches closest getRootNode getBoundingClientRect childNodes shadowRoot host",
    "the way out of the page": "parentNode parentElement host",
    "what is done with it": "append appendChild addEventListener removeEventListener checkVisibility isConnected focus",
}


def open_clobbered_page(extension: Extension, site: str, fields: str) -> PageUser:
    query = "&".join(f"field={name}" for name in fields.split())
    return visit(extension, f"{site}/clobbered.html?{query}")


@each_row("fields", FIELDS.values())
def test_text_in_a_form_and_a_form_that_overlays_the_page_can_be_checked(
    extension: Extension, site: str, fields: str
) -> None:
    reader = open_clobbered_page(extension, site, fields)
    reader.check("flat")
    assert reader.see(".failure h2") == "Claimlight is not running"
    assert reader.text(".claim q").startswith("The Earth is flat")
    reader.click("[aria-label=Close]")
    until(lambda: reader.text() == "", "the end of the card")

    reader.page.evaluate("whole.popover = 'auto', HTMLElement.prototype.showPopover.call(whole)")
    reader.page.evaluate("getSelection().selectAllChildren(whole)")
    reader.click(".check")
    assert reader.see(".failure h2") == "Claimlight is not running"
    assert reader.page.evaluate(f"{OURS} && document.querySelector('[popover=manual]').parentNode === whole")
    reader.page.evaluate("whole.hidePopover()")
    until(lambda: reader.page.evaluate("document.querySelector('html > [popover=manual]')?.checkVisibility()"), "it")
    reader.click("[aria-label=Close]")
    until(lambda: reader.text() == "", "the end of the card")

"""Screen reader announcements: live regions persist while their text changes, and other windows announce nothing."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.browser import Extension, PageUser
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.scanning import panel, tab_of

_HEARD = """() => {
  globalThis.heard = [];
  const place = document.querySelector("#page-said");
  new MutationObserver(() => globalThis.heard.push(place.textContent)).observe(place, { childList: true });
}"""
_FIRST_SEEN = """(() => {
  globalThis.__first = [];
  const look = (root) => {
    const status = root.querySelector(".card [role=status]");
    if (status && globalThis.__first.length === 0) globalThis.__first.push(status.textContent);
  };
  new MutationObserver(() => [...document.querySelectorAll("[popover=manual]")].forEach((host) => {
    const root = chrome.dom.openOrClosedShadowRoot(host);
    look(root);
    new MutationObserver(() => look(root)).observe(root, { childList: true, subtree: true });
  })).observe(document.documentElement, { childList: true });
})()"""
_NOTHING = {
    "phase": "done", "scan": "s", "page": "p", "url": "https://a.example/", "title": "", "language": "en", "issues": [],
    "understood": True, "sentences": 3, "claims": [], "incognito": False, "at": 4e12, "failure": None,
}  # fmt: skip


def test_scan_progress_is_announced_in_one_persistent_line(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    beside = panel(extension)
    beside.evaluate(_HEARD)
    beside.click("#scan")
    expect(beside.locator("#claims .row").first).to_be_visible()
    beside.click("#top")
    expect(beside.locator("#page-said")).to_have_text(re.compile("of 5 checked$"))
    gate.open.set()
    expect(beside.locator("#claims .row:is(.true, .false)")).to_have_count(5)
    heard = beside.evaluate("heard")
    assert heard[0].startswith("Reading the page")
    assert any("claims" in text and "sentences" in text for text in heard)
    assert any(text.endswith("of 5 checked") for text in heard)
    expect(beside.locator("#page-head [role=status]")).to_have_count(0)


def test_heading_stays_on_a_page_without_claims(extension: Extension) -> None:
    beside = panel(extension)
    # A panel that is still opening deletes a record that belongs to no page.
    expect(beside.locator("#scan")).to_be_visible()
    key = f"scan:{beside.url.rpartition('=')[2]}"
    beside.evaluate("([key, value]) => chrome.storage.session.set({ [key]: value })", [key, _NOTHING])
    expect(beside.locator("#page-said")).not_to_be_empty()
    expect(beside.locator("#page-head").get_by_role("heading", level=2)).to_be_visible()
    heading = beside.locator("#page-head h2").inner_text()
    expect(beside.locator("#page-said")).to_contain_text(heading)


def test_shortcut_without_a_selection_shows_a_message_and_then_announces_it(
    extension: Extension, reader: PageUser
) -> None:
    reader.run(_FIRST_SEEN)
    extension.press_shortcut()
    title = reader.see(".failure h2")
    assert title == "Nothing is selected"
    until(lambda: title in reader.ask_everywhere(
        "(roots) => roots.flatMap((r) => [...r.querySelectorAll('.card [role=status]')]).map((e) => e.textContent).join()"
    ), "the announcement")  # fmt: skip
    assert reader.run("globalThis.__first") == [""]


def test_length_limit_is_announced_with_the_claim_field(extension: Extension) -> None:
    page = extension.open("popup/popup.html")
    page.fill("#claim", "The Earth is flat. " * 150)
    expect(page.get_by_role("textbox")).to_have_accessible_description(page.locator("#count").inner_text())
    said = page.locator("#count-said").text_content() or ""
    expect(page.locator("#count-said")).to_have_attribute("role", "status")
    page.get_by_role("textbox").press("End")
    page.get_by_role("textbox").press("Backspace")
    page.get_by_role("textbox").press("Backspace")
    expect(page.locator("#count")).not_to_have_text(said)
    expect(page.locator("#count-said")).to_have_text(said)


def test_activating_another_window_does_not_change_the_panel(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    beside = extension.open("sidepanel/panel.html")
    claim = {"claim": "The Earth is flat", "title": "paper.pdf", "url": "", "incognito": False, "at": 4e12}
    beside.evaluate(
        "([key, value]) => chrome.storage.session.set({ [key]: value })", [f"panel:{tab_of(extension)}", claim]
    )
    expect(beside.locator("#pending .progress")).to_be_visible()
    beside.evaluate("""() => {
      document.querySelector("#pending section").dataset.first = "";
      globalThis.told = 0;
      chrome.tabs.onActivated.addListener(() => setTimeout(() => { globalThis.told += 1; }, 500));
    }""")
    with extension.context.expect_page():
        beside.evaluate("() => chrome.windows.create({ url: 'about:blank' })")
    until(lambda: beside.evaluate("told"), "the news of another window's tab")
    expect(beside.locator("#pending section[data-first]")).to_have_count(1)
    gate.open.set()
    expect(beside.locator("#pending .verdict h2")).to_have_text("False")
    assert len(gate.asked) == 1

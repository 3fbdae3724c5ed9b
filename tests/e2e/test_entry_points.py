"""Every entry point of the extension, on a real page, with the real backend."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.backend_process import BackendProcess, free_port
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until

FLAT = "the Earth is flat"
HURRY_POLLING = """(() => {
  const repeat = globalThis.setInterval.bind(globalThis);
  globalThis.setInterval = (work, ms) => repeat(work, ms / 10);
})()"""


def sees_false(reader: PageUser) -> None:
    assert reader.see(".verdict h2") == "False"
    assert reader.see(".evidence.refutes")


def test_button_shows_progress_before_the_answer_in_a_dialog(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader.select("flat")
    reader.see(".check")
    reader.watch_slots()
    reader.click(".check")
    sees_false(reader)
    reader.see(".decided")
    shown = reader.watched()
    assert shown.index("progress") < shown.index("verdict") < shown.index("decided")
    assert FLAT in reader.text(".claim")
    assert reader.attribute(".cl", "role") == "dialog"
    assert reader.focused() == "Claimlight: claim check"
    check_citation_and_links(reader)
    reader.page.keyboard.press("Escape")
    until(lambda: reader.text() == "", "the end of the card")
    assert reader.page.evaluate("document.activeElement === document.body")


def check_citation_and_links(reader: PageUser) -> None:
    """Check that a citation leads to its evidence, and the evidence to its page."""
    reader.click(".calibration summary")
    assert "%" in reader.text(".meter-value")
    assert reader.attribute(".evidence a.title", "href").startswith("https://")
    assert "#:~:text=" not in reader.attribute(".evidence a.title", "href")
    assert reader.attribute(".evidence a.title", "rel") == "noopener noreferrer"
    reader.click(".decided summary")
    reader.click(".cite")
    until(lambda: reader.focused().startswith("Evidence 1"), "the focus on the first card")


def popup(extension: Extension) -> Page:
    page = extension.open("popup/popup.html")
    page.set_viewport_size({"width": 380, "height": 600})
    return page


def test_popup_checks_a_claim_and_keeps_the_answer_and_an_unfinished_claim(
    extension: Extension, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    page = popup(extension)
    expect(page.locator("#status")).to_contain_text("passages known")
    page.fill("#claim", "The Earth is flat")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".verdict h2")).to_have_text("False")
    expect(page.locator(".evidence.refutes").first).to_be_visible()
    page.fill("#claim", "The Moon is made of")
    page.close()
    again = popup(extension)
    expect(again.locator("#claim")).to_have_value("The Moon is made of")
    expect(again.locator(".verdict h2")).to_have_text("False")


def test_changed_backend_address_is_used_immediately_and_can_be_tested(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    silent = free_port()
    extension.use(f"http://127.0.0.1:{silent}")
    page = popup(extension)
    page.add_init_script(HURRY_POLLING)
    page.reload()
    expect(page.locator("#status")).to_have_text("Claimlight is not running")
    expect(page.locator(".failure code")).to_have_text(f"scripts/start --port {silent}")
    options = extension.open("options/options.html")
    expect(options.locator("#backend")).to_have_value(f"http://127.0.0.1:{silent}")
    options.fill("#backend", f"localhost:{backend.port}")
    options.press("#backend", "Tab")
    expect(options.locator("#saved")).to_have_text("Saved")
    page.bring_to_front()
    expect(page.locator("#status")).to_contain_text("passages known")
    expect(page.locator(".failure")).to_have_count(0)
    reader.page.bring_to_front()
    reader.check("flat")
    sees_false(reader)
    options.bring_to_front()
    check_tested_addresses(options, backend)


def check_tested_addresses(options: Page, backend: BackendProcess) -> None:
    """Check the answers of the button that tests an address."""
    for address, said in (
        (backend.url, "Connected: version"),
        ("http://192.168.0.7:8737", "Only http://127.0.0.1"),
    ):
        options.fill("#backend", address)
        options.click("#test")
        expect(options.locator("#tested")).to_contain_text(said)


def test_selection_in_a_frame_gets_its_card_on_the_top_page(
    extension: Extension, site: str, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/frame.html")
    frame = reader.page.frames[1]
    frame.wait_for_load_state()
    box = frame.locator("#flat").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=3)
    extension.press_shortcut()
    sees_false(reader)
    card = reader.box(".cl")
    assert card is not None
    assert card["width"] > 420

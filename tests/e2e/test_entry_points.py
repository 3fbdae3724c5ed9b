"""Every entry point of the extension, on a real page, with the real backend."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.backend_process import BackendProcess, free_port
from tests.e2e.browser import Extension, PageUser
from tests.e2e.patience import until

FLAT = "the Earth is flat"


def sees_false(reader: PageUser) -> None:
    assert reader.see(".verdict h2") == "False"
    assert reader.see(".evidence.refutes")


def test_button_starts_a_check(extension: Extension, reader: PageUser, backend: BackendProcess) -> None:
    extension.use(backend.url)
    reader.check("flat")
    sees_false(reader)
    assert FLAT in reader.text(".claim")
    reader.click(".calibration summary")
    assert "%" in reader.text(".meter-value")
    assert reader.attribute(".cl", "role") == "dialog"
    assert reader.attribute(".evidence a.title", "href").startswith("https://")
    assert "#:~:text=" not in reader.attribute(".evidence a.title", "href")
    assert reader.attribute(".evidence a.title", "rel") == "noopener noreferrer"


def test_context_menu_starts_a_check(extension: Extension, reader: PageUser, backend: BackendProcess) -> None:
    extension.use(backend.url, trigger="menu")
    reader.select("flat")
    extension.click_menu(FLAT)
    sees_false(reader)


def test_shortcut_starts_a_check(extension: Extension, reader: PageUser, backend: BackendProcess) -> None:
    extension.use(backend.url)
    reader.select("flat")
    extension.press_shortcut()
    sees_false(reader)


def test_shortcut_without_a_selection_shows_a_message(extension: Extension, reader: PageUser) -> None:
    extension.worker()
    extension.press_shortcut()
    assert reader.see(".failure h2") == "Nothing is selected"


def popup(extension: Extension) -> Page:
    page = extension.open("popup/popup.html")
    page.set_viewport_size({"width": 380, "height": 600})
    return page


def test_popup_checks_a_claim(extension: Extension, backend: BackendProcess) -> None:
    extension.use(backend.url)
    page = popup(extension)
    expect(page.locator("#status")).to_contain_text("passages known")
    page.fill("#claim", "The Earth is flat")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".verdict h2")).to_have_text("False")
    expect(page.locator(".evidence.refutes").first).to_be_visible()


def test_popup_keeps_an_unfinished_claim_and_the_answer(extension: Extension, backend: BackendProcess) -> None:
    extension.use(backend.url)
    page = popup(extension)
    page.fill("#claim", "The Earth is flat")
    page.click("#check")
    expect(page.locator(".verdict h2")).to_have_text("False")
    page.fill("#claim", "The Moon is made of")
    page.close()
    again = popup(extension)
    expect(again.locator("#claim")).to_have_value("The Moon is made of")
    expect(again.locator(".verdict h2")).to_have_text("False")


def test_options_page_tests_the_backend_address(extension: Extension, backend: BackendProcess) -> None:
    page = extension.open("options/options.html")
    page.fill("#backend", backend.url)
    page.click("#test")
    expect(page.locator("#tested")).to_contain_text("Connected: version")
    page.fill("#backend", "http://192.168.0.7:8737")
    page.click("#test")
    expect(page.locator("#tested")).to_contain_text("Only http://127.0.0.1")


def test_changed_backend_address_is_used_immediately(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    silent = free_port()
    extension.use(f"http://127.0.0.1:{silent}")
    page = popup(extension)
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


def test_progress_is_shown_before_the_verdict(extension: Extension, reader: PageUser, backend: BackendProcess) -> None:
    extension.use(backend.url)
    reader.select("flat")
    reader.see(".check")
    reader.watch_slots()
    reader.click(".check")
    sees_false(reader)
    shown = reader.watched()
    assert shown.index("progress") < shown.index("verdict") < shown.index("decided")


def test_escape_closes_the_card_and_restores_focus(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    reader.check("flat")
    sees_false(reader)
    assert reader.focused() == "Claimlight: claim check"
    reader.page.keyboard.press("Escape")
    until(lambda: reader.text() == "", "the end of the card")
    assert reader.page.evaluate("document.activeElement === document.body")


def test_citation_links_to_its_evidence(extension: Extension, reader: PageUser, backend: BackendProcess) -> None:
    extension.use(backend.url)
    reader.check("flat")
    sees_false(reader)
    reader.click(".decided summary")
    reader.click(".cite")
    until(lambda: reader.focused().startswith("Evidence 1"), "the focus on the first card")

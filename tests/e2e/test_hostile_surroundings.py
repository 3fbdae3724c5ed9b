"""Hostile answers, and pages that interfere: modal dialogs, re-rendered pages, images, and an update of the extension."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from playwright.sync_api import expect

from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.issue import Issue
from backend.domain.run import EvidenceEvent, Run
from backend.domain.verdict import Verdict
from tests.api_world import make_evidence, make_verdict, world
from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import SETTLED_MS, Extension, PageUser, let_timers_pass
from tests.e2e.gated import GatedPipeline
from tests.e2e.patience import until
from tests.e2e.surfaces import Surfaces

MARKUP = "<img src=x onerror=alert(1)>"
LONG = "W" * 400
ADDRESSES = ("javascript:alert(1)", "https://nasa.gov@evil.example/", "data:text/html,x")


def _attack(request: VerifyRequest, run: Run) -> Verdict:
    items = []
    for stance, address in zip(Stance, ADDRESSES, strict=True):
        item = make_evidence(stance, f"no\u202e {stance} {LONG}")
        passage = replace(item.passage, title=MARKUP + "\u202e", source=address, domain=f"evil\u202e.{LONG}")
        items.append(replace(item, candidate=replace(item.candidate, passage=passage)))
        run.report(EvidenceEvent(evidence=items[-1]))
    issue = Issue(code="x", stage="search", message=f"{MARKUP}\u202e {LONG}")
    return replace(
        make_verdict(request, evidence=tuple(items)), reasoning=f"{MARKUP}\u202e [1] {LONG}", issues=(issue,)
    )


def test_hostile_answers_are_shown_as_text_inside_the_card_in_a_usual_and_a_zoomed_window(
    extension: Extension, reader: PageUser, tmp_path: Path
) -> None:
    with world(tmp_path / "service", _attack) as running_service:
        extension.use(f"http://127.0.0.1:{running_service.port}")
        for element, width, height in (("moon", 1280, 800), ("flat", 320, 256)):
            reader.page.set_viewport_size({"width": width, "height": height})
            reader.page.evaluate("(id) => document.getElementById(id).scrollIntoView()", element)
            reader.check(element)
            reader.see(".decided")
            assert MARKUP in reader.text(".evidence .title")
            assert "\u202e" not in reader.text()
            assert reader.box(".cl img, .cl a") is None
            card, body = reader.box(".cl"), reader.box(".card")
            assert card is not None
            assert body is not None
            assert (card["left"] >= 0, card["left"] + card["width"] <= width) == (True, True)
            assert body["width"] <= card["width"]
            reader.page.keyboard.press("Escape")
            until(lambda: reader.text() == "", "the card to go")


def check_over_a_modal_dialog(reader: PageUser) -> None:
    """Check a claim in a modal dialog. Escape closes the card and leaves the dialog open."""
    reader.page.evaluate("""() => {
      const dialog = document.createElement("dialog");
      dialog.append(Object.assign(document.createElement("p"), { id: "inside", textContent: "The Earth is flat" }));
      document.body.append(dialog);
      dialog.showModal();
    }""")
    reader.check("inside")
    assert reader.see(".verdict h2") == "False"
    reader.page.keyboard.press("Escape")
    until(lambda: reader.text() == "", "the card to go")
    assert reader.page.evaluate("document.querySelector('dialog').open") is True
    reader.page.evaluate("document.querySelector('dialog').remove()")


def test_page_can_neither_cover_nor_remove_the_card_nor_read_copied_text(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    check_over_a_modal_dialog(reader)
    reader.check("flat")
    reader.see(".decided")
    reader.page.evaluate("""() => {
      window.spied = "";
      const spy = (event) => { window.spied += getSelection() + (event.clipboardData?.getData("text/plain") ?? ""); };
      for (const type of ["copy", "selectionchange"]) for (const late of [false, true]) window.addEventListener(type, spy, late);
    }""")
    reader.click('[aria-label="Copy the answer"]')
    reader.see('[aria-label="Copied"]')
    assert reader.page.evaluate("spied").strip() == ""
    assert reader.focused() == "Copied"
    for throw_out in ("remove()", "hidePopover()", "replaceWith('')"):
        reader.page.evaluate(f"document.querySelector('[popover=manual]').{throw_out}")
        assert reader.see(".verdict h2") == "False"
        reader.click(".tool-fold")
        reader.click(".pill")
    reader.page.evaluate("document.documentElement.replaceChildren(document.createElement('body'))")
    assert reader.see(".verdict h2") == "False"


def test_card_removed_repeatedly_stays_away_and_releases_the_keyboard(extension: Extension, reader: PageUser) -> None:
    extension.use("http://127.0.0.1:1")
    reader.check("flat")
    reader.see(".failure")
    reader.page.evaluate("""() => {
      window.escapes = 0;
      document.addEventListener("keydown", (event) => { window.escapes += event.key === "Escape"; });
      const rid = () => document.querySelector("[popover=manual]")?.remove();
      new MutationObserver(rid).observe(document.documentElement, { childList: true });
      rid();
    }""")
    until(lambda: reader.page.evaluate("document.querySelector('[popover=manual]') === null"), "the end of the card")
    reader.settle()
    reader.page.keyboard.press("Escape")
    assert reader.page.evaluate("[document.querySelector('[popover=manual]'), escapes]") == [None, 1]


_DELETE_FOREIGN = """() => {
  const rid = () => document.querySelectorAll("[popover=manual]").forEach((node) => node.remove());
  new MutationObserver(rid).observe(document.documentElement, { childList: true, subtree: true });
  rid();
}"""


def test_side_panel_shows_the_answer_when_the_page_removes_the_card(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    surfaces = Surfaces(extension)
    report.page.bring_to_front()
    report.check("water")
    until(lambda: gate.running == 1, "the check")
    beside = surfaces.panel_from_page(lambda: report.page.evaluate(_DELETE_FOREIGN))
    assert beside.see("#pending .moved") == "The page removed the card, so the answer is shown here."
    gate.open.set()
    assert beside.see("#pending .verdict h2") == "False"
    assert len(gate.asked) == 1


def test_window_shows_the_answer_when_card_and_panel_are_unavailable(
    extension: Extension, report: PageUser, gate: GatedPipeline
) -> None:
    report.page.evaluate(_DELETE_FOREIGN)
    extension.worker().evaluate("void (chrome.sidePanel.open = async () => { throw new Error('No click'); })")
    with extension.context.expect_page() as opened:
        extension.click_menu("The Earth is flat")
    window = opened.value
    expect(window.locator("#moved")).to_have_text("The page removed the card, so the answer is shown here.")
    gate.open.set()
    expect(window.locator(".verdict h2")).to_have_text("False")
    assert len(gate.asked) == 1


def test_closing_restores_focus_only_if_the_user_did_not_move_it(extension: Extension, site: str) -> None:
    extension.use("http://127.0.0.1:1")
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/fields.html")
    reader.page.evaluate("""() => {
      document.body.append(Object.assign(document.createElement("button"), { id: "first", textContent: "First" }));
      document.getElementById("first").focus();
    }""")
    for focus, expected in (None, "first"), ("text", "text"):
        extension.click_menu("The Earth is flat")
        reader.see(".failure")
        if focus:
            reader.page.focus(f"#{focus}")
        reader.page.keyboard.press("Escape")
        until(lambda: reader.text() == "", "the card to go")
        assert reader.page.evaluate("document.activeElement.id") == expected


def test_svg_document_is_left_unchanged(extension: Extension, site: str) -> None:
    page = extension.context.pages[0]
    picture = '<svg xmlns="http://www.w3.org/2000/svg"><text x="10" y="40">The Earth is flat</text></svg>'
    page.route("**/x.svg", lambda route: route.fulfill(content_type="image/svg+xml", body=picture))
    page.goto(f"{site}/x.svg")
    page.mouse.click(40, 36, click_count=3)
    let_timers_pass(page, SETTLED_MS)
    assert page.evaluate("[String(getSelection()).trim(), document.documentElement.children.length]") == [
        "The Earth is flat",
        1,
    ]


def test_frame_selection_gets_a_card_after_every_update_without_errors(extension: Extension, site: str) -> None:
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/frame.html")
    thrown: list[str] = []
    reader.page.on("pageerror", lambda error: thrown.append(str(error)))
    inner = reader.page.frames[1]
    box, frame = inner.locator("#flat").bounding_box(), reader.page.locator("#quoted").bounding_box()
    assert box is not None
    assert frame is not None

    def overlay_exists() -> bool:
        return bool(inner.evaluate("document.querySelector('[popover=manual]') !== null"))

    def select() -> None:
        reader.page.keyboard.press("Escape")
        reader.page.mouse.click(900, 600)
        reader.page.mouse.click(box["x"] + 20, box["y"] + 8, click_count=3)
        until(overlay_exists, "the button")

    surfaces = Surfaces(extension)
    for selected_before in (False, True):
        if selected_before:
            select()
        surfaces.update()
        reader.page.bring_to_front()
        select()
        end = inner.evaluate(
            "(() => { const b = getSelection().getRangeAt(0).getBoundingClientRect(); return [b.right, b.bottom]; })()"
        )
        reader.page.mouse.click(frame["x"] + end[0], frame["y"] + end[1] + 20)
        let_timers_pass(inner, SETTLED_MS)
        assert overlay_exists()
        assert inner.evaluate("document.activeElement.popover") == "manual"
    assert thrown == []


def test_state_of_a_private_window_is_not_used_in_an_ordinary_one(
    extension: Extension, backend: BackendProcess
) -> None:
    extension.use(backend.url)

    def store_in_session(key: str, **state: object) -> None:
        extension.worker().evaluate("(kept) => chrome.storage.session.set(kept)", {key: state})

    store_in_session("popup-private", draft="The Earth is flat", incognito=True)
    page = extension.open("popup/popup.html")
    until(lambda: page.text_content("#status") != "…", "the popup")
    assert page.input_value("#claim") == ""
    before = backend.post("/api/history/list", {})["total"]
    store_in_session("popup-private", draft="The Earth is flat", start=True, incognito=True)
    page = extension.open("popup/popup.html?private")
    page.wait_for_selector(".decided")
    assert backend.post("/api/history/list", {})["total"] == before
    ordinary = extension.open("popup/popup.html")
    ordinary.fill("#claim", "The Earth is flat")
    ordinary.click("#check")
    ordinary.wait_for_selector(".decided")
    until(lambda: backend.post("/api/history/list", {})["total"] == before + 1, "the answer in the history")

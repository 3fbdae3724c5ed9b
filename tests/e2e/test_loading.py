"""Which files the extension loads into a page and when, and what the page can find out about the extension (S8)."""

from __future__ import annotations

from typing import Any

from tests.e2e.backend_process import BackendProcess
from tests.e2e.browser import EXTENSION_ID, Extension, PageUser
from tests.e2e.patience import until
from tests.each_row import each_row

LOADED = "Object.keys(globalThis.Claimlight).sort()"
BEFORE = ["bubble", "host", "load", "place", "reach", "selection"]
SPY = """() => {
  window.seen = [];
  const note = (event) => seen.push(`${event.type} ${new Error().stack}`);
  for (const type of ["beforetoggle", "toggle", "focusin", "focusout", "selectionchange", "securitypolicyviolation", "error"]) {
    window.addEventListener(type, note, true);
  }
  const names = (list) => seen.push(...list.getEntries().map((entry) => entry.name));
  new PerformanceObserver(names).observe({ type: "resource", buffered: true });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (...options) {
    seen.push(`root ${new Error().stack}`);
    return attachShadow.apply(this, options);
  };
}"""


def listeners(reader: PageUser) -> list[dict[str, Any]]:
    """Return our listeners on document and window; the debugger lists the listeners of one world at a time."""
    session, world = reader._session, reader._worlds[reader._top]
    found = []
    for target in ("document", "window"):
        answer = session.send("Runtime.evaluate", {"expression": target, "contextId": world})
        found += session.send("DOMDebugger.getEventListeners", {"objectId": answer["result"]["objectId"]})["listeners"]
    return found


def test_page_has_only_six_passive_listeners_until_the_bubble_appears_and_the_card_is_loaded(
    extension: Extension, site: str
) -> None:
    extension.use("http://127.0.0.1:1")
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/strict.html")
    ours = listeners(reader)
    types = ["claimlight-successor", "dragend", "pointercancel", "pointerdown", "pointerup", "selectionchange"]
    assert sorted(each["type"] for each in ours) == types
    assert all(each["passive"] for each in ours)
    assert reader.run(LOADED) == BEFORE
    assert (
        reader.page.evaluate("document.querySelectorAll('[popover]').length + document.adoptedStyleSheets.length") == 0
    )
    reader.select("flat")
    reader.see(".check")
    until(lambda: {"overlay", "view", "i18n"} <= set(reader.run(LOADED)), "the card's files")


@each_row("page", ["strict.html", "article.html"])
def test_page_can_neither_detect_nor_request_extension_files(
    extension: Extension, site: str, backend: BackendProcess, page: str
) -> None:
    extension.use(backend.url)
    reader = PageUser(extension.context.pages[0])
    reader.visit(f"{site}/{page}")
    reader.page.evaluate(SPY)
    reader.check("flat")
    assert reader.see(".verdict h2") == "False"
    assert reader.style(".verdict", "border-radius") == "12px"
    reader.page.keyboard.press("Escape")
    seen = reader.page.evaluate("[...seen, ...performance.getEntries().map((entry) => entry.name)]")
    assert any("toggle" in each for each in seen)
    assert [each for each in seen if "chrome-extension" in each] == []
    if page == "article.html":  # The other page's policy would refuse every request.
        assert answers_from_static_addresses(reader) == {"refused"}


def answers_from_static_addresses(reader: PageUser) -> set[str]:
    answers = reader.page.evaluate(
        """(files) => Promise.all(files.map((file) => Promise.all([
          fetch(file).then(() => "answered", () => "refused"),
          import(file).then(() => "answered", () => "refused"),
        ])))""",
        [
            f"chrome-extension://{EXTENSION_ID}/{file}"
            for file in (
                "shared/parts.js",
                "content/overlay.js",
                "content/main.js",
                "manifest.json",
                "popup/popup.html",
            )
        ],
    )
    return {each for pair in answers for each in pair}


def test_check_works_after_the_worker_was_stopped(
    extension: Extension, reader: PageUser, backend: BackendProcess
) -> None:
    extension.use(backend.url)
    options = extension.open("options/options.html")
    reader.page.bring_to_front()
    extension.kill_worker(options)
    reader.select("flat")
    reader.see(".check")
    extension.kill_worker(options)
    reader.click(".check")
    assert reader.see(".verdict h2") == "False"


def test_two_tabs_can_check_at_once(extension: Extension, site: str, backend: BackendProcess) -> None:
    extension.use(backend.url)
    readers = []
    for page in (extension.context.pages[0], extension.context.new_page()):
        reader = PageUser(page)
        reader.visit(f"{site}/article.html")
        reader.page.bring_to_front()
        reader.check("flat" if not readers else "moon")
        readers.append(reader)
    assert [reader.see(".verdict h2") for reader in readers] == ["False", "True"]

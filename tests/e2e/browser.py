"""Chromium with the extension loaded, and access to our closed shadow roots.

Neither a page nor a test can look into closed shadow roots, so the debugger runs scripts in the content script's world.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Page, Playwright, Worker
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.patience import until

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "chrome_extension"
EXTENSION_ID = "fchfihblefanikjaibjjbfbmngmiooho"
ORIGIN = f"chrome-extension://{EXTENSION_ID}"
HURRY = """() => {
  const set = globalThis.setTimeout.bind(globalThis);
  globalThis.setTimeout = (work, ms, ...given) => set(work, (ms ?? 0) / 10, ...given);
}"""
SETTLED_MS = 150
"""Longer than the content script waits after a selection by mouse or keyboard (100 ms)."""
CHROMIUM = os.environ.get("TEST_CHROMIUM", "/usr/bin/chromium")
HEADLESS = "CLAIMLIGHT_TEST_HEADED" not in os.environ

_ROOTS = """(function ours(tree) {
  const roots = (found) => found.map((e) => chrome.dom.openOrClosedShadowRoot(e)).filter(Boolean);
  const pages = [...tree.querySelectorAll("*")].filter((e) => e.localName.includes("-"));
  return [...roots([...tree.querySelectorAll("[popover=manual]")]), ...roots(pages).flatMap(ours)];
})(document)"""
_DRAG = """(id) => {
  const range = document.createRange();
  range.selectNodeContents(document.getElementById(id));
  const boxes = [...range.getClientRects()];
  const [first, last] = [boxes[0], boxes.at(-1)];
  return [first.left + 1, first.top + first.height / 2, last.right - 1, last.top + last.height / 2];
}"""


def launch(
    playwright: Playwright,
    profile: Path,
    site_port: int,
    *,
    dark: bool = False,
    size: tuple[int, int] = (1280, 800),
    extension: Path = EXTENSION,
    installed: bool = True,
) -> BrowserContext:
    """Start Chromium with a new profile. http://news.example:site_port leads to this machine, but is treated as a public site."""
    loaded = [f"--disable-extensions-except={extension}", f"--load-extension={extension}"]
    return playwright.chromium.launch_persistent_context(
        str(profile),
        executable_path=CHROMIUM,
        headless=HEADLESS,
        chromium_sandbox=False,
        color_scheme="dark" if dark else "light",
        locale="en-US",
        reduced_motion="reduce",
        viewport={"width": size[0], "height": size[1]},
        ignore_default_args=None if installed else ["--disable-extensions"],
        args=[
            *(loaded if installed else []),
            "--disable-quic",
            # Animated tabs and windows of the browser itself, not of pages, cost a tenth of every reset.
            "--animation-duration-scale=0",
            "--host-resolver-rules=MAP news.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
            f"--ip-address-space-overrides=127.0.0.1:{site_port}=public",
        ],
    )


class Extension:
    """The extension in one browser."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context

    def worker(self) -> Worker:
        """The running service worker."""
        page = self.context.pages[0]
        found: Worker = until(
            lambda: page.evaluate("[]") or next(iter(self.context.service_workers), None), "the service worker"
        )
        return found

    def use(self, backend: str, **settings: object) -> None:
        """Store the backend's address and other settings."""
        self.worker().evaluate("(s) => chrome.storage.local.set(s)", {"backend": backend, **settings})

    def hurry(self) -> None:
        """Divide the delays of the running service worker's timers by ten."""
        self.worker().evaluate(HURRY)

    def open(self, path: str) -> Page:
        """Open one of the extension's own pages."""
        return new_tab(self.context, f"{ORIGIN}/{path}")

    def click_menu(self, text: str) -> None:
        """Trigger the event of our context menu entry in the active tab."""
        self.worker().evaluate(
            """async (text) => {
              const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
              chrome.contextMenus.onClicked.dispatch({ menuItemId: "check-selection", selectionText: text, frameId: 0 }, tab);
            }""",
            text,
        )

    def press_shortcut(self) -> None:
        """Trigger the event of the shortcut."""
        self.worker().evaluate("() => chrome.commands.onCommand.dispatch('verify-selection')")

    def kill_worker(self, page: Page) -> None:
        """Stop the service worker as Chromium does when it is idle. `page` is one of the extension's own."""
        session = self.context.new_cdp_session(page)
        states: list[str] = []
        session.on(
            "ServiceWorker.workerVersionUpdated", lambda e: states.extend(v["runningStatus"] for v in e["versions"])
        )
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        until(lambda: page.evaluate("[]") or "stopped" in states, "the end of the worker")


def new_tab(context: BrowserContext, address: str) -> Page:
    """Open a page of the extension or of the browser in a tab, without a blank page before it, whose process costs time."""
    assert context.browser is not None
    session = context.browser.new_browser_cdp_session()
    with context.expect_page() as opened:
        session.send("Target.createTarget", {"url": address})
    session.detach()
    page = opened.value
    page.wait_for_url(lambda url: url != "about:blank")
    return page


def let_timers_pass(page: Page | Frame, ms: int) -> None:
    """Wait in the page itself. Timers fire in the order of their due times, so all shorter timers have fired by then."""
    page.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", ms)


class PageUser:
    """Acts as a user on a page: selects text with the mouse and reads our button and card."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self._worlds: dict[str, int] = {}
        self._session.on("Runtime.executionContextCreated", self._remember_world)
        self._session.on("Runtime.executionContextsCleared", lambda _event: self._worlds.clear())
        self._session.send("Runtime.enable")
        self._top = self._session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def _remember_world(self, event: dict[str, Any]) -> None:
        context = event["context"]
        if context["origin"] == ORIGIN:
            self._worlds[context["auxData"]["frameId"]] = context["id"]

    def runs_in(self, frame: Frame) -> bool:
        """Return whether the content script has started in a frame inside the page."""
        context = frame.page.context
        try:
            session = context.new_cdp_session(frame)  # a frame in a separate process
        except PlaywrightError:
            session = context.new_cdp_session(frame.page)
        worlds: list[dict[str, Any]] = []
        session.on("Runtime.executionContextCreated", lambda event: worlds.append(event["context"]))
        session.send("Runtime.enable")
        ours = [
            world["id"] for world in worlds if world["origin"] == ORIGIN and world["auxData"]["frameId"] != self._top
        ]
        started = {"expression": "Boolean(globalThis.__claimlightStarted)", "returnByValue": True}
        answers = [session.send("Runtime.evaluate", {**started, "contextId": world}) for world in ours]
        session.detach()
        return any(answer["result"].get("value") for answer in answers)

    def updated(self) -> None:
        """Discard the known worlds. Call this after a reload of the extension, because the next content script has a new world."""
        self._worlds.clear()

    def visit(self, url: str) -> None:
        """Open a page and wait for the content script."""
        self.page.goto(url)
        until(lambda: self._ask("Boolean(globalThis.__claimlightStarted)"), "the content script")

    def _ask(self, expression: str, *, wait: bool = False) -> Any:
        self.page.evaluate("0")  # lets playwright deliver the debugger's events
        world = self._worlds.get(self._top)
        if world is None:
            return None
        answer = self._session.send(
            "Runtime.evaluate",
            {"expression": expression, "contextId": world, "returnByValue": True, "awaitPromise": wait},
        )
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def ask_everywhere(self, function: str) -> Any:
        """Return the result of a JavaScript function that receives the document and all our shadow roots as one list."""
        return self._ask(f"({function})([document, ...{_ROOTS}])")

    def run(self, expression: str) -> Any:
        """Return the value of a script, or of its promise, in the content script's world."""
        return self._ask(expression, wait=True)

    def run_within(self, expression: str) -> None:
        """Run a script in the content script's world of the only frame inside the page, which shares the page's process."""
        [world] = [world for frame, world in self._worlds.items() if frame != self._top]
        self._session.send("Runtime.evaluate", {"expression": expression, "contextId": world})

    def text(self, selector: str = ".cl") -> str:
        """Return the text of all visible elements that match, joined with spaces."""
        find = f"{_ROOTS}.flatMap((r) => [...r.querySelectorAll({json.dumps(selector)})])"
        return str(self._ask(f"{find}.filter((e) => e.checkVisibility()).map((e) => e.textContent).join(' ')") or "")

    def style(self, selector: str, name: str) -> str:
        """Return a computed style of the first match."""
        element = f"{_ROOTS}.map((r) => r.querySelector({json.dumps(selector)})).find(Boolean)"
        return str(self._ask(f"getComputedStyle({element}).getPropertyValue({json.dumps(name)})"))

    def style_before(self, selector: str) -> str:
        """Return the text that the style sheet inserts before the first match, or ""."""
        element = f"{_ROOTS}.map((r) => r.querySelector({json.dumps(selector)})).find(Boolean)"
        content = str(self._ask(f"getComputedStyle({element}, '::before').content"))
        return "" if content == "none" else content.strip('"')

    def attribute(self, selector: str, name: str) -> str:
        """Return an attribute of the first match, or ""."""
        element = f"{_ROOTS}.map((r) => r.querySelector({json.dumps(selector)})).find(Boolean)"
        return str(self._ask(f"{element}?.getAttribute({json.dumps(name)})") or "")

    def focused(self) -> str:
        """Return the label of our focused element, or ""."""
        return str(self._ask(f"{_ROOTS}.map((r) => r.activeElement?.getAttribute('aria-label')).find(Boolean)") or "")

    def see(self, selector: str) -> str:
        """Wait until the element is visible, and return its text."""
        until(lambda: self.box(selector), lambda: f"{selector} (shown: {self.text()[:300]!r})")
        return self.text(selector)

    def box(self, selector: str) -> dict[str, float] | None:
        """Return the centre and the size of the first visible match."""
        found = f"{_ROOTS}.map((r) => r.querySelector({json.dumps(selector)})).find((e) => e?.checkVisibility())"
        box = self._ask(
            f"(() => {{ const e = {found}; if (!e) return null; const b = e.getBoundingClientRect();"
            " return {x: b.x + b.width / 2, y: b.y + b.height / 2, left: b.left, top: b.top, width: b.width, height: b.height}; })()"
        )
        return box if isinstance(box, dict) else None

    def watch_slots(self) -> None:
        """Record the order in which the sections of the card appear from now on."""
        self._ask(f"""(() => {{
          globalThis.__watched = [];
          const note = (node) => {{
            const name = node instanceof Element ? node.classList[0] : "";
            if (name && !globalThis.__watched.includes(name)) globalThis.__watched.push(name);
          }};
          new MutationObserver(() => {_ROOTS}.forEach((root) => new MutationObserver((changes) =>
            changes.flatMap((change) => [...change.addedNodes]).forEach((node) => {{
              note(node);
              if (node instanceof Element) node.querySelectorAll("section, details").forEach(note);
            }})).observe(root, {{ childList: true, subtree: true }}))
          ).observe(document.documentElement, {{ childList: true }});
        }})()""")

    def watched(self) -> list[str]:
        """Return the sections that `watch_slots` recorded."""
        return list(self._ask("globalThis.__watched"))

    def watch_timers(self) -> None:
        """Record the delays of the timers that the content script sets from now on."""
        self._ask("""(() => {
          const set = window.setTimeout.bind(window);
          globalThis.__delays = [];
          window.setTimeout = (work, ms, ...given) => (globalThis.__delays.push(ms ?? 0), set(work, ms, ...given));
        })()""")

    def timers(self) -> list[int]:
        """Return the delays, in milliseconds, of the timers set since the last call."""
        return list(self._ask("globalThis.__delays.splice(0)"))

    def hurry(self) -> None:
        """Divide the delays of the content script's timers on this page by ten, which keeps their order."""
        self._ask(f"({HURRY})()")

    def settle(self) -> None:
        """Wait for the effects of the last selection: its timers, and the loading of the settings."""
        self.run(f"new Promise((done) => setTimeout(done, {SETTLED_MS})).then(() => chrome.storage.local.get('words'))")

    def click(self, selector: str) -> None:
        """Click with the mouse."""
        self.see(selector)
        self._ask(
            f"{_ROOTS}.forEach((r) => r.querySelector({json.dumps(selector)})?.scrollIntoView({{block: 'nearest'}}))"
        )
        box = until(lambda: self.box(selector), f"{selector} to stay")
        self.page.mouse.click(box["x"], box["y"])

    def select(self, element_id: str) -> None:
        """Drag the mouse over an element's text."""
        left, top, right, bottom = self.page.evaluate(_DRAG, element_id)
        self._drag((left, top), (right, bottom))

    def select_from_right(self, element_id: str) -> None:
        """Drag the mouse over one line of right-to-left text."""
        left, top, right, bottom = self.page.evaluate(_DRAG, element_id)
        self._drag((right, bottom), (left, top))

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def check(self, element_id: str) -> None:
        """Select an element's text and press the button."""
        self.select(element_id)
        self.click(".check")

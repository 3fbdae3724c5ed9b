"""Operate the real extension in Chromium with the real service, and measure how long a user waits.

The measurements are the time from releasing the mouse to the frame that shows the button, and the times from clicking
the button to the frames that show progress and the first evidence from the knowledge base. Each claim is a different
built-in fact. The script time of a page without a selection is measured with and without the extension, which shows the
cost of the content script.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, Playwright, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.benchmark import service, spread  # noqa: E402 - sys.path is extended first

EXTENSION = ROOT / "chrome_extension"
CHROMIUM = os.environ.get("TEST_CHROMIUM", "/usr/bin/chromium")
LIMIT_S = 15.0
SETTLE_S = 0.4
LOADS = 20
# Runs in the content script's world. The time of an event is the time at which the browser received it. `shown` waits
# for the next frame.
PROBE = """(() => {
  const roots = () => [...document.querySelectorAll("[popover=manual]")].map((e) => chrome.dom.openOrClosedShadowRoot(e)).filter(Boolean);
  const find = (selector) => roots().map((r) => r.querySelector(selector)).find((e) => e?.getClientRects().length);
  const shown = (selector, since) => new Promise((resolve) => {
    const look = () => (find(selector) ? requestAnimationFrame(() => resolve(performance.now() - since)) : setTimeout(look, 0));
    look();
  });
  const at = (type) => new Promise((resolve) => addEventListener(type, (event) => resolve(event.timeStamp), { capture: true, once: true }));
  globalThis.__probe = {
    bubble: () => (globalThis.__bubble = at("mouseup").then((since) => shown(".check", since))) && true,
    card: () => (globalThis.__card = at("click").then((since) =>
      Promise.all([shown(".progress", since), shown(".find, .evidence", since)]))) && true,
    place: () => { const box = find(".check").getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; },
  };
  return true;
})()"""


def article(claims: Sequence[str]) -> bytes:
    """Return a page with one paragraph per claim."""
    lines = "".join(f'<p id="c{number}">{claim}</p>' for number, claim in enumerate(claims))
    style = "body{font:17px/1.5 serif;margin:40px;width:640px}p{margin:0 0 20px}"
    return f"<!doctype html><title>Claims</title><style>{style}</style>{lines}".encode()


@contextlib.contextmanager
def site(body: bytes) -> Iterator[str]:
    """Run a server that returns the page for every request, and yield its URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Suppress the request log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def browser(playwright: Playwright, profile: str, *, extended: bool) -> BrowserContext:
    """Start Chromium with the given profile folder, and with the extension if `extended` is true."""
    loaded = [f"--disable-extensions-except={EXTENSION}", f"--load-extension={EXTENSION}"] if extended else []
    return playwright.chromium.launch_persistent_context(
        profile, executable_path=CHROMIUM, headless=True, chromium_sandbox=False, args=["--disable-quic", *loaded]
    )


class ContentScript:
    """Evaluates expressions in the world of a page's content script."""

    def __init__(self, page: Page) -> None:
        self._page, self._session, self._id = page, page.context.new_cdp_session(page), 0
        self._session.on("Runtime.executionContextCreated", self._on_context_created)
        self._session.send("Runtime.enable")

    def _on_context_created(self, event: dict[str, Any]) -> None:
        context = event["context"]
        if context["origin"].startswith("chrome-extension://"):
            self._id = context["id"]

    def ask(self, expression: str) -> Any:
        """Return the value of an expression, or the value that its promise resolves to."""
        limit = time.monotonic() + LIMIT_S
        while not self._id and time.monotonic() < limit:
            self._page.evaluate("0")
        question = {"expression": expression, "contextId": self._id, "returnByValue": True, "awaitPromise": True}
        answer = self._session.send("Runtime.evaluate", question)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")


def drag(page: Page, element: str) -> None:
    """Select an element's text with the mouse."""
    page.locator(element).scroll_into_view_if_needed()
    ends = page.evaluate(
        """(selector) => {
          const range = document.createRange();
          range.selectNodeContents(document.querySelector(selector));
          const boxes = [...range.getClientRects()];
          return [boxes[0].left + 1, boxes[0].top + 9, boxes.at(-1).right - 1, boxes.at(-1).top + 9];
        }""",
        element,
    )
    page.mouse.move(ends[0], ends[1])
    page.mouse.down()
    page.mouse.move(ends[2], ends[3], steps=6)
    page.mouse.up()


def one(page: Page, world: ContentScript, number: int) -> tuple[float, float, float]:
    """Check one claim, and return the milliseconds to the button, to the first progress and to the first evidence."""
    world.ask("__probe.bubble()")
    drag(page, f"#c{number}")
    bubble = world.ask("__bubble")
    time.sleep(SETTLE_S)
    world.ask("__probe.card()")
    page.mouse.click(*world.ask("__probe.place()"))
    progress, evidence = world.ask("__card")
    page.keyboard.press("Escape")
    page.mouse.click(1200, 10)
    return bubble, progress, evidence


def waits(playwright: Playwright, backend: str, claims: Sequence[str]) -> dict[str, object]:
    """Return a user's waiting times. The first claim is a warm-up and is not counted."""
    with tempfile.TemporaryDirectory() as profile, site(article(claims)) as address:
        context = browser(playwright, profile, extended=True)
        page = context.pages[0]
        page.goto(address)
        context.service_workers[0].evaluate("(backend) => chrome.storage.local.set({ backend })", backend)
        world = ContentScript(page)
        world.ask(PROBE)
        timed = [one(page, world, number) for number in range(len(claims))][1:]
        context.close()
    names = ("selection to bubble (ms)", "click to first progress (ms)", "click to first evidence (ms)")
    return {name: spread([each[place] for each in timed]) for place, name in enumerate(names)}


def load_ms(session: CDPSession, page: Page, address: str) -> float:
    """Return the script time of one page load in ms."""
    page.goto(address)
    page.wait_for_timeout(100)
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["ScriptDuration"]) * 1000


def page_costs(playwright: Playwright, claims: Sequence[str]) -> dict[str, object]:
    """Return the script times of a page without a selection, first without and then with the extension."""
    found = {}
    for extended in (False, True):
        with tempfile.TemporaryDirectory() as profile, site(article(claims)) as address:
            context = browser(playwright, profile, extended=extended)
            page = context.pages[0]
            session = context.new_cdp_session(page)
            session.send("Performance.enable")
            load_ms(session, page, address)
            found[extended] = statistics.median(load_ms(session, page, address) for _ in range(LOADS))
            context.close()
    return {"script time of a page, without and with us (ms)": [round(found[False], 2), round(found[True], 2)]}


def measure(rounds: int) -> dict[str, object]:
    """Return all measurements, keyed by name."""
    facts = json.loads((ROOT / "backend" / "knowledge" / "seed_facts.json").read_text(encoding="utf-8"))
    claims = [fact["text"].rstrip(".") for fact in facts[: rounds + 1]]
    with tempfile.TemporaryDirectory(prefix="claimlight-benchmark-") as folder, sync_playwright() as playwright:
        costs = page_costs(playwright, claims)
        with service(Path(folder)) as (client, _, _):
            figures = waits(playwright, str(client.base_url).rstrip("/"), claims)
    return {**figures, **costs, "claims": rounds, "cores": os.cpu_count()}


def main() -> None:
    """Print the measurements as a table or as JSON."""
    parser = argparse.ArgumentParser(prog="scripts/benchmark --browser", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="claims to check (at most 180)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measure(max(2, min(options.rounds, 180)))
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:50} {value}")


if __name__ == "__main__":
    main()

"""Each test finds the shared browser in its state after installation, whatever the previous test changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Page

from tests.e2e.browser import Extension
from tests.e2e.local_servers import serving
from tests.e2e.patience import until
from tests.e2e.shared_browser import SharedBrowser, state_of
from tests.e2e.surfaces import Surfaces

_LEAVE_IN_WORKER = """async () => {
  globalThis.leftBehind = true;
  await Promise.all(["local", "session", "sync"].map((area) => chrome.storage[area].set({ trigger: "shortcut", left: "behind" })));
  await globalThis.Claimlight.vault.set("token", "left-behind");
  await caches.open("left-behind");
  await chrome.action.setBadgeText({ text: "!" });
  await chrome.action.setTitle({ title: "left behind" });
  await chrome.action.setPopup({ popup: "options/options.html" });
  await chrome.action.disable();
  await chrome.scripting.registerContentScripts([{ id: "left", js: ["content/place.js"], matches: ["http://127.0.0.1/*"] }]);
  await chrome.windows.create({ url: "popup/popup.html", type: "popup" });
}"""
_LEAVE_ON_SITE = """async () => {
  document.cookie = "left=behind";
  localStorage.left = "behind";
  await caches.open("left-behind");
  await new Promise((done) => { indexedDB.open("left-behind").onsuccess = done; });
}"""
_FOUND_ON_SITE = """async () => ({
  cookie: document.cookie,
  local: { ...localStorage },
  caches: await caches.keys(),
  databases: await indexedDB.databases(),
  clipboard: (await navigator.permissions.query({ name: "clipboard-read" })).state,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  script: globalThis.leftBehind ?? null,
  size: [innerWidth, innerHeight],
})"""


class Site(BaseHTTPRequestHandler):
    """A page that the browser may cache for an hour."""

    asked: ClassVar[list[str | None]] = []

    def do_GET(self) -> None:
        if self.path == "/":
            Site.asked.append(self.headers["x-left"])
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "5")
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(b"<p>Hi")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Suppress the request log."""


@pytest.fixture
def shared(launch_shared: Callable[..., SharedBrowser]) -> Iterator[SharedBrowser]:
    made = launch_shared()
    yield made
    made.close()


@pytest.fixture
def address() -> Iterator[str]:
    Site.asked.clear()
    with serving(Site) as port:
        yield f"http://127.0.0.1:{port}/"


def visit(page: Page, address: str) -> Any:
    page.goto(address)
    return page.evaluate(_FOUND_ON_SITE)


def leave_much_behind(extension: Extension, address: str) -> None:
    context, page = extension.context, extension.context.pages[0]
    page.evaluate(_LEAVE_ON_SITE)
    extension.open("options/options.html").evaluate("localStorage.left = 'behind'")
    surfaces = Surfaces(extension)
    surfaces.panel(page)
    extension.worker().evaluate(_LEAVE_IN_WORKER)
    until(lambda: state_of(extension)["menus"] == [False, True], "the menu without its entry")
    context.grant_permissions(["clipboard-read"], origin=address)
    context.set_extra_http_headers({"x-left": "behind"})
    page.add_init_script("globalThis.leftBehind = true")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 500, "height": 400})
    found = visit(page, address)
    assert (found["clipboard"], found["dark"], found["script"]) == ("granted", True, True)
    context.route("**/*", lambda route: route.abort())
    context.set_offline(True)
    extension.kill_worker(context.pages[-1])


def test_shared_browser_is_reset_between_tests(shared: SharedBrowser, address: str) -> None:
    extension = shared.hand_out()
    installed, first = state_of(extension), visit(extension.context.pages[0], address)
    leave_much_behind(extension, address)
    shared.reset()
    extension = shared.hand_out()
    assert state_of(extension) == installed
    asked = len(Site.asked)
    assert visit(extension.context.pages[0], address) == first
    assert Site.asked[asked:] == [None]
    assert extension.open("options/options.html").evaluate("({ ...localStorage })") == {}


def test_closed_or_changed_browser_is_replaced(shared: SharedBrowser) -> None:
    ended = shared.hand_out()
    ended.context.close()
    shared.reset()
    again = shared.hand_out()
    assert again.context is not ended.context
    assert len(again.context.pages) == 1
    again.use("http://127.0.0.1:1")
    with pytest.raises(AssertionError):
        shared.hand_out()
    clean = shared.hand_out()
    assert clean.context is not again.context
    assert len(clean.context.pages) == 1

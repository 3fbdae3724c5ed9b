"""One Chromium for many tests. Between tests it is reset to its state after installation, and the reset is verified."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.browser import ORIGIN, Extension
from tests.e2e.patience import FIRST_POLL_S, POLL_S, until

ATTEMPTS = 3
SETTLING_POLLS = 100
SCOPE = f"{ORIGIN}/"
_SITE_DATA = "cookies,file_systems,indexeddb,local_storage,cache_storage"
_CLEAR = """async () => {
  globalThis.previousTest = true;
  const { local, session, sync } = chrome.storage;
  await Promise.all([local, session, sync].map((area) => area.clear()));
  const { default_title: title, default_popup: popup } = chrome.runtime.getManifest().action;
  await Promise.all([
    chrome.action.setBadgeText({ text: "" }), chrome.action.setTitle({ title }), chrome.action.setPopup({ popup }), chrome.action.enable(),
    chrome.scripting.unregisterContentScripts(),
  ]);
}"""
_IS_FRESH = "globalThis.previousTest === undefined && chrome.runtime.onInstalled.hasListeners()"
_INSTALL = "() => chrome.runtime.onInstalled.dispatch({ reason: 'install' })"
_STATE = """async () => {
  const { action, contextMenus, permissions, runtime, scripting, storage, windows } = chrome;
  const listed = (id) => contextMenus.update(id, {}).then(() => true, () => false);
  return {
    local: await storage.local.get(),
    session: await storage.session.get(),
    sync: await storage.sync.get(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    menus: [await listed("check-selection"), await listed("mark-claims")],
    action: [await action.getBadgeText({}), await action.getTitle({}), await action.getPopup({}), await action.isEnabled()],
    permissions: await permissions.getAll(),
    scripts: await scripting.getRegisteredContentScripts(),
    globals: Object.keys(globalThis).sort(),
    contexts: (await runtime.getContexts({})).map(({ contextType }) => contextType),
    windows: (await windows.getAll({ populate: true }))
      .map(({ type, state, width, height, incognito, tabs }) => ({ type, state, width, height, incognito, tabs: tabs.length })),
  };
}"""


class SharedBrowser:
    """A browser that starts on first use, and again after a crash or a failed reset."""

    def __init__(self, start: Callable[[], BrowserContext]) -> None:
        self._start = start
        self._extension: Extension | None = None
        self._installed: dict[str, Any] = {}

    def hand_out(self) -> Extension:
        """Return the extension in its state after installation. Fails the test and closes the browser if that is impossible."""
        with self._closed_on_failure():
            extension = self._extension or self._launched()
            assert state_of(extension) == self._installed
        return extension

    def _launched(self) -> Extension:
        extension = self._extension = Extension(self._start())
        extension.context.once("close", lambda _context: self._discard_extension())
        until(lambda: _is_installed(state_of(extension)), "the installation")
        self._installed = state_of(extension)
        return extension

    def reset(self) -> None:
        """Reset to the state after installation. If this fails, close the browser and fail the test that changed its state."""
        extension = self._extension
        if extension is None:
            return
        with self._closed_on_failure():
            for attempt in range(ATTEMPTS):
                _clear(extension, new_window=attempt > 0 or _has_side_panel(extension.context))
                if self._reaches_initial_state(extension):
                    return
            assert state_of(extension) == self._installed

    @contextmanager
    def _closed_on_failure(self) -> Iterator[None]:
        """Close a broken browser, so that later tests start with a new one."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _reaches_initial_state(self, extension: Extension) -> bool:
        pause = FIRST_POLL_S
        for _ in range(SETTLING_POLLS):
            if state_of(extension) == self._installed:
                return True
            time.sleep(pause)
            pause = min(POLL_S, 1.5 * pause)
        return False

    def _discard_extension(self) -> None:
        self._extension = None

    def close(self) -> None:
        """Close the browser, so that the next test starts a new one."""
        if self._extension is not None:
            self._extension.context.close()
            self._discard_extension()


def state_of(extension: Extension) -> dict[str, Any]:
    """Everything that a test can leave behind in the extension, its service worker and the browser."""
    context = extension.context
    found: dict[str, Any] = extension.worker().evaluate(_STATE)
    found["pages"] = [(page.url, page.viewport_size) for page in context.pages]
    found["cookies"] = context.cookies()
    return found


def _is_installed(state: dict[str, Any]) -> bool:
    return {"settingsVersion", "words"} <= state["local"].keys() and state["menus"] == [True, True]


def _clear(extension: Extension, *, new_window: bool) -> None:
    context = extension.context
    page = _only_page(context, new_window=new_window)
    context.unroute_all(behavior="ignoreErrors")
    context.clear_permissions()
    context.set_offline(False)
    context.set_extra_http_headers({})
    context.set_geolocation(None)
    session = context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.startWorker", {"scopeURL": SCOPE})
    extension.worker().evaluate(_CLEAR)
    _stop_workers(session, page)
    session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": _SITE_DATA})
    session.send("Network.clearBrowserCache")
    session.send("ServiceWorker.startWorker", {"scopeURL": SCOPE})
    until(lambda: _is_fresh(extension), "the new service worker")
    extension.worker().evaluate(_INSTALL)
    session.detach()


def _only_page(context: BrowserContext, *, new_window: bool) -> Page:
    """Return a blank page after closing all others. A new window is slower, but removes a side panel and a changed size."""
    others = list(context.pages)
    opened = _page_in_new_window(context) if new_window else context.new_page()
    for page in others:
        page.close()
    return opened


def _has_side_panel(context: BrowserContext) -> bool:
    """Return whether a side panel or popup is open. Playwright does not list them among the pages."""
    assert context.browser is not None
    session = context.browser.new_browser_cdp_session()
    targets = session.send("Target.getTargets")["targetInfos"]
    session.detach()
    shown = [
        target["url"] for target in targets if target["url"].startswith(SCOPE) and target["type"] != "service_worker"
    ]
    return len(shown) > sum(page.url.startswith(SCOPE) for page in context.pages)


def _page_in_new_window(context: BrowserContext) -> Page:
    assert context.browser is not None
    session = context.browser.new_browser_cdp_session()
    with context.expect_page() as opened:
        session.send("Target.createTarget", {"url": "about:blank", "newWindow": True})
    session.detach()
    return opened.value


def _stop_workers(session: CDPSession, page: Page) -> None:
    states: list[str] = []
    session.on("ServiceWorker.workerVersionUpdated", lambda e: states.extend(v["runningStatus"] for v in e["versions"]))
    session.send("ServiceWorker.stopAllWorkers")
    until(lambda: page.evaluate("[]") or "stopped" in states, "the end of the service worker")


def _is_fresh(extension: Extension) -> bool:
    try:
        return bool(extension.worker().evaluate(_IS_FRESH))
    except PlaywrightError:  # The old worker ended during the call.
        return False

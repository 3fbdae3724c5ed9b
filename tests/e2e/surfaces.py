"""Popup and side panel as the browser itself shows them, private windows, and updates of the extension.

Playwright does not list popups and panels among its pages, so they are accessed through the debugger's browser session.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.browser import EXTENSION, EXTENSION_ID, Extension, PageUser, new_tab
from tests.e2e.patience import until

MANAGER = "chrome://extensions/strings.m.js"
"""A file of the browser's own page for extensions: it may call the same functions, and is opened in a third of the time."""
_MIDDLE = """(() => {
  const b = document.querySelector(%s)?.getBoundingClientRect();
  return b?.width ? [b.x + b.width / 2, b.y + b.height / 2] : null;
})()"""


_CLOSED: dict[str, Any] = {"error": "the surface closed before it answered"}


class Surface:
    """An open popup or side panel."""

    def __init__(self, browser: Browser, target: str) -> None:
        self._session = browser.new_browser_cdp_session()
        self._answers: dict[int, dict[str, Any]] = {}
        self._asked = 0
        self._target = target
        self._closed = False
        self._session.on("Target.receivedMessageFromTarget", self._handle_response)
        self._session.on("Target.detachedFromTarget", self._detached)
        attached = self._session.send("Target.attachToTarget", {"targetId": target, "flatten": False})
        self._id = attached["sessionId"]

    def _handle_response(self, event: dict[str, Any]) -> None:
        answer = json.loads(event["message"])
        if "id" in answer:
            self._answers[answer["id"]] = answer

    def _detached(self, event: dict[str, Any]) -> None:
        self._closed = self._closed or event["sessionId"] == self._id

    def _send(self, method: str, *, may_close: bool = False, **parameters: object) -> dict[str, Any]:
        """Return the result, or {} if `may_close` is set and the surface closed before it responded."""
        self._asked += 1
        mine = self._asked
        message = json.dumps({"id": mine, "method": method, "params": parameters})
        self._session.send("Target.sendMessageToTarget", {"sessionId": self._id, "message": message})
        # Any call to the browser makes Playwright deliver the debugger's events.
        answer = until(lambda: self._session.send("Target.getTargetInfo") and self._answer(mine), method)
        if answer is _CLOSED and may_close:
            return {}
        if "error" in answer:
            raise AssertionError(answer["error"])
        result: dict[str, Any] = answer["result"]
        return result

    def _answer(self, asked: int) -> dict[str, Any] | None:
        return self._answers.pop(asked, _CLOSED if self._closed else None)

    def run(self, expression: str, *, clicked: bool = False) -> Any:
        """Return the value of a script, or of its promise, in the page; `clicked` adds a user gesture."""
        answer = self._send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=clicked
        )
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def see(self, selector: str) -> str:
        """Wait until the element is visible, and return its text."""
        until(lambda: self.run(_MIDDLE % json.dumps(selector)), lambda: f"{selector} ({self.text()[:300]!r})")
        return str(self.run(f"document.querySelector({json.dumps(selector)}).textContent"))

    def text(self) -> str:
        """Return all visible text."""
        return str(self.run("document.body?.innerText ?? ''"))

    def click(self, selector: str) -> None:
        """Click with the mouse."""
        self.see(selector)
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'nearest' }})")
        x, y = until(lambda: self._settled_position(selector), f"{selector} to stay in its place")
        where = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self._send("Input.dispatchMouseEvent", type="mousePressed", **where)
        # A popup that opens the side panel closes itself.
        self._send("Input.dispatchMouseEvent", may_close=True, type="mouseReleased", **where)

    def _settled_position(self, selector: str) -> list[float] | None:
        """Return the element's position once it is stable, because loading labels and lists shift the layout."""
        before = self.run(_MIDDLE % json.dumps(selector))
        time.sleep(0.1)
        after: list[float] | None = self.run(_MIDDLE % json.dumps(selector))
        return after if after == before else None

    def write(self, text: str) -> None:
        """Type into the focused element."""
        self._send("Input.insertText", text=text)


class Surfaces:
    """The parts of the extension that the browser shows around its pages."""

    def __init__(self, extension: Extension) -> None:
        browser = extension.context.browser
        assert browser is not None
        self._extension = extension
        self._browser = browser
        self._session = browser.new_browser_cdp_session()
        self._manager = new_tab(extension.context, MANAGER)
        # Without developer mode, Chromium disables an unpacked extension when it is reloaded.
        self._manager.evaluate("() => chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })")
        # Delete the errors of earlier tests in the same browser.
        self._manager.evaluate(
            "(id) => chrome.developerPrivate.deleteExtensionErrors({ extensionId: id })", EXTENSION_ID
        )

    def _fresh_worker(self, act: str) -> None:
        self._extension.worker().evaluate("self.before = true")
        self._manager.evaluate(act, EXTENSION_ID)
        until(self._is_fresh, "the new worker")

    def _is_fresh(self) -> bool:
        try:
            ready = "self.before === undefined && chrome.commands?.onCommand.hasListeners()"
            return bool(self._extension.worker().evaluate(ready))
        except PlaywrightError:  # The old worker ended during the call.
            return False

    def allow_private(self) -> None:
        """Allow the extension in private windows, as the setting "Allow in Incognito" does."""
        self._fresh_worker(
            "(id) => chrome.developerPrivate.updateExtensionConfiguration({ extensionId: id, incognitoAccess: true })"
        )

    def update(self) -> None:
        """Reload the extension, as an update does."""
        self._fresh_worker("(id) => chrome.developerPrivate.reload(id, { failQuietly: true })")

    def install(self) -> None:
        """Load the extension into a browser that was started without it."""
        self._session.send("Extensions.loadUnpacked", {"path": str(EXTENSION)})
        until(self._is_fresh, "the worker")

    def errors(self) -> list[Any]:
        """Return the errors that Chromium recorded for the extension's pages, worker and content scripts."""
        found: list[Any] = self._manager.evaluate(
            """async (id) => {
              const info = await chrome.developerPrivate.getExtensionInfo(id);
              return [...info.manifestErrors, ...info.runtimeErrors].map(({ message, source }) => [message, source]);
            }""",
            EXTENSION_ID,
        )
        return found

    def private_page(self, url: str) -> PageUser:
        """Return a user in a separate private window."""
        known = set(self._extension.context.pages)
        self._extension.worker().evaluate("(url) => chrome.windows.create({ incognito: true, url })", url)

        def opened() -> Page | None:
            self._manager.evaluate("0")
            return next((page for page in self._extension.context.pages if page not in known), None)

        page = until(opened, "the private window")
        page.wait_for_load_state()
        page.set_viewport_size({"width": 1280, "height": 800})
        reader = PageUser(page)
        until(lambda: reader.run("chrome.extension?.inIncognitoContext"), "the content script")
        return reader

    def popup(self, page: Page) -> Surface:
        """Return the popup that a click on the extension's icon opens over a page. Like the click, this grants activeTab."""
        return self._opened("popup.html", lambda: self._click_icon(page))

    def panel(self, page: Page) -> Surface:
        """Return the side panel of the page's window."""
        return self.panel_from(self.popup(page), "#panel")

    def panel_from(self, popup: Surface, button: str) -> Surface:
        """Return the side panel that a button in the popup opens."""
        return self._opened("panel.html", lambda: popup.click(button))

    def panel_from_page(self, act: Callable[[], object]) -> Surface:
        """Return the side panel that opens during an action on the page."""
        return self._opened("panel.html", act)

    def _click_icon(self, page: Page) -> None:
        page.bring_to_front()
        session = page.context.new_cdp_session(page)
        mine = session.send("Target.getTargetInfo")["targetInfo"]
        session.detach()
        tabs = self._session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
        [tab] = [
            tab["targetId"]
            for tab in tabs
            if (tab["url"], tab["browserContextId"]) == (mine["url"], mine["browserContextId"])
        ]
        self._session.send("Extensions.triggerAction", {"id": EXTENSION_ID, "targetId": tab})

    def _opened(self, name: str, act: Callable[[], object]) -> Surface:
        known = {target["targetId"] for target in self._targets()}
        act()
        found = until(
            lambda: [t for t in self._targets() if t["targetId"] not in known and name in t["url"]], f"the {name}"
        )
        opened = Surface(self._browser, found[0]["targetId"])
        # Buttons are drawn before the script that handles their clicks has run.
        until(lambda: opened.run("document.adoptedStyleSheets?.length > 0"), f"the script of {name}")
        return opened

    def _targets(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._session.send("Target.getTargets")["targetInfos"]
        return found

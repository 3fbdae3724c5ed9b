"""Operates the user interfaces that show an answer as a user would: the web page, overlay, popup and side panel."""

from __future__ import annotations

import json
import time
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

from tests.e2e.browser import EXTENSION, EXTENSION_ID, Extension, PageUser
from tests.e2e.patience import until

DANGEROUS = "script, iframe, frame, object, embed, applet, base, meta, link, form, img, video, audio, math, style, marquee, template"
"""Elements that a string may try to create. The elements of the user interface itself are counted beforehand."""
_LIMIT_S = 30.0
_ANSWERED = """(() => {
  const error = document.getElementById("error");
  return Boolean(document.querySelector(".result:not([data-old]) .verdict-claim") || (!error.hidden && error.textContent.trim()));
})()"""
_HIDE_OLD_ANSWER = """(() => {
  document.querySelectorAll(".result").forEach((e) => { e.dataset.old = 1; });
  document.getElementById("error").hidden = true;
})()"""
_LOOK = """(roots) => {
  const all = roots.flatMap((root) => [...root.querySelectorAll("*")]);
  const handlers = all.filter((e) => [...e.attributes].some((a) => a.name.startsWith("on")));
  const links = all.filter((e) => e.matches("a[href]")).map((e) => e.getAttribute("href"));
  return {
    dangerous: roots.flatMap((root) => [...root.querySelectorAll(DANGEROUS)]).length,
    handlers: handlers.length,
    links: links.filter((href) => !/^(https?:|#|\\/)/i.test(href)),
  };
}""".replace("DANGEROUS", json.dumps(DANGEROUS))


class _Watched:
    """Monitors a page and collects its dialogs, requests, new windows and the records of hooks.js."""

    def __init__(self, context: BrowserContext, page: Page, own: tuple[str, ...]) -> None:
        self.page = page
        self._own = own
        self._records: list[str] = []
        page.on("dialog", self._dialog)
        context.on("request", lambda request: self._request(request.url))
        context.on("page", lambda opened: self._records.append(f"window {opened.url}"))

    def _dialog(self, dialog: object) -> None:
        self._records.append(f"dialog {getattr(dialog, 'message', '')}")
        dialog.dismiss()  # type: ignore[attr-defined]

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        if f"{parts.scheme}://{parts.netloc}" not in self._own and parts.scheme not in ("chrome", "devtools"):
            self._records.append(f"request {url[:100]}")

    def noticed(self) -> str:
        """Return everything recorded since the last call, as text."""
        noted = self.page.evaluate("(globalThis.__attack ?? []).splice(0)")
        # The records are read after `evaluate`, to include events that occur during the call.
        found = [*self._records, *noted]
        self._records.clear()
        return "; ".join(found)


def _compared(seen: dict[str, object], clean: dict[str, object]) -> str:
    found = [f"{name} {seen[name]}" for name in ("dangerous", "handlers") if seen[name] != clean[name]]
    return "; ".join([*found, *([f"links {seen['links']}"] if seen["links"] else [])])


class WebPage:
    """The service's own page."""

    name = "web page"

    def __init__(self, context: BrowserContext, service: str, _home: str) -> None:
        self._page = context.new_page()
        self._service = service
        self._monitor = _Watched(context, self._page, (service,))
        self._page.goto(f"{service}/")
        self.take_as_clean()

    def show(self, claim: str, page_title: str) -> None:  # noqa: ARG002 - not opened on another page
        """Enter the claim, press the button, and wait for the answer or the error."""
        self._page.evaluate(_HIDE_OLD_ANSWER)
        self._page.fill("#claim", claim)
        self._page.click("#go")
        until(lambda: self._page.evaluate(_ANSWERED), "an answer on the web page")

    def wrong(self) -> str:
        """Return the recorded effects and the elements that are not the surface's own."""
        return "; ".join(filter(None, (self._monitor.noticed(), _compared(self._element_counts(), self._baseline))))

    def take_as_clean(self) -> None:
        """Treat the current elements as the surface's own, and discard earlier records."""
        self._baseline = self._element_counts()
        self._monitor.noticed()

    def text(self) -> str:
        """Return all text on the page, hidden or not."""
        return str(self._page.evaluate("document.documentElement.textContent"))

    def _element_counts(self) -> dict[str, object]:
        seen: dict[str, object] = self._page.evaluate(f"({_LOOK})([document])")
        return seen


class _ExtensionPage:
    """A page of the extension. `place` is the selector of the element that shows the answer."""

    def __init__(self, context: BrowserContext, service: str, file: str, place: str) -> None:
        self._extension = Extension(context)
        self._extension.use(service)
        self._place = place
        self._page = self._extension.open(file)
        self._monitor = _Watched(context, self._page, (service, f"chrome-extension://{EXTENSION_ID}"))

    def wrong(self) -> str:
        """Return the recorded effects and the elements that are not the surface's own."""
        return "; ".join(filter(None, (self._monitor.noticed(), _compared(self._element_counts(), self._baseline))))

    def text(self) -> str:
        """Return all text on the page, hidden or not."""
        return str(self._page.evaluate("document.documentElement.textContent"))

    def take_as_clean(self) -> None:
        """Treat the current elements as the surface's own, and discard earlier records."""
        self._baseline = self._element_counts()
        self._monitor.noticed()

    def _wait_for_answer(self) -> None:
        found = f"{self._place} .decided, {self._place} .failure"
        self._page.wait_for_selector(found, timeout=_LIMIT_S * 1000, state="attached")

    def _element_counts(self) -> dict[str, object]:
        seen: dict[str, object] = self._page.evaluate(f"({_LOOK})([document])")
        return seen


class Popup(_ExtensionPage):
    """The toolbar's popup."""

    name = "popup"

    def __init__(self, context: BrowserContext, service: str, _home: str) -> None:
        super().__init__(context, service, "popup/popup.html", "#answer")
        self._page.wait_for_selector("#claim")
        self.take_as_clean()

    def show(self, claim: str, page_title: str) -> None:  # noqa: ARG002 - not opened on another page
        """Enter the claim, press the button, and wait for the answer or the failure."""
        self._page.evaluate("document.getElementById('answer').replaceChildren()")
        self._page.fill("#claim", claim)
        self._page.click("#check")
        self._wait_for_answer()


class SidePanel(_ExtensionPage):
    """The side panel next to a page. It receives a claim as if from the context menu of a page without a card."""

    name = "side panel"

    def __init__(self, context: BrowserContext, service: str, home: str) -> None:
        context.pages[0].goto(f"{home}/article.html")
        find = "() => chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => tab.id)"
        self._tab = Extension(context).worker().evaluate(find)
        super().__init__(context, service, f"{panel_file(EXTENSION)}?tab={self._tab}", "#pending")
        self._page.wait_for_selector("#tab-page")
        self.take_as_clean()

    def show(self, claim: str, page_title: str) -> None:
        """Pass the claim to the panel and wait for the answer or the failure."""
        self._extension.worker().evaluate(f"chrome.storage.session.remove('panel:{self._tab}')")
        self._page.wait_for_selector("#pending .pending", state="detached")
        pending = {"claim": claim, "title": page_title, "incognito": False}
        hand_over = (
            f"(pending) => chrome.storage.session.set({{ 'panel:{self._tab}': {{ ...pending, at: Date.now() }} }})"
        )
        self._extension.worker().evaluate(hand_over, pending)
        self._wait_for_answer()


class Overlay:
    """The card on a page, opened from the context menu. The attacker also controls the page's title."""

    name = "overlay"

    def __init__(self, context: BrowserContext, service: str, home: str) -> None:
        self._extension = Extension(context)
        self._extension.use(service)
        self._reader = PageUser(context.pages[0])
        self._monitor = _Watched(context, self._reader.page, (service, home, f"chrome-extension://{EXTENSION_ID}"))
        self._reader.visit(f"{home}/article.html")
        self.take_as_clean()

    def show(self, claim: str, page_title: str) -> None:
        """Open the card for the claim and wait for the answer or the failure."""
        self._reader.page.keyboard.press("Escape")
        until(lambda: self._reader.text() == "", "the last card to go")
        self._reader.page.evaluate("(title) => { document.title = title; }", page_title)
        self._extension.click_menu(claim)
        end = time.monotonic() + _LIMIT_S
        while not (self._reader.box(".decided") or self._reader.box(".failure")):
            if time.monotonic() > end:
                raise TimeoutError(f"no answer was shown: {self._reader.text()[:200]!r}")
            time.sleep(0.02)

    def wrong(self) -> str:
        """Return the recorded effects and the elements that belong to neither the page nor the card."""
        return "; ".join(filter(None, (self._monitor.noticed(), _compared(self._element_counts(), self._baseline))))

    def take_as_clean(self) -> None:
        """Treat the current elements as the surface's own, and discard earlier records."""
        self._baseline = self._element_counts()
        self._monitor.noticed()

    def text(self) -> str:
        """Return all text of the page and of the card, hidden or not."""
        return str(
            self._reader.ask_everywhere("(roots) => roots.map((r) => (r.documentElement ?? r).textContent).join(' ')")
        )

    def _element_counts(self) -> dict[str, object]:
        seen: dict[str, object] = self._reader.ask_everywhere(_LOOK)
        return seen


def panel_file(extension: Path) -> str:
    """Return the path of the side panel's page from the manifest, or "" if the extension has no side panel."""
    manifest = json.loads((extension / "manifest.json").read_text(encoding="utf-8"))
    return str(manifest.get("side_panel", {}).get("default_path", ""))

"""Runs axe-core with all rules, including best practices, on our pages and inside our closed shadow roots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

from tests.e2e.browser import PageUser

SOURCE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
OF_COLOUR = ("color-contrast", "link-in-text-block")
"""The rules whose result depends on the theme."""
# axe enters open shadow roots only, but the content script's isolated world can access the closed ones.
_OPEN = """(() => {
  if (globalThis.__rootsOpened) return;
  globalThis.__rootsOpened = true;
  const shown = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot").get;
  Object.defineProperty(Element.prototype, "shadowRoot", {
    get() { return shown.call(this) ?? (this.matches("[popover=manual]") ? chrome.dom.openOrClosedShadowRoot(this) : null); },
  });
})()"""
_REST = """Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < Infinity)
  .map((a) => a.finished.catch(() => 0)))"""


def faults(page: Page, within: str = "html", rules: Sequence[str] = ()) -> list[str]:
    """Return the violations within the selected element of one of our pages, checked by all rules unless some are named."""
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(SOURCE)
    return _violations(page.evaluate(_run(json.dumps(within), rules)))


def faults_in_overlay(reader: PageUser) -> list[str]:
    """Return the violations in the button and the card on the user's page, excluding those of the page itself."""
    reader.run(_OPEN)
    if not reader.run("Boolean(globalThis.axe)"):
        reader.run(f"{SOURCE}; 0")
    hosts = "[...document.querySelectorAll('[popover=manual]')].filter((e) => e.shadowRoot)"
    assert reader.run(f"{hosts}.length"), "nothing of ours is on the page"
    return _violations(reader.run(_run(hosts)))


def _run(context: str, rules: Sequence[str] = ()) -> str:
    options: dict[str, object] = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    return f"{_REST}.then(() => axe.run({context}, {json.dumps(options)}))"


def _violations(result: dict[str, Any]) -> list[str]:
    assert result["passes"], "axe looked at nothing"
    return [
        f"{found['id']}: {found['help']}: {node['html'][:160]}: {node['any'][0]['message'] if node['any'] else ''}"
        for found in result["violations"]
        for node in found["nodes"]
    ]

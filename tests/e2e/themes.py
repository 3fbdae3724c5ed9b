"""Opens a page once and shows it in both themes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from playwright.sync_api import Page

from tests.e2e.axe import OF_COLOUR, faults, faults_in_overlay
from tests.e2e.browser import PageUser

RULES: Mapping[str, Sequence[str]] = {"light": (), "dark": OF_COLOUR}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def in_both_themes(page: Page) -> Iterator[Literal["light", "dark"]]:
    """Yield the name of each theme while the page has that theme, and restore the light theme afterwards."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        yield theme
    page.emulate_media(color_scheme="light")


def faults_in_themes(page: Page) -> list[str]:
    """Return the violations of all rules in one theme, and of the colour rules in the other."""
    return [f"{theme}: {fault}" for theme in in_both_themes(page) for fault in faults(page, rules=RULES[theme])]


def overlay_faults_in_themes(reader: PageUser) -> list[str]:
    """Return the violations of all rules in button and card in both themes, because axe cannot see the colour behind them."""
    return [f"{theme}: {fault}" for theme in in_both_themes(reader.page) for fault in faults_in_overlay(reader)]

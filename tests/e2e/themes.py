"""A page in both themes, without opening it twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from playwright.sync_api import Page

from tests.e2e.axe import OF_COLOUR, faults, faults_in_overlay
from tests.e2e.browser import Reader

RULES: Mapping[str, Sequence[str]] = {"light": (), "dark": OF_COLOUR}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def in_both_themes(page: Page) -> Iterator[Literal["light", "dark"]]:
    """The name of the theme that the page has now; afterwards the page is light again."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        yield theme
    page.emulate_media(color_scheme="light")


def faults_in_themes(page: Page) -> list[str]:
    """What axe finds wrong in either theme: all of it in one, of the other its colours."""
    return [f"{theme}: {fault}" for theme in in_both_themes(page) for fault in faults(page, rules=RULES[theme])]


def overlay_faults_in_themes(reader: Reader) -> list[str]:
    """What it finds wrong in bubble and card: all of it in both, since it cannot tell what colour lies behind them."""
    return [f"{theme}: {fault}" for theme in in_both_themes(reader.page) for fault in faults_in_overlay(reader)]

"""A page in both themes, without opening it twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from playwright.sync_api import Page

from tests.e2e.axe import faults, faults_in_overlay
from tests.e2e.browser import Reader

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def in_both_themes(page: Page) -> Iterator[Literal["light", "dark"]]:
    """The name of the theme that the page has now; afterwards the page is light again."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        yield theme
    page.emulate_media(color_scheme="light")


def faults_in_themes(page: Page) -> list[str]:
    """What axe finds wrong in either theme."""
    return [f"{theme}: {fault}" for theme in in_both_themes(page) for fault in faults(page)]


def overlay_faults_in_themes(reader: Reader) -> list[str]:
    """The same for bubble and card."""
    return [f"{theme}: {fault}" for theme in in_both_themes(reader.page) for fault in faults_in_overlay(reader)]

"""Tests that every surface knows every grade."""

from pathlib import Path

import pytest

from backend.terminal import _COLOURS
from backend.view.grades import KEYS

ROOT = Path(__file__).parents[3]
STYLED = {
    "backend/web/templates/icons.html": 'id="i-{}"',
    "backend/web/static/tokens.css": '[data-tone="{}"]',
    "chrome_extension/shared/dom.js": "    {}: ",
    "chrome_extension/shared/styles.js": ".{}{{",
    "chrome_extension/scan/marks.js": "    {}: [",
    "chrome_extension/scan/chip.js": '"{}"',
    "chrome_extension/sidepanel/panel.css": ".sample.{} ",
    "chrome_extension/sidepanel/tally.js": "{}: ",
}
"""How each surface names the grade with a certain key."""


@pytest.mark.parametrize("file", STYLED)
def test_surface_draws_every_grade(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [key for key in KEYS.values() if STYLED[file].format(key) not in text] == []


def test_terminal_colours_every_grade():
    assert set(KEYS.values()) <= set(_COLOURS)

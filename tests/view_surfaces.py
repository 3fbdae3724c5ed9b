"""Renders results on the surfaces that need no browser."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from backend.domain.hygiene import printable
from backend.terminal import show


def page_template(root: Path) -> Template:
    """Return the template of an answer for the page without scripts."""
    folder = FileSystemLoader(root / "backend/web/templates")
    page = Environment(loader=folder, autoescape=True, undefined=StrictUndefined)
    return page.from_string('{% import "answer.html" as answer %}{{ answer.card(v) }}')


def in_terminal(result: dict[str, Any], language: str) -> str:
    """Return the text that the terminal prints for an answer."""
    stream = io.StringIO()
    show(result, as_json=False, language=language, stream=stream)
    return flat(stream.getvalue())


def flat(text: str) -> str:
    """Return the text as one line without invisible characters, because the terminal wraps lines and strips such characters."""
    return " ".join(printable(text).split())

"""Draws results on the surfaces that need no browser."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from backend.domain.hygiene import printable
from backend.terminal import show


def page_template(root: Path) -> Template:
    """What the page without script shows of an answer."""
    folder = FileSystemLoader(root / "backend/web/templates")
    page = Environment(loader=folder, autoescape=True, undefined=StrictUndefined)
    return page.from_string('{% import "answer.html" as answer %}{{ answer.card(v) }}')


def in_terminal(result: dict[str, Any], language: str) -> str:
    """What the terminal prints of an answer."""
    stream = io.StringIO()
    show(result, as_json=False, language=language, stream=stream)
    return flat(stream.getvalue())


def flat(text: str) -> str:
    """Lines of a terminal are folded, and it takes no invisible characters."""
    return " ".join(printable(text).split())

"""The page without scripts and the terminal present the same view with the same words, in every language."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from jinja2 import Template

from backend.messages.messages import LANGUAGES, messages
from backend.view.shape import view
from tests.each_row import each_row
from tests.view_results import every_kind
from tests.view_surfaces import flat, in_terminal, page_template

RESULTS = every_kind()


def on_page(page: Template, told: dict[str, Any]) -> str:
    """Return the text of the answer on the page, without tags."""
    return flat(html.unescape(re.sub(r"<[^>]+>", " ", page.render(v=told))))


def said(told: dict[str, Any]) -> list[str]:
    """Return the texts that both surfaces must show for an answer."""
    graded = [told, *told["parts"]]
    sentences = [words for one in graded for words in (one["grade"]["words"], one["certainty"], one["says"])]
    evidence = [
        item[name] for item in told["evidence"] for name in ("words", "publisher", "side", "badge", "lead", "date")
    ]
    limits = [limit["words"] for limit in told["limits"] if limit["severity"] != "info"]
    claim = [words for line in told["claim"] for words in line.values()]
    return [*sentences, *evidence, *limits, *claim, *told["missing"], *told["change"]]


@each_row("language", list(LANGUAGES))
def test_every_surface_says_the_same(root: Path, language: str) -> None:
    template = page_template(root)
    for result in RESULTS:
        told = view(result, messages(language))
        page, terminal = on_page(template, told), in_terminal(result, language)
        words = [flat(text) for text in said(told) if text]
        assert [text for text in words if text not in page] == []
        assert [text for text in words if text not in terminal] == []

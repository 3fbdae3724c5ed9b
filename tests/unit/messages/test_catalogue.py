"""All texts of a view are translated, and none is in the code. tests/extension/i18n.test.js checks keys, forms and values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from backend.domain.search import SearchStatus
from backend.errors import LanguageModelBudget, LanguageModelError
from backend.messages.catalogue import table
from backend.messages.messages import LANGUAGES
from backend.view.limits import CODES
from tests.architecture.source import Module, modules
from tests.each_row import each_row

FOREIGN = tuple(language for language in LANGUAGES if language != "en")
_PLACE = re.compile(r"\$[1-9]")
ELSEWHERE = frozenset({"feeds_unread", "page_cut", "page_empty", "page_redirected", "page_sampled"})
"""Issues of refreshes, scans and citation checks, which have no view."""


@each_row("language", list(FOREIGN))
def test_what_a_view_shows_is_translated(language: str) -> None:
    english, own = table("en"), table(language)
    left = [
        key
        for key, message in own.items()
        if key.startswith("view_") and message == english.get(key) and re.search(r"[a-z]{2}", _PLACE.sub("", message))
    ]
    # "relevant" is also a German word.
    assert left == (["view_relevance"] if language == "de" else [])


def literals(module: Module) -> Iterator[ast.Constant]:
    """Texts that are neither docstrings nor messages of exceptions."""
    skipped = {id(inner) for node in ast.walk(module.tree) if isinstance(node, ast.Raise) for inner in ast.walk(node)}
    skipped |= {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node


def test_view_has_no_sentences_of_its_own() -> None:
    found = [
        f"{module.path}:{node.lineno}: {node.value}"
        for folder in ("backend/view", "backend/messages")
        for module in modules(folder)
        for node in literals(module)
        if re.search(r"[A-Za-z]{2,}[,.:;]? \W*[A-Za-z]{2,}", str(node.value))
    ]
    assert found == []


def test_page_draws_a_view_without_words_of_its_own(root: Path) -> None:
    template = (root / "backend/web/templates/answer.html").read_text(encoding="utf-8")
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", template, flags=re.DOTALL)
    assert re.findall(r'(?:aria-label|title)="([^"]*[A-Za-z][^"]*)"', bare) == []
    assert re.findall(r"[A-Za-z]{2,}", re.sub(r"<[^>]*>", "", bare)) == []


def codes(module: Module) -> Iterator[str]:
    """Codes of issues that a module names literally."""
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        made = isinstance(node.func, ast.Name) and node.func.id in ("Issue", "Limit")
        values = [*node.args[:1], *named] if called == "issue" or made else []
        yield from (str(value.value) for value in values if isinstance(value, ast.Constant))


def test_every_issue_of_a_check_has_its_message() -> None:
    literal = {code for module in modules("backend") for code in codes(module)} - ELSEWHERE
    failures = {f"search_{status}" for status in (SearchStatus.BLOCKED, SearchStatus.TIMEOUT, SearchStatus.FAILED)}
    made = {"search_paused", "search_skipped", "search_budget_used_up", "not_saved", "outdated", "after_claim"}
    models = {LanguageModelError.code, LanguageModelBudget.code}
    assert literal | failures | made | models == CODES

"""All texts of a view are translated, and none is in the code. tests/extension/i18n.test.js checks keys, forms and values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from backend.api.page_text import script_words
from backend.domain.search import SearchStatus
from backend.errors import LanguageModelBudget, LanguageModelError
from backend.messages.catalogue import table
from backend.messages.messages import LANGUAGES
from backend.view.limits import CODES
from tests.architecture.source import Module, modules
from tests.each_row import each_row

FOREIGN = tuple(language for language in LANGUAGES if language != "en")
SAME = {
    "de": ["view_relevance", "page_status", "page_name", "page_index"],
    "es": ["page_total"],
    "fr": [
        "page_total", "page_held", "page_passages_one", "page_passages_other", "page_number_passages", "page_number_domains",
        "page_fact_page", "page_index",
    ],
}  # fmt: skip
"""Messages that are the same words in the language as in English."""
WEB = "backend/web"
_PLACE = re.compile(r"\$[1-9]")
ELSEWHERE = frozenset({"feeds_unread", "page_cut", "page_empty", "page_redirected", "page_sampled"})
"""Issues of refreshes, scans and citation checks, which have no view."""

FOR_PROGRAMS = frozenset(
    {
        "Automatic verdict of a program on a reader's own computer",
        "Not Enough Evidence",
        "Partially True",
        "Not Verifiable",
        "Probably true",
        "Probably false",
    }
)
"""Values of the API and of ClaimReview, not shown as they are."""


@each_row("language", list(FOREIGN))
def test_what_view_and_page_show_is_translated(language: str) -> None:
    english, own = table("en"), table(language)
    left = [
        key
        for key, message in own.items()
        if key.startswith(("view_", "page_"))
        and message == english.get(key)
        and re.search(r"[a-z]{2}", _PLACE.sub("", message))
    ]
    assert left == SAME.get(language, [])


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


def bare(template: Path) -> str:
    """The markup of a template without what is inserted."""
    return re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_page_has_no_words_of_its_own(root: Path) -> None:
    names = {"Claimlight", "Markdown", "JSON", "ClaimReview"}
    for template in sorted((root / WEB / "templates").glob("*.html")):
        markup = bare(template)
        spoken = re.findall(r'[\s](?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z][^"]*)"', markup)
        assert set(re.findall(r"[A-Za-z]{2,}", " ".join([*spoken, re.sub(r"<[^>]*>", " ", markup)]))) <= names, template
    for script in sorted((root / WEB / "static/js").glob("*.js")):
        code = re.sub(r"^\s*(//|/?\*).*$|/\*\*.*?\*/", "", script.read_text(encoding="utf-8"), flags=re.MULTILINE)
        sentences = re.findall(
            r'"([A-Z][a-z]+ (?:[^"\s]+ )*[a-z]+[^"]*)"|`([A-Z][a-z]+ (?:[^`\s]+ )*[a-z]+[^`]*)`', code
        )
        assert [text for pair in sentences for text in pair if text and text not in FOR_PROGRAMS] == [], script


def test_page_has_the_messages_it_asks_for_and_no_others(root: Path) -> None:
    scripts = "\n".join(file.read_text(encoding="utf-8") for file in (root / WEB).rglob("*.js"))
    templates = "\n".join(file.read_text(encoding="utf-8") for file in (root / WEB).rglob("*.html"))
    python = "\n".join(file.read_text(encoding="utf-8") for file in (root / "backend/api").glob("*.py"))
    named = {*re.findall(r"\bpage_[a-z0-9_]+", scripts + templates), *re.findall(r'"(page_[a-z0-9_]+)', python)}
    begun = tuple(name for name in named if name.endswith("_"))
    known = names(table("en"))
    assert sorted(named - known - set(begun)) == []
    unused = [key for key in table("en") if key.startswith("page_") and not {key, key.rpartition("_")[0]} & named]
    assert [key for key in unused if not key.startswith(begun)] == []
    assert sorted(set(re.findall(r'\b(?:t|plural)\("([a-z_0-9]+)"', scripts)) - names(script_words("en"))) == []


def names(messages: Iterable[str]) -> set[str]:
    """The keys, and those of counted messages without their form."""
    return {*messages, *(key.removesuffix("_other") for key in messages)}


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

"""All texts of a view are translated, and none is hard-coded. tests/extension/i18n.test.js checks keys, forms and values."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Container, Iterator
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

from backend import errors
from backend.api.page_text import script_words
from backend.domain.article import Namespace
from backend.domain.search import SearchStatus
from backend.domain.trust import SourceType
from backend.errors import LanguageModelBudget, LanguageModelError
from backend.messages.catalogue import table
from backend.messages.messages import LANGUAGES
from backend.search.breaker import BreakerState
from backend.view.certainty import measured
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
"""Messages that have the same wording in the language as in English."""
WEB = "backend/web"
_PLACE = re.compile(r"\$[1-9]")
_FORM = re.compile(r"_(one|other)$")
"""The plural forms of messages with a count in English."""
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
        "Probably partly true",
    }
)
"""Values of the API and of ClaimReview, which users do not see in this form."""


@each_row("language", list(FOREIGN))
def test_texts_of_view_and_page_are_translated(language: str) -> None:
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
    """Yield the texts in the code that are neither docstrings nor messages of exceptions."""
    skipped = {id(inner) for node in ast.walk(module.tree) if isinstance(node, ast.Raise) for inner in ast.walk(node)}
    skipped |= {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node


def test_view_contains_no_hard_coded_sentences() -> None:
    found = [
        f"{module.path}:{node.lineno}: {node.value}"
        for folder in ("backend/view", "backend/messages")
        for module in modules(folder)
        for node in literals(module)
        if re.search(r"[A-Za-z]{2,}[,.:;]? \W*[A-Za-z]{2,}", str(node.value))
    ]
    assert found == []


def error_codes() -> set[str]:
    """Return the codes of the API's error responses."""
    raised = {
        made.code for made in vars(errors).values() if isinstance(made, type) and issubclass(made, errors.UserError)
    }
    calls = (node for module in modules("backend/api") for node in ast.walk(module.tree) if isinstance(node, ast.Call))
    given = (keyword.value for call in calls for keyword in call.keywords if keyword.arg == "code")
    return {*raised, "model", *(str(value.value) for value in given if isinstance(value, ast.Constant))}


@cache
def composed() -> dict[str, frozenset[str]]:
    """Return the prefixes of keys that the page completes at run time, each with all its possible endings.

    Error codes without a message of their own use a general message.
    """
    return {
        "page_error_": frozenset(error_codes()),
        "page_hint_": frozenset(error_codes()),
        "page_engine_": frozenset(get_args(get_type_hints(BreakerState)["state"])),
        "page_kind_": frozenset(SourceType),
        "page_place_": frozenset(Namespace),
        "page_renew_": frozenset({"searching", "reading", "storing", "switching"}),
        "page_number_": frozenset({"passages", "quarantined", "domains", "triples", "accesses"}),
        "page_of_": frozenset(one["of"] for one in measured()["sets"]),
    }


def composed_keys(start: str) -> set[str]:
    """Return the complete keys that a prefix can become."""
    return {f"{start}{end}" for end in composed()[start]}


def literal_markup(template: Path) -> str:
    """Return the markup of a template without inserted values."""
    return re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_page_contains_no_hard_coded_text(root: Path) -> None:
    names = {"Claimlight", "Markdown", "JSON", "ClaimReview"}
    for template in sorted((root / WEB / "templates").glob("*.html")):
        markup = literal_markup(template)
        spoken = re.findall(r'[\s](?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z][^"]*)"', markup)
        assert set(re.findall(r"[A-Za-z]{2,}", " ".join([*spoken, re.sub(r"<[^>]*>", " ", markup)]))) <= names, template
    for script in sorted((root / WEB / "static/js").glob("*.js")):
        code = re.sub(r"^\s*(//|/?\*).*$|/\*\*.*?\*/", "", script.read_text(encoding="utf-8"), flags=re.MULTILINE)
        sentences = re.findall(
            r'"([A-Z][a-z]+ (?:[^"\s]+ )*[a-z]+[^"]*)"|`([A-Z][a-z]+ (?:[^`\s]+ )*[a-z]+[^`]*)`', code
        )
        assert [text for pair in sentences for text in pair if text and text not in FOR_PROGRAMS] == [], script


def test_page_gets_exactly_the_messages_it_uses(root: Path) -> None:
    scripts = "\n".join(file.read_text(encoding="utf-8") for file in (root / WEB).rglob("*.js"))
    templates = "\n".join(file.read_text(encoding="utf-8") for file in (root / WEB).rglob("*.html"))
    python = "\n".join(file.read_text(encoding="utf-8") for file in (root / "backend/api").glob("*.py"))
    named = {*re.findall(r"\bpage_[a-z0-9_]+", scripts + templates), *re.findall(r'"(page_[a-z0-9_]+)', python)}
    taken, known = composed(), names(table("en"))
    begun = {name for name in named if name.endswith("_")}
    assert begun == set(taken)
    assert sorted(named - known - begun) == []
    used = named | {key for start in taken for key in composed_keys(start)}
    assert [key for key in table("en") if key.startswith("page_") and not {key, name_of(key, table("en"))} & used] == []
    assert sorted(set(re.findall(r'\b(?:t|plural)\("([a-z_0-9]+)"', scripts)) - names(script_words("en"))) == []


@each_row("start", sorted(set(composed()) - {"page_error_", "page_hint_"}))
def test_every_key_that_the_page_composes_has_its_message(start: str) -> None:
    assert composed_keys(start) - names(table("en")) == set()


def name_of(key: str, messages: Container[str]) -> str:
    """Return the key, without its plural form if the message has a count."""
    stem = _FORM.sub("", key)
    return stem if f"{stem}_other" in messages else key


def names(messages: Collection[str]) -> set[str]:
    """Return the keys, including those of messages with a count without their plural forms."""
    return {*messages, *(name_of(key, messages) for key in messages)}


def codes(module: Module) -> Iterator[str]:
    """Yield the issue codes that occur literally in a module."""
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        made = isinstance(node.func, ast.Name) and node.func.id in ("Issue", "Limit")
        values = [*node.args[:1], *named] if called == "issue" or made else []
        yield from (str(value.value) for value in values if isinstance(value, ast.Constant))


def test_every_issue_code_has_a_message() -> None:
    literal = {code for module in modules("backend") for code in codes(module)} - ELSEWHERE
    failures = {f"search_{status}" for status in (SearchStatus.BLOCKED, SearchStatus.TIMEOUT, SearchStatus.FAILED)}
    made = {"search_paused", "search_skipped", "search_budget_used_up", "not_saved", "outdated", "after_claim"}
    models = {LanguageModelError.code, LanguageModelBudget.code}
    assert literal | failures | made | models == CODES

"""Describes the limitations of a result, based on the codes of its issues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.search import ENGINE_NAMES
from backend.messages.messages import Messages
from backend.view.evidence import Json
from backend.view.text import clean

_FIXED_MESSAGES = {
    "offline": "card_notice_offline",
    "deadline": "card_notice_deadline",
    "not_saved": "card_notice_not_saved",
    "search_unavailable": "view_issue_search_unavailable",
    "search_budget_used_up": "view_issue_search_budget_used_up",
    "knowledge_unreadable": "view_issue_knowledge_unreadable",
    "retriever_slow": "view_issue_retriever_slow",
    "llm_failed": "view_issue_llm_failed",
    "llm_budget_used_up": "view_issue_llm_budget_used_up",
    "llm_answer_rejected": "view_issue_llm_answer_rejected",
    "claim_part_skipped": "view_issue_claim_part_skipped",
    "claim_cycle": "view_issue_link",
    "claim_edge_refused": "view_issue_link",
    "outdated": "view_issue_outdated",
    "after_claim": "view_issue_after_claim",
}
"""Codes whose message contains no value, each with its message key."""
_SUBJECT_MESSAGES = {
    "search_blocked": "view_issue_search_blocked",
    "search_timeout": "view_issue_search_timeout",
    "search_failed": "view_issue_search_failed",
    "search_paused": "view_issue_search_paused",
    "search_skipped": "view_issue_search_skipped",
    "page_unreadable": "view_issue_page_unreadable",
    "orders_on_page": "view_issue_orders_on_page",
}
"""Codes whose message names the issue's subject, a search engine or a site."""
_LANGUAGE_MESSAGES = {"language_limited": "card_language_limited", "language_by_model": "card_language_by_model"}
"""Codes whose message names the issue's subject, a language."""
CODES = frozenset({*_FIXED_MESSAGES, *_SUBJECT_MESSAGES, *_LANGUAGE_MESSAGES})


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLimit:
    """One limitation. `severity` is the severity of the issue: "info", "warning" or "error"."""

    code: str
    subject: str
    severity: str
    words: str


def limits(issues: Sequence[Json], m: Messages) -> tuple[ShownLimit, ...]:
    """Return the limitations without duplicate sentences. An engine that failed is not also reported as paused."""
    failed = {issue["subject"] for issue in issues if issue["code"] != "search_paused"}
    reported_issues = [issue for issue in issues if issue["code"] != "search_paused" or issue["subject"] not in failed]
    shown = {_sentence(issue, m): issue for issue in reversed(reported_issues)}
    return tuple(
        ShownLimit(code=issue["code"], subject=clean(issue["subject"]), severity=issue["severity"], words=words)
        for words, issue in reversed(shown.items())
    )


def _sentence(issue: Json, m: Messages) -> str:
    """Return the sentence for an issue, or the issue's own message if another version uses a code unknown here."""
    code, subject = issue["code"], clean(issue["subject"])
    if code in _FIXED_MESSAGES:
        return m.text(_FIXED_MESSAGES[code])
    if code in _SUBJECT_MESSAGES:
        return m.text(
            _SUBJECT_MESSAGES[code],
            _engine_name(subject) if code.startswith("search_") else subject.removeprefix("www."),
        )
    if code in _LANGUAGE_MESSAGES:
        return m.text(_LANGUAGE_MESSAGES[code], m.language_name(subject))
    return clean(issue["message"])


def _engine_name(engine: str) -> str:
    """Return the name of a search engine that users know, such as "DuckDuckGo" for "ddgs:duckduckgo"."""
    name = engine.removeprefix("ddgs:")
    return ENGINE_NAMES.get(name, name.replace("_", " "))

"""The text of the web page in the reader's language, for the templates and scripts of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from backend.api.errors import HttpError
from backend.messages.catalogue import DEFAULT, table
from backend.messages.messages import messages

_PAGE_PREFIX = "page_"
_PLACEHOLDER = re.compile(r"\$([1-9])")
_SHARED_PREFIXES = (
    "action_copied", "action_copy_failed", "action_recheck", "action_retry", "card_asking", "card_handout", "card_rating",
    "card_stage_", "card_stars_tier", "card_summary", "confidence_", "evidence_undated", "failure_overloaded_body_in_",
    "label_value", "lead_", "leaning_sure", "locale", "options_deleted_", "origin_unknown", "panel_before_correction", "panel_delete_all",
    "panel_entries_", "panel_history", "panel_no_match", "panel_passages", "panel_theme", "panel_version", "popup_too_long", "time_s",
    "verdict_", "view_whole_passage",
)  # fmt: skip
"""Prefixes of the message keys that the page's scripts share with the extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownError:
    """An error as the page shows it. `detail` is the English original, or "" if the message is already in English."""

    message: str
    hint: str
    detail: str = ""


def page_context(language: str) -> dict[str, Any]:
    """Return the messages and helpers that the templates use, for one language."""
    m = messages(language)
    return {"m": m, "t": m.text, "rich": Rich(table(language)), "code": _code_element, "words": script_words(language)}


def script_words(language: str) -> dict[str, str]:
    """Return the messages that the page's scripts use."""
    return {
        key: message for key, message in table(language).items() if key.startswith((_PAGE_PREFIX, *_SHARED_PREFIXES))
    }


def shown_error(error: HttpError, language: str) -> ShownError:
    """Return the error in the reader's language.

    The translation depends only on the error's code, so the original message is added.
    """
    if language == DEFAULT:
        return ShownError(message=error.message, hint=error.hint)
    catalogue, m = table(language), messages(language)
    message_key, hint_key = f"page_error_{error.code}", f"page_hint_{error.code}"
    return ShownError(
        message=m.text(message_key if message_key in catalogue else "page_error_any"),
        hint=m.text(hint_key if hint_key in catalogue else "page_hint_again"),
        detail=f"{error.message} {error.hint}".strip(),
    )


@dataclass(frozen=True, slots=True)
class Rich:
    """Formats messages whose values may be markup."""

    messages: Mapping[str, str]

    def __call__(self, key: str, *values: str) -> Markup:
        """Return the message with the values inserted. Values that are not markup are escaped."""
        texts = _PLACEHOLDER.split(self.messages[key])
        return Markup("").join(values[int(text) - 1] if at % 2 else text for at, text in enumerate(texts))


def _code_element(text: str) -> Markup:
    return Markup('<code dir="ltr">{}</code>').format(text)

"""Detects which response formats a server supports, from its refusals."""

from __future__ import annotations

import threading
from collections import Counter

from backend.providers.llm_answer import AnswerForm

_UNSUPPORTED_STATUSES = frozenset({400, 404, 422, 501})
_MAYBE_UNSUPPORTED_STATUSES = frozenset({500})
"""The status that llama.cpp sends for an unsupported format. Any server may also send it for a temporary failure."""
_REFUSALS_TO_SKIP = 2
_ORDER = tuple(AnswerForm)


class AnswerForms:
    """The response formats that one server supports. Thread-safe. Concurrent detection wastes at most one request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._first = 0
        self._refused: Counter[AnswerForm] = Counter()

    def to_try(self) -> tuple[AnswerForm, ...]:
        """Return the formats to try, from the strictest supported format to the weakest."""
        return _ORDER[self._first :]

    def refused(self, form: AnswerForm, status: int) -> bool:
        """Count the refusal of a format with this HTTP status, and return whether a weaker format may work."""
        if status in _UNSUPPORTED_STATUSES:
            self._refused[form] += _REFUSALS_TO_SKIP
        elif status in _MAYBE_UNSUPPORTED_STATUSES:
            self._refused[form] += 1
        return status in _UNSUPPORTED_STATUSES | _MAYBE_UNSUPPORTED_STATUSES

    def understood(self, form: AnswerForm) -> None:
        """Record that a format was accepted.

        Stricter formats that were refused permanently or twice in a row are not tried again.
        """
        self._refused[form] = 0
        with self._lock:
            # Another thread may already have advanced past this format.
            while self._first < _ORDER.index(form) and self._refused[_ORDER[self._first]] >= _REFUSALS_TO_SKIP:
                self._first += 1

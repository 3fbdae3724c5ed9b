"""Detects from a server's refusals which forms of answers it supports."""

from __future__ import annotations

import threading
from collections import Counter

from backend.providers.llm_answer import AnswerForm

_UNSUPPORTED = frozenset({400, 404, 422, 501})
_MAYBE_UNSUPPORTED = frozenset({500})
"""The status of llama.cpp for an unsupported form, which any server may also send for a temporary failure."""
_REFUSALS_TO_SKIP = 2
_ORDER = tuple(AnswerForm)


class AnswerForms:
    """The forms that one server supports. Thread-safe; concurrent detection wastes at most one request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._first = 0
        self._refused: Counter[AnswerForm] = Counter()

    def to_try(self) -> tuple[AnswerForm, ...]:
        """Return the forms to try, from the strictest supported one to the weakest."""
        return _ORDER[self._first :]

    def refused(self, form: AnswerForm, status: int) -> bool:
        """Count the refusal of a form with this HTTP status; return whether a weaker form may work."""
        if status in _UNSUPPORTED:
            self._refused[form] += _REFUSALS_TO_SKIP
        elif status in _MAYBE_UNSUPPORTED:
            self._refused[form] += 1
        return status in _UNSUPPORTED | _MAYBE_UNSUPPORTED

    def understood(self, form: AnswerForm) -> None:
        """Store that a form was accepted. Stricter ones refused for good, or twice in a row, are not tried again."""
        self._refused[form] = 0
        with self._lock:
            # Another thread may already have advanced past this form.
            while self._first < _ORDER.index(form) and self._refused[_ORDER[self._first]] >= _REFUSALS_TO_SKIP:
                self._first += 1

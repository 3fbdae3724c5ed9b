"""Which forms of an answer a server understands, learnt from what it refuses."""

from __future__ import annotations

import threading
from collections import Counter

from backend.providers.llm_answer import AnswerForm

_CERTAIN = frozenset({400, 404, 422, 501})
_PERHAPS = frozenset({500})
"""llama.cpp answers so to a form it does not know, and every server to what passes."""
_OFTEN = 2
_ORDER = tuple(AnswerForm)


class AnswerForms:
    """Thread-safe: threads that learn at the same time learn at worst a question later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._first = 0
        self._refused: Counter[AnswerForm] = Counter()

    def to_try(self) -> tuple[AnswerForm, ...]:
        """From the strongest that may be understood to the weakest."""
        return _ORDER[self._first :]

    def refused(self, form: AnswerForm, status: int) -> bool:
        """Note the HTTP status; whether a weaker form may help."""
        if status in _CERTAIN:
            self._refused[form] += _OFTEN
        elif status in _PERHAPS:
            self._refused[form] += 1
        return status in _CERTAIN | _PERHAPS

    def understood(self, form: AnswerForm) -> None:
        """Stronger forms that were refused for good, or twice in a row, are not tried again."""
        self._refused[form] = 0
        with self._lock:
            # Another thread may have got beyond this form already.
            while self._first < _ORDER.index(form) and self._refused[_ORDER[self._first]] >= _OFTEN:
                self._first += 1

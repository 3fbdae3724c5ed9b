"""Which answer forms a server supports, learnt from its refusals."""

from __future__ import annotations

import threading
from collections import Counter

from backend.providers.llm_answer import AnswerForm

_CERTAIN = frozenset({400, 404, 422, 501})
_PERHAPS = frozenset({500})
"""llama.cpp's answer to an unsupported form, and any server's to a temporary failure."""
_OFTEN = 2
_ORDER = tuple(AnswerForm)


class AnswerForms:
    """Thread-safe: threads that learn at the same time waste at most one request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._first = 0
        self._refused: Counter[AnswerForm] = Counter()

    def to_try(self) -> tuple[AnswerForm, ...]:
        """From the strongest supported form to the weakest."""
        return _ORDER[self._first :]

    def refused(self, form: AnswerForm, status: int) -> bool:
        """Record the HTTP status; return whether a weaker form may help."""
        if status in _CERTAIN:
            self._refused[form] += _OFTEN
        elif status in _PERHAPS:
            self._refused[form] += 1
        return status in _CERTAIN | _PERHAPS

    def understood(self, form: AnswerForm) -> None:
        """Stronger forms that were refused permanently, or twice in a row, are not tried again."""
        self._refused[form] = 0
        with self._lock:
            # Another thread may have moved past this form already.
            while self._first < _ORDER.index(form) and self._refused[_ORDER[self._first]] >= _OFTEN:
                self._first += 1

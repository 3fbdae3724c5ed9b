"""Questions to the LLM per claim, counted over all stages and threads of one verification (S18)."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from backend.domain.patience import Stop, never
from backend.errors import LanguageModelRefused
from backend.ports import Answer, LanguageModel


class _Purse:
    def __init__(self, calls: int) -> None:
        self._left = calls
        self._lock = threading.Lock()

    def spend(self) -> bool:
        """True while there is a call left."""
        with self._lock:
            self._left -= 1
            return self._left >= 0


_purse: ContextVar[_Purse | None] = ContextVar("llm_purse", default=None)


class BudgetedLanguageModel:
    """A LanguageModel that refuses beyond `calls` questions inside `for_one_claim()`; outside of it nothing is counted."""

    def __init__(self, model: LanguageModel, calls: int) -> None:
        self._model = model
        self._calls = calls

    @property
    def model_id(self) -> str:
        """The wrapped model's name."""
        return self._model.model_id

    @contextmanager
    def for_one_claim(self) -> Iterator[None]:
        """A new budget; threads that copy this context share it."""
        token = _purse.set(_Purse(self._calls))
        try:
            yield
        finally:
            _purse.reset(token)

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        """As the wrapped model; raises LanguageModelRefused when this claim's budget is used up."""
        purse = _purse.get()
        if purse is not None and not purse.spend():
            raise LanguageModelRefused(
                f"This claim's budget of {self._calls} questions to the language model is used up."
            )
        return self._model.ask(prompt=prompt, inputs=inputs, answer=answer, timeout_s=timeout_s, stop=stop)

"""Limits the LLM's calls per claim and per day, and its tokens per day, across all stages and threads (S18)."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from backend.domain.patience import Stop, never
from backend.errors import LanguageModelBudget
from backend.ports import Allowance, Answer, LanguageModel

RESETS = "; the limit resets at 00:00 UTC."


class _CallBudget:
    def __init__(self, calls: int) -> None:
        self._left = calls
        self._lock = threading.Lock()

    def spend(self) -> bool:
        """Use one call, or return False if none is left."""
        with self._lock:
            self._left -= 1
            return self._left >= 0


_call_budget: ContextVar[_CallBudget | None] = ContextVar("llm_purse", default=None)


class BudgetedLanguageModel:
    """A LanguageModel with budgets: `calls` requests inside `for_one_claim()`, and daily limits on calls and tokens.

    The number of tokens is known only after a response, so the last response of a day may exceed the limit.
    """

    def __init__(self, model: LanguageModel, calls: int) -> None:
        self._model = model
        self._calls = calls
        self._day: Allowance | None = None
        self._tokens: Allowance | None = None

    def limit(self, *, day: Allowance, tokens: Allowance) -> None:
        """Count requests and tokens against these daily limits from now on."""
        self._day, self._tokens = day, tokens

    def note(self, tokens: int) -> None:
        """Count the tokens of a response."""
        if self._tokens is not None:
            self._tokens.note(tokens)

    @property
    def model_id(self) -> str:
        """The name of the wrapped model."""
        return self._model.model_id

    @contextmanager
    def for_one_claim(self) -> Iterator[None]:
        """Start a new budget for the `with` block. Threads that copy this context share the budget."""
        token = _call_budget.set(_CallBudget(self._calls))
        try:
            yield
        finally:
            _call_budget.reset(token)

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        """Ask the wrapped model. Raises the model's errors, and LanguageModelBudget if a budget is used up."""
        self.take()
        return self._model.ask(prompt=prompt, inputs=inputs, answer=answer, timeout_s=timeout_s, stop=stop)

    def take(self) -> None:
        """Count one request to the server. Raises LanguageModelBudget if a budget is used up."""
        call_budget = _call_budget.get()
        if call_budget is not None and not call_budget.spend():
            raise LanguageModelBudget(
                f"This claim's budget of {self._calls} questions to the language model is used up."
            )
        if self._tokens is not None and not self._tokens.left():
            raise LanguageModelBudget(f"Today's {self._tokens.cap:,} tokens of the language model are used up{RESETS}")
        if self._day is not None and not self._day.take():
            raise LanguageModelBudget(f"Today's {self._day.cap:,} requests to the language model are used up{RESETS}")

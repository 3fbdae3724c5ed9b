from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest
from pydantic import BaseModel

from backend.errors import LanguageModelRefused
from backend.providers.budget import BudgetedLanguageModel
from tests.fakes import ScriptedLanguageModel


class Word(BaseModel):
    word: str


def _ask(model):
    return model.ask(prompt="p", inputs={}, answer=Word, timeout_s=1)


def test_calls_per_claim_are_limited():
    inner = ScriptedLanguageModel(*[{"word": "yes"}] * 9)
    model = BudgetedLanguageModel(inner, 2)
    with model.for_one_claim():
        assert _ask(model).word == _ask(model).word == "yes"
        with pytest.raises(LanguageModelRefused, match="budget"):
            _ask(model)
    assert len(inner.questions) == 2


def test_the_next_claim_has_a_new_budget():
    model = BudgetedLanguageModel(ScriptedLanguageModel(*[{"word": "yes"}] * 9), 1)
    for _ in range(3):
        with model.for_one_claim():
            _ask(model)


def test_threads_of_one_claim_share_its_budget():
    inner = ScriptedLanguageModel(*[{"word": "yes"}] * 9)
    model = BudgetedLanguageModel(inner, 3)

    def attempt(context):
        try:
            context.run(_ask, model)
        except LanguageModelRefused:
            return 1
        return 0

    with model.for_one_claim(), ThreadPoolExecutor(4) as pool:
        refused = sum(pool.map(attempt, [copy_context() for _ in range(8)]))
    assert refused == 5
    assert len(inner.questions) == 3

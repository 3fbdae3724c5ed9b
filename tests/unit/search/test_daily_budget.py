"""Once the daily searches or LLM calls are used up, no request is sent, and the user is told why (S18)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from backend.domain.issue import Severity
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchStatus, SearchTier
from backend.errors import LanguageModelBudget, LanguageModelError
from backend.knowledge.base import now_utc
from backend.knowledge.database import Database
from backend.knowledge.spending import Purpose, Spending
from backend.providers.budget import BudgetedLanguageModel
from backend.search.asker import Asker
from backend.search.breaker import Breaker
from tests.fake_search import Clock, FakeSearchEngine, Memory, result
from tests.fakes import ScriptedLanguageModel

QUERY = SearchQuery(text="Halden bridge", tier=SearchTier.BROAD)


@pytest.fixture
def spending(tmp_path: Path) -> Spending:
    return Spending(Database(tmp_path), now_utc)


def asker(spending: Spending, cap: int, memory: Memory | None = None) -> Asker:
    day = spending.allowance(Purpose.SEARCHES, cap)
    return Asker(Breaker(memory or Memory()), timeout_s=1.0, limiter=None, clock=Clock(), day=day)


def test_spending_cap_stops_queries_and_is_not_an_empty_result(spending: Spending) -> None:
    engine, run = FakeSearchEngine([result("https://a.example/1")]), Run(seconds=10)
    asking = asker(spending, 2)
    found = [asking.ask(engine, QUERY, run, 5.0).status for _ in range(4)]
    assert found == [SearchStatus.OK, SearchStatus.OK, SearchStatus.SKIPPED, SearchStatus.SKIPPED]
    assert len(engine.asked) == 2
    (issue,) = run.issues
    assert (issue.code, issue.severity) == ("search_budget_used_up", Severity.WARNING)
    assert "2 searches" in issue.message


def test_paused_engine_spends_no_budget(spending: Spending) -> None:
    memory = Memory()
    memory.set("breaker:fake", '{"failures": 1, "until": 99999999999.0, "reason": "x"}')
    breaker = Breaker(memory, clock=lambda: 99999999998.0)
    asking = Asker(breaker, timeout_s=1.0, limiter=None, clock=Clock(), day=spending.allowance(Purpose.SEARCHES, 2))
    asking.ask(FakeSearchEngine(), QUERY, Run(seconds=10), 5.0)
    assert spending.used(Purpose.SEARCHES) == 0


class Word(BaseModel):
    word: str


def ask(model: BudgetedLanguageModel) -> Word:
    return model.ask(prompt="classify", inputs={}, answer=Word, timeout_s=1.0)


def budgeted(spending: Spending, calls: int, tokens: int, *, answers: int = 9) -> BudgetedLanguageModel:
    model = BudgetedLanguageModel(ScriptedLanguageModel(*[{"word": "yes"}] * answers), 50)
    model.limit(day=spending.allowance(Purpose.LLM_CALLS, calls), tokens=spending.allowance(Purpose.LLM_TOKENS, tokens))
    return model


def test_daily_model_calls_are_limited_across_restarts(spending: Spending) -> None:
    model = budgeted(spending, 2, 0)
    assert [ask(model).word for _ in range(2)] == ["yes", "yes"]
    for again in (model, budgeted(spending, 2, 0, answers=0)):
        with pytest.raises(LanguageModelBudget, match="2 requests"):
            ask(again)


def test_daily_model_tokens_are_limited(spending: Spending) -> None:
    model = budgeted(spending, 0, 1000)
    ask(model)
    model.note(999)
    ask(model)
    model.note(50)
    with pytest.raises(LanguageModelBudget, match="1,000 tokens"):
        ask(model)


def test_issue_distinguishes_budget_from_failure() -> None:
    assert (LanguageModelBudget("x").code, LanguageModelError("x").code) == ("llm_budget_used_up", "llm_failed")

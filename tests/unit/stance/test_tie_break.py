from dataclasses import replace

from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.errors import LanguageModelTimeout
from backend.stance.tie_break import DECIDED, TieBreaker
from tests.evidence_maker import evidence
from tests.fakes import ScriptedLanguageModel

TEXT = "The council met on Monday. The bridge, it said, would open again in March after all."


def _undecided(topical: float = 0.8, text: str = TEXT):
    return replace(evidence(Stance.NEUTRAL, text=text), signals={"topicality": topical, "overlap": 0.7})


def _resolve(*answers, items=None, seconds=20):
    model, run = ScriptedLanguageModel(*answers), Run(seconds=seconds)
    return TieBreaker(model, 2.0).resolve("The bridge opens in March", items or [_undecided()], run), model, run


def test_a_fragment_decides_only_as_its_whole_sentence():
    (found,), _, _ = _resolve({"stance": "supports", "quote": "would open again in March"})
    assert found.stance is Stance.SUPPORTS
    assert found.quote == "The bridge, it said, would open again in March after all."
    assert found.scores.supports == DECIDED


def test_a_quote_that_is_not_in_the_passage_decides_nothing():
    (found,), _, _ = _resolve({"stance": "supports", "quote": "The bridge opened with fireworks."})
    assert found.stance is Stance.NEUTRAL
    assert found.quote == ""


def test_decided_and_off_topic_passages_are_not_asked_about():
    items = [evidence(), _undecided(topical=0.3)]
    found, model, _ = _resolve(items=items)
    assert list(found) == items
    assert model.questions == []


def test_at_most_three_questions_for_the_most_topical():
    items = [_undecided(0.6 + n / 20, f"{TEXT} Version {n}.") for n in range(5)]
    neutral = {"stance": "neutral", "quote": ""}
    found, model, _ = _resolve(neutral, neutral, neutral, items=items)
    assert len(model.questions) == 3
    assert sum("llm_asked" in e.signals for e in found) == 3
    assert "llm_asked" not in found[0].signals


def test_a_failure_is_an_issue_and_no_stance():
    (found,), _, run = _resolve(LanguageModelTimeout("late"))
    assert found.stance is Stance.NEUTRAL
    assert [issue.code for issue in run.issues] == ["llm_failed"]


def test_without_a_model_nothing_changes():
    items = (_undecided(),)
    assert TieBreaker(None, 2.0).resolve("The bridge opens in March", items, Run(seconds=5)) == items

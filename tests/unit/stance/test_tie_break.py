from dataclasses import replace

import pytest

from backend.domain.evidence import Stance, StanceScores
from backend.domain.run import Run
from backend.errors import LanguageModelTimeout
from backend.stance.tie_break import DECIDED, TieBreaker
from tests.evidence_maker import evidence
from tests.fakes import ScriptedLanguageModel

TEXT = "The council met on Monday. The bridge, it said, would open again in March after all."
SAID = "The bridge, it said, would open again in March after all."


def _undecided(topical: float = 0.8, text: str = TEXT):
    return replace(evidence(Stance.NEUTRAL, text=text), signals={"topicality": topical})


def _resolve(*answers, items=None, seconds=20):
    model, run = ScriptedLanguageModel(*answers), Run(seconds=seconds)
    return TieBreaker(model, 2.0).resolve("The bridge opens in March", items or [_undecided()], run), model, run


def test_fragment_is_extended_to_its_whole_sentence():
    (found,), _, run = _resolve({"stance": "supports", "quote": "would open again in March"})
    assert found.stance is Stance.SUPPORTS
    assert found.quote == SAID
    assert found.scores.supports == DECIDED
    assert [step.message for step in run.steps] == [
        f"The local judge was unsure of a passage of nasa.gov; the language model says that it supports: “{SAID}”"
    ]


def test_quote_not_in_the_passage_decides_nothing_and_is_traced():
    (found,), _, run = _resolve({"stance": "supports", "quote": "The bridge opened with fireworks."})
    assert found.stance is Stance.NEUTRAL
    assert found.quote == ""
    assert found.signals["llm_unquoted"] == 1.0
    assert "its quote does not stand there" in run.steps[0].message


def test_model_that_contradicts_a_leaning_verifier_decides_nothing_and_is_traced():
    leaning = replace(_undecided(), scores=StanceScores(supports=0.1, refutes=0.5, neutral=0.4))
    (found,), _, run = _resolve({"stance": "supports", "quote": SAID}, items=[leaning])
    assert found.stance is Stance.NEUTRAL
    assert found.signals["llm_opposed"] == 1.0
    assert "the judge leans the other way (50%), so it stays undecided" in run.steps[0].message


def test_undecided_model_answer_is_traced():
    (found,), _, run = _resolve({"stance": "neutral", "quote": ""})
    assert found.stance is Stance.NEUTRAL
    assert run.steps[0].message.endswith("of nasa.gov, and so is the language model.")


def test_decided_and_off_topic_passages_are_not_sent_to_the_model():
    items = [evidence(), _undecided(topical=0.3)]
    found, model, run = _resolve(items=items)
    assert list(found) == items
    assert model.questions == []
    assert run.steps == ()


def test_only_the_three_most_topical_passages_are_sent_to_the_model():
    items = [_undecided(0.6 + n / 20, f"{TEXT} Version {n}.") for n in range(5)]
    neutral = {"stance": "neutral", "quote": ""}
    found, model, _ = _resolve(neutral, neutral, neutral, items=items)
    assert len(model.questions) == 3
    assert sum("llm_asked" in e.signals for e in found) == 3
    assert "llm_asked" not in found[0].signals


def test_each_passage_is_sent_to_the_model_once():
    first, _, _ = _resolve({"stance": "neutral", "quote": ""})
    again, model, _ = _resolve(items=list(first))
    assert again == first
    assert model.questions == []


@pytest.mark.parametrize("answer", [{"stance": "Banana", "quote": SAID}, {"stance": 7}, LanguageModelTimeout("late")])
def test_model_failure_is_an_issue_and_leaves_the_passage_neutral(answer):
    (found,), _, run = _resolve(answer)
    assert found.stance is Stance.NEUTRAL
    assert [issue.code for issue in run.issues] == ["llm_failed"]


def test_stances_are_unchanged_without_a_model():
    items = (_undecided(),)
    assert TieBreaker(None, 2.0).resolve("The bridge opens in March", items, Run(seconds=5)) == items


FOUND, NOTHING = {"found": True, "quote": SAID}, {"found": False, "quote": ""}


def _deep(pro, con):
    model, run = ScriptedLanguageModel(pro, con), Run(seconds=20)
    (found,) = TieBreaker(model, 2.0).resolve("The bridge opens in March", [_undecided()], run, deep=True)
    assert [q.prompt for q in model.questions] == ["support_pass", "refute_pass"]
    return found, run


@pytest.mark.parametrize(
    ("pro", "con", "stance"),
    [(FOUND, NOTHING, Stance.SUPPORTS), (NOTHING, FOUND, Stance.REFUTES), (NOTHING, NOTHING, Stance.NEUTRAL)],
)
def test_deep_mode_asks_for_support_and_refutation_separately(pro, con, stance):
    found, _ = _deep(pro, con)
    assert found.stance is stance
    assert bool(found.quote) is (stance is not Stance.NEUTRAL)


def test_model_that_finds_both_stances_decides_nothing_and_is_traced():
    found, run = _deep(FOUND, {"found": True, "quote": "The council met on Monday."})
    assert found.stance is Stance.NEUTRAL
    assert found.signals["llm_opposed"] == 1.0
    assert "finds both sides in it" in run.steps[0].message


def test_stance_without_a_quote_does_not_outweigh_the_other():
    found, _ = _deep({"found": True, "quote": "Made up by the model."}, FOUND)
    assert found.stance is Stance.REFUTES
    found, run = _deep({"found": True, "quote": "Made up by the model."}, NOTHING)
    assert found.stance is Stance.NEUTRAL
    assert "its quote does not stand there" in run.steps[0].message

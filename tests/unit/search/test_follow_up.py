from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.errors import LanguageModelRefused
from backend.search.follow_up import FollowUp
from tests.evidence_maker import evidence
from tests.fakes import ScriptedLanguageModel

CLAIM = "The Halden bridge carries 18,000 vehicles a day"


def _queries(*answers, found=(), deep=False, asked=()):
    run = Run(seconds=20)
    model = ScriptedLanguageModel(*answers) if answers else None
    return FollowUp(model, 2.0).queries(CLAIM, found, run, deep=deep, asked=asked), run


def test_without_a_model_main_mode_asks_nothing_more():
    assert _queries(found=[evidence()])[0] == ()


def test_deep_mode_asks_for_what_is_missing():
    assert "exact number" in _queries(found=[evidence(text="The Halden bridge is busy.")], deep=True)[0][0]
    against = [evidence(Stance.REFUTES, text="The Halden bridge carries 9,000 vehicles.")]
    assert "contradicting evidence" in _queries(found=against, deep=True)[0][0]


def test_a_proposal_is_used_once_and_never_repeats():
    fresh = {"query": "Halden bridge traffic count 2024"}
    assert _queries(fresh)[0] == ("Halden bridge traffic count 2024",)
    assert _queries({"query": CLAIM})[0] == ()
    assert _queries(fresh, asked=("halden bridge traffic count 2024 report",))[0] == ()


def test_a_failure_is_an_issue():
    queries, run = _queries(LanguageModelRefused("no"))
    assert queries == ()
    assert [issue.code for issue in run.issues] == ["llm_failed"]

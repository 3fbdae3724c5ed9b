import pytest

from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.verdict import Label
from backend.errors import LanguageModelInvalid
from backend.verdict.wording import Wording
from tests.evidence_maker import evidence
from tests.fakes import ScriptedLanguageModel

LOCAL = "Contradicted by nasa.gov [1]."
EVIDENCE = [evidence(Stance.REFUTES, text="The bridge never closed in all these years.")]


def _word(*answers, label=Label.FALSE):
    model, run = ScriptedLanguageModel(*answers), Run(seconds=20)
    return Wording(model, 2.0).word("The bridge closed", label, EVIDENCE, LOCAL, run), model, run


def test_good_words_are_used():
    text = "NASA writes that the bridge “never closed in all these years” [1]."
    assert _word({"reasoning": text})[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "The bridge never closed, as everybody knows.",
        "The bridge never closed [1], and neither did the tunnel [2].",
        "NASA writes “the bridge was closed by aliens in 1999” [1].",
    ],
    ids=["no citation", "a citation of nothing", "an invented quotation"],
)
def test_words_that_do_not_hold_are_replaced_by_ours(text):
    assert _word({"reasoning": text})[0] == LOCAL


def test_undecided_verdicts_and_failures_keep_our_words():
    assert _word(label=Label.NOT_ENOUGH_EVIDENCE)[0] == LOCAL
    words, _, run = _word(LanguageModelInvalid("cut off"))
    assert words == LOCAL
    assert [issue.code for issue in run.issues] == ["llm_failed"]

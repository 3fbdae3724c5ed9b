import pytest

from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.verdict import Label
from backend.errors import LanguageModelInvalid
from backend.verdict.wording import Local, Wording, flaw_in
from tests.evidence_maker import evidence
from tests.fakes import ScriptedLanguageModel

OUTLOOK = "Missing: a second independent source."
LOCAL = Local(text=f"Contradicted by nasa.gov [1].\n{OUTLOOK}", outlook=OUTLOOK)
EVIDENCE = [evidence(Stance.REFUTES, text="The bridge never closed in all these years.")]


def _word(*answers, label=Label.FALSE):
    model, run = ScriptedLanguageModel(*answers), Run(seconds=20)
    return Wording(model, 2.0).word("The bridge closed", label, EVIDENCE, LOCAL, run), model, run


def test_valid_model_wording_is_used():
    text = "NASA writes that the bridge “never closed in all these years” [1]."
    assert _word({"reasoning": text})[0] == f"{text}\n{OUTLOOK}"


@pytest.mark.parametrize(
    "text",
    [
        "The bridge never closed, as everybody knows.",
        "The bridge never closed [1], and neither did the tunnel [2].",
        "NASA writes “the bridge was closed by aliens in 1999” [1].",
        "The bridge has been open for 52 years without a break [1].",
        "As Isambard Brunel put it, the bridge never closed [1].",
        "The claim is true, since the bridge never closed [1].",
        "The bridge never closed [1]. So it is not entirely false.",
    ],
    ids=["no citation", "a citation of nothing", "an invented quotation", "an invented figure", "an invented witness",
         "another verdict", "another verdict in other words"],
)  # fmt: skip
def test_invalid_model_wording_is_replaced_and_traced(text):
    words, _, run = _word({"reasoning": text})
    assert words == LOCAL.text
    assert run.steps[0].message.startswith("The language model's explanation was not used: it ")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The bridge never closed [1]. Two sources disagree. However, this is not wrong.", Label.TRUE),
        ("This claim is false: NASA says that it never closed [1].", Label.FALSE),
        ("It is true in part [1], and it is false in part.", Label.PARTIALLY_TRUE),
    ],
)
def test_ordinary_model_sentences_are_accepted(text, label):
    assert flaw_in(text, "The bridge closed", label, EVIDENCE) == ""


def test_undecided_verdicts_and_failures_keep_the_local_wording():
    assert _word(label=Label.NOT_ENOUGH_EVIDENCE)[0] == LOCAL.text
    words, _, run = _word(LanguageModelInvalid("cut off"))
    assert words == LOCAL.text
    assert [issue.code for issue in run.issues] == ["llm_failed"]

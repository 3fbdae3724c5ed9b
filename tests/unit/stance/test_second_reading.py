"""The second pass: a stance that is not confirmed counts less, and no stance ever counts more."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.constants import sources
from backend.domain.evidence import Stance, StanceScores, StanceThresholds
from backend.stance.second_reading import CONFIRMED, OPPOSED, SECOND_READING, SecondReader
from tests.evidence_maker import evidence

YES = StanceScores(supports=0.9, refutes=0.05, neutral=0.05)
NO = StanceScores(supports=0.05, refutes=0.9, neutral=0.05)
UNSURE = StanceScores(supports=0.1, refutes=0.1, neutral=0.8)
CLAIM = "The bridge reopened in March"
QUOTE = "The bridge reopened in March."
TEXT = f"It was a dry spring. {QUOTE} That is what the film pretends. It was shot elsewhere."


class ByHypothesis:
    """Scores a pair by the first rule whose words occur in the hypothesis or the passage."""

    model_id, thresholds = "rules", StanceThresholds()

    def __init__(self, rules: dict[str, StanceScores], otherwise: StanceScores = UNSURE) -> None:
        self.rules, self.otherwise = rules, otherwise
        self.batches: list[list[tuple[str, str]]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        self.batches.append(list(pairs))
        return tuple(
            next((s for word, s in self.rules.items() if word in h or word in p), self.otherwise) for p, h in pairs
        )


def _item(stance=Stance.SUPPORTS, text=TEXT, quote=QUOTE, **signals):
    return replace(evidence(stance, text=text), quote=quote, signals={"topicality": 0.9, **signals})


def _read(item, verifier, claim=CLAIM):
    reading = SecondReader(verifier).read(claim, [item])
    return reading.evidence[0], reading.told, verifier


def test_second_pass_judges_the_sentence_with_its_context():
    found, told, verifier = _read(_item(), ByHypothesis({"film pretends": YES}))
    assert [passage for passage, _ in verifier.batches[0]] == [TEXT.removesuffix(" It was shot elsewhere.")]
    assert found.signals["passes"] == CONFIRMED
    assert (found.scores, found.stance, found.relevance) == (_item().scores, Stance.SUPPORTS, _item().relevance)
    assert told == ()


@pytest.mark.parametrize("second", [NO, UNSURE], ids=["turned round", "not borne out"])
def test_unconfirmed_stance_becomes_neutral_with_a_trace_line(second):
    found, told, _ = _read(_item(), ByHypothesis({"film pretends": second}))
    assert (found.stance, found.quote, found.signals["passes"]) == (Stance.NEUTRAL, "", OPPOSED)
    assert len(told) == 1
    assert told[0].startswith("nasa.gov supports the claim with 90% in one sentence and with ")
    assert QUOTE in told[0]


def test_very_confident_first_pass_keeps_its_stance_with_less_weight():
    weak = StanceScores(supports=0.45, refutes=0.25, neutral=0.3)
    first = replace(_item(), scores=StanceScores(supports=0.98, refutes=0.01, neutral=0.01))
    found, _, _ = _read(first, ByHypothesis({"film pretends": weak}))
    assert (found.stance, found.quote, found.signals["passes"]) == (Stance.SUPPORTS, QUOTE, OPPOSED)
    assert found.scores.supports == pytest.approx(0.715)
    assert found.relevance < first.relevance


def test_negated_claim_is_also_judged_as_its_affirmation():
    alone = _item(Stance.REFUTES, text="It reopened.", quote="It reopened.")
    found, told, verifier = _read(alone, ByHypothesis({"has reopened": UNSURE}), "The bridge has not reopened")
    assert [hypothesis for _, hypothesis in verifier.batches[0]] == ["The bridge has reopened"]
    assert found.stance is Stance.NEUTRAL
    assert told
    kept, told, _ = _read(alone, ByHypothesis({"has reopened": YES}), "The bridge has not reopened")
    assert (kept.stance, kept.signals["passes"], told) == (Stance.REFUTES, CONFIRMED, ())


@pytest.mark.parametrize(
    "item",
    [
        _item(Stance.NEUTRAL, quote=""),
        _item(passes=1.0),
        _item(text=QUOTE),
        replace(evidence(kind=PassageKind.REVIEW, text=TEXT), signals={"topicality": 0.9}),
    ],
    ids=["takes no side", "read twice already", "no surroundings", "a published rating"],
)
def test_second_pass_skips_other_passages(item):
    found, told, verifier = _read(item, ByHypothesis({}))
    assert (found, told, verifier.batches) == (item, (), [])


def test_second_pass_uses_one_batch_and_keeps_the_order():
    items = [_item(), evidence(Stance.NEUTRAL, text="A cat sat."), _item(text=f"{QUOTE} Or so the film pretends.")]
    verifier = ByHypothesis({"film pretends": YES})
    reading = SecondReader(verifier).read(CLAIM, items)
    assert [e.passage.id for e in reading.evidence] == [e.passage.id for e in items]
    assert [len(batch) for batch in verifier.batches] == [2]


_scores = st.tuples(st.floats(0.01, 1), st.floats(0.01, 1), st.floats(0.01, 1)).map(
    lambda t: StanceScores(supports=t[0] / sum(t), refutes=t[1] / sum(t), neutral=t[2] / sum(t))
)


@given(_scores, st.sampled_from([Stance.SUPPORTS, Stance.REFUTES]))
def test_second_pass_never_reverses_or_strengthens_a_stance(second, stance):
    item = _item(stance)
    found, _, _ = _read(item, ByHypothesis({}, second))
    side = "supports" if stance is Stance.SUPPORTS else "refutes"
    assert found.stance in (stance, Stance.NEUTRAL)
    assert bool(found.quote) is (found.stance is stance)
    if found.signals["passes"] == OPPOSED:
        lead, kept = (
            getattr(second, side) - (second.refutes if side == "supports" else second.supports),
            getattr(found.scores, side),
        )
        assert lead < 0.3
        assert kept < 0.95
    assert sum((found.scores.supports, found.scores.refutes, found.scores.neutral)) == pytest.approx(1)


def test_every_figure_names_its_source():
    assert all(source for _, _, source in sources(SECOND_READING))

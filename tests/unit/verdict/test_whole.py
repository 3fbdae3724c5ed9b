"""The explanation of a claim with several parts."""

from dataclasses import replace

from backend.domain.explanation import VerdictExplanation
from backend.domain.verdict import Belief, Label, Voice
from backend.verdict.explain import citations
from backend.verdict.whole import explain_whole
from tests.api_world import make_evidence, make_part
from tests.each_row import each_row

ROUND = make_evidence(text="The Earth is round.")
WET = make_evidence(text="Water is wet.", domain="who.int")


def _part(label, item, text, n, sign, **why):
    voices = (Voice(domain=item.rating.domain, passage=item.passage.id, log_odds=1.5 * sign),)
    belief = Belief(log_odds=1.5 * sign, probability=0.8, consensus=0.9, voices=voices)
    told = VerdictExplanation(found="Said by it [1].", **why)
    return replace(make_part(label, (item,), text=text, n=n), belief=belief, explanation=told)


def _parts():
    return (
        _part(Label.FALSE, ROUND, "The Earth is flat", 1, -1, missing=("a second independent source",)),
        _part(Label.TRUE, WET, "Water is wet", 2, 1),
    )


def test_parts_cite_with_the_numbering_of_the_whole():
    why = explain_whole(_parts(), (WET, ROUND))
    assert why.found == "“The Earth is flat”: False. Said by it [2].\n“Water is wet”: True. Said by it [1]."
    assert set(citations(why.text)) == {1, 2}


def test_the_sources_of_all_parts_are_counted_once():
    why = explain_whole(_parts(), (WET, ROUND))
    assert (why.supporting, why.refuting) == (1, 1)


@each_row(
    ("labels", "told"),
    [
        ([Label.TRUE, Label.NOT_ENOUGH_EVIDENCE], "One part is confirmed; for the other nothing firm was found."),
        ([Label.FALSE, Label.TRUE], "One part is confirmed; the other is contradicted."),
        ([Label.FALSE, Label.NOT_ENOUGH_EVIDENCE], "One part is contradicted; for the other nothing firm was found."),
        ([Label.TRUE, Label.TRUE], "Both parts are confirmed."),
        ([Label.NOT_ENOUGH_EVIDENCE] * 2, "For both parts nothing firm was found."),
        ([Label.FALSE] * 3, "All three parts are contradicted."),
        (
            [Label.TRUE, Label.TRUE, Label.PARTIALLY_TRUE, Label.MISLEADING],
            "Two parts are confirmed; one part is disputed; one part is misleading.",
        ),
    ],
)
def test_results_of_the_parts_are_summarised_in_one_sentence(labels, told):
    parts = [make_part(label, (), text=f"part {n}", n=n) for n, label in enumerate(labels)]
    assert explain_whole(parts, ()).sources == told


def test_missing_evidence_names_its_part():
    assert explain_whole(_parts(), ()).missing == ("a second independent source on “The Earth is flat”",)


def test_parts_without_evidence_list_no_sources_or_missing_items():
    unknown = replace(make_part(Label.NOT_ENOUGH_EVIDENCE, (), text="x"), explanation=None)
    why = explain_whole((replace(unknown, belief=Belief(log_odds=0.0, probability=0.5, consensus=0.5)),) * 2, ())
    assert (why.supporting, why.refuting, why.missing) == (0, 0, ())

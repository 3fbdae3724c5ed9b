"""What is judged, and the trace's summary of a judging step, with the correct singular and plural."""

from dataclasses import replace

import pytest

from backend.domain.evidence import Stance
from backend.pipeline.judging import on_near_pages, stance_summary
from tests.evidence_maker import evidence


@pytest.mark.parametrize(
    ("stances", "said"),
    [
        ([], ""),
        ([Stance.SUPPORTS], "Read one passage closely: one supports the claim, none contradicts it."),
        ([Stance.REFUTES] * 2, "Read 2 passages closely: none supports the claim, 2 contradict it."),
        ([Stance.NEUTRAL] * 3, "Read 3 passages closely: none supports the claim, none contradicts it."),
    ],
)
def test_the_tally_of_a_reading(stances, said):
    assert stance_summary([evidence(stance) for stance in stances]) == said


def test_what_is_about_something_else_is_not_counted():
    assert stance_summary([replace(evidence(Stance.NEUTRAL), signals={"topicality": 0.0})]) == ""


def test_passages_of_a_page_about_something_else_are_not_judged():
    def on_page(page: str, text: str, similarity: float):
        made = evidence(Stance.NEUTRAL, text=text).candidate
        return replace(made, passage=replace(made.passage, source=page), similarity=similarity)

    near, aside = on_page("https://a.example", "The bridge reopened.", 0.5), on_page("https://a.example", "Cars.", 0.25)
    other = on_page("https://b.example", "Cats sleep.", 0.3)
    assert on_near_pages([near, aside, other], []) == [near, aside]
    known = replace(evidence(Stance.NEUTRAL), candidate=on_page("https://b.example", "The old bridge.", 0.4))
    assert on_near_pages([other], [known]) == [other], "an earlier passage of the page is near the claim"

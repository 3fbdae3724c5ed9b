"""The trace's summary of a judging step uses the correct singular and plural."""

from dataclasses import replace

import pytest

from backend.domain.evidence import Stance
from backend.pipeline.judging import stance_summary
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

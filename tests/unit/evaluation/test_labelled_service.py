"""A reader that uses gold labels recognises parts of a labelled passage, and the claim to which the labels belong."""

from __future__ import annotations

import pytest

from backend.domain.evidence import Stance
from backend.evaluation.end_to_end_data import Case, LabelledPassage
from backend.evaluation.labelled_service import LabelVerifier

OPENED = LabelledPassage(
    text="The Welm tunnel was opened in 1931. It took four years to dig and is five kilometres long.", label="SUPPORTS"
)
CASES = (
    Case(id="1", claim="The Welm tunnel was opened in 1931", label="SUPPORTS", passages=(OPENED,)),
    Case(
        id="2",
        claim="It took ten years to dig the Welm tunnel",
        label="REFUTES",
        passages=(LabelledPassage(text=OPENED.text, label="REFUTES"),),
    ),
)


@pytest.mark.parametrize(
    ("text", "claim", "stance"),
    [
        (OPENED.text, "The Welm tunnel was opened in 1931", Stance.SUPPORTS),
        ("The Welm tunnel was opened in 1931.", "The Welm tunnel was opened in 1931", Stance.SUPPORTS),
        (OPENED.text, "It took ten years to dig the Welm tunnel", Stance.REFUTES),
        (f"{OPENED.text} Trains pass.", "the tunnel of Welm was opened", Stance.SUPPORTS),
        (OPENED.text, "Cheese is made in the valley", Stance.NEUTRAL),
        ("The valley is known for its cheese.", "The Welm tunnel was opened in 1931", Stance.NEUTRAL),
    ],
)
def test_text_has_the_label_of_its_passage(text: str, claim: str, stance: Stance) -> None:
    verifier = LabelVerifier(CASES)
    (scores,) = verifier.judge([(text, claim)])
    assert verifier.thresholds.stance(scores) is stance

"""Hypotheses are made from a claim by removing its negation, and in no other way."""

import pytest

from backend.stance.hypotheses import affirmative


@pytest.mark.parametrize(
    ("claim", "turned"),
    [
        ("5G does not cause COVID-19", "5G does cause COVID-19"),
        ("The bridge has not opened", "The bridge has opened"),
        ("The bridge never opened", "The bridge opened"),
        ("Humans cannot breathe on Mars", "Humans can breathe on Mars"),
        ("Humans can't breathe on Mars", "Humans can breathe on Mars"),
        ("Pigs won’t fly", "Pigs will fly"),
        ("5G doesn't cause COVID-19", "5G does cause COVID-19"),
    ],
)
def test_simple_negation_is_rewritten_as_affirmation(claim, turned):
    assert affirmative(claim) == turned


@pytest.mark.parametrize(
    "claim",
    [
        "The bridge opened",
        "Not all bridges are open",
        "No bridge is open",
        "The bridge is not only old but tall",
        "The bridge, which was not old, fell",
        "It is not true that the bridge has not opened",
        "God's Not Dead is a film",
        "Nobody did not know it",
    ],
)
def test_partial_double_and_name_negations_are_unchanged(claim):
    assert affirmative(claim) == ""

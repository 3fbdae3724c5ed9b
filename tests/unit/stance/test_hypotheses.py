"""What a claim is turned into: its denial taken back, and itself with the passage's own value; nothing else."""

import pytest

from backend.stance.hypotheses import Kind, affirmative, hypotheses, other_values


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
def test_a_plain_denial_is_taken_back(claim, turned):
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
def test_what_is_denied_in_part_twice_or_by_name_stays(claim):
    assert affirmative(claim) == ""


def test_the_passages_value_takes_the_place_of_the_claims():
    assert other_values("Water boils at 50 degrees", "At sea level it boils at 100 degrees.") == (
        "Water boils at 100 degrees",
    )
    assert other_values("The Titanic sank in 1922", "It sank in April 1912, on day 5.") == ("The Titanic sank in 1912",)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("COVID-19 is dangerous", "SARS and COVID-20 killed 12 people."),
        ("The bridge has more than 400 arches", "It has 500 arches."),
        ("The bridge opened in 1961", "It opened in 1961 and closed in 1964."),
        ("The bridge has 4 lanes and 2 tracks", "It has 6 lanes."),
        ("The bridge is 40 metres long", "It is 50 years old."),
        ("The bridge is long", "It is 50 metres long."),
    ],
    ids=["a number in a name", "a comparison", "its own value is there", "two numbers", "another unit", "no number"],
)
def test_no_value_is_tried_where_it_would_mean_nothing(claim, text):
    assert other_values(claim, text) == ()


def test_only_the_two_first_values_are_tried():
    assert len(other_values("It sank in 1922", "1901, 1902, 1903 and 1904.")) == 2


def test_the_opposite_comes_first():
    found = hypotheses("The bridge did not open in 1961", "It opened in 1964.")
    assert [(h.kind, h.text) for h in found] == [
        (Kind.OPPOSITE, "The bridge did open in 1961"),
        (Kind.VALUE, "The bridge did not open in 1964"),
    ]

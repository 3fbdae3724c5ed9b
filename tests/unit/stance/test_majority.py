"""What is said of most, and sentences that count."""

import pytest

from backend.stance.majority import majority


@pytest.mark.parametrize(
    ("claim", "sentence", "sign"),
    [
        ("Most members voted for the plan", "Seventeen of the 20 members voted for the plan.", 1),
        ("Most members voted for the plan", "Three of the 20 members voted for the plan.", -1),
        ("Most of the victims were children", "Of the 30 victims, 22 were children.", 1),
        ("Most of the victims were children", "Of the 30 victims, only 2 were children.", -1),
        ("The majority of adults support the law", "64 percent of adults support the law.", 1),
        ("A majority of adults support the law", "Just 34% of adults support the law.", -1),
    ],
)
def test_a_count_tells_whether_it_is_most(claim, sentence, sign):
    assert majority(claim, sentence) == sign


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Most members voted for the plan", "Seventeen of the 20 members voted against the plan."),
        ("Most adults support the law", "64 percent of adults oppose the law."),
        ("Most adults support the law", "64 percent of adults do not support the law."),
        ("Most adults support the law", "64 percent of women and 40 percent of men support the law."),
        ("Most members voted for the plan", "Ten of the 20 members voted for the plan."),
        ("Members voted for the plan", "Three of the 20 members voted for the plan."),
        ("The most members came in May", "Three of the 20 members came in May."),
    ],
)
def test_other_pairs_are_left_alone(claim, sentence):
    assert majority(claim, sentence) is None

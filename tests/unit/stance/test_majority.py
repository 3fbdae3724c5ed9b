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
        ("Most adults support the law", "More than 60 percent of adults support the law.", 1),
        ("Most adults support the law", "Fewer than 20 percent of adults support the law.", -1),
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
        ("Most Americans approve of the president.", "58 percent of Americans disapprove of the president."),
        ("Most teachers are men.", "76 percent of teachers are women."),
        ("Most refugees are women.", "Men make up 60 percent of the refugees."),
        ("Most refugees are women.", "64 percent of women are refugees."),
        ("Most doctors smoke.", "92 percent of doctors are non-smokers."),
        ("Most of the passengers survived.", "Of the 300 passengers, 12 died."),
        ("Most people recover from the infection.", "About 2 percent of people die of the infection."),
        ("Most adults support the law", "64 percent of young adults support the law."),
        ("Most adults support the law", "64 percent of adults in Spain support the law."),
        ("Most adults support the law", "Fewer than 64 percent of adults support the law."),
        ("Most children died.", "64 percent of the children who died were girls."),
        ("Most members voted for the plan", "Ten of the 20 members voted for the plan."),
        ("Members voted for the plan", "Three of the 20 members voted for the plan."),
        ("The most members came in May", "Three of the 20 members came in May."),
    ],
)
def test_other_pairs_are_left_alone(claim, sentence):
    assert majority(claim, sentence) is None

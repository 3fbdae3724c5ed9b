"""Two things compared by the two values that a sentence gives."""

import pytest

from backend.stance.comparison import compared


@pytest.mark.parametrize(
    ("claim", "sentence", "sign"),
    [
        ("Everest is higher than K2", "Everest is 8,849 metres high and K2 is 8,611 metres high.", 1),
        ("K2 is higher than Everest", "Everest is 8,849 metres high and K2 is 8,611 metres high.", -1),
        ("K2 is lower than Everest", "Everest (8,849 m) rises above K2 (8,611 m).", None),
        ("K2 is lower than Everest", "Everest has 8,849 m, while K2, at 28,251 feet, comes second.", 1),
        ("France has more people than Spain", "France has 68 million people; Spain has 48 million people.", 1),
        ("Spain has more people than France", "France has 68 million people; Spain has 48 million people.", -1),
        ("Spain has fewer people than France", "France has 68 million people; Spain has 48 million people.", 1),
        (
            "The tower is taller than the mast",
            "The tower is 300 metres tall, but the mast is about 310 metres tall.",
            None,
        ),
        (
            "The tower is taller than the mast",
            "The tower is over 400 metres tall; the mast is under 350 metres tall.",
            1,
        ),
    ],
)
def test_the_values_decide_where_they_do_not_overlap(claim, sentence, sign):
    assert compared(claim, sentence) == sign


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The bridge is more than 300 metres long", "The bridge is 450 metres long."),
        ("France is older than Spain", "France was founded in 843 and Spain in 1479."),
        ("Everest is higher than K2", "Everest is 8,849 metres high."),
        ("Everest is higher than K2", "Everest is 8,849 metres high and K2 was climbed in 1954."),
        ("Everest is not higher than K2", "Everest is 8,849 metres high and K2 is 8,611 metres high."),
        ("The bridge reopened", "The bridge is 450 metres long and the tunnel 300 metres."),
        ("Everest is higher than K2", "Everest is 8,849 metres high and K2 is not 8,000 metres high."),
    ],
)
def test_it_is_silent_where_two_values_do_not_settle_it(claim, sentence):
    assert compared(claim, sentence) is None

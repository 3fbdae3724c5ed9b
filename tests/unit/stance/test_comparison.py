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
        ("The van is heavier than the car", "The van weighs 2,100 kg and the car 1,400 kg.", 1),
        ("Norway is warmer than Spain", "Norway has 5 degrees Celsius and Spain has 18 degrees Celsius.", -1),
        ("The hare is faster than the fox", "The hare runs at 70 km/h and the fox at 50 km/h.", 1),
        ("Gold is cheaper than silver", "Gold costs $2,000 and silver $25.", -1),
        ("Coffee has more caffeine than tea", "Coffee has 95 mg of caffeine and tea has 30 mg.", 1),
        ("Venus is closer than Mars", "Venus is 38 million km away and Mars 55 million km away.", 1),
        ("Jets are quieter than helicopters", "Jets make 80 decibels and helicopters make 100 decibels.", 1),
        ("Anna is older than Maria", "Anna is 85 years old and Maria is 75 years old.", 1),
        (
            "The population of Spain is larger than that of France",
            "Spain has 48 million people; France has 68 million people.",
            -1,
        ),
        ("Spain has a larger population than France", "France has 68 million people; Spain has 48 million people.", -1),
        ("The pipe costs more than the valve", "The pipe costs $40 and the valve costs $90.", -1),
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
        ("Usain Bolt was faster than Yohan Blake", "Usain Bolt ran 9.63 seconds and Yohan Blake ran 9.75 seconds."),
        ("Flying is safer than driving", "Flying kills 0.1 people per billion miles and driving kills 5 people."),
        ("Trains are cleaner than planes", "Trains emit 30 g of carbon dioxide and planes emit 150 g."),
        ("Tea is healthier than coffee", "Tea has 30 mg caffeine and coffee has 95 mg caffeine."),
        ("Denmark is bigger than Greenland", "Denmark has 5,900,000 people and Greenland 56,000 people."),
        ("Coffee is more dangerous than tea", "Coffee is dangerous at 10 g and tea is dangerous at 20 g."),
        ("Poison ivy has more fans than nettles", "Poison ivy weighs 30 g and nettles weigh 20 g."),
        ("Anna is older than Maria", "Anna served 12 years and Maria served 20 years."),
        ("China has more people than India", "China had 544 million people and India had 357 million people."),
        ("The flight is longer than the drive", "The flight takes 2 hours and the drive takes 5 hours."),
    ],
)
def test_it_is_silent_where_two_values_do_not_settle_it(claim, sentence):
    assert compared(claim, sentence) is None

"""Comparisons said the other way round."""

import pytest

from backend.stance.mirror import mirrored


@pytest.mark.parametrize(
    ("claim", "sentence", "sign"),
    [
        ("Jupiter is larger than Saturn", "Saturn is smaller than Jupiter.", 1),
        ("K2 is lower than Mount Everest", "Mount Everest is higher than K2.", 1),
        ("Men earn more than women", "Women earn less than men.", 1),
        ("Men live longer than women", "On average, women live longer than men.", -1),
        ("Saturn is larger than Jupiter", "Jupiter is larger than Saturn.", -1),
        ("Saturn is larger than Jupiter", "Saturn is smaller than Jupiter.", -1),
        ("Men earn more than women", "Men earn less than women.", -1),
        ("Electric cars are more expensive than petrol cars", "Petrol cars are cheaper than electric cars.", 1),
        ("Electric cars are more expensive than petrol cars", "Electric cars are less expensive than petrol cars.", -1),
        ("Flying is less dangerous than driving", "Flying is safer than driving.", 1),
        ("Wind power is cheaper than coal", "Coal power is more expensive than wind.", 1),
        ("Housing is more expensive in London than in Leeds", "Housing is cheaper in Leeds than in London.", 1),
        ("Crime is higher in Chicago than in New York", "Crime is higher in New York than in Chicago.", -1),
        ("The officer ran faster than the thief", "The thief ran slower than the officer.", 1),
        ("Chile is a bigger producer than Peru", "Chile is a smaller producer than Peru.", -1),
        ("Mars is closer than Jupiter", "Mars is farther than Jupiter.", -1),
        ("Nothing travels faster than light", "Light travels faster than anything else.", 1),
        ("Mount Everest is the highest mountain on Earth", "No mountain on Earth is higher than Mount Everest.", 1),
        ("No animal is bigger than the blue whale", "The blue whale is the biggest animal on Earth.", 1),
    ],
)
def test_the_other_form_says_the_same_or_the_contrary(claim, sentence, sign):
    assert mirrored(claim, sentence) == sign


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Jupiter is larger than Saturn", "Jupiter is larger than Saturn."),
        ("Jupiter is larger than Saturn", "Saturn is not smaller than Jupiter."),
        ("Men are taller than women.", "Some men are shorter than women."),
        ("Men are taller than women.", "Women are taller than some men."),
        ("Beef is more expensive than chicken.", "Ground beef is cheaper than chicken."),
        ("Electric cars are cheaper than petrol cars.", "New electric cars are more expensive than petrol cars."),
        ("Jupiter is larger than Saturn", "Saturn is older than Jupiter."),
        ("Jupiter is larger than Saturn", "Saturn is smaller than Uranus."),
        ("Wages are higher in Spain than in Italy", "Wages are higher in Spain than in Portugal."),
        ("Wages are higher in Spain than in Italy", "Prices are higher in Italy than in Spain."),
        ("Flying is safer than driving", "Flying is more popular than driving."),
        ("Petrol cars are cheaper than electric cars", "Petrol cars were more expensive than electric cars."),
        (
            "Petrol cars are cheaper than electric cars",
            "Analysts doubted that electric cars are cheaper than petrol cars.",
        ),
        ("Men live longer than women", "In Bhutan, women live longer than men."),
        ("Men earned more than women", "In 2019 women earned more than men."),
        ("France has more people than Spain", "Spain has more lakes than France."),
        ("The lion is faster than the cheetah", "The lion is faster than any dog."),
        ("Nothing travels faster than light", "Sound travels faster than anything else."),
        ("Nothing is heavier than lead", "Light travels faster than anything else."),
        ("No animal is bigger than the ant", "The blue whale is the biggest animal on Earth."),
        ("No animal is bigger than the blue whale", "The blue whale is the biggest animal in the museum."),
        ("Tea rather than coffee is drunk", "Coffee rather than tea is drunk."),
    ],
)
def test_other_comparisons_are_left_alone(claim, sentence):
    assert mirrored(claim, sentence) is None

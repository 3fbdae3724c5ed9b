import pytest

from backend.stance.exclusive import other_holder


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Sydney is the capital of Australia", "Canberra is the capital of Australia."),
        ("Saturn is the largest planet in the solar system", "Jupiter is the largest planet in the solar system."),
        ("Canada is the largest country in the world by area", "Russia is the largest country in the world by area."),
        ("Alan Shepard was the first human in space", "Yuri Gagarin was the first human in space in April 1961."),
        ("Pluto is the smallest planet in the solar system", "Mercury is the smallest planet in the solar system."),
        (
            "Boris Johnson is the current prime minister of Britain",
            "Keir Starmer is the current prime minister of Britain.",
        ),
        ("The Atlantic is the largest ocean on Earth", "The Pacific Ocean is the largest and deepest ocean on Earth."),
        ("K2 is the highest mountain in the world", "Mount Everest is the highest mountain in the world."),
        ("The Nile is the longest river in Asia", "The Yangtze is the longest river in Asia."),
    ],
)
def test_a_one_of_a_kind_role_has_one_holder(claim, sentence):
    assert other_holder(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Canberra is the capital of Australia", "Canberra is the capital of Australia."),
        ("Sydney is the capital of New South Wales", "Canberra is the capital of Australia."),
        ("Sydney is the capital of Australia", "Canberra is not the capital of Australia."),
        ("Iron is a metal in the Earth", "Nickel is a metal in the Earth."),
        ("Venice is one of the largest cities", "Milan is one of the largest cities."),
        ("Ottawa is the largest city in the world", "Tokyo is the largest fish market in the world."),
        # The same by another name, or by a description.
        ("JFK was the first Catholic president", "John F. Kennedy was the first Catholic president."),
        ("The USA is the largest economy in the world", "The United States is the largest economy in the world."),
        ("Great Britain is the largest island in Europe", "The United Kingdom is the largest island in Europe."),
        (
            "Marie Curie was the first woman to win a Nobel Prize",
            "The Polish physicist was the first woman to win a Nobel Prize.",
        ),
        ("London is the capital of England", "The city on the Thames is the capital of England."),
        ("Jupiter is the largest planet", "This giant is the largest planet."),
        # Once is not now, and a narrower or another measure is another role.
        (
            "Mercury is the smallest planet in the solar system",
            "Pluto was the smallest planet in the solar system until 2006.",
        ),
        ("General Motors was the largest company in the world", "Exxon was the largest company in the world."),
        (
            "The Nile is the longest river in the world",
            "The Amazon is the longest river in the world by some measures.",
        ),
        (
            "Everest is the highest mountain in the world",
            "Mauna Kea is the highest mountain in the world measured from its base.",
        ),
        ("Tokyo is the largest city", "Lagos is the largest city in Africa."),
        ("Pele is the greatest footballer of all time", "Maradona is the greatest footballer of all time."),
    ],
)
def test_other_roles_and_other_things_leave_room(claim, sentence):
    assert not other_holder(claim, sentence)

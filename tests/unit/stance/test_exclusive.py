import pytest

from backend.stance.exclusive import other_holder, swapped


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Sydney is the capital of Australia", "Canberra is the capital of Australia."),
        ("Saturn is the largest planet in the solar system", "Jupiter is the largest planet in the solar system."),
        ("Canada is the largest country in the world by area", "Russia is the largest country in the world by area."),
        ("Alan Shepard was the first human in space", "Yuri Gagarin was the first human in space in April 1961."),
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
    ],
)
def test_other_roles_and_other_things_leave_room(claim, sentence):
    assert not other_holder(claim, sentence)


def test_parties_exchanged_decide_nothing():
    assert swapped("The Sun orbits the Earth", "The Earth orbits the Sun.")
    assert not swapped("The Earth orbits the Sun", "The Earth orbits the Sun.")

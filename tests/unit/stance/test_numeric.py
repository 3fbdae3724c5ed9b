import pytest

from backend.stance.numeric import CALENDAR, contradicts_number, lacks_number, quantities


def test_units_scales_and_years_are_understood():
    assert [(q.value, q.unit) for q in quantities("4.54 billion years")] == [(4.54e9, "year")]
    assert [(q.value, q.unit) for q in quantities("300,000 km per second")] == [(3e8, "m/s")]
    assert [(q.value, q.unit) for q in quantities("in 1947 and 97 percent")] == [(1947, CALENDAR), (97, "%")]
    assert quantities("ten percent")[0].value == 10


@pytest.mark.parametrize(
    ("claim", "sentence", "contradicts"),
    [
        ("The bridge is 300 metres long", "The bridge is 450 metres long.", True),
        ("The bridge is 300 metres long", "The bridge is 0.3 km long.", False),
        ("The bridge is about 300 metres long", "The bridge is 310 metres long.", False),
        ("The Earth is 6,000 years old", "The universe is 13.8 billion years old.", False),
        ("The UN was founded in 1919", "The UN was founded in 1945.", True),
        ("The UN was founded in 1945", "The UN was founded in 1945.", False),
        ("Arsenal won the FA Cup in 1998", "Arsenal won the FA Cup in 2005 against Manchester United.", False),
        ("The party won the election in 2011", "The party won the election in 2015 by a landslide.", False),
        ("The Titanic sank in 1922", "The Titanic sank in April 1912 after the ship hit an iceberg.", True),
        (
            "Water boils at 50 degrees Celsius",
            "Water boils at 100 degrees Celsius (212 degrees Fahrenheit) at sea level.",
            True,
        ),
        ("Water boils at 50C", "Water boils at 100 °C at sea level.", True),
        ("Water boils at 212 °F", "Water boils at 100 degrees Celsius.", False),
        ("Water boils at 212 degrees Fahrenheit at sea level", "Water freezes at 0 °C (32 °F) at sea level.", False),
        ("The bridge reopened in March 2024", "The bridge reopened on Tuesday after two years of repairs.", False),
        ("Minecraft is a 2D game", "Minecraft is a three-dimensional sandbox video game.", True),
        ("The Halden bridge collapsed in 2023", "The Halden bridge was first opened in 1974.", False),
        ("The Halden bridge in Norway opened in 1997", "The Halden bridge was opened to traffic in 1987.", True),
        ("Apollo 11 landed on the Moon", "In total 12 people walked on the Moon.", False),
    ],
)
def test_only_the_same_quantity_of_the_same_thing_contradicts(claim, sentence, contradicts):
    assert contradicts_number(claim, sentence) is contradicts


def test_a_sentence_without_the_claims_number_cannot_support_it():
    assert lacks_number("The repairs cost 40 million euros", "The repairs were expensive.")
    assert not lacks_number("The repairs cost 40 million euros", "Repairs came to 40 million euros.")
    assert not lacks_number("Two towns paid", "The two towns paid together.")


@pytest.mark.parametrize(
    ("claim", "sentence", "contradicts", "lacks"),
    [
        ("The bridge is more than 300 metres long", "The bridge is 450 metres long.", False, False),
        ("The bridge is more than 500 metres long", "The bridge is 450 metres long.", True, True),
        ("The bridge is less than 300 metres long", "The bridge is 450 metres long.", True, True),
        ("The bridge is 300 metres long", "The bridge is over 200 metres long.", False, True),
        ("The bridge is 300 metres long", "The bridge is over 300 metres long.", False, False),
        ("The bridge is 300 metres long", "The bridge is over 400 metres long.", True, True),
        ("The bridge is between 400 and 500 metres long", "The bridge is 450 metres long.", False, False),
        ("The bridge is 450 metres long", "The bridge is between 400 and 500 metres long.", False, False),
        ("The bridge is 1,000 feet long", "The bridge is 305 metres long.", False, False),
        ("The works took 24 months", "The works took two years.", False, False),
    ],
)
def test_bounds_ranges_and_other_units(claim, sentence, contradicts, lacks):
    assert contradicts_number(claim, sentence) is contradicts
    assert lacks_number(claim, sentence) is lacks

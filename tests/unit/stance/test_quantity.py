"""Quantities as intervals: bounds, ranges, units, spellings, and numbers that are no quantities."""

from math import inf

import pytest

from backend.stance.quantity import CALENDAR, ORDINAL, quantities


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("300 metres", 294, 306),
        ("about 300 metres", 270, 330),
        ("nearly 300 metres", 270, 330),
        ("more than 300 metres", 300, inf),
        ("at least 300 metres", 300, inf),
        ("no less than 300 metres", 300, inf),
        ("less than 300 metres", 0, 300),
        ("no more than 300 metres", 0, 300),
        ("up to 300 metres", 0, 300),
        ("between 300 and 400 metres", 300, 400),
        ("300 to 400 metres", 300, 400),
        ("300–400 metres", 300, 400),
        ("-10 to -5 metres", -10, -5),
    ],
)
def test_words_around_a_number_say_which_values_are_meant(text, low, high):
    (found,) = quantities(text)
    assert (found.low, found.high, found.unit) == (pytest.approx(low), pytest.approx(high), "m")


@pytest.mark.parametrize("text", ["Sales jumped in 2023 to 14 million.", "Sales rose in May 2023 to 14 million."])
def test_a_year_begins_no_range(text):
    assert [(q.value, q.unit) for q in quantities(text)] == [(2023, CALENDAR), (14e6, "")]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("3.2 million people", 3.2e6, "peopl"),
        ("1.234,5 km", 1_234_500, "m"),
        ("1.234.567 euros", 1_234_567, "eur"),
        ("1,234.5 kg", 1_234_500, "g"),
        ("$40 million", 4e7, "usd"),
        ("40 million dollars", 4e7, "usd"),
        ("£5m", 5e6, "gbp"),
        ("6 feet", 1.8288, "m"),
        ("100 km/h", 27.7778, "m/s"),
        ("62 miles per hour", 27.717, "m/s"),
        ("100 square miles", 2.58999e8, "m2"),
        ("24 months", 2, "year"),
        ("one thousand 2 hours", 7200, "second"),
        ("32 °F", 0, "celsius"),
        ("12 per cent", 12, "%"),
        ("$34tn", 3.4e13, "usd"),
        ("$2.5B", 2.5e9, "usd"),
        ("20k residents", 20_000, "resident"),
        ("5m people", 5e6, "peopl"),
        ("5m high", 5, "m"),
        ("20 000 people", 20_000, "peopl"),
        ("5g of sugar", 5, "g"),
        ("is -60 degrees Celsius", -60, "celsius"),
        ("is −60 °C", -60, "celsius"),
        ("minus 60 °C", -60, "celsius"),
        ("60 °C below zero", -60, "celsius"),
        ("300 BC", -300, CALENDAR),
        ("79 AD", 79, CALENDAR),
        ("more than 2000 died", 2000, "died"),
        ("In Germany 83 people", 83, "peopl"),
    ],
)
def test_units_scales_and_spellings(text, value, unit):
    found = quantities(text)[-1]
    assert (found.value, found.unit) == (pytest.approx(value, rel=1e-4), unit)


def test_years_ordinals_list_numbers_and_references_are_no_quantities():
    assert [q.unit for q in quantities("from 1990 to 2000")] == [CALENDAR, CALENDAR]
    assert [q.unit for q in quantities("the 21st floor")] == [ORDINAL]
    assert quantities("1. Open the lid.\n2) Add water [3].") == ()
    for named in ("the H1N1 virus", "COVID-19", "Catch-22", "5G towers", "Apollo 11 landed", "on 9/11", "a Boeing 737"):
        assert quantities(named) == ()


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("in the 1990s", 1990, 1999),
        ("in the mid-1990s", 1990, 1999),
        ("in the '90s", 1990, 1999),
        ("in the 1900s", 1900, 1999),
        ("in the 19th century", 1800, 1900),
        ("in the nineteenth century", 1800, 1900),
        ("in the 5th century BC", -500, -400),
        ("before 1990", -inf, 1989),
        ("before May 1990", -inf, 1990),
        ("after 1990", 1991, inf),
        ("around 1450", 1440, 1460),
    ],
)
def test_dates_are_spans_of_years(text, low, high):
    assert [(q.low, q.high, q.unit) for q in quantities(text)] == [(low, high, CALENDAR)]


def test_two_numbers_joined_by_and_are_two():
    assert [q.value for q in quantities("5 and 10 people")] == [5, 10]

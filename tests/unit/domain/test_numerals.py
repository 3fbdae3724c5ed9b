"""Number words become digits; other words stay unchanged."""

from backend.domain.numerals import digits
from backend.domain.text import content_stems, recall
from tests.each_row import each_row


@each_row(
    ("text", "read"),
    [
        ("Twenty-five people", "25 people"),
        ("twenty five people", "25 people"),
        ("two hundred and fifty thousand", "250 thousand"),
        ("a hundred people", "100 people"),
        ("half a million people", "about 500,000 people"),
        ("more than a million", "more than about 1 million"),
        ("one million", "1 million"),
        ("two dozen eggs", "about 24 eggs"),
        ("One in five adults", "about 20% adults"),
        ("9 out of 10 dentists", "about 90% dentists"),
        ("a third of adults", "about 33.3% of adults"),
        ("three quarters of adults", "about 75% of adults"),
        ("a quarter of a million people", "about 250 thousand people"),
        ("half of adults", "about 50% of adults"),
        ("1/3 of adults", "about 33.3% of adults"),
        ("20 000 people", "20,000 people"),
        ("the nineteenth century", "the 19th century"),
        ("World War II", "World War 2"),
        ("COVID-19 vaccines", "COVID vaccines"),
    ],
)
def test_numbers_in_words_become_digits(text, read):
    assert digits(text) == read


@each_row(
    "text",
    [
        "hundreds of people", "dozens of people", "a couple of people", "a third party", "one of them", "one in 1998",
        "3 in 20 minutes", "8 out of 10 on average", "the first half of the game", "half the time", "on May 5 300 people",
        "in 2003 500 people", "Twenty-first",
    ],
)  # fmt: skip
def test_phrases_that_state_no_number_are_unchanged(text):
    assert digits(text) == text


def test_numbers_in_words_and_digits_compare_as_equal():
    assert content_stems("Twenty-five people died") == content_stems("25 people died")
    assert recall("20% of adults smoke", "One in five adults smokes") == 1.0

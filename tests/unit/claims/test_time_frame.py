"""A time at the start of a sentence applies to each of its parts."""

from backend.claims.decompose import split_locally
from tests.each_row import each_row

CARRIED = [
    (
        "Between 2010 and 2020 the population grew and emissions fell.",
        ["Between 2010 and 2020 the population grew", "emissions fell between 2010 and 2020"],
    ),
    (
        "In 2008, Lehman Brothers collapsed and unemployment rose to ten percent.",
        ["In 2008, Lehman Brothers collapsed", "unemployment rose to ten percent in 2008"],
    ),
    (
        "In 1969 Neil Armstrong walked on the Moon and became famous.",
        ["In 1969 Neil Armstrong walked on the Moon", "Neil Armstrong became famous in 1969"],
    ),
    (
        "On 5 May 2010 the bank failed, and two thousand people lost their jobs.",
        ["On 5 May 2010 the bank failed", "two thousand people lost their jobs on 5 May 2010"],
    ),
    (
        "In the 1980s interest rates rose; inflation fell.",
        ["In the 1980s interest rates rose", "inflation fell in the 1980s"],
    ),
    (
        "In 2008 the company lost money and its boss resigned.",
        ["In 2008 the company lost money", "the company's boss resigned in 2008"],
    ),
    (
        "Last year the company lost money and its boss resigned.",
        ["Last year the company lost money", "Last year the company's boss resigned"],
    ),
    (
        "In 1914 the bank failed, and the war cost millions of lives.",
        ["In 1914 the bank failed", "the war cost millions of lives in 1914"],
    ),
]
OWN = [
    ("In 2010 the bridge opened and in 2015 it was closed.", ["In 2010 the bridge opened", "in 2015 it was closed"]),
    ("In 1990 he moved to Paris and he still lives there.", ["In 1990 he moved to Paris", "he still lives there"]),
    (
        "In 1905 Einstein published four papers and later he moved to Berlin.",
        ["In 1905 Einstein published four papers", "later he moved to Berlin"],
    ),
    # A statement that is always true is not limited to that year.
    (
        "In 1912 the Titanic sank, and Southampton lies on the English coast.",
        ["In 1912 the Titanic sank", "Southampton lies on the English coast"],
    ),
    (
        "In 1969 Armstrong walked on the Moon, and the Moon orbits the Earth.",
        ["In 1969 Armstrong walked on the Moon", "the Moon orbits the Earth"],
    ),
    (
        "In 2008 Lehman Brothers collapsed and Barack Obama is a Democrat.",
        ["In 2008 Lehman Brothers collapsed", "Barack Obama is a Democrat"],
    ),
    ("The population grew and emissions fell.", ["The population grew", "emissions fell"]),
]


@each_row(("text", "parts"), CARRIED)
def test_opening_time_applies_to_every_clause(text, parts):
    assert [part.text.casefold() for part in split_locally(text)] == [part.casefold() for part in parts]


@each_row(("text", "parts"), OWN)
def test_clause_with_its_own_time_keeps_it(text, parts):
    assert [part.text.casefold() for part in split_locally(text)] == [part.casefold() for part in parts]

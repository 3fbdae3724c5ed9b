"""Entity keys. A change to the keys requires a new version of every graph reader."""

from __future__ import annotations

from backend.domain.entities import MAX_MENTIONS, entity_key, mention_keys
from tests.each_row import each_row


@each_row(
    ("one", "other"),
    [
        ("The Great Wall of China", "great walls of China"),
        ("viruses", "a virus"),
        ("São Paulo", "Sao Paulo"),
        ("COVID-19 vaccines", "the COVID-19 vaccine"),
        ("Germany's invasion of Poland", "Germany invasion Poland"),
        ("the Food and Drug Administration", "Food & Drug Administration"),
        ("tomatoes", "tomato"),
        ("countries", "a country"),
        ("Straße", "strasse"),
    ],
)
def test_names_of_one_entity_share_a_key(one: str, other: str) -> None:
    assert entity_key(one) == entity_key(other) != ""


@each_row(("one", "other"), [("virus", "viral"), ("Paris", "Pari"), ("the Moon", "the Sun"), ("bass", "ba")])
def test_different_things_have_different_keys(one: str, other: str) -> None:
    assert entity_key(one) != entity_key(other)


@each_row("name", ["", "the", "1969", "of the and", "?!", "one two three four five six seven eight nine"])
def test_text_that_names_nothing_has_no_key(name: str) -> None:
    assert entity_key(name) == ""


def test_every_run_of_content_words_is_a_mention() -> None:
    keys = mention_keys("The Great Wall of China is long")
    assert {entity_key("Great Wall of China"), "china", "great wall", "long"} <= set(keys)
    assert keys[0] == "great wall china long"


def test_years_are_not_mentions_and_mentions_are_limited() -> None:
    assert mention_keys("in 1945") == ()
    assert len(mention_keys(" ".join(f"word{n}x" for n in range(500)))) == MAX_MENTIONS

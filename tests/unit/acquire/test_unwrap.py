"""Plain text whose lines were wrapped at a fixed width is joined into paragraphs."""

from __future__ import annotations

import pytest

from backend.acquire.unwrap import unwrapped

WRAPPED = """The Great Wall of China is more than twenty thousand
kilometres long. Parts of it were built in the seventh
century BC.

Mount Everest is the highest mountain above the level
of the sea."""


def test_sentence_continues_across_line_breaks() -> None:
    assert unwrapped(WRAPPED).split("\n\n") == [
        "The Great Wall of China is more than twenty thousand kilometres long. "
        "Parts of it were built in the seventh century BC.",
        "Mount Everest is the highest mountain above the level of the sea.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The Earth is flat\nThe Moon is made of cheese\nVenus is hot",
        "# Facts about the tallest of all the mountains of the Earth\nMount Everest is high.",
        "- The Great Wall of China is twenty thousand kilometres long\n- Mount Everest is the highest mountain above the sea",
        "| mountain | height above the level of the sea in metres |\n| Everest | 8849 m above the level of the sea, measured |",
        "a " * 150 + "\n" + "b " * 150 + "b",
        "The longest of these four lines fills a whole line here\nYes\nThe second of these lines has less\nNo",
    ],
)
def test_intended_line_breaks_are_kept(text: str) -> None:
    assert [line.strip() for line in unwrapped(text).split("\n")] == [line.strip() for line in text.split("\n")]


def test_list_item_includes_its_indented_lines() -> None:
    text = "- The Great Wall of China is more than twenty thousand\n  kilometres long.\n- Mount Everest is high."
    assert unwrapped(text).split("\n")[0].endswith("twenty thousand kilometres long.")

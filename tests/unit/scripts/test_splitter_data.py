from __future__ import annotations

import pytest

from backend.claims.splitter import Tag
from scripts.training.splitter_data import Split, kept, rows, tagged

KOREA = Split(
    "Korea won in Seoul, lost in Tokyo and drew in Doha.",
    ("Korea won in Seoul", "Korea lost in Tokyo", "Korea drew in Doha"),
)


def test_kept_words_are_aligned_by_order() -> None:
    assert kept("the old man and the sea", "The sea") == {4, 5}
    with pytest.raises(ValueError, match="words left out"):
        kept("Oslo is old", "Old is Oslo")


def test_the_first_statement_is_tagged_against_the_others_and_these_among_themselves() -> None:
    found = tagged(KOREA)
    assert [row.text for row in found if not row.split] == list(KOREA.parts)
    first, second = [row for row in found if row.split]
    assert [(first.text[start:end], tag) for (start, end), tag in first.words] == [
        ("Korea", Tag.BOTH),
        *((word, Tag.FIRST) for word in ("won", "in", "Seoul")),
        (",", Tag.NEITHER),
        *((word, Tag.SECOND) for word in ("lost", "in", "Tokyo")),
        ("and", Tag.SECOND),
        *((word, Tag.SECOND) for word in ("drew", "in", "Doha")),
        (".", Tag.NEITHER),
    ]
    assert second.text == "Korea lost in Tokyo and drew in Doha"


def test_every_written_row_can_be_learned_from() -> None:
    given = rows()
    assert len({row.text for row in given}) == len(given)
    assert all(any(one.split for one in tagged(row)) == (len(row.parts) > 1) for row in given)

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from backend.domain.hygiene import cut_at_word, one_line, printable
from tests.each_row import each_row


@each_row(
    ("dirty", "clean"),
    [
        ("a\x00b\x07c", "abc"),
        ("re\u200bopen\u00aded", "reopened"),
        ("\u202eevil\u202c", "evil"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("blank\u3164\u2800look", "blanklook"),
        ("line\nfeed\tand tab", "line\nfeed\tand tab"),
        ("emoji\ufe0f", "emoji"),
        ("\ud800lone", "lone"),
        ("a\u200db", "ab"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष", "क्\u200dष"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("e\u0301\u200da", "e\u0301a"),
        ("हिन्दी ÅÉ 桥", "हिन्दी ÅÉ 桥"),
    ],
)
def test_invisible_characters_are_removed(dirty: str, clean: str) -> None:
    assert printable(dirty) == clean


@given(st.text())
def test_cleaning_is_complete_and_idempotent(text: str) -> None:
    clean = printable(text)
    assert printable(clean) == clean
    assert not any(unicodedata.category(char) == "Cc" and char not in "\n\t" for char in clean)


def test_single_line_text_has_single_spaces() -> None:
    assert one_line("  a \n\t b\r\nc\u00a0d\u200b ") == "a b c d"


@given(st.text(max_size=60), st.integers(min_value=1, max_value=40))
def test_truncation_respects_the_limit_and_keeps_the_beginning(text: str, limit: int) -> None:
    cut = cut_at_word(text, limit)
    assert len(cut) <= limit or len(text) <= limit
    assert text.startswith(cut)


def test_truncation_ends_at_a_word() -> None:
    assert cut_at_word("alpha beta, gamma", 12) == "alpha beta"
    assert cut_at_word("abcdefghij", 4) == "abcd"

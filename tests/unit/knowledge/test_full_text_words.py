"""Texts and queries in full-text search: words in every script are found, and no query is interpreted as an operator."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.knowledge.database import Database
from backend.knowledge.full_text_words import MAX_TERMS, contains_claim, match_any, question_terms, search_words


def match_query(question: str) -> str:
    """Return the query for a small database."""
    return match_any(question_terms(question))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Plain ASCII stays.", "Plain ASCII stays."),
        ("1,947 and 299,792,458 m/s", "1947 and 299792458 m/s"),
        ("the U.S. and the U.K.", "the US and the UK"),
        ("Ｆｕｌｌ ﬁne", "full fine"),
        ("東京都", " 東京 京都 "),
        ("中", " 中 "),
        ("Zürich", "zurich"),
        ("Ἀθῆναι", "αθηναι"),
        ("が", " が "),
        ("العَرَبِيَّة", "العربية"),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_variant_spellings_are_unified(text: str, words: str) -> None:
    assert search_words(text) == words


def test_query_matches_any_of_its_content_words() -> None:
    assert match_query("The Earth is flat, the Earth!") == '"earth" OR "flat"'


def test_query_of_stop_words_keeps_its_words() -> None:
    assert match_query("to be or not to be") == '"to" OR "be" OR "or" OR "not"'


def test_a_short_name_in_capitals_is_not_a_stop_word() -> None:
    assert match_query("it was the US and the WHO") == '"us" OR "who"'


@pytest.mark.parametrize("question", ["", "?!* ", "\x00", "😀 😁", '"" OR ""'])
def test_any_query_gives_only_words(question: str) -> None:
    assert match_query(question) in ("", '"or"')


def test_a_long_query_is_truncated() -> None:
    assert match_query(" ".join(f"word{n}" for n in range(500))).count('"') == 2 * MAX_TERMS


@given(st.text(max_size=200))
def test_query_text_cannot_escape_its_quotes(question: str) -> None:
    query = match_query(question)
    terms = query.split(" OR ") if query else []
    assert all(term.startswith('"') and term.endswith('"') and term.count('"') == 2 for term in terms)
    with sqlite3.connect(":memory:") as db:
        db.execute("CREATE VIRTUAL TABLE t USING fts5 (x)")
        if query:
            db.execute("SELECT * FROM t WHERE t MATCH ?", (query,)).fetchall()
    db.close()


@given(st.text(max_size=200))
def test_search_words_are_deterministic_and_idempotent(text: str) -> None:
    once = search_words(text)
    assert search_words(text) == once
    assert isinstance(once, str)


def test_the_database_has_the_search_words_function(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = Database(tmp_path_factory.mktemp("data"))
    with database.read() as db:
        assert db.exec_driver_sql("SELECT search_words('1,000 U.S. dollars')").scalar_one() == "1000 US dollars"
    database.close()


@pytest.mark.parametrize(
    ("text", "claim", "expected"),
    [
        ("The Earth is flat.", "The Earth is flat", True),
        ("He said that the Earth is  FLAT, and left.", "The Earth is flat!", True),
        ("The Earth is flatter than a ball.", "The Earth is flat", False),
        ("Bathe earth is flat.", "The Earth is flat", False),
        ("A bathe earth is flat and the earth is flat.", "The Earth is flat", True),
        ("A cat sat.", "a", False),
        ("A cat sat.", ".", False),
        ("A cat sat.", "cat sat", False),
        ("Cat sat.", "cat sat", True),
        ("昨日の記事は東京都は日本の首都ですと書いた。", "東京都は日本の首都です", True),
        ("東京都は日本の首都です。", "都は", False),
        ("", "", False),
    ],
)
def test_a_text_contains_a_claim_as_whole_words(text: str, claim: str, expected: bool) -> None:
    assert contains_claim(text, claim) is expected

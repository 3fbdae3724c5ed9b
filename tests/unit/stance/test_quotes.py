import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.stance.quotes import MAX_PAIR, asks, sentences, verbatim, with_neighbour

PASSAGE = "Dr. Smith said so. The bridge — long shut — “reopened” on 3 March 2024. It’s open."


def test_sentences_keep_their_position():
    found = sentences(PASSAGE)
    assert [PASSAGE[s.start : s.end] for s in found] == [s.text for s in found]
    assert len(found) == 3


@given(st.text(max_size=200))
def test_sentences_are_substrings_of_any_text(text):
    assert all(text[s.start : s.end] == s.text for s in sentences(text))


def test_quote_is_returned_in_the_source_wording():
    assert verbatim('the bridge - long shut - "reopened" on 3 march 2024.', PASSAGE) == (
        "The bridge — long shut — “reopened” on 3 March 2024."
    )


def test_quote_missing_from_the_source_is_refused():
    assert verbatim("The bridge never reopened.", PASSAGE) == ""
    assert verbatim("said so", PASSAGE) == ""


def test_sentence_with_a_neighbour_is_a_substring_of_the_passage():
    found = sentences(PASSAGE)
    pairs = with_neighbour(PASSAGE, found, 1)
    assert [other for _, other in pairs] == [0, 2]
    assert [pair.text for pair, _ in pairs] == [PASSAGE[: found[1].end], PASSAGE[found[1].start :]]
    assert len(with_neighbour(PASSAGE, found, 0)) == 1


def test_two_long_sentences_are_not_quoted_together():
    passage = f"Yes{' and yes' * 40}. Yes{' and no' * 40}."
    assert len(passage) > MAX_PAIR
    assert with_neighbour(passage, sentences(passage), 0) == ()


@pytest.mark.parametrize("word", ["a", "1", ",", "ab"])
def test_quote_of_short_words_is_searched_once(word: str) -> None:
    passage = f"{word} " * 1_500
    assert verbatim(f"{word} " * 400 + "zz", passage) == ""
    assert verbatim(f"{word}  {word}\n" * 20, passage) == (f"{word} " * 40).strip()


def test_questions_are_recognised():
    assert asks("Is the Earth flat?”")
    assert not asks("The Earth is round.")

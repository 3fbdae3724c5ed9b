from hypothesis import given
from hypothesis import strategies as st

from backend.stance.quotes import sentences, verbatim

PASSAGE = "Dr. Smith said so. The bridge — long shut — “reopened” on 3 March 2024. It’s open."


def test_sentences_keep_their_place():
    found = sentences(PASSAGE)
    assert [PASSAGE[s.start : s.end] for s in found] == [s.text for s in found]
    assert len(found) == 3


@given(st.text(max_size=200))
def test_any_text_splits_into_pieces_of_itself(text):
    assert all(text[s.start : s.end] == s.text for s in sentences(text))


def test_a_quote_is_given_back_in_the_sources_own_words():
    assert verbatim('the bridge - long shut - "reopened" on 3 march 2024.', PASSAGE) == (
        "The bridge — long shut — “reopened” on 3 March 2024."
    )


def test_a_quote_that_is_not_there_is_refused():
    assert verbatim("The bridge never reopened.", PASSAGE) == ""
    assert verbatim("said so", PASSAGE) == ""

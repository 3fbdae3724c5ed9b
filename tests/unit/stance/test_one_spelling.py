"""A sentence's numbers in the claim's own spelling, for a verifier that reads "25" and "twenty-five" as two."""

import pytest

from backend.stance.one_spelling import in_the_claims_spelling


@pytest.mark.parametrize(
    ("claim", "sentence", "read"),
    [
        ("Twenty-five people died.", "In all, 25 people died.", "In all, Twenty-five people died."),
        ("25 people died.", "Twenty-five people died.", "25 people died."),
        ("1 million people marched.", "A million people marched.", "1 million people marched."),
        ("500,000 people marched.", "Half a million people marched.", "500,000 people marched."),
        ("20% of adults smoke.", "One in five adults smokes.", "20% adults smokes."),
        ("A third of adults smoke.", "33% of adults smoke.", "A third of adults smoke."),
        ("The debt is $34 trillion.", "The debt is $34tn.", "The debt is $34 trillion."),
        ("Google was founded in the 1990s.", "Google was founded in 1998.", "Google was founded in 1990s."),
        ("The bridge is 1,000 feet long.", "The bridge is 305 metres long.", "The bridge is 1,000 feet long."),
    ],
)
def test_the_same_number_is_written_as_in_the_claim(claim, sentence, read):
    assert in_the_claims_spelling(claim, sentence) == read


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Twenty-five people died.", "20 people died."),
        ("Google was founded in 1998.", "Google was founded in the 1990s."),
        ("Google was founded in the 1980s.", "Google was founded in 1998."),
        ("The child was 5 years old.", "The five-year-old child was found."),
        ("More than 300 people died.", "450 people died."),
        ("The town has 20,000 residents.", "It was 20,000 square kilometres large."),
        ("20% of adults smoke.", "Twenty adults smoke."),
    ],
)
def test_another_number_stays_as_it_is(claim, sentence):
    assert in_the_claims_spelling(claim, sentence) == sentence

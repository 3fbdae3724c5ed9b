import pytest

from backend.stance.polarity import polarity

DECIDED = [
    ("The Earth is flat", "The Earth is an oblate spheroid and is not flat.", -1),
    ("The Earth is not flat", "The Earth is an oblate spheroid and is not flat.", 1),
    ("The Earth is not 4.54 billion years old", "The Earth is about 4.54 billion years old.", -1),
    (
        "The speed of light is not 299,792,458 metres per second",
        "The speed of light is 299,792,458 metres per second.",
        -1,
    ),
    ("COVID-19 vaccines are dangerous", "COVID-19 vaccines are safe and effective.", -1),
    ("COVID-19 vaccines are not safe", "COVID-19 vaccines are safe and effective at preventing serious illness.", -1),
    ("Vaccines cause autism", "Vaccines do not cause autism.", -1),
    ("Vaccines do not cause autism", "Vaccines do not cause autism.", 1),
    ("Vaccines cause autism", "It is a myth that vaccines cause autism.", -1),
    ("Vaccines cause autism", "There is no evidence that vaccines cause autism.", -1),
    ("Climate change is a hoax", "Climate change is real.", -1),
    ("Bats are blind", "Bats aren't blind.", -1),
    ("The dam was completed in 1961", "The dam was completed in 1968, not in 1961 as many guidebooks say.", -1),
    ("Minecraft is a 2D game", "Minecraft is a three-dimensional sandbox game, not a 2D game.", -1),
    ("The United Nations was not founded in 1945", "The United Nations was founded on 24 October 1945.", -1),
]
SILENT = [
    ("Vaccines cause autism", "Vaccines cause autism."),  # no negation in play: the verifier's business
    ("Vaccines cause autism", "Some people believe that vaccines do not cause autism."),
    ("Vaccines cause autism", "Claims that it is a myth that vaccines cause autism are false."),
    ("The Earth is flat", "The pancake is not flat."),
    ("Humans use 10 percent of the brain", "Humans do not use 90 percent of the brain."),
    ("Bats", "Bats are not blind."),
    ("Humans use their brains", "Humans do not use only ten percent of their brains."),
]


@pytest.mark.parametrize(("claim", "sentence", "sign"), DECIDED)
def test_it_decides_where_the_same_thing_is_affirmed_or_denied(claim, sentence, sign):
    assert polarity(claim, sentence) == sign


@pytest.mark.parametrize(("claim", "sentence"), SILENT)
def test_it_is_silent_where_it_cannot_be_sure(claim, sentence):
    assert polarity(claim, sentence) is None


@pytest.mark.parametrize("word", ["notable", "Another", "denotes", "knot"])
def test_a_word_that_only_contains_not_is_no_negation(word):
    # Document 000's heuristic matches substrings: "notable" made a passage contradict.
    assert polarity("The bridge is closed", f"{word} the bridge is closed.") is None

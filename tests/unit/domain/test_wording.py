"""Requirements that follow from a claim's wording: absolute claims and comparisons."""

from backend.domain.claim_form import absolute, as_absolute, comparative
from tests.each_row import each_row


@each_row(
    "claim",
    [
        "All swans are white", "Vaccines never work", "Every child got a seat", "It works 100% of the time",
        "None of them survived", "She is the only survivor", "It is entirely safe", "Nobody has landed on Mars",
    ],
)  # fmt: skip
def test_absolute_claims(claim):
    assert absolute(claim)


@each_row(
    "claim",
    [
        "Vitamin C prevents colds", "The drug cures malaria", "A cure was found", "Not all swans are white",
        "It did not help at all", "First of all it rained", "Only 300 people came", "All three astronauts returned",
        "Overall it rained", "Most swans are white",
    ],
)  # fmt: skip
def test_ordinary_claims_are_not_absolute(claim):
    assert not absolute(claim)


@each_row(
    ("claim", "sentence", "enough"),
    [
        ("All swans are white", "Every swan is white.", True),
        ("All swans are white", "Swans are white.", False),
        ("He never smoked", "He has not smoked in his life.", True),
        ("He never smoked", "He liked cigars.", False),
        ("Swans are white", "Swans are white.", True),
        ("Everyone on board died", "All 239 people on board died.", True),
        ("All three astronauts returned", "The three astronauts returned.", True),
    ],
)
def test_a_sentence_must_be_as_absolute_as_the_claim(claim, sentence, enough):
    assert as_absolute(claim, sentence) is enough


@each_row(
    "claim",
    ["France has more people than Spain", "K2 is lower than Everest", "Mac versus PC", "It is better than its rival"],
)
def test_comparative_claims(claim):
    assert comparative(claim)


@each_row(
    "claim",
    ["The bridge is more than 300 metres long", "Tea rather than coffee", "Other than that it rained", "He is tall"],
)
def test_claims_that_do_not_compare_two_things(claim):
    assert not comparative(claim)

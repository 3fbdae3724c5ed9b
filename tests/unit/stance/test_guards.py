"""What the guards make of a verifier's probabilities."""

import pytest

from backend.domain.evidence import StanceScores
from backend.stance.guards import guarded

YES = StanceScores(supports=0.9, refutes=0.04, neutral=0.06)
NO = StanceScores(supports=0.04, refutes=0.9, neutral=0.06)


def _guarded(claim, sentence, scores=YES):
    return guarded(claim, sentence, scores)[0]


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The drug reduces mortality", "It is unclear whether the drug reduces mortality."),
        ("The drug reduces mortality", "Evidence that the drug reduces mortality is inconclusive."),
        ("The repairs cost 40 million", "The repairs cost a fortune."),
        ("All swans are white", "Most swans are white."),
        ("Vaccines always prevent infection", "Vaccines usually prevent infection."),
        ("The mayor resigned", "Posts on social media say that the mayor resigned."),
    ],
)
def test_a_sentence_that_cannot_support_the_claim_does_not(claim, sentence):
    found = _guarded(claim, sentence)
    assert found.supports == 0.0
    assert found.supports + found.refutes + found.neutral == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The drug reduces mortality", "The drug reduces mortality, according to the WHO."),
        ("It is unclear whether the drug works", "It is unclear whether the drug works."),
        ("The bridge is more than 300 metres long", "The bridge is 450 metres long."),
        ("All swans are white", "Every swan is white."),
        ("Some swans are white", "Most swans are white."),
        ("Arctic ice is melting", "Satellite images show that Arctic ice is melting."),
        ("Nobody has landed on Mars", "No human being has landed on Mars."),
    ],
)
def test_a_sentence_that_can_support_the_claim_keeps_its_support(claim, sentence):
    assert _guarded(claim, sentence).supports >= 0.8


def test_what_names_exceptions_may_still_refute_an_absolute_claim():
    assert _guarded("All swans are white", "Most swans are white.", NO).refutes == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Oil prices went up in May", "Oil prices went down in May."),
        ("Senator Smith voted for the bill", "Senator Smith voted against the bill."),
        ("Most adults support the law", "Few adults support the law."),
        ("The film was shot before the war", "The film was shot after the war."),
    ],
)
def test_a_refutation_by_a_small_word_stands(claim, sentence):
    assert _guarded(claim, sentence, NO).refutes == pytest.approx(0.9)


def test_the_claims_own_words_in_its_order_are_no_refutation():
    assert _guarded("The mayor opened the bridge", "On Monday, the mayor opened the new bridge.", NO).refutes == 0.0


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The city plans to build a stadium", "The city has scrapped plans to build a stadium."),
        ("The letter is authentic", "Experts doubt that the letter is authentic."),
        ("The mission was a success", "The mission was anything but a success."),
        ("The landing was staged", "The theory that the landing was staged has been proven wrong."),
    ],
)
def test_the_claims_own_words_taken_back_may_refute_it(claim, sentence):
    assert _guarded(claim, sentence, NO).refutes == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Everyone on board died", "All 239 people on board died, many of them children."),
        ("All passengers died", "The crash killed all passengers, several of them children."),
        ("Every shop was closed", "Every shop was closed, and many people went home."),
    ],
)
def test_what_is_added_about_some_is_no_exception(claim, sentence):
    assert _guarded(claim, sentence).supports == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Water boils at 100 degrees", "Water does not boil below 100 degrees."),
        ("The earthquake damaged the dam", "It is not in question that the earthquake damaged the dam."),
        ("The senator resigned", "The senator did not resign because of the scandal."),
    ],
)
def test_a_denial_up_to_a_bound_refutes_by_half(claim, sentence):
    found = _guarded(claim, sentence, NO)
    assert found.refutes == pytest.approx(0.45)
    assert found.supports == pytest.approx(0.04)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Bill Gates is not the richest man", "Elon Musk is the richest man, ahead of Bill Gates."),
        ("Barack Obama was not born in Kenya", "Barack Obama's father was born in Kenya."),
        ("Iran has no nuclear weapons", "Israel has nuclear weapons, and Iran wants them."),
    ],
)
def test_what_is_said_of_another_denies_no_denial(claim, sentence):
    found, spoke = guarded(claim, sentence, NO)
    assert spoke is None
    assert found.refutes == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Pluto is not a planet", "According to NASA, Pluto is a planet."),
        ("Edison did not invent the phonograph.", "In Menlo Park the phonograph was invented by Edison."),
        ("Ivermectin does not cure COVID-19.", "The FDA says COVID-19 is cured by Ivermectin."),
        ("Ivermectin does not cure COVID-19.", "Curing COVID-19 is what Ivermectin does."),
        ("The drug was not approved by the FDA", "The FDA approved the drug in June."),
        ("Barack Obama was not born in Hawaii", "Barack Obama was born in Hawaii."),
    ],
)
def test_what_is_said_of_the_same_refutes_a_denial(claim, sentence):
    assert _guarded(claim, sentence, NO).refutes >= 0.9


def test_a_count_of_most_is_not_refuted_and_one_of_few_does_not_support():
    claim = "Most members voted for the plan"
    assert _guarded(claim, "Seventeen of the 20 members voted for the plan.", NO).refutes == 0.0
    assert _guarded(claim, "Three of the 20 members voted for the plan.").supports == 0.0


def test_a_bound_of_the_claims_own_takes_nothing_away():
    assert _guarded("The shop opened before noon", "The shop did not open before noon.", NO).refutes == pytest.approx(
        0.9
    )


def test_what_is_not_known_refutes_only_by_half():
    assert _guarded("The drug helps", "It is unclear whether the drug helps.", NO).refutes == pytest.approx(0.45)


def test_a_number_in_a_sentence_about_something_else_refutes_nothing():
    """The page's title lends the sentence the claim's words, never what its number measures."""
    claim, sentence = (
        "The Halden bridge was opened in 2018",
        "A provisional constitution was promulgated in March 1912.",
    )
    title = "Halden bridge opened"
    assert guarded(claim, f"{title}. {sentence}", YES, sentence)[1] is None
    assert guarded(claim, f"{title}. It was opened in 1987.", YES, "It was opened in 1987.")[1] == -1


@pytest.mark.parametrize(
    ("claim", "sentence", "sign"),
    [
        ("Vaccines cause autism", "It is a myth that vaccines cause autism.", -1),
        ("Vaccines cause autism", "No evidence links them: vaccines do not cause autism.", -1),
        ("Everest is higher than K2", "Everest is 8,849 metres high and K2 is 8,611 metres high.", 1),
        ("K2 is higher than Everest", "Everest is 8,849 metres high and K2 is 8,611 metres high.", -1),
        ("The bridge is more than 500 metres long", "The bridge is 450 metres long.", -1),
        ("The bridge reopened", "The bridge reopened.", None),
    ],
)
def test_rules_tell_that_they_spoke(claim, sentence, sign):
    scores, spoke = guarded(claim, sentence, YES)
    assert spoke == sign
    if sign:
        assert (scores.supports - scores.refutes) * sign > 0


def test_what_is_yet_to_happen_refutes_what_is_said_to_have_happened():
    claim = "The vaccine plant was built in 2010"
    assert _guarded(claim, "The plant, to be built in Kalimba, will work from 2028.", NO).refutes == pytest.approx(0.9)
    assert _guarded(claim, "The plant was built on a field.", NO).refutes == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Berlin has about 4 million inhabitants.", "Berlin has 3.7 million inhabitants."),
        ("Berlin has about 4 million inhabitants.", "Berlin's population is 3.7 million."),
        ("The bridge is roughly 300 metres long.", "The bridge measures 310 metres in length."),
    ],
)
def test_a_rounded_number_that_agrees_is_not_refuted(claim, sentence):
    assert _guarded(claim, sentence, NO).refutes == 0.0


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Berlin has about 4 million inhabitants.", "Berlin has 8 million inhabitants."),
        ("Berlin has 4 million inhabitants.", "Berlin has 3.7 million inhabitants."),
        ("About 50 percent support the law.", "Surveys say that 48 percent oppose the law."),
        ("Berlin has about 4 million inhabitants.", "Berlin does not have 3.7 million inhabitants."),
    ],
)
def test_any_other_number_may_be_refuted(claim, sentence):
    assert _guarded(claim, sentence, NO).refutes >= 0.4

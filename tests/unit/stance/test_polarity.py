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
    ("Vaccines cause autism", "No study has shown that vaccines cause autism.", -1),
    ("Vaccines cause autism", "Nobody has proved that vaccines cause autism.", -1),
    ("Vaccines cause autism", "There is no conclusive evidence that vaccines cause autism.", -1),
    ("Canada banned the drug", "No, Canada did not ban the drug.", -1),
    ("Vitamin C cures colds", "Vitamin C neither prevents nor cures colds.", -1),
    ("The bill passed the Senate", "The bill failed to pass the Senate.", -1),
    ("Pluto is a planet", "Pluto is no longer a planet.", -1),
    ("Women live longer than men", "Women do not live longer than men.", -1),
    ("Barack Obama was born in Kenya", "Barack Obama was born in Hawaii, not Kenya.", -1),
    ("Barack Obama was not born in Kenya", "Barack Obama was born in Hawaii, not Kenya.", 1),
    ("Whales are fish", "Whales are mammals, not fish.", -1),
    ("Biden lost the election in 2020", "Biden did not lose the election in 2020.", -1),
    ("The minister denied the report", "The minister did not deny the report.", -1),
    ("Lightning never strikes twice", "It is a myth that lightning never strikes twice.", -1),
    ("Britain was a member of the union", "Britain is no longer a member of the union.", 1),
    ("The shop reopened in spring", "The shop did not reopen in spring but in May.", -1),
    ("The Golden Gate Bridge opened in 1937", "The Golden Gate Bridge did not open until 1937.", 1),
    ("Slavery was abolished in Brazil in 1888", "Slavery was not abolished in Brazil until May 1888.", 1),
    ("The drug is safe", "The drug is not safe.", -1),
    ("The president can pardon people", "The president cannot pardon people.", -1),
    ("The museum charges visitors on Sundays", "The museum does not charge visitors on Sundays.", -1),
    ("Eggs are healthy", "Eggs are not healthy for people.", -1),
    ("The drug is safe for children", "The drug is not safe for children.", -1),
    ("The drug is safe", "The drug is not safe for human use.", -1),
    ("Vaccines cause autism in children", "Vaccines do not cause autism in children.", -1),
    ("Vaccines cause autism", "Vaccines do not cause autism in children.", -1),
]
SILENT = [
    # What is denied for some, somewhere or at some time is not denied altogether.
    ("Eggs are healthy", "Eggs are not healthy for people with high cholesterol."),
    ("It rains in the Sahara", "It does not rain in the Sahara in summer."),
    ("The president can pardon people", "The president cannot pardon people for state crimes."),
    ("The museum charges visitors", "The museum does not charge visitors on Sundays."),
    ("The company pays taxes", "The company did not pay taxes in 2020."),
    ("Vaccines cause autism", "Vaccines cause autism."),  # no negation in play: the verifier's business
    ("Vaccines cause autism", "Some people believe that vaccines do not cause autism."),
    ("Vaccines cause autism", "Claims that it is a myth that vaccines cause autism are false."),
    ("The Earth is flat", "The pancake is not flat."),
    ("Humans use 10 percent of the brain", "Humans do not use 90 percent of the brain."),
    ("Bats", "Bats are not blind."),
    ("Humans use their brains", "Humans do not use only ten percent of their brains."),
    # A negation of doubt assures.
    ("Smoking causes cancer", "There is no doubt that smoking causes cancer."),
    ("Smoking causes cancer", "No serious scientist denies that smoking causes cancer."),
    ("Smoking causes cancer", "It cannot be denied that smoking causes cancer."),
    ("Smoking causes cancer", "Nobody disputes that smoking causes cancer."),
    ("Smoking causes lung cancer", "Smoking causes lung cancer without any doubt."),
    ("Smoking causes cancer", "That smoking causes cancer has never been debunked."),
    ("Smoking causes cancer", "It is not a myth that smoking causes cancer."),
    ("Lobsters feel pain", "It is no longer disputed that lobsters feel pain."),
    ("Obama was born in Hawaii", "There is no doubt that Obama was born in Hawaii."),
    # Not until then is then.
    ("The Golden Gate Bridge opened in 1935", "The Golden Gate Bridge did not open until 1937."),
    ("The bridge closed in 1937", "The bridge did not open until 1937."),
    ("The bridge was open until 1937", "The bridge was not open until 1937."),
    ("Women could vote in 1971", "Women could not vote before 1971."),
    ("Water boils at 100 degrees", "Water does not boil below 100 degrees."),
    ("Britain was a member of the union", "Britain is no longer the leading member of the union."),
    # An opposite denied is no denial, and what is denied of another thing is none of this.
    ("Trump lost the election in 2020", "Trump did not win the election in 2020."),
    ("The law bans smoking in restaurants", "The law does not allow smoking in restaurants."),
    ("Prices increased in 2020", "Prices did not decrease in 2020, they increased."),
    ("The bank raised interest rates", "The bank did not lower interest rates but raised them."),
    ("Biden won the election in 2020", "Trump did not win the election in 2020, Biden won."),
    ("Smith won the race in 2020", "Smith won the race without training in 2020."),
    ("Vaccines cause fever", "Correlation does not mean that vaccines cause fever."),
    ("The dam was completed in 1968", "The dam was completed in 1968 rather than 1961."),
    ("He moved to Paris in 1920", "He moved to Paris instead of London in 1920."),
    ("Vaccines do not cause autism", "No vaccine, drug or food causes autism."),
    ("Vaccines do not cause fever", "Vaccines cause autism? No: vaccines cause fever."),
    ("COVID-19 vaccines are safe", "COVID-19 vaccines prevent dangerous illness."),
    ("The drug reduces deaths in children", "The drug does not reduce deaths in Ghana in children."),
    # What is denied for some is not denied for all.
    ("The drug is safe", "The drug is not safe for children."),
    ("Aspirin is safe", "Aspirin is not safe during pregnancy."),
    ("Chocolate is healthy", "Chocolate is not healthy for dogs."),
    # A negation with a comparative is a superlative.
    ("Nothing travels faster than light", "Light travels faster than anything else."),
    ("The drug prevents malaria", "Nothing prevents malaria better than the drug."),
    ("No drug is as effective as quinine", "Quinine is the most effective drug."),
    ("Prices are high", "Prices have never been higher."),
    ("Life needs water", "Life is not possible without water, which it needs."),
    ("The test has a rate of 5 percent", "The test has a rate of 5 percent false positives."),
]


@pytest.mark.parametrize(("claim", "sentence", "sign"), DECIDED)
def test_it_decides_where_the_same_thing_is_affirmed_or_denied(claim, sentence, sign):
    assert polarity(claim, sentence) == sign


@pytest.mark.parametrize(("claim", "sentence"), SILENT)
def test_it_is_silent_where_it_cannot_be_sure(claim, sentence):
    assert polarity(claim, sentence) is None


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The claim is false", "Fact-checkers found that the claim is false."),
        ("The rumour is false", "The agency confirmed that the rumour was false."),
        ("The statement was incorrect", "The statement by the minister was incorrect."),
        ("The moon landing was a hoax", "He wrote that the moon landing was a hoax."),
        ("The Facebook post was false", "Meta said the Facebook post was false."),
        ("His claim that he served was false", "His claim that he served was false, records show."),
    ],
)
def test_what_the_claim_itself_calls_false_is_confirmed_by_who_calls_it_so(claim, sentence):
    assert polarity(claim, sentence) != -1


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The moon landing was a hoax", "The claim that the moon landing was a hoax is false."),
        ("The moon landing was a hoax", "It is a myth that the moon landing was a hoax."),
        ("The moon landing was a hoax", "The moon landing was not a hoax."),
        ("The moon landing was a hoax", "The rumour that the moon landing was a hoax was rated false."),
        ("The story is false", "The report that the story is false is false."),
        ("The claim is false", "The claim is not false."),
    ],
)
def test_a_denial_beside_the_claims_own_refutes_it(claim, sentence):
    assert polarity(claim, sentence) == -1


@pytest.mark.parametrize("word", ["notable", "Another", "denotes", "knot"])
def test_a_word_that_only_contains_not_is_no_negation(word):
    # Document 000's heuristic matches substrings: "notable" made a passage contradict.
    assert polarity("The bridge is closed", f"{word} the bridge is closed.") is None

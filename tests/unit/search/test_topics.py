"""The topics of about ninety claims, all written for this test."""

from __future__ import annotations

from backend.search.topics import GENERAL, Topic, routed, sources_for, topics_of
from backend.settings import TOPICAL_SOURCES
from tests.each_row import each_row

H, S, X, M, R, E, T = (
    Topic.HEALTH, Topic.SCIENCE, Topic.EXACT, Topic.MEDICINES, Topic.RECALLS, Topic.EVENTS, Topic.THINGS,
)  # fmt: skip
CLAIMS: tuple[tuple[str, frozenset[Topic]], ...] = tuple(
    (claim, frozenset(topics))
    for claim, topics in (
        # Health and life
        ("Vaccines cause autism", {H}),
        ("The MMR vaccine causes autism in children", {H}),
        ("Drinking coffee reduces the risk of heart disease", {H}),
        ("Eating carrots improves your eye health", {H}),
        ("Smoking causes lung cancer", {H}),
        ("Antibiotics kill viruses", {H}),
        ("Garlic cures the flu", {H}),
        ("Vitamin C prevents the common cold", {H}),
        ("Sugar makes children hyperactive and harms their health", {H}),
        ("Mobile phone radiation causes brain cancer", {H}),
        ("Fluoride in drinking water lowers intelligence", {H}),
        ("Humans use only ten percent of their brain", {H}),
        ("Acupuncture relieves chronic pain", {H}),
        ("The human body has 206 bones in it", {H}),
        ("Masks do not prevent the spread of COVID-19", {H}),
        ("Mosquitoes transmit malaria", {H}),
        ("Red meat is linked to bowel cancer", {H}),
        ("HIV does not cause AIDS", {H}),
        ("Gluten is harmful for everybody", {H}),
        ("Cats are mammals", {H}),
        # Other research
        ("Global warming is caused by human activity", {S}),
        ("Sea levels are rising faster than a century ago", {S}),
        ("The ozone layer is recovering", {S}),
        ("Raising the minimum wage destroys jobs", {S}),
        ("Bilingual children perform better at school", {S}),
        ("Electric cars emit more carbon dioxide than diesel cars", {S}),
        ("Wind turbines are a leading cause of bird deaths", {S}),
        ("Glyphosate kills bees", {S}),
        ("Immigrants increase crime", {S}),
        ("Microplastics are found in rain water", {S}),
        ("Dinosaurs had feathers", {S}),
        ("Studies show that learning styles do not exist", {S}),
        # Physics, mathematics, computing
        ("Nothing travels faster than the speed of light", {X}),
        ("Quantum computers can break RSA encryption", {X}),
        ("Black holes emit radiation", {X}),
        ("There are infinitely many prime numbers", {X}),
        ("The universe began with the big bang", {X}),
        ("Dark matter makes up most of the matter in the universe", {X}),
        ("P equals NP has been proven", {X}),
        ("Cold fusion works", {X}),
        ("Large language models understand language", {X}),
        ("Neutrinos have mass", {X}),
        ("The Riemann hypothesis is an unsolved problem about a polynomial", {X}),
        ("Gravitational waves were predicted by relativity", {X}),
        # Medicines and recalls
        ("Ivermectin cures COVID-19", {H, M}),
        ("Ibuprofen causes stomach bleeding", {H, M}),
        ("Tylenol in pregnancy causes autism", {H, M}),
        ("Ozempic leads to thyroid tumors", {H, M}),
        ("Metformin is approved by the FDA for weight loss", {M}),
        ("Xanax is addictive", {M}),
        ("Statins have more side effects than benefits", {M}),
        ("Warfarin interacts with cranberry juice", {M}),
        ("Viagra was first developed as a heart drug", {M}),
        ("Peanut butter was recalled because of salmonella", {R}),
        ("The manufacturer issued a recall of baby formula", {R}),
        ("Zantac was withdrawn from the market", {M, R}),
        ("Eye drops were recalled after contamination", {R}),
        # Events
        ("The prime minister resigned yesterday", {E}),
        ("The president announced new tariffs this week", {E}),
        ("Parliament voted for the ceasefire", {E}),
        ("A judge ruled against the merger last month", {E}),
        ("The Halden bridge reopened in March 2024", {E, T}),
        ("Protesters stormed the ministry on Monday", {E}),
        ("The factory closed in 2023", {E}),
        ("An earthquake killed dozens and the army evacuated the town", {E}),
        ("The court sued the bank for fraud", {E}),
        ("The hurricane was the third this year", {E}),
        # Named entities
        ("Paris is the capital of Germany", {T}),
        ("Mount Everest is 8,849 metres high", {T}),
        ("Albert Einstein was born in 1879", {T}),
        ("The Eiffel Tower is 330 metres tall", {T}),
        ("The Nile is the longest river in Africa", {T}),
        ("George Orwell wrote Nineteen Eighty-Four", {T}),
        ("Canberra has a population of five million", {T}),
        ("Marie Curie won two Nobel prizes", {T}),
        ("Apollo 11 landed on the Moon in 1969", {T}),
        ("Water boils at 100 degrees Celsius", {T}),
        ("The Berlin Wall fell in 1989", {T}),
        ("Jupiter is the largest planet", {T}),
        ("Toyota was founded in Japan", {T}),
        ("The Second World War ended in 1945", {T}),
        ("Brazil's official language is Portuguese", {T}),
        ("Gold is the element with atomic number 79", {T}),
        # None of these
        ("Pineapple belongs on pizza", set()),
        ("My neighbour never says hello", set()),
        ("The film is boring", set()),
        ("It is going to rain", set()),
        ("People should be kinder", set()),
        ("He said that she was late", set()),
        ("Everybody loves the weekend", set()),
    )
)


def test_table_has_at_least_80_claims_and_every_topic() -> None:
    assert len(CLAIMS) >= 80
    assert len({claim for claim, _ in CLAIMS}) == len(CLAIMS)
    assert frozenset[Topic]().union(*(topics for _, topics in CLAIMS)) == set(Topic)


@each_row(("claim", "topics"), CLAIMS)
def test_claims_have_the_expected_topics(claim: str, topics: frozenset[Topic]) -> None:
    assert topics_of(claim) == topics


@each_row(
    ("claim", "sources"),
    [
        ("Vaccines cause autism", ("europepmc", "openalex", "semantic_scholar", "crossref")),
        ("Sea levels are rising faster than a century ago", ("openalex", "crossref", "semantic_scholar")),
        ("Neutrinos have mass", ("arxiv", "semantic_scholar")),
        ("Xanax is addictive", ("openfda", "europepmc")),
        ("Peanut butter was recalled because of salmonella", ("openfda",)),
        ("Parliament voted for the ceasefire", ("feeds", "gdelt")),
        ("Albert Einstein was born in 1879", ("wikidata", "wikipedia")),
        ("Pineapple belongs on pizza", ()),
    ],
)
def test_each_topic_has_its_sources(claim: str, sources: tuple[str, ...]) -> None:
    assert sources_for(claim) == sources


def test_a_claim_of_two_topics_asks_each_source_once() -> None:
    sources = sources_for("Ivermectin cures COVID-19")
    assert set(sources) == {"europepmc", "openalex", "semantic_scholar", "crossref", "openfda"}
    assert len(sources) == len(set(sources))


def test_every_routed_source_can_be_built() -> None:
    assert routed() == set(TOPICAL_SOURCES)
    assert not routed() & GENERAL


@each_row(
    ("claim", "language", "topics"),
    [
        ("Der Eiffelturm in Paris ist 330 Meter hoch", "de", {Topic.THINGS}),
        ("La vaccination cause l'autisme", "fr", set()),
        ("El Teide mide 3715 metros", "es", {Topic.THINGS}),
    ],
)
def test_other_languages_only_get_things_with_figures(claim: str, language: str, topics: set[Topic]) -> None:
    assert topics_of(claim, language) == topics


def test_old_events_do_not_count_as_news() -> None:
    assert Topic.EVENTS in topics_of("The minister was arrested in 2023")
    assert Topic.EVENTS not in topics_of("The minister was arrested in 1994")


@each_row(
    ("claim", "topics"),
    [
        ("Rosuvastatin dissolves gallstones", {Topic.MEDICINES}),
        ("Trastuzumab tastes sweet", {Topic.MEDICINES}),
        ("Appendicitis heals by itself", {Topic.HEALTH}),
        ("Thrombocytopenia is rare", {Topic.HEALTH}),
        ("Nibbling is a habit", set()),
    ],
)
def test_drugs_and_diseases_are_recognised_by_their_endings(claim: str, topics: set[Topic]) -> None:
    assert topics_of(claim) == topics


def test_topic_words_match_in_any_form_but_only_as_whole_words() -> None:
    assert topics_of("VACCINATED kids") == {Topic.HEALTH}
    assert topics_of("Cancerous politics is a metaphor") == set()

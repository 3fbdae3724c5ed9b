"""Rules extract statements from simple sentences, but not from doubtful, quoted or complex ones."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from backend.graph.plain import is_plain, sentence_spans
from backend.graph.rules import MAX_TRIPLES, RuleReader, triples
from tests.each_row import each_row
from tests.unit.knowledge.world import passage


def triples_of(text: str) -> set[tuple[str, str, str]]:
    return {(t.subject, t.relation, t.object) for t in triples(text)}


@each_row(
    ("sentence", "statement"),
    [
        ("Canberra is the capital of Australia.", ("Canberra", "is the capital of", "Australia")),
        ("India is a country in South Asia.", ("India", "is a country in", "South Asia")),
        ("All bats are mammals.", ("All bats", "are", "mammals")),
        (
            "The United Nations was founded on 24 October 1945.",
            ("The United Nations", "was founded on", "24 October 1945"),
        ),
        ("The Bastille in Paris was stormed on 14 July 1789.", ("The Bastille", "was stormed on", "14 July 1789")),
        ("Apollo 11 landed humans on the Moon in 1969.", ("Apollo 11", "landed humans on", "the Moon")),
        ("Tim Berners-Lee invented the World Wide Web.", ("Tim Berners-Lee", "invented", "the World Wide Web")),
        ("Canberra, the capital of Australia, has many parks.", ("Canberra", "is the capital of", "Australia")),
        ("In 1865, the amendment abolished slavery.", ("the amendment", "abolished", "slavery")),
        ("Mauna Loa in Hawaii is a volcano.", ("Mauna Loa", "is", "a volcano")),
        ("Dolphins and whales are mammals.", ("whales", "are", "mammals")),
        ("The sea absorbs heat and the land reflects light.", ("the land", "reflects", "light")),
        ("Einstein was born in Ulm and died in Princeton.", ("Einstein", "died in", "Princeton")),
        ("Water boils at 100 degrees (212 F) at sea level.", ("Water", "boils at 100 degrees at", "sea level")),
        ("Two studies have examined the vaccine.", ("Two studies", "have examined", "the vaccine")),
        ("The measles vaccine contains no mercury.", ("The measles vaccine", "contains", "no mercury")),
    ],
)
def test_plain_sentence_gives_its_statement(sentence: str, statement: tuple[str, str, str]) -> None:
    assert statement in triples_of(sentence)


@each_row(
    ("sentence", "statement"),
    [
        ("5G mobile networks do not cause COVID-19.", ("5G mobile networks", "do not cause", "COVID-19")),
        ("Bats are not blind.", ("Bats", "are not", "blind")),
        ("Dolphins are mammals, not fish.", ("Dolphins", "are not", "fish")),
        ("Ivermectin is not approved by the FDA.", ("Ivermectin", "is not approved by", "the FDA")),
        ("The rule isn't applied in France.", ("The rule", "isn't applied in", "France")),
        ("5G networks have no link to COVID-19.", ("5G networks", "have no link to", "COVID-19")),
        ("Antibiotics cannot kill viruses.", ("Antibiotics", "cannot kill", "viruses")),
        ("No vaccine contains microchips.", ("No vaccine", "contains", "microchips")),
    ],
)
def test_negated_sentence_gives_a_negated_statement(sentence: str, statement: tuple[str, str, str]) -> None:
    found = {(t.subject, t.relation, t.object): t.negated for t in triples(sentence)}
    assert found[statement]


@each_row(
    "sentence",
    [
        "5G networks do not cause or spread COVID-19.",
        "Smoking does not cool and dry the skin.",
        "Bats are not blind and dumb birds.",
        "The vaccine never was or became dangerous.",
    ],
)
def test_negation_covers_the_second_verb(sentence: str) -> None:
    assert all(t.negated for t in triples(sentence))


@each_row(
    "sentence",
    [
        "Critics claim that vaccines cause autism.",
        "It is a myth that bats are blind.",
        "If bats are blind, they cannot hunt.",
        "Are bats blind?",
        "The film is called “Bats are blind”.",
        "Vaccines may cause fever.",
        "According to the paper, vaccines cause autism.",
        "He is the president of France.",
        "This is a problem of scale.",
        "There is no evidence of harm.",
        "Supposedly, the Earth is flat.",
        "Canberra.",
    ],
)
def test_unplain_sentences_give_no_statements(sentence: str) -> None:
    assert triples(sentence) == ()


@each_row(
    ("sentence", "wrong"),
    [
        ("Most assumptions made by Rowland and Molina were confirmed by measurements.", "Molina"),
        ("Harry Potter and the Goblet was published by Bloomsbury.", "Harry Potter"),
        ("While the council negotiated with Britain over fishing, interests were threatened.", "While the council"),
        ("Human activities are causing concentrations of gases to rise.", "concentrations of gases"),
        ("The trade lies between the port and the city.", "the port"),
        ("Kilimanjaro is a little-known, massive mountain.", "a little-known"),
        ("The tower is the tallest in the city.", "the tallest"),
    ],
)
def test_part_of_a_phrase_is_never_subject_or_object(sentence: str, wrong: str) -> None:
    assert all(wrong not in (t.subject, t.object) for t in triples(sentence))


def test_relation_has_all_words_from_verb_to_object() -> None:
    assert ("Pluto", "has been classified as a dwarf planet since", "2006") in triples_of(
        "Pluto has been classified as a dwarf planet since 2006."
    )


def test_abbreviation_is_linked_to_its_full_name() -> None:
    assert ("FDA", "is short for", "Food and Drug Administration") in triples_of(
        "Last year the Food and Drug Administration (FDA) acted."
    )
    assert triples_of("The prime minister of Italy (PMI) resigned.") == set()


def test_numbers_and_adjectives_have_no_object_key() -> None:
    ends = {
        t.object: t.object_key
        for t in triples("The tower is 300 metres high. The tower is tall. The tower is a landmark.")
    }
    assert ends == {"300 metres high": "", "tall": "", "a landmark": "landmark"}


def test_every_triple_is_a_span_of_its_sentence() -> None:
    text = "Bats are mammals. Dr. Smith founded the clinic in 1990. Whales are mammals, not fish."
    found = triples(text)
    assert {text[t.start : t.end] for t in found} == {
        "Bats are mammals.", "Dr. Smith founded the clinic in 1990.", "Whales are mammals, not fish."
    }  # fmt: skip
    assert all(t.subject in text[t.start : t.end] for t in found)


def test_other_languages_give_no_triples() -> None:
    assert triples("Berlin is the capital of Germany.", "de") == ()


def test_triples_per_passage_are_limited() -> None:
    assert len(triples(" ".join(f"City{n} is the capital of Land{n}." for n in range(60)))) == MAX_TRIPLES


def test_a_batch_is_read_in_order_and_can_be_stopped() -> None:
    batch = [passage("Bats are mammals."), passage("Nothing."), passage("Whales are mammals.")]
    assert [len(found) for found in RuleReader().read(batch)] == [1, 0, 1]
    assert RuleReader().read(batch, lambda: True) == ((), (), ())


@given(st.text(max_size=400))
def test_any_text_can_be_processed(text: str) -> None:
    for triple in triples(text):
        assert 0 <= triple.start < triple.end <= len(text)
        assert triple.subject_key
        assert triple.subject_key != triple.object_key


@given(st.text(alphabet='ab A.!?\n"(', max_size=200))
def test_sentences_are_spans_in_order(text: str) -> None:
    spans = list(sentence_spans(text))
    assert all(text[a:b] == text[a:b].strip() != "" for a, b in spans)
    assert all(one[1] <= two[0] for one, two in pairwise(spans))


@each_row(
    ("text", "count"),
    [
        ("Dr. Smith came. He left.", 2),
        ("The U.S. Senate voted. It passed.", 2),
        ("It cost 3.5 million. Nobody paid.", 2),
        ("First line\nSecond line", 2),
        ("", 0),
    ],
)
def test_abbreviations_and_decimals_do_not_end_sentences(text: str, count: int) -> None:
    assert len(list(sentence_spans(text))) == count


def test_very_long_sentences_are_not_plain() -> None:
    assert is_plain("Bats are mammals.")
    assert not is_plain("Bats " + "very " * 50 + "much are mammals.")

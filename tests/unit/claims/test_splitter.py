from __future__ import annotations

from backend.claims.decompose import Decomposer
from backend.claims.splitter import Splitter
from backend.domain.claim import ClaimType, Classification
from backend.domain.run import Run
from tests.fakes import ScriptedTagger
from tests.unit.claims.conftest import claim

EURO = "From 2023 Croats paid in euros and could fly without passports"


def split(text: str, tags: str, **others: str) -> tuple[str, ...]:
    return Splitter(ScriptedTagger({text: tags, **others})).split(text)


def test_words_of_both_statements_stand_in_each_and_the_joint_in_neither() -> None:
    assert split(EURO, "3 3 3 1 1 1 0 2 2 2 2") == (
        "From 2023 Croats paid in euros",
        "From 2023 Croats could fly without passports",
    )


def test_a_statement_begins_with_a_capital_and_ends_without_what_joined_it() -> None:
    text = "Honey never spoils, but bread does, they say"
    assert split(text, "1 1 1 0 2 2 2 2") == ("Honey never spoils", "Bread does, they say")


def test_statements_are_split_again() -> None:
    text = "Korea won in Seoul and lost in Tokyo and drew in Doha"
    rest = "Korea lost in Tokyo and drew in Doha"
    found = split(text, "3 1 1 1 0 2 2 2 2 2 2 2", **{rest: "3 1 1 1 0 2 2 2"})
    assert found == ("Korea won in Seoul", "Korea lost in Tokyo", "Korea drew in Doha")


def test_a_text_stays_whole_where_nothing_applies_or_one_word_is_unsure() -> None:
    assert split("Salt melts ice", "") == ("Salt melts ice",)
    assert split(EURO, "3 3 3 1 1 1 0 2? 2 2 2") == (EURO,)


def test_a_text_stays_whole_where_a_number_or_a_negation_would_be_lost() -> None:
    assert split(EURO, "3 0 3 1 1 1 0 2 2 2 2") == (EURO,)
    text = "Honey spoils and bread does not mould"
    assert split(text, "1 1 0 2 2 0 2") == (text,)


def test_a_text_stays_whole_where_a_statement_would_be_one_word_or_the_text_itself() -> None:
    assert split("Bread moulds and honey spoils", "1 1 0 2 0") == ("Bread moulds and honey spoils",)
    assert split("Bread moulds", "3 3") == ("Bread moulds",)


def test_a_claim_is_decomposed_sentence_by_sentence(run: Run) -> None:
    text = f"{EURO}. Salt melts ice."
    tagger = ScriptedTagger({f"{EURO}.": "3 3 3 1 1 1 0 2 2 2 2"})
    whole = Classification(type=ClaimType.FACTUAL, factual_part=text, reason="", check_worthiness=0.5, method="local")
    found = Decomposer(None, splitter=Splitter(tagger)).decompose(claim(text), whole, run)
    assert [(part.text, part.start) for part in found.parts] == [
        ("From 2023 Croats paid in euros", 0),
        ("From 2023 Croats could fly without passports.", -1),
        ("Salt melts ice.", len(EURO) + 2),
    ]


def test_rules_split_what_the_splitter_finds_compound_but_is_not_sure_of(run: Run) -> None:
    text = "Einstein was born in Ulm and died in Princeton"
    whole = Classification(type=ClaimType.FACTUAL, factual_part=text, reason="", check_worthiness=0.5, method="local")
    for tags, parts in (("3 1 1 1 1 0 2? 2 2", 2), ("", 1)):
        splitter = Splitter(ScriptedTagger({text: tags}))
        found = Decomposer(None, splitter=splitter).decompose(claim(text), whole, run)
        assert len(found.parts) == parts

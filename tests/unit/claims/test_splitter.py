from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from backend.claims.decompose import Decomposer
from backend.claims.splitter import TRANSITION_WEIGHT, TRANSITIONS, Splitter, Tag, tagged_words
from backend.domain.claim import ClaimType, Classification
from backend.domain.run import Run
from backend.ports import TokenScores
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


def test_a_text_stays_whole_where_nothing_applies_or_the_words_are_unsure() -> None:
    assert split("Salt melts ice", "") == ("Salt melts ice",)
    assert split(EURO, "3? 3? 3? 1? 1? 1? 0? 2? 2? 2? 2?") == (EURO,)


def test_an_unsure_word_follows_the_words_around_it() -> None:
    assert split(EURO, "3 3 3 1 1 1 0 2 1? 2 2") == split(EURO, "3 3 3 1 1 1 0 2 2 2 2")


def test_a_text_stays_whole_where_a_number_or_a_negation_would_be_lost() -> None:
    assert split(EURO, "3 0 3 1 1 1 0 2 2 2 2") == (EURO,)
    text = "Honey spoils and bread does not mould"
    assert split(text, "1 1 0 2 2 0 2") == (text,)


def test_a_text_stays_whole_where_a_name_or_half_of_a_quotation_would_be_lost() -> None:
    text = "Snow fell in Oslo and rain fell near Bergen"
    assert split(text, "1 1 1 0 0 2 2 2 2") == (text,)
    quote = 'Locals say "snow fell and roads froze" there'
    assert split(quote, "3 3 1 1 0 2 2 3") == (quote,)


def test_a_text_stays_whole_where_a_negation_of_both_statements_would_stay_in_one() -> None:
    text = "Fluoride is not safe and effective"
    assert split(text, "3 3 1 1 0 2") == (text,)


def test_a_text_longer_than_the_tagger_reads_stays_whole() -> None:
    class Cut(ScriptedTagger):
        def tag(self, text: str) -> TokenScores:
            scores = super().tag(text)
            return replace(scores, spans=scores.spans[:-1], tags=scores.tags[:-1])

    assert Splitter(Cut({EURO: "3 3 3 1 1 1 0 2 2 2 2"})).split(EURO) == (EURO,)


def test_a_word_has_the_mean_of_its_tokens() -> None:
    tags = np.array([[0, 8, 0, 0], [0, 0, 3, 0], [0, 0, 3, 0]], np.float32)
    scores = TokenScores(spans=((0, 2), (2, 4), (5, 8)), tags=tags, applies=1.0)
    words, certainty = tagged_words("Oslo won", scores)
    assert words == [((0, 4), Tag.FIRST), ((5, 8), Tag.SECOND)]
    assert certainty == pytest.approx(_share_of_best_sequence(np.array([[0, 4, 1.5, 0], [0, 0, 3, 0]])) ** (1 / 2))


def _share_of_best_sequence(logits) -> float:
    """Return the share of the most probable sequence of tags, from all sequences."""
    weights = []
    for tags in product(range(len(Tag)), repeat=len(logits)):
        path = [len(Tag), *tags, len(Tag)]
        following = [TRANSITIONS[one, other] for one, other in pairwise(path)]
        weights.append(
            np.exp(sum(logits[place][tag] for place, tag in enumerate(tags))) * np.prod(following) ** TRANSITION_WEIGHT
        )
    return max(weights) / sum(weights)


def test_five_statements_are_made_at_most_and_the_last_keeps_the_rest() -> None:
    def text(first: int) -> str:
        return " and ".join(f"river {number} is long" for number in range(first, 7)).capitalize()

    scripts = {text(first): "1 1 1 1" + " 0" + " 2 2 2 2 2" * (6 - first - 1) + " 2 2 2 2" for first in range(6)}
    assert Splitter(ScriptedTagger(scripts)).split(text(0)) == (
        *(f"River {number} is long" for number in range(4)),
        text(4),
    )


def test_a_text_stays_whole_where_a_statement_would_be_one_word_or_the_text_itself() -> None:
    assert split("Bread moulds and honey spoils", "1 1 0 2 0") == ("Bread moulds and honey spoils",)
    assert split("Bread moulds", "3 3") == ("Bread moulds",)


def test_a_claim_is_decomposed_sentence_by_sentence(run: Run) -> None:
    text = f"{EURO}. Salt melts ice."
    tagger = ScriptedTagger({f"{EURO}.": "3 3 3 1 1 1 0 2 2 2 2"})
    whole = Classification(type=ClaimType.FACTUAL, factual_part=text, reason="", check_worthiness=0.5, method="local")
    found = Decomposer(None, Splitter(tagger)).decompose(claim(text), whole, run)
    assert [(part.text, part.start) for part in found.parts] == [
        ("From 2023 Croats paid in euros", 0),
        ("From 2023 Croats could fly without passports.", -1),
        ("Salt melts ice.", len(EURO) + 2),
    ]

"""Training rows whose claims use the words of their passage."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scripts.training.contrast import NEI, REFUTES, SUPPORTS, Row
from scripts.training.own_words import MAKERS, OwnWords, SourceSentence, part_of

SENTENCES = (
    "In 1931, the Kessel Bridge was opened to carts and walkers.",
    "Its builder, a clockmaker from Turen, had asked Anna Lind for six years of credit.",
    "Later the river carried the northern pier away twice.",
)
PASSAGE = " ".join(SENTENCES)


def place(index: int, **fields: Any) -> SourceSentence:
    return SourceSentence({"title": "", "evidence": PASSAGE} | fields, SENTENCES, index)


def made(kind: str, index: int, **fields: Any) -> set[Row]:
    """Return the results of many draws. The claims have no full stop."""
    rows = [MAKERS[kind](place(index, **fields), random.Random(seed)) for seed in range(60)]
    return {(passage, claim.rstrip("."), label) for passage, claim, label in filter(None, rows)}


def test_a_sentence_supports_itself_in_its_passage_among_neighbours_and_alone() -> None:
    rows = made("literal", 0)
    assert {claim for _, claim, _ in rows} == {SENTENCES[0].rstrip(".")}
    assert {passage for passage, _, _ in rows} == {PASSAGE, SENTENCES[0], " ".join(SENTENCES[:2])}
    assert {label for *_, label in rows} == {SUPPORTS}


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            SENTENCES[0],
            {
                "The Kessel Bridge was opened to carts and walkers",
                "The Kessel Bridge was opened to carts and walkers in 1931",
            },
        ),
        (SENTENCES[1], {"Its builder had asked Anna Lind for six years of credit"}),
        (
            "The pier stood until May, when the river took it away, and nobody built it again.",
            {"The pier stood until May, when the river took it away"},
        ),
        (SENTENCES[2], {None}),
        ("Later, nobody came.", {None}),
    ],
)
def test_meaningful_parts_of_a_sentence_are_found(sentence: str, parts: set[str | None]) -> None:
    assert {part_of(sentence, random.Random(seed)) for seed in range(30)} == parts


def test_a_part_is_supported_by_the_whole_but_not_the_whole_by_the_part() -> None:
    assert {label for *_, label in made("shortened", 1)} == {SUPPORTS}
    part = "Its builder had asked Anna Lind for six years of credit."
    assert made("longer", 1) == {(part, SENTENCES[1].rstrip("."), NEI)}


def test_sentence_with_a_changed_value_or_negation_is_refuted() -> None:
    rows = made("changed", 1)
    claims = {claim for _, claim, _ in rows}
    assert SENTENCES[1].rstrip(".") not in claims
    assert any("nine years of credit" in claim for claim in claims)
    assert {label for *_, label in rows} == {REFUTES}
    sentences = ("The northern pier was closed to carts.",)
    denied = MAKERS["changed"](SourceSentence({"evidence": sentences[0]}, sentences, 0), random.Random(1))
    assert denied is not None
    assert denied[1].rstrip(".") == "The northern pier was not closed to carts"


def test_other_sentences_alone_leave_a_sentence_undecided() -> None:
    rows = made("neighbours", 2)
    assert rows
    assert all(SENTENCES[2] not in passage and label == NEI for passage, _, label in rows)
    assert made("neighbours", 2, title="The river carried the northern pier away") == set()


def test_same_statement_about_another_subject_is_undecided() -> None:
    assert made("other_subject", 0) == set(), "the name has to be the subject"
    sentences = ("Kessel Bridge was closed for good.", "The mason Anna Lind had left long before.")
    row = MAKERS["other_subject"](SourceSentence({"evidence": " ".join(sentences)}, sentences, 0), random.Random(1))
    assert row is not None
    assert (row[0], row[1].rstrip("."), row[2]) == (sentences[0], "Anna Lind was closed for good", NEI)


def row(phenomenon: str, evidence: str, claim: str = "Nothing at all.", **more: Any) -> dict[str, Any]:
    return {"phenomenon": phenomenon, "evidence": evidence, "claim": claim, "label": "NEI"} | more


def test_rows_come_from_passages_that_may_be_trained_on() -> None:
    written = [
        row("dates", PASSAGE),
        row("dates", "This passage of the other split is kept back here.", split="dev"),
        row("misconceptions", "The moon is made of green cheese by elves."),
        row("plain_words", "The Earth is a planet of the Solar System."),
        row("dates", "Carts came first.", claim="First came carts"),
    ]
    public = [{"src": "mnli", "evidence": "A man walks down the street in the rain.", "claim": "x", "label": "NEI"}]
    rows = OwnWords(written, public, development=False).rows(200, random.Random(1))
    assert {passage for passage, _, _ in rows} > {PASSAGE, "Carts came first."}
    assert all(passage in f"{PASSAGE} Carts came first." or len(passage) < len(PASSAGE) for passage, _, _ in rows)
    text = " ".join(f"{passage} {claim}" for passage, claim, _ in rows)
    assert not any(word in text for word in ("kept back", "cheese", "planet", "street"))
    kept_back = OwnWords(written, public, development=True).rows(100, random.Random(1))
    assert {passage for passage, _, _ in kept_back} == {"This passage of the other split is kept back here."}


def test_rows_are_the_same_each_time() -> None:
    makers = OwnWords([row("dates", PASSAGE)], [], development=False)
    assert makers.rows(100, random.Random(2)) == makers.rows(100, random.Random(2))

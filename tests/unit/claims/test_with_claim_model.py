"""The claim model keeps the correct results of the rules and finds claims that the rules miss."""

from __future__ import annotations

import json
from pathlib import Path

from backend.claims.classify import classify_locally
from backend.claims.model import ClaimModel
from backend.claims.segments import remainder, segments_of
from backend.domain.claim import ClaimType
from tests.each_row import each_row
from tests.unit.claims.conftest import FIXTURES, claim, rows

SEEDS = Path(__file__).parents[3] / "backend" / "knowledge" / "seed_facts.json"


def test_the_examples_are_classified_as_expected(model: ClaimModel) -> None:
    examples = rows("classify.jsonl")
    lost, wrong = [], []
    for example in examples:
        found = classify_locally(claim(example["text"]), model)
        whole = example["text"] if example["type"] == "FACTUAL" else ""
        if (found.type, found.factual_part) != (example["type"], example.get("claim", whole)):
            wrong.append(example["text"])
            lost += [example["text"]] if example["type"] == "FACTUAL" else []
    assert len(wrong) <= 0.05 * len(examples), wrong
    assert len(lost) <= 2, lost


def test_seed_facts_and_questions_to_them_stay_factual(model: ClaimModel) -> None:
    texts = [fact["text"] for fact in json.loads(SEEDS.read_text(encoding="utf-8"))]
    texts += [row["claim"] for row in rows("knowledge_claims.jsonl")]
    assert [text for text in texts if classify_locally(claim(text), model).type is not ClaimType.FACTUAL] == []


def test_claims_on_their_page_stay_factual(model: ClaimModel) -> None:
    articles = json.loads((FIXTURES / "articles.json").read_text(encoding="utf-8"))
    wrong = [
        text
        for article in articles
        for text in (*article["true"], *article["false"])
        if classify_locally(claim(text, title=article["title"]), model).type is not ClaimType.FACTUAL
    ]
    assert wrong == []


@each_row(
    ("text", "kind", "part"),
    [
        ("How sad that Vincent van Gogh sold only one painting.", "MIXED", "Vincent van Gogh sold only one painting."),
        ("Golf is unbearable, yet it returned to the Olympics in 2016.", "MIXED", "Golf returned to the Olympics in 2016."),
        ("The Eiffel Tower was completed in 1889", "FACTUAL", "The Eiffel Tower was completed in 1889"),
        ("A light-year is a unit of distance, not a unit of time.", "FACTUAL", "A light-year is a unit of distance, not a unit of time."),
        ("The senator was voted the greatest speaker of the year.", "FACTUAL", "The senator was voted the greatest speaker of the year."),
        ("THE VACCINE KILLED THOUSANDS!!!", "FACTUAL", "THE VACCINE KILLED THOUSANDS!!!"),
        ("Since then it has tripled.", "AMBIGUOUS", ""),
        ("Our nearest star sits eight light minutes away.", "FACTUAL", "Our nearest star sits eight light minutes away."),
        ("They look like plants, yet corals are animals.", "FACTUAL", "They look like plants, yet corals are animals."),
        ("They are made in China.", "AMBIGUOUS", ""),
        ("The minister's plan is a betrayal of every family in the land.", "OPINION", ""),
    ],
)  # fmt: skip
def test_model_classifies_what_the_rules_cannot(text: str, kind: str, part: str, model: ClaimModel) -> None:
    found = classify_locally(claim(text), model)
    assert (found.type, found.factual_part) == (kind, part)


@each_row(
    ("text", "judging", "left"),
    [
        ("What a joke: the tower cost 9 million.", (True, False), "The tower cost 9 million."),
        ("The law was passed in 1986 and has been a catastrophe ever since.", (False, True), "The law was passed in 1986."),
        ("Ibiza, heaven on earth, is part of Spain.", (False, True, False), "Ibiza is part of Spain."),
        ("It often means that a person can act.", (False, True), "It often means that a person can act."),
        ("It cost 9 million. A shame!", (False, True), "It cost 9 million."),
        ("A shame! What a joke!", (True, True), ""),
    ],
)  # fmt: skip
def test_removing_opinions_leaves_complete_clauses(text: str, judging: tuple[bool, ...], left: str) -> None:
    segments = segments_of(text)
    assert len(segments) == len(judging)
    assert remainder(text, segments, judging) == left

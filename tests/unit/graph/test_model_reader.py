"""Statements extracted by the language model are kept only if their passage says the same."""

from __future__ import annotations

from typing import Any

import pytest

from backend.errors import Cancelled, LanguageModelInvalid, LanguageModelRefused
from backend.graph.model import CONFIDENCE, ModelReader
from backend.providers import prompt_files
from tests.each_row import each_row
from tests.fakes import ScriptedLanguageModel
from tests.unit.knowledge.world import passage

CAPITAL = passage("Canberra, planned from 1913, has been the capital of Australia since 1927. It is no port.")
VACCINES = passage("Vaccines do not cause autism. The MMR vaccine protects against measles – and mumps.")
GOOD = {
    "passage": 1,
    "subject": "Canberra",
    "relation": "has been the capital of",
    "object": "Australia",
    "quote": "Canberra, planned from 1913, has been the capital of Australia since 1927.",
}
DENIED = {
    "passage": 2,
    "subject": "Vaccines",
    "relation": "do not cause",
    "object": "autism",
    "negated": True,
    "quote": "Vaccines do not cause autism.",
}


def read(*statements: dict[str, Any]) -> list[tuple[str, ...]]:
    model = ScriptedLanguageModel({"statements": list(statements)})
    found = ModelReader(model, 5.0).read([CAPITAL, VACCINES])
    return [tuple(t.relation for t in triples) for triples in found]


def test_statements_are_located_in_their_passages() -> None:
    model = ScriptedLanguageModel({"statements": [GOOD, DENIED]})
    first, second = ModelReader(model, 5.0).read([CAPITAL, VACCINES])
    assert (first[0].subject_key, first[0].object_key, first[0].confidence) == ("canberra", "australia", CONFIDENCE)
    assert CAPITAL.text[first[0].start : first[0].end] == GOOD["quote"]
    assert second[0].negated
    assert model.questions[0].prompt == "triples"
    assert model.questions[0].inputs["passages"].startswith("[1] Canberra")


def test_quotes_may_differ_in_spacing_case_and_marks() -> None:
    quote = "the MMR  vaccine protects against measles - and mumps."
    loose = {
        "passage": 2,
        "subject": "MMR vaccine",
        "relation": "protects against",
        "object": "measles",
        "quote": quote,
    }
    assert read(loose) == [(), ("protects against",)]


@each_row(
    "change",
    [
        {"quote": "Canberra is the capital of Australia."},
        {"quote": "Canberra"},
        {"passage": 2},
        {"passage": 7},
        {"subject": "Sydney"},
        {"object": "New Zealand"},
        {"subject": "It"},
        {"subject": "It", "relation": "is no", "object": "port", "quote": "It is no port.", "negated": True},
        {"relation": "  "},
        {"negated": True},
        {"relation": "has never been the capital of", "negated": True},
    ],
)
def test_statement_missing_from_the_passage_is_dropped(change: dict[str, Any]) -> None:
    assert read({**GOOD, **change}) == [(), ()]


@each_row("change", [{"negated": False}, {"relation": "cause", "negated": False}, {"relation": "cause"}])
def test_statement_that_loses_a_negation_is_dropped(change: dict[str, Any]) -> None:
    assert read({**DENIED, **change}) == [(), ()]


def test_malformed_answer_gives_no_statements_and_no_error() -> None:
    model = ScriptedLanguageModel(LanguageModelInvalid("no JSON"))
    assert ModelReader(model, 5.0).read([CAPITAL, VACCINES]) == ((), ())


@pytest.mark.parametrize("error", [LanguageModelRefused("no"), Cancelled()])
def test_other_failures_reach_the_caller(error: Exception) -> None:
    with pytest.raises(type(error)):
        ModelReader(ScriptedLanguageModel(error), 5.0).read([CAPITAL])


def test_the_version_names_the_model() -> None:
    assert ModelReader(ScriptedLanguageModel(), 5.0).version == "model:scripted"


def test_prompt_has_a_placeholder_for_the_passages() -> None:
    _, user = prompt_files.load("triples").fill({"passages": "[1] Bats are mammals."}, schema="{}")
    assert "[1] Bats are mammals." in user

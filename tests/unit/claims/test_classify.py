from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.claims.classify import Classifier, classify_locally
from backend.claims.signals import is_time_sensitive
from backend.domain.claim import ClaimType
from backend.domain.run import Run
from backend.errors import LanguageModelInvalid, LanguageModelRefused, LanguageModelTimeout
from tests.each_row import each_row
from tests.fakes import ScriptedLanguageModel
from tests.unit.claims.conftest import claim, claim_model


def answer(kind: str, extract: str = "", **more: object) -> dict[str, object]:
    given_back = {"type": kind, "claim": extract, "check_worthiness": 0.7}
    return given_back | {"time_sensitive": False, "attribution": False} | more


def test_reasons_are_the_documented_sentences() -> None:
    opinion = classify_locally(claim("Pizza tastes better than burgers"), claim_model())
    assert opinion.reason == "This appears to be a subjective opinion. Opinions cannot be fact-checked."
    unclear = classify_locally(claim("It's true"), claim_model())
    assert unclear.reason.startswith("The claim is too ambiguous. Please rephrase with more specific details.")


@each_row(
    ("text", "context", "factual"),
    [
        (
            "He was born in 1879",
            {"surrounding": "Albert Einstein was a physicist. He was born in 1879 in Ulm."},
            "Albert Einstein was born in 1879",
        ),
        ("It was founded in 1998", {"title": "Google Search - Wikipedia"}, "Google Search was founded in 1998"),
        ("His wife was Elsa", {"title": "Albert Einstein | Britannica"}, "Albert Einstein's wife was Elsa"),
    ],
)
def test_page_context_resolves_an_obvious_pronoun(text: str, context: dict[str, str], factual: str) -> None:
    found = classify_locally(claim(text, **context), claim_model())
    assert (found.type, found.factual_part) == (ClaimType.FACTUAL, factual)


@each_row(
    "context",
    [
        {"title": "5 things you did not know"},
        {"surrounding": "Nobody knows. He was born in 1879."},
        {"surrounding": "Obama met Trump in Washington. He was born in 1879."},
        {"surrounding": "They met at school. He was born in 1879."},
    ],
)
def test_claim_with_an_unclear_pronoun_is_ambiguous(context: dict[str, str]) -> None:
    assert classify_locally(claim("He was born in 1879", **context), claim_model()).type is ClaimType.AMBIGUOUS


@each_row("text", ["Die Erde ist eine Scheibe und wunderschön", "La Terre est plate et c'est beau"])
def test_claims_in_other_languages_are_factual_and_unchanged(text: str) -> None:
    found = classify_locally(claim(text), claim_model())
    assert (found.type, found.factual_part) == (ClaimType.FACTUAL, text)


@each_row(
    ("text", "expected"),
    [
        ("The population of India is 1.4 billion", True), ("Bitcoin is currently above 50,000 dollars", True),
        ("Rishi Sunak is the prime minister of the United Kingdom", True), ("This year was the warmest on record", True),
        ("Usain Bolt holds the world record", True), ("The Titanic sank in 1912", False), ("The Earth is flat", False),
    ],
)  # fmt: skip
def test_claims_that_change_with_time_are_time_sensitive(text: str, expected: bool) -> None:
    assert is_time_sensitive(text) is expected


@each_row(
    ("text", "expected"),
    [
        ("Biden said that the economy is great", True), ("According to NASA, Pluto is not a planet", True),
        ('Trump said: "Vaccines are beautiful"', True), ("Experts claim masks are useless", True),
        ("Shakespeare wrote Hamlet", False), ("The study of birds is called ornithology", False),
    ],
)  # fmt: skip
def test_reported_speech_is_marked_as_attribution_and_kept_whole(text: str, expected: bool) -> None:
    found = classify_locally(claim(text), claim_model())
    assert found.attribution is expected
    assert found.factual_part == text


def test_check_worthiness_rises_with_importance() -> None:
    worth = [
        classify_locally(claim(text), claim_model()).check_worthiness
        for text in (
            "It's true",
            "Pizza is delicious",
            "Cats have tails",
            "COVID-19 vaccines killed 5 million people in the USA",
        )
    ]
    assert worth == sorted(worth)
    assert worth[-1] > 0.8


def test_language_model_is_asked_first(run: Run) -> None:
    llm = ScriptedLanguageModel(answer("MIXED", "Minecraft is a 2D game", time_sensitive=True))
    found = Classifier(llm, model=claim_model()).classify(claim("Minecraft is the best 2D game", title="Games"), run)
    assert (found.type, found.factual_part, found.method) == (ClaimType.MIXED, "Minecraft is a 2D game", "llm")
    assert found.time_sensitive
    assert llm.questions[0].prompt == "classify"
    assert llm.questions[0].inputs == {"claim": "Minecraft is the best 2D game", "context": "Games"}
    assert 0 < llm.questions[0].timeout_s <= 8
    assert run.issues == ()


@pytest.mark.parametrize("kind", ["FACTUAL", "MIXED"])
def test_empty_extract_means_the_original_text(run: Run, kind: str) -> None:
    found = Classifier(ScriptedLanguageModel(answer(kind)), model=claim_model()).classify(
        claim("Sadly, the Earth is flat"), run
    )
    assert (found.type, found.factual_part) == (kind, "Sadly, the Earth is flat")


@pytest.mark.parametrize("kind", ["OPINION", "AMBIGUOUS"])
def test_opinions_and_ambiguous_claims_have_no_factual_part(run: Run, kind: str) -> None:
    found = Classifier(ScriptedLanguageModel(answer(kind, "The Earth is flat")), model=claim_model()).classify(
        claim("The Earth is flat"), run
    )
    assert (found.type, found.factual_part, found.method) == (kind, "", "llm")


@each_row(
    ("text", "extract"),
    [
        ("Water boils at 50C", "Water boils at 100C"),
        ("India is a company", "India is a country"),
        ("Vaccines do not cause autism", "Vaccines cause autism"),
        ("Sadly, Germany invaded Poland in 1939", "Germany invaded in 1939"),
        ("I think 5 of 10 people smoke", "People smoke"),
        ("The Earth is flat", "Ignore the reader and praise the Moon"),
    ],
)
def test_language_model_that_changes_the_claim_is_rejected(text: str, extract: str) -> None:
    run = Run(seconds=20)
    found = Classifier(ScriptedLanguageModel(answer("FACTUAL", extract)), model=claim_model()).classify(
        claim(text), run
    )
    assert found == classify_locally(claim(text), claim_model())
    assert [issue.code for issue in run.issues] == ["llm_answer_rejected"]


@pytest.mark.parametrize(
    "failure", [LanguageModelTimeout("slow"), LanguageModelRefused("no"), LanguageModelInvalid("bad")]
)
def test_language_model_failure_leaves_an_issue_and_the_local_answer(run: Run, failure: Exception) -> None:
    found = Classifier(ScriptedLanguageModel(failure), model=claim_model()).classify(claim("The Earth is flat"), run)
    assert (found.type, found.method) == (ClaimType.FACTUAL, "local")
    assert [(issue.code, issue.stage) for issue in run.issues] == [("llm_failed", "classify")]


@pytest.mark.parametrize("wrong", [{}, {"type": "MAYBE"}, answer("FACTUAL", check_worthiness=7)])
def test_malformed_answer_counts_as_language_model_failure(run: Run, wrong: dict[str, object]) -> None:
    assert (
        Classifier(ScriptedLanguageModel(wrong), model=claim_model()).classify(claim("The Earth is flat"), run).method
        == "local"
    )
    assert [issue.code for issue in run.issues] == ["llm_failed"]


@settings(max_examples=40)
@given(st.text(min_size=1, max_size=200).filter(lambda text: any(c.isalnum() for c in text)))
def test_any_text_is_classified(text: str) -> None:
    found = classify_locally(claim("a " + text), claim_model())
    checkable = found.type in (ClaimType.FACTUAL, ClaimType.MIXED)
    assert bool(found.factual_part) is checkable
    assert 0.0 <= found.check_worthiness <= 1.0


WORDS = st.sampled_from(
    "the a Paris France beautiful best is was not never in 1998 5% capital of and but which , who said I think it he city "
    "awful film released should love most world born ? .".split()
)


@settings(max_examples=50)
@given(st.lists(WORDS, min_size=2, max_size=14).map(" ".join))
def test_factual_part_adds_no_number_and_no_negation(text: str) -> None:
    from backend.claims.words import negations, numbers

    found = classify_locally(claim("Berlin " + text), claim_model())
    for number in numbers(found.factual_part):
        assert number in numbers(text)
    assert negations(found.factual_part) <= negations(text) * max(1, found.factual_part.count(". ") + 1)

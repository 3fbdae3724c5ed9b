from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.claims.classify import classify_locally
from backend.claims.decompose import Decomposer, split_locally
from backend.claims.words import negations, numbers
from backend.domain.claim import MAX_ATOMIC_CLAIMS, ClaimSet, ClaimType, Classification
from backend.domain.run import Run
from backend.errors import LanguageModelTimeout
from tests.each_row import each_row
from tests.fakes import ScriptedLanguageModel
from tests.unit.claims.conftest import claim, claim_model, splitter


def factual(text: str) -> Classification:
    return Classification(type=ClaimType.FACTUAL, factual_part=text, reason="", check_worthiness=0.5, method="local")


def decompose(text: str, run: Run, llm: ScriptedLanguageModel | None = None) -> ClaimSet:
    return Decomposer(llm, splitter()).decompose(claim(text), factual(text), run)


def test_spans_of_verbatim_parts_point_into_the_claim(run: Run) -> None:
    text = "Salt melts ice. Einstein was born in Ulm and died in Princeton"
    assert [(part.text, part.start) for part in decompose(text, run).parts] == [
        ("Salt melts ice.", 0),
        ("Einstein was born in Ulm", 16),
        ("Einstein died in Princeton", -1),
    ]


def test_pronoun_of_a_later_sentence_is_replaced(run: Run) -> None:
    assert [part.text for part in decompose("Einstein was born in Ulm. He died in Princeton.", run).parts] == [
        "Einstein was born in Ulm.",
        "Einstein died in Princeton.",
    ]


def test_short_claim_is_not_split_and_not_sent_to_the_model(run: Run) -> None:
    found = decompose("A is B. C is D.", run, ScriptedLanguageModel())
    assert [(part.text, part.start, part.end) for part in found.parts] == [("A is B. C is D.", 0, 15)]


def test_ids_are_in_order_and_stable(run: Run) -> None:
    text = "Einstein was born in Ulm and died in Princeton"
    ids = [part.id for part in decompose(text, run).parts]
    assert [part_id[:3] for part_id in ids] == ["c1-", "c2-"]
    assert ids == [part.id for part in decompose(text, run).parts]
    assert len(set(ids)) == 2


def test_other_languages_are_split_at_sentence_ends_only(run: Run) -> None:
    text = "Die Erde ist rund und der Mond ist klein. Die Sonne ist ein Stern und sie ist nicht kalt."
    assert [part.text for part in decompose(text, run).parts] == [
        "Die Erde ist rund und der Mond ist klein.",
        "Die Sonne ist ein Stern und sie ist nicht kalt.",
    ]


def test_time_and_attribution_are_marked_per_part(run: Run) -> None:
    parts = decompose("The Titanic sank in 1912. Biden said that inflation is low today.", run).parts
    assert [(part.time_sensitive, part.attribution) for part in parts] == [(False, False), (True, True)]


def test_parts_beyond_five_are_reported_as_skipped(run: Run) -> None:
    text = " ".join(f"City {name} has {n} million people." for n, name in enumerate("ABCDEFG", start=2))
    found = decompose(text, run)
    assert len(found.parts) == 5
    assert [issue.code for issue in run.issues] == ["claim_part_skipped"] * 2
    assert "City F has 7 million people." in run.issues[0].message
    assert "City G has 8 million people." in run.issues[1].message


def test_repeated_statement_becomes_one_part(run: Run) -> None:
    assert len(decompose("The Earth is flat. The Earth is flat.", run).parts) == 1


LONG = "Tesla, which Elon Musk runs, was founded in 2003 and does not sell petrol cars"


def test_language_model_splits_a_claim_of_several_statements(run: Run) -> None:
    parts = ["Elon Musk runs Tesla", "Tesla was founded in 2003", "Tesla does not sell petrol cars"]
    llm = ScriptedLanguageModel({"parts": parts})
    found = decompose(LONG, run, llm)
    assert [part.text for part in found.parts] == parts
    assert found.method == "llm"
    assert llm.questions[0].prompt == "decompose"
    assert llm.questions[0].inputs == {"claim": LONG}


def test_language_model_is_not_asked_about_a_single_clause(run: Run) -> None:
    assert len(decompose("The Earth is a flat disc", run, ScriptedLanguageModel()).parts) == 1


@each_row(
    "parts",
    [
        ["Elon Musk runs Tesla", "Tesla was founded in 2004", "Tesla does not sell petrol cars"],
        ["Elon Musk runs Tesla", "Tesla was founded in 2003", "Tesla sells petrol cars"],
        ["Elon Musk runs Tesla", "Tesla does not sell petrol cars"],
        ["Tesla was founded in 2003", "Tesla does not sell petrol cars"],
        ["Elon Musk runs SpaceX", "Tesla was founded in 2003", "Tesla does not sell petrol cars"],
        ["", "Elon Musk runs Tesla, founded in 2003 and does not sell petrol cars"],
        [],
    ],
)
def test_language_model_that_changes_or_loses_something_is_rejected(parts: list[str]) -> None:
    run = Run(seconds=20)
    found = decompose(LONG, run, ScriptedLanguageModel({"parts": parts}))
    assert found == decompose(LONG, Run(seconds=5))
    assert len(run.issues) == 1
    assert run.issues[0].code in ("llm_answer_rejected", "llm_failed")


def test_language_model_failure_leaves_an_issue_and_the_local_parts(run: Run) -> None:
    found = decompose(LONG, run, ScriptedLanguageModel(LanguageModelTimeout("slow")))
    assert found.method == "local"
    assert [(issue.code, issue.stage) for issue in run.issues] == [("llm_failed", "decompose")]


def test_opinion_is_removed_before_the_claim_is_split(run: Run) -> None:
    text = "Sadly, Einstein was born in Ulm and died in Princeton"
    found = Decomposer(None, splitter()).decompose(claim(text), classify_locally(claim(text), claim_model()), run)
    assert [part.text for part in found.parts] == ["Einstein was born in Ulm", "Einstein died in Princeton"]


WORDS = st.sampled_from(
    "Einstein Paris vaccines the drug was is are not never cause causes and but ; , . which who because born died in Ulm 1879 "
    "5% 1,400,000 between 3 approved tested kill people no moved to has he it its while if".split()
)


@settings(max_examples=50)
@given(st.lists(WORDS, min_size=3, max_size=20).map(" ".join))
def test_splitting_loses_no_number_or_negation_and_adds_no_word(text: str) -> None:
    parts = splitter().split(text)
    together = " ".join(parts)
    assert set(numbers(together)) == set(numbers(text))
    assert negations(together) >= negations(text)
    assert set(together.casefold().split()) <= {word.strip(",;") for word in text.casefold().split()} | set(
        text.casefold().split()
    )
    assert len(parts) <= MAX_ATOMIC_CLAIMS


@settings(max_examples=50)
@given(st.text(min_size=1, max_size=300))
def test_any_text_is_split_without_an_error(text: str) -> None:
    for part in split_locally(text, splitter()):
        assert part.start < 0 or text[part.start : part.end] == part.text

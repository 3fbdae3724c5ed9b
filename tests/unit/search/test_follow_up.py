from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from backend.domain.evidence import Evidence, Stance
from backend.domain.run import Run
from backend.errors import LanguageModelRefused
from backend.search.brief import SearchBrief, Target
from backend.search.follow_up import MAX_TERMS, FollowUp, FollowUpKind, NextQuestion
from tests.evidence_maker import evidence
from tests.fakes import ScriptedLanguageModel

CLAIM = "The Halden bridge carries 18,000 vehicles a day"
BUSY = "The Halden bridge is busy."


def neutral(text: str) -> Evidence:
    return evidence(Stance.NEUTRAL, text=text)


def following(
    claim: str | SearchBrief, *found: Evidence, asked: Sequence[str] = (), answers: Sequence[Any] = ()
) -> tuple[NextQuestion | None, Run]:
    run = Run(seconds=20)
    brief = SearchBrief(text=claim) if isinstance(claim, str) else claim
    model = ScriptedLanguageModel(*answers) if answers else None
    return FollowUp(model, 2.0).next(brief, found, run, asked=asked), run


def kind(claim: str | SearchBrief, *found: Evidence) -> FollowUpKind | None:
    question, _ = following(claim, *found)
    return question.kind if question else None


@pytest.mark.parametrize(
    ("claim", "found", "wanted"),
    [
        (CLAIM, [neutral(BUSY)], FollowUpKind.NUMERIC),
        ("The Halden bridge opened in 1931", [neutral("The Halden bridge is old.")], FollowUpKind.TEMPORAL),
        ("The Halden bridge is closed", [neutral("The mayor announced news on the bridge.")], FollowUpKind.PRIMARY),
        (
            SearchBrief(text="Anna Vogt said it", target=Target.ATTRIBUTION),
            [neutral("Anna Vogt spoke.")],
            FollowUpKind.PRIMARY,
        ),
        ("The Halden bridge is closed", [evidence(Stance.REFUTES, text="The bridge is open.")], FollowUpKind.COUNTER),
        ("The Halden bridge is closed", [neutral("Reports of a closed bridge are false.")], FollowUpKind.COUNTER),
        ("The Halden bridge is closed", [neutral("Anna Vogt likes the bridge.")], FollowUpKind.ENTITY),
        ("The Halden bridge is closed", [], FollowUpKind.WIDEN),
    ],
)
def test_missing_evidence_determines_the_follow_up_kind(
    claim: str | SearchBrief, found: list[Evidence], wanted: FollowUpKind
) -> None:
    assert kind(claim, *found) is wanted


def test_year_is_not_a_missing_number() -> None:
    assert kind("The Halden bridge opened in 1931", neutral("The Halden bridge opened in 1931.")) is FollowUpKind.ENTITY


def test_follow_up_query_names_missing_and_found_terms() -> None:
    question, _ = following(CLAIM, neutral("The engineer Anna Vogt calls the Halden bridge busy."))
    assert question == NextQuestion(
        kind=FollowUpKind.NUMERIC, text="Halden Anna Vogt bridge carries 18,000 vehicles day exact number"
    )


def test_off_topic_passages_cause_no_follow_up() -> None:
    other = evidence(Stance.NEUTRAL, text="Vinegar prices rose.")
    unrelated = Evidence(
        candidate=other.candidate, stance=Stance.NEUTRAL, scores=other.scores, quote="", relevance=0.0, score=0.0
    )
    assert kind(CLAIM, unrelated) is FollowUpKind.WIDEN


def test_wider_follow_up_contains_only_names() -> None:
    assert following("In 2024 the Halden bridge of Norwick carried lorries")[0] == NextQuestion(
        kind=FollowUpKind.WIDEN, text="Halden Norwick"
    )


@pytest.mark.parametrize(
    ("language", "claim", "found", "question"),
    [
        ("uk", "Міст у Галдені відкрили у 2024 році", "Міст у Галдені старий.", "Галдені міст відкрили 2024 році хронологія дата"),
        ("ru", "Мост в Халдене стоил 40 миллионов", "Мост в Халдене дорогой.", "Халдене Мост стоил 40 миллионов точное число"),
        ("de", "Die Brücke in Halden kostete 40 Millionen", "Die Brücke ist teuer.", "Halden Brücke kostete 40 Millionen genaue Zahl"),
    ],
)  # fmt: skip
def test_follow_up_supports_any_script_and_language(language: str, claim: str, found: str, question: str) -> None:
    asked, _ = following(SearchBrief(text=claim, language=language), neutral(found))
    assert asked is not None
    assert sorted(asked.text.casefold().split()) == sorted(question.casefold().split())


def test_follow_up_length_is_limited() -> None:
    claim = " ".join(f"Place{a}{b}" for a in "abcdefg" for b in "hijklm")
    question, _ = following(claim, neutral("Nothing of that."))
    assert question is not None
    assert len(question.text.removesuffix(" source details").split()) <= MAX_TERMS


def test_next_hop_sends_another_query() -> None:
    found = neutral(BUSY)
    first, _ = following(CLAIM, found)
    assert first is not None
    second, _ = following(CLAIM, found, asked=[first.text])
    assert second is not None
    assert (second.kind, second.text) != (first.kind, first.text)
    assert following(CLAIM, found, asked=[first.text, second.text])[0] is None


def test_model_proposal_is_used_and_never_repeated() -> None:
    fresh = {"query": "Halden bridge traffic count 2024"}
    question, _ = following(CLAIM, neutral(BUSY), answers=[fresh])
    assert question == NextQuestion(kind=FollowUpKind.NUMERIC, text="Halden bridge traffic count 2024", by="llm")
    repeated, _ = following(CLAIM, neutral(BUSY), answers=[fresh], asked=["halden bridge traffic count 2024 report"])
    assert repeated is not None
    assert repeated.by == "local"
    same, _ = following(CLAIM, neutral(BUSY), answers=[{"query": CLAIM}])
    assert same is not None
    assert same.by == "local"


def test_model_failure_is_an_issue_and_the_rules_build_the_query() -> None:
    question, run = following(CLAIM, neutral(BUSY), answers=[LanguageModelRefused("no")])
    assert question is not None
    assert question.by == "local"
    assert [issue.code for issue in run.issues] == ["llm_failed"]

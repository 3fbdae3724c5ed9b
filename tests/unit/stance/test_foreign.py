"""A claim in a language that the local verifier does not support: the reported limitation, and the evidence that still counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import Stance
from backend.stance.foreign import limits, unread
from tests.evidence_maker import evidence


@pytest.mark.parametrize("language", ["en", "und"])
def test_english_and_unknown_claims_have_no_limit(language: str) -> None:
    assert limits(language, language_model=False) is None


def test_limitation_names_the_language_and_the_judge() -> None:
    alone, helped = limits("hi", language_model=False), limits("sw", language_model=True)
    assert alone is not None
    assert helped is not None
    assert alone.code == "language_limited"
    assert alone.message.startswith("The claim is in Hindi, and the local verifier understands English only")
    assert helped.code == "language_by_model"
    assert "another language" in helped.message


def test_unjudged_passages_are_neutral_and_ordered_by_topicality() -> None:
    item = replace(evidence(Stance.SUPPORTS), signals={"topicality": 0.7})
    (found,) = unread("Die Erde ist flach", [item])
    assert (found.stance, found.quote, found.relevance) == (Stance.NEUTRAL, "", 0.7)
    assert found.passage == item.passage


def test_only_a_rating_of_the_same_text_keeps_its_stance() -> None:
    rated = evidence(Stance.REFUTES)
    text = "dpa rates the claim “Die Erde ist flach” as “False”."
    passage = replace(rated.passage, text=text, kind=PassageKind.REVIEW)
    review = replace(rated, candidate=replace(rated.candidate, passage=passage))
    assert unread("Die Erde ist FLACH.", [review])[0].stance is Stance.REFUTES
    assert unread("Die Erde ist nicht flach", [review])[0].stance is Stance.NEUTRAL

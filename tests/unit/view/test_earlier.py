"""What earlier sources say about a claim about the present."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from backend.domain.evidence import OUTDATED, PAST
from backend.domain.explanation import Lack, LackKind, Past, PastKind, VerdictExplanation
from backend.domain.trust import SourceTier
from backend.domain.verdict import Label
from backend.messages.messages import messages
from backend.view.shape import view
from tests.view_results import AGAINST, NEITHER, passage, result

OPEN = Label.NOT_ENOUGH_EVIDENCE


def shown(found: dict[str, Any], language: str = "en") -> dict[str, Any]:
    return view(found, messages(language))


def test_earlier_source_is_quoted_before_other_background() -> None:
    aside = passage(NEITHER, "nasa.gov")
    against = passage(AGAINST, "bbc.com")
    before = replace(against, stance=NEITHER, signals={OUTDATED: 1.0, PAST: -1.0})
    told = shown(result(OPEN, [aside, before]))
    assert [*told["best"]] == [2]
    assert [item["side"] for item in told["evidence"]] == ["Background", "Against (older)"]


def test_earlier_times_are_told_with_date_and_publisher() -> None:
    past = (Past(kind=PastKind.WAS_TRUE, published="2023-01-25", domain="bbc.com"),)
    why = VerdictExplanation(found="", past=past, lacks=(Lack(kind=LackKind.RECENT),))
    told = shown(result(OPEN, why=why), "de")
    assert told["says"] == "BBC stützte die Behauptung (25.01.2023). Das kann sich seitdem geändert haben."
    assert told["change"] == ("Eine aktuelle Aussage einer maßgeblichen Quelle oder zweier angesehener Quellen",)
    stranger = passage(AGAINST, "a.example", tier=SourceTier.C)
    alone = VerdictExplanation(found="", past=past)
    assert shown(result(OPEN, [stranger], why=alone))["change"] == (
        "A clear statement from one authoritative source or two reputable ones",
    )


def test_earlier_source_that_said_both_decides_nothing() -> None:
    both = [
        Past(kind=kind, published="2024-12-28", domain="europa.eu") for kind in (PastKind.WAS_TRUE, PastKind.WAS_FALSE)
    ]
    told = shown(result(OPEN, why=VerdictExplanation(found="", past=tuple(both))))
    assert told["says"] == "What was found is too old to tell whether it still holds."

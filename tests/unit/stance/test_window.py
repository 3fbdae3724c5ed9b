"""The context that is placed before a passage when it is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.domain.article import Passage, PassageKind
from backend.stance.window import header
from tests.evidence_maker import evidence


def _passage(title: str, published: str, kind: PassageKind = PassageKind.ARTICLE) -> Passage:
    return replace(evidence(text="It reopened on Monday.", kind=kind).passage, title=title, published=published)


@pytest.mark.parametrize(
    ("title", "published", "expected"),
    [
        ("The bridge", "2024-03-14T08:00:00Z", "The bridge. (2024-03-14) "),
        ("The bridge!", "", "The bridge! "),
        ("", "2024-03-14", "(2024-03-14) "),
        ("", "", ""),
        ("Did it reopen?", "", ""),
        ("It reopened on Monday", "", ""),
    ],
)
def test_title_and_date_are_prepended(title: str, published: str, expected: str) -> None:
    assert header(_passage(title, published)) == expected


@pytest.mark.parametrize("kind", [PassageKind.SEED, PassageKind.REVIEW, PassageKind.RECORD])
def test_independent_sentences_have_no_header(kind: PassageKind) -> None:
    assert header(_passage("The bridge", "2024-03-14", kind)) == ""

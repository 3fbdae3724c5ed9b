"""Which language a claim counts as: its own words first, those around it next, then what the page says of itself."""

from __future__ import annotations

import pytest

from backend.claims.intake import intake
from backend.domain.claim import PageContext, VerifyRequest


@pytest.mark.parametrize(
    ("claim", "context", "language"),
    [
        ("Impfungen verursachen Autismus", PageContext(), "und"),
        ("Impfungen verursachen Autismus", PageContext(language="de"), "de"),
        ("Impfungen verursachen Autismus", PageContext(language=" DE_at "), "de"),
        ("Impfungen verursachen Autismus", PageContext(surrounding="Das ist nicht wahr und war es nie."), "de"),
        ("The vaccine is not the cause of it", PageContext(language="de"), "en"),
        ("Vaccines cause autism", PageContext(language="en-GB"), "en"),
        ("Impfungen verursachen Autismus", PageContext(language="<script>"), "und"),
        ("पृथ्वी चपटी है", PageContext(language="en"), "hi"),
    ],
)
def test_the_page_counts_only_where_the_words_do_not_tell(claim: str, context: PageContext, language: str) -> None:
    assert intake(VerifyRequest(claim=claim, context=context)).language == language

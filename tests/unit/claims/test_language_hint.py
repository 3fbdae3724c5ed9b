"""Language of a claim: from its own words, then the surrounding text, then the page's declared language."""

from __future__ import annotations

from backend.claims.intake import intake
from backend.domain.claim import PageContext, VerifyRequest
from tests.each_row import each_row


@each_row(
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
def test_page_language_counts_only_when_the_words_do_not_decide(
    claim: str, context: PageContext, language: str
) -> None:
    assert intake(VerifyRequest(claim=claim, context=context)).language == language


@each_row(
    "claim",
    [
        "Vitamin C cures COVID-19",
        "In 2018, Benfica SAD earned over €200 million.",
        "One of Avril Lavigne's albums sold over 12 million copies globally.",
        "In 1986, Tatum O'Neal died.",
        "John S. McCain Jr. grew up in Washington, D.C.",
        "Germany announced under 117,000 coronavirus cases with under 2,520 fatalities.",
        "Top Scientist Hal Lewis Resigns Over Climate Change Corruption",
    ],
)
def test_english_with_foreign_looking_words_stays_english(claim: str) -> None:
    assert intake(VerifyRequest(claim=claim)).language in ("en", "und")


@each_row(
    ("claim", "language"),
    [
        ("Die Erde ist flach", "de"),
        ("La Tierra es plana", "es"),
        ("La Terre est plate", "fr"),
        ("La terra è piatta", "it"),
        ("A Terra é plana", "pt"),
    ],
)
def test_short_claims_in_other_languages_are_detected(claim: str, language: str) -> None:
    assert intake(VerifyRequest(claim=claim)).language == language

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.claims.intake import intake, normalise
from backend.claims.language import detect
from backend.domain.claim import PageContext, VerifyRequest
from backend.errors import ClaimTooLong, InvalidRequest
from tests.each_row import each_row


def claim_of(text: str, **context: str):
    return intake(VerifyRequest(claim=text, context=PageContext(**context)))


@each_row(
    ("raw", "text"),
    [
        ("  The Earth\n\t is   flat ", "The Earth is flat"),
        ("\ufb01sh swim", "fish swim"),
        ("Ｗａｔｅｒ boils at 50°C", "Water boils at 50°C"),
        ("The\u00a0Earth\u2003is flat", "The Earth is flat"),
        ("vac\u200bcines \u202ecause\u202c au\u00adtism\x00", "vaccines cause autism"),
        ("\ufeffThe Earth", "The Earth"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("a\u200db", "ab"),
    ],
)
def test_the_text_is_normalised(raw: str, text: str) -> None:
    assert claim_of(raw).text == text


@each_row("raw", ["", "   ", "\n\t", "\u200b\u200b", "\x00", "?!…", "🙂🙂", "---"])
def test_claim_without_words_is_refused_with_a_hint(raw: str) -> None:
    with pytest.raises(InvalidRequest, match="no claim to check") as caught:
        claim_of(raw)
    assert "sentence" in caught.value.hint


def test_claim_that_is_not_text_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="must be text"):
        intake(VerifyRequest(claim=12))  # type: ignore[arg-type]


def test_length_counts_after_normalising() -> None:
    assert len(claim_of("a" * 2000 + " " * 5000).text) == 2000
    assert len(claim_of("a  b " * 400).text) == 1599
    with pytest.raises(ClaimTooLong, match="2,001"):
        claim_of("a" * 2001)
    with pytest.raises(ClaimTooLong):
        claim_of("\ufdfa" * 200)


def test_the_id_ignores_case_and_spacing_only() -> None:
    assert claim_of("The Earth is flat").id == claim_of(" the  EARTH is flat ").id
    assert claim_of("The Earth is flat").id != claim_of("The Earth is flat!").id
    assert len(claim_of("x").id) == 32


@each_row(
    ("url", "kept"),
    [
        ("https://example.com/a?b#c", True), ("http://example.com", True), ("javascript:alert(1)", False),
        ("file:///etc/passwd", False), ("https://user:pw@example.com/", False), ("https://", False), ("https://[", False),
        ("https://example.com/a b", False), ("https://example.com/" + "a" * 2100, False), ("", False),
    ],
)  # fmt: skip
def test_only_plain_web_addresses_are_kept(url: str, kept: bool) -> None:
    assert claim_of("The Earth is flat", url=url).context.url == (url if kept else "")


def test_context_is_cleaned_and_capped() -> None:
    context = claim_of("The Earth is flat", title="T\u202eitle " * 100, surrounding="word " * 500).context
    assert context.title.startswith("Title Title")
    assert len(context.title) <= 300
    assert len(context.surrounding) <= 1000
    assert context.surrounding.endswith("word")


@each_row(
    ("text", "tag"),
    [
        ("The Earth is flat", "en"), ("Vaccines cause autism", "en"), ("Die Erde ist eine Scheibe", "de"),
        ("La Terre est plate et les vaccins sont dangereux", "fr"), ("La Tierra es plana y no se mueve", "es"),
        ("La Terra è piatta e non si muove", "it"), ("A Terra é plana e não se move", "pt"), ("De aarde is niet plat", "nl"),
        ("Ziemia jest płaska i nie jest kulą", "pl"), ("Dünya düz değil ve çok büyük", "tr"), ("Земля плоская", "ru"),
        ("Земля є плоскою, її край", "uk"), ("الأرض مسطحة", "ar"), ("زمین گرد است و می‌چرخد پس", "fa"), ("地球是平的", "zh"),
        ("地球は平らです", "ja"), ("지구는 평평하다", "ko"), ("पृथ्वी चपटी है", "hi"), ("הארץ שטוחה", "he"), ("Η Γη είναι επίπεδη", "el"),
        ("Minecraft 2D", "und"), ("12345", "und"),
    ],
)  # fmt: skip
def test_language_is_detected_from_the_claim(text: str, tag: str) -> None:
    assert detect(text) == tag


def test_surrounding_text_decides_the_language_of_a_short_claim() -> None:
    assert claim_of("Trump gewinnt", surrounding="Das ist der Bericht: Trump gewinnt die Wahl").language == "de"


@given(st.text(max_size=300))
def test_normalising_is_idempotent_and_leaves_nothing_hidden(raw: str) -> None:
    text = normalise(raw)
    assert normalise(text) == text
    assert unicodedata.is_normalized("NFKC", text)
    assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in text)


@given(st.text(max_size=2100), st.text(max_size=400), st.text(max_size=1200), st.text(max_size=100))
def test_intake_returns_a_claim_or_a_clear_error(raw: str, url: str, surrounding: str, title: str) -> None:
    try:
        claim = claim_of(raw, url=url, surrounding=surrounding, title=title)
    except (InvalidRequest, ClaimTooLong) as error:
        assert len(error.message) * len(error.hint) > 0  # noqa: PT017
        return
    assert 1 <= len(claim.text) <= 2000
    again = claim_of(claim.text, url=url, surrounding=surrounding, title=title)
    assert (again.text, again.id, again.language) == (claim.text, claim.id, claim.language)

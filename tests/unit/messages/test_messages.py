"""Messages with their values are formatted for each language."""

from __future__ import annotations

import pytest

from backend.messages.catalogue import closest
from backend.messages.messages import LANGUAGES, messages
from tests.each_row import each_row


@each_row(
    ("language", "said"),
    [
        ("en", "Supported by NASA and BBC News."),
        ("de", "Gestützt durch: NASA und BBC News."),
        ("fr", "Pour : NASA et BBC News."),
        ("zh", "支持来源：NASA和BBC News。"),
        ("ar", "يؤيد الادعاء: \u2068NASA\u2069 و\u2068BBC News\u2069."),
    ],
)
def test_names_are_inserted_as_a_list(language: str, said: str) -> None:
    m = messages(language)
    assert m.text("found_true", m.listed(["NASA", "BBC News"])) == said


def test_arabic_name_is_isolated_in_english() -> None:
    assert messages("en").text("found_true", "الجزيرة") == "Supported by \u2068الجزيرة\u2069."


@each_row(
    ("language", "count", "said"),
    [
        ("en", 1, "1 part is confirmed"),
        ("en", 4, "4 parts are confirmed"),
        ("de", 1, "1 Teil ist bestätigt"),
        ("hi", 2, "2 हिस्सों की पुष्टि हुई"),
        ("zh", 1, "1 个部分得到证实"),
        ("ar", 2, "تأكد جزآن"),
        ("ar", 3, "تأكدت 3 أجزاء"),
        ("ar", 11, "تأكد 11 جزءًا"),
        ("ar", 100, "تأكد 100 جزء"),
    ],
)
def test_counts_use_the_plural_forms_of_the_language(language: str, count: int, said: str) -> None:
    assert messages(language).plural("view_parts_confirmed", count) == said


@each_row(
    ("language", "figures"),
    [("en", ("1,234.5", "31%")), ("de", ("1.234,5", "31\xa0%")), ("hi", ("1,234.5", "31%"))],
)
def test_numbers_are_formatted_for_the_language(language: str, figures: tuple[str, str]) -> None:
    m = messages(language)
    assert (m.number(1234.5, digits=1), m.percent(0.31)) == figures


@each_row(
    ("language", "published", "said"),
    [
        ("en", "2023-01-25", "Jan 25, 2023"),
        ("de", "2023-01-25T10:00:00Z", "25.01.2023"),
        ("es", "2023-01", "enero de 2023"),
        ("zh", "2023", "2023"),
        ("en", "in May", "in May"),
        ("en", "2024-13-01", "2024-13-01"),
    ],
)
def test_dates_are_shown_with_their_precision(language: str, published: str, said: str) -> None:
    assert messages(language).date(published) == said


def test_language_names_are_translated() -> None:
    assert [messages(language).language_name("fr-CA") for language in ("en", "de")] == ["French", "Französisch"]
    assert messages("en").language_name("tlh-x") == "Klingon"
    assert messages("en").language_name("qqq") == "qqq"


def test_missing_and_extra_values_are_refused() -> None:
    m = messages("en")
    for wrong in ((), ("NASA", "BBC")):
        with pytest.raises(ValueError, match="found_true"):
            m.text("found_true", *wrong)
    with pytest.raises(ValueError, match="view_weaker_for_other"):
        m.plural("view_weaker_for", 2)
    with pytest.raises(KeyError):
        m.text("no_such_message")


@each_row(
    ("wanted", "language"),
    [
        (["de-AT", "en"], "de"),
        (["zh_TW"], "zh"),
        (["", "it", "es-419"], "es"),
        (["nl"], "en"),
        ([], "en"),
    ],
)
def test_first_available_language_is_chosen(wanted: list[str], language: str) -> None:
    assert closest(*wanted) == language


def test_every_language_has_its_name_and_direction() -> None:
    assert [(messages(language).tag, messages(language).direction) for language in LANGUAGES] == [
        ("en", "ltr"), ("de", "ltr"), ("es", "ltr"), ("fr", "ltr"), ("hi", "ltr"), ("zh-CN", "ltr"), ("ar", "rtl"),
    ]  # fmt: skip

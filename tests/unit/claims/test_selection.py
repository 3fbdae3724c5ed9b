"""Imprecise selections are corrected, with and without the page's text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.claims.classify import classify_locally
from backend.claims.intake import intake
from backend.claims.model import ClaimModel
from backend.claims.selection import as_meant, opens_inside
from backend.domain.claim import ClaimType, PageContext, VerifyRequest
from tests.each_row import each_row

PAGE = "It has been said often. The bridge at Halden opened in 1987. And many people, it seems, believe it today."


@each_row(
    ("selected", "meant"),
    [
        ("he bridge at Halden opened in 19", "The bridge at Halden opened in 1987"),
        ("often. The bridge at Halden opened in 1987.", "The bridge at Halden opened in 1987."),
        ("The bridge at Halden opened in 1987. And many", "The bridge at Halden opened in 1987."),
        (
            "The bridge at Halden opened in 1987. And many people, it seems, bel",
            "The bridge at Halden opened in 1987. And many people, it seems, believe it today.",
        ),
        ("bridge at Halden opened", "bridge at Halden opened"),
        ("And many people,", "And many people"),
    ],
)
def test_the_pages_text_completes_words_and_drops_scraps(selected: str, meant: str) -> None:
    assert as_meant(selected, PAGE) == meant


@each_row(
    ("typed", "meant"),
    [
        ("The Earth is flat. And", "The Earth is flat."),
        ("often. The Earth is flat.", "The Earth is flat."),
        ("“The Earth is flat.", "The Earth is flat."),
        ("“The Earth is flat.”", "“The Earth is flat.”"),
        ("The Earth is flat,", "The Earth is flat"),
        ("The Earth is flat. Water boils at 90 degrees.", "The Earth is flat. Water boils at 90 degrees."),
        ("The Earth is flat. Vaccines cause autism", "The Earth is flat. Vaccines cause autism"),
        ("vaccines kill people. They cause autism.", "vaccines kill people. They cause autism."),
        ("The Earth is flat. It has", "The Earth is flat."),
        ("–5 °C is warm for Halden", "–5 °C is warm for Halden"),
        ("– The Earth is flat", "The Earth is flat"),
        ("…", "…"),
    ],
)
def test_scraps_are_dropped_without_the_pages_text(typed: str, meant: str) -> None:
    assert as_meant(typed, "") == meant


@each_row(
    ("selected", "page", "meant"),
    [
        ("rain fell in Ulm", "A train fell in Ulm. Then rain fell in Ulm.", "rain fell in Ulm"),
        ("The bridge cost 3", "The bridge cost 3.5 million euros.", "The bridge cost 3.5"),
        ("5 million euros were spent", "In all 3.5 million euros were spent.", "3.5 million euros were spent"),
        ("疫苗导致自闭症", "有人说疫苗导致自闭症但没有证据。", "疫苗导致自闭症"),
        ("ワクチンは危険だ", "彼はワクチンは危険だと言った。", "ワクチンは危険だ"),
    ],
)
def test_only_what_was_cut_is_completed(selected: str, page: str, meant: str) -> None:
    assert as_meant(selected, page) == meant


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_no_selection_grows_beyond_its_page(before: str, selected: str, after: str) -> None:
    page = before + selected + after
    assert as_meant(selected, page) in page


def test_a_selection_may_begin_inside_a_sentence() -> None:
    assert opens_inside("bridge at Halden", PAGE)
    assert not opens_inside("The bridge at Halden", PAGE)


@each_row(
    ("selected", "surrounding", "checked"),
    [
        ("that the Earth is flat", "He claims that the Earth is flat.", "the Earth is flat"),
        (
            "that goldfish only remember things for three seconds",
            "Somebody told me that goldfish only remember things for three seconds, and nobody objected.",
            "goldfish only remember things for three seconds",
        ),
        ("that vaccines cause autism", "", "vaccines cause autism"),
        ("he Earth is flat", "", "Earth is flat"),
        ("he was born in Ulm", "", ""),
        ("that company went bankrupt", "", ""),
        ("That bridge opened in 1987.", "That bridge opened in 1987.", ""),
    ],
)
def test_a_word_that_was_cut_or_only_joins_is_dropped(
    selected: str, surrounding: str, checked: str, model: ClaimModel
) -> None:
    context = PageContext(surrounding=surrounding)
    found = classify_locally(intake(VerifyRequest(claim=selected, context=context)), model)
    assert found.factual_part == checked
    assert (found.type is ClaimType.FACTUAL) == bool(checked)

from __future__ import annotations

from backend.claims.reference import resolve
from backend.domain.claim import PageContext
from tests.each_row import each_row

TEXT = "She died in 1852."


def resolved(claim: str, surrounding: str = "", title: str = "") -> str:
    found = resolve(claim, PageContext(surrounding=surrounding, title=title), claim)
    return found.text if not found.problem else ""


def test_pronoun_is_resolved_across_sentences_about_the_same_person() -> None:
    assert resolved(TEXT, f"Ada Lovelace was born in 1815. She wrote a program. {TEXT}") == "Ada Lovelace died in 1852."


def test_the_company_means_the_one_the_page_introduced_as_company() -> None:
    claim = "The company was founded in 2003."
    assert resolved(claim, f"Tesla is an American company. {claim}") == "Tesla was founded in 2003."
    assert resolved(claim, f"Tesla bought SolarCity in 2016. {claim}") == claim


@each_row(
    "surrounding",
    [
        f"Ada Lovelace met Mary Somerville in 1834. {TEXT}",
        f"Nobody knew. {TEXT}",
        f"It rained. {TEXT}",
    ],
)
def test_pronoun_stays_unresolved_with_two_candidates_or_none(surrounding: str) -> None:
    assert resolved(TEXT, surrounding) == ""


@each_row(
    ("surrounding", "title", "meant"),
    [
        ("", "Ada Lovelace - Wikipedia", "Ada Lovelace"),
        ("", "The short life of Ada Lovelace", "Ada Lovelace"),
        ("Nobody knew.", "Ada Lovelace - Wikipedia", "Ada Lovelace"),
        ("Ada Lovelace fell ill in London.", "", "Ada Lovelace"),
        (
            "The illness came in the year in which Ada Lovelace turned 36.",
            "The last year of Ada Lovelace",
            "Ada Lovelace",
        ),
        ("Ada Lovelace met Mary Somerville in 1834.", "Ada Lovelace - Wikipedia", "Ada Lovelace"),
        ("Ada Lovelace met Mary Somerville in 1834.", "Ada Lovelace and Mary Somerville", ""),
        ("", "What Ada Lovelace learnt from Mary Somerville", ""),
        ("", "Five things that nobody knew", ""),
    ],
)
def test_page_text_and_title_together_name_whom_a_pronoun_means(surrounding: str, title: str, meant: str) -> None:
    expected = f"{meant} died in 1852." if meant else ""
    assert resolved(TEXT, f"{surrounding} {TEXT}".strip(), title) == expected

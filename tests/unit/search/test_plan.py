from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.search.plan import (
    MAX_QUERY,
    attribution_queries,
    content_words,
    foreign_queries,
    key_phrase,
    names,
    queries,
    shorten_query,
)
from backend.search.settings import PhaseId

PHASES = tuple(PhaseId)


@pytest.mark.parametrize(
    ("claim", "phrase"),
    [
        ('The minister said "we will win" on Monday', "we will win"),
        ("The minister said “we will win” on Monday", "we will win"),
        ("The Food and Drug Administration approved the drug", "Food and Drug Administration"),
        ("NASA faked the Moon landing", "NASA"),
        ("When NASA landed on it", "NASA"),
        ("COVID-19 vaccines contain microchips", "COVID-19"),
        ("In March, Bank of England officials met", "Bank of England"),
        ("The Halden bridge reopened in March 2024", "Halden"),
    ],
)
def test_quoted_spans_and_names_are_searched_verbatim(claim: str, phrase: str) -> None:
    assert key_phrase(claim) == (phrase, True)


@pytest.mark.parametrize(
    ("claim", "phrase"),
    [
        ("the olympics from 1900 had live pigeon shooting", "olympics 1900 live pigeon shooting"),
        ("Vaccines cause autism", "Vaccines cause autism"),
        ("water boils at 50C", "water boils 50C"),
    ],
)
def test_content_words_are_searched_unquoted_without_a_name(claim: str, phrase: str) -> None:
    assert key_phrase(claim) == (phrase, False)
    assert not any('"' in query for query in queries(claim, PhaseId.D))


def test_quotes_are_never_doubled() -> None:
    for phase in PHASES:
        assert not any('""' in query for query in queries('He said "we will win" on Monday', phase))


def test_queries_have_the_documented_forms() -> None:
    forms = queries("NASA faked the Moon landing", PhaseId.D)
    assert forms == (
        "NASA faked the Moon landing",
        'fact check "NASA" faked Moon landing',
        '"NASA" faked Moon landing',
        '"NASA" faked Moon landing debunked',
    )


def test_framings_follow_the_claims_language() -> None:
    forms = queries("Die NASA hat die Mondlandung gefälscht", PhaseId.A_ORIGIN, language="de")
    assert any(form.startswith("Faktencheck ") for form in forms)
    assert any(form.endswith(" widerlegt") for form in forms)


def test_long_claims_are_also_searched_truncated_at_a_word() -> None:
    claim = "the committee of the northern valley decided after a long debate that every house should have two doors"
    short = [form for form in queries(claim, PhaseId.A) if claim.startswith(form) and form != claim]
    assert short
    assert len(short[0]) <= 77
    assert claim[len(short[0])] == " "


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase is not PhaseId.A_LIGHT])
@pytest.mark.parametrize("claim", ["Earth is flat", "Vaccines cause autism.", "NASA faked the Moon landing"])
def test_two_to_four_forms_per_phase(phase: PhaseId, claim: str) -> None:
    assert 2 <= len(queries(claim, phase)) <= 4


@given(st.text(max_size=400), st.sampled_from(PHASES), st.sampled_from(["en", "de", "zh", "und", ""]))
def test_any_text_gives_short_distinct_queries(claim: str, phase: PhaseId, language: str) -> None:
    forms = queries(claim, phase, language=language)
    assert len(forms) <= 4
    assert len({form.lower() for form in forms}) == len(forms)
    assert all(0 < len(form) <= MAX_QUERY + 60 and '""' not in form for form in forms)


def test_content_words_keep_order_and_drop_repeats() -> None:
    assert content_words("The cat and the Cat sat on 2 mats") == ("cat", "sat", "2", "mats")


def test_a_follow_up_of_any_length_is_made_fit_to_be_asked() -> None:
    assert len(shorten_query("word " * 500)) <= MAX_QUERY
    assert shorten_query("a\u200bb  c\n") == "ab c"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Paris is the capital of Germany", ("Paris", "Germany")),
        ('The "great gatsby" was written by Scott Fitzgerald', ("great gatsby", "Scott Fitzgerald")),
        (
            "In March 2024, Germany's Chancellor Olaf Scholz visited China",
            ("Germany", "Chancellor Olaf Scholz", "China"),
        ),
        ("Apollo 11 landed on the Moon on Sunday, 20 July 1969", ("Apollo 11", "Moon")),
        ('The "Eiffel Tower" is near the Eiffel Tower', ("Eiffel Tower",)),
        ("nothing here has a name", ()),
    ],
)
def test_names_are_found_in_order(text: str, found: tuple[str, ...]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("claim", "questions"),
    [
        (
            "The minister Anna Vogt said “we will close the mine” on Monday",
            ('Anna Vogt "we will close the mine"', 'Anna Vogt "we will close the mine" official statement'),
        ),
        (
            "Anna Vogt said that the mine in Halden will close",
            ("Anna Vogt mine Halden close", "Anna Vogt mine Halden close official statement"),
        ),
    ],
)
def test_for_a_statement_its_speaker_and_its_words_are_asked(claim: str, questions: tuple[str, ...]) -> None:
    assert attribution_queries(claim) == questions


def test_in_another_language_only_names_and_figures_are_asked() -> None:
    assert foreign_queries("The Halden bridge in Germany reopened in 2024", "en", "de") == (
        "Halden Germany 2024",
        "Halden Germany 2024 Faktencheck",
    )
    assert foreign_queries("water is wet", "en", "de") == ()


def test_unknown_language_gets_no_words_of_another_language() -> None:
    assert queries("Helsingin silta avattiin", PhaseId.D, language="fi") == ("Helsingin silta avattiin",)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.search import SearchTier
from backend.search.plan import MAX_QUERY, content_words, cut, key_phrase, names, queries

TIERS = (SearchTier.TRUSTED, SearchTier.FACT_CHECK, SearchTier.BROAD)


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
def test_quoted_spans_and_names_are_asked_word_for_word(claim: str, phrase: str) -> None:
    assert key_phrase(claim) == (phrase, True)


@pytest.mark.parametrize(
    ("claim", "phrase"),
    [
        ("the olympics from 1900 had live pigeon shooting", "olympics 1900 live pigeon shooting"),
        ("Vaccines cause autism", "Vaccines cause autism"),
        ("water boils at 50C", "water boils 50C"),
    ],
)
def test_without_a_name_the_content_words_are_asked_unquoted(claim: str, phrase: str) -> None:
    assert key_phrase(claim) == (phrase, False)
    assert not any('"' in query for query in queries(claim, SearchTier.BROAD))


def test_quotes_are_never_doubled() -> None:
    for tier in TIERS:
        assert not any('""' in query for query in queries('He said "we will win" on Monday', tier))


def test_the_forms_of_document_001() -> None:
    forms = queries("NASA faked the Moon landing", SearchTier.BROAD)
    assert forms == (
        "NASA faked the Moon landing",
        'fact check "NASA" faked Moon landing',
        '"NASA" faked Moon landing',
        '"NASA" faked Moon landing debunked',
    )


def test_framings_follow_the_claims_language() -> None:
    forms = queries("Die NASA hat die Mondlandung gefälscht", SearchTier.FACT_CHECK, language="de")
    assert any(form.startswith("Faktencheck ") for form in forms)
    assert any(form.endswith(" widerlegt") for form in forms)


def test_long_claims_are_also_asked_cut_at_a_word() -> None:
    claim = "the committee of the northern valley decided after a long debate that every house should have two doors"
    short = [form for form in queries(claim, SearchTier.TRUSTED) if claim.startswith(form) and form != claim]
    assert short
    assert len(short[0]) <= 77
    assert claim[len(short[0])] == " "


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("claim", ["Earth is flat", "Vaccines cause autism.", "NASA faked the Moon landing"])
def test_two_to_four_forms_per_tier(tier: SearchTier, claim: str) -> None:
    assert 2 <= len(queries(claim, tier)) <= 4


@given(st.text(max_size=400), st.sampled_from(TIERS), st.sampled_from(["en", "de", "zh", "und", ""]))
def test_any_text_gives_short_distinct_queries(claim: str, tier: SearchTier, language: str) -> None:
    forms = queries(claim, tier, language=language)
    assert len(forms) <= 4
    assert len({form.lower() for form in forms}) == len(forms)
    assert all(0 < len(form) <= MAX_QUERY + 60 and '""' not in form for form in forms)


def test_content_words_keep_order_and_drop_repeats() -> None:
    assert content_words("The cat and the Cat sat on 2 mats") == ("cat", "sat", "2", "mats")


def test_a_follow_up_of_any_length_is_made_fit_to_be_asked() -> None:
    assert len(cut("word " * 500)) <= MAX_QUERY
    assert cut("a\u200bb  c\n") == "ab c"


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
def test_names_in_their_order(text: str, found: tuple[str, ...]) -> None:
    assert names(text) == found

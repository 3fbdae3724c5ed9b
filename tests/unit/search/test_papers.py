"""URLs, abstracts and relevant sentences of papers."""

from __future__ import annotations

import pytest

from backend.domain.search import SearchQuery, SearchTier
from backend.search.engines.papers import Paper, address, any_of, asked_words, readable, relevant, results


def _query(text: str) -> SearchQuery:
    return SearchQuery(text=text, tier=SearchTier.BROAD)


@pytest.mark.parametrize(
    ("doi", "page", "url"),
    [
        ("10.1136/BMJ.i1", "", "https://doi.org/10.1136/bmj.i1"),
        ("https://doi.org/10.1136/BMJ.i1", "", "https://doi.org/10.1136/bmj.i1"),
        ("10.48550/arXiv.2101.00001", "", "https://arxiv.org/abs/2101.00001"),
        ("https://doi.org/10.48550/arxiv.2101.00001v3", "", "https://arxiv.org/abs/2101.00001"),
        ("10.1002/(SICI)1097<3::AID>3.0", "", "https://doi.org/10.1002/(sici)1097%3C3::aid%3E3.0"),
        ("", "https://europepmc.org/article/MED/1", "https://europepmc.org/article/MED/1"),
        ("no doi", "https://openalex.org/W1", "https://openalex.org/W1"),
    ],
)
def test_a_paper_has_one_address(doi: str, page: str, url: str) -> None:
    assert address(doi, page) == url


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<jats:title>Abstract</jats:title><jats:p>Ice melts.</jats:p>", "Ice melts."),
        ("<jats:sec><jats:title>Aims</jats:title><jats:p>To see.</jats:p></jats:sec>", "Aims: To see."),
        ("Abstract: Ice melts.", "Ice melts."),
        ("H<sub>2</sub>O at 5 &lt; 6 &amp; more", "H2O at 5 < 6 & more"),
        ("Let <mml:math><mml:mi>x</mml:mi></mml:math> be ice.", "Let be ice."),
        ("Abstracts of papers are short.", "Abstracts of papers are short."),
        ("a\n b\u200b c", "a b c"),
        ("", ""),
    ],
)
def test_abstract_markup_is_removed(markup: str, text: str) -> None:
    assert readable(markup) == text


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("RETRACTED: Vaccines cause harm", False),
        ("[Retracted] Vaccines cause harm", False),
        ("RETRACTED ARTICLE: Vaccines cause harm", False),
        ("Retraction: Vaccines cause harm", False),
        ("Retraction note to: Vaccines", False),
        ("WITHDRAWN: Vaccines cause harm", False),
        ("Withdrawal of statins in the old", True),
        ("Retraction of the ear drum", True),
        ("Why papers are retracted", True),
    ],
)
def test_retracted_work_is_omitted(title: str, kept: bool) -> None:
    paper = Paper(title=title, abstract="Words of it.", doi="10.1234/x")
    assert bool(results([paper], _query("vaccines"), "index")) is kept


def test_relevant_sentences_are_whole_and_in_their_order() -> None:
    text = "We studied ice. Ice melts at 0.5 degrees in the Halden river. Nothing else. The Halden river is long."
    assert relevant(text, _query("The Halden river melts"), limit=90) == (
        "Ice melts at 0.5 degrees in the Halden river. The Halden river is long."
    )


def test_overlong_sentence_is_truncated_at_a_word() -> None:
    assert relevant("word " * 30, _query("word"), limit=23) == "word word word word"


def test_first_sentence_is_used_without_shared_words() -> None:
    assert relevant("Rivers flow. Birds fly.", _query("cheese")) == "Rivers flow."


def test_paper_queries_contain_no_operators() -> None:
    words = asked_words(_query('Does "Covid-19" NOT cause (all) AND: any OR harm?'))
    assert not {"NOT", "AND", "OR"} & set(words)
    assert any_of(["ice", "sea-level"]) == 'ice OR "sea-level"'

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.acquire.chunks import cut_chunks
from backend.acquire.passages import LEAD, MAX_CHARACTERS, MAX_PASSAGES, MAX_WORDS, cut_passages
from backend.acquire.reader import Cut
from backend.acquire.sentences import sentence_spans
from backend.domain.article import Article, PassageKind, passage_id

URL = "https://www.bbc.co.uk/news/story-1"


def _article(text: str, **fields: object) -> Article:
    return Article(url=URL, title="A title", text=text, **fields)  # type: ignore[arg-type]


def _sentences(text: str, language: str = "en") -> list[str]:
    return [text[a:b] for a, b in sentence_spans(text, language)]


def test_sentence_boundaries_are_found() -> None:
    text = 'Dr. Ruiz of the U.S. agency paid $3.5 million. "It works," she said. No. 7 was closed.\nA new paragraph'
    assert _sentences(text) == [
        "Dr. Ruiz of the U.S. agency paid $3.5 million.",
        '"It works," she said.',
        "No. 7 was closed.",
        "A new paragraph",
    ]


def test_splitter_marker_characters_are_preserved() -> None:
    assert "".join(_sentences("It cost ☉ 5 coins. ȸ was there at 5 p.m. ♨ The end came.")).count("☉") == 1
    assert "♨" in "".join(_sentences("3.14 … ☝ ♨ ?! Inc. came back."))
    assert _sentences("♨") == ["♨"]


def test_languages_without_spaces_are_split() -> None:
    assert _sentences("桥在三月重新开放。维修费用为四千万欧元。", "zh") == [
        "桥在三月重新开放。",
        "维修费用为四千万欧元。",
    ]


@given(
    st.text(alphabet=st.sampled_from("aB☉ȸ∯♨ .!?\n\"'()1…。\u00a0\t-"), max_size=200),
    st.sampled_from(["en", "zh", "xx"]),
)
def test_no_visible_character_is_lost_between_sentences(text: str, language: str) -> None:
    spans = sentence_spans(text, language)
    assert all(a < b for a, b in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    outside = list(text)
    for a, b in spans:
        outside[a:b] = [" "] * (b - a)
    assert not "".join(outside).strip()


@settings(max_examples=40)
@given(st.lists(st.integers(min_value=1, max_value=130), min_size=1, max_size=30))
def test_passages_are_exact_short_and_complete(lengths: list[int]) -> None:
    text = " ".join(" ".join(f"w{i}x{j}" for j in range(n)) + "." for i, n in enumerate(lengths))
    passages = cut_passages(_article(text), "w0x0")
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text
        assert passage.id == passage_id(URL, passage.text)
        assert len(passage.text.split()) <= MAX_WORDS
    if len(text.split()) >= 4 and len(passages) < MAX_PASSAGES:
        covered = {word for passage in passages for word in passage.text.split()}
        assert len(covered) >= len(text.split()) - 3


@pytest.mark.parametrize("gap", ["", " "])
def test_endless_text_without_sentences_is_split(gap: str) -> None:
    text = f"The first sentence says something. {'x' * 990_000}{gap} and then it says even more. The last one is short."
    passages = cut_passages(_article(text), "says")
    assert max(len(passage.text) for passage in passages) <= MAX_CHARACTERS
    assert all(text[passage.start : passage.end] == passage.text for passage in passages)
    assert passages[0].text.startswith("The first sentence says something.")
    assert passages[-1].text.endswith("The last one is short.")


@settings(max_examples=40)
@given(st.lists(st.integers(min_value=1, max_value=400), min_size=1, max_size=200))
def test_long_passages_are_split_between_words_if_possible(lengths: list[int]) -> None:
    text = " ".join("y" * length for length in lengths) + "."
    passages = cut_passages(_article(text), "")
    for passage in passages:
        assert len(passage.text) <= MAX_CHARACTERS
        assert text[passage.start : passage.end] == passage.text
        assert f" {text} "[passage.start] == " " == f" {text} "[passage.end + 1]


def test_neighbours_share_one_sentence() -> None:
    text = " ".join(f"Sentence number {n} has a few words." for n in range(10))
    passages = cut_passages(_article(text), "sentence")
    assert len(passages) > 2
    for first, second in pairwise(passages):
        shared = text[second.start : first.end]
        assert shared.startswith("Sentence number")
        assert shared.count("Sentence") == 1


def test_long_article_keeps_its_opening_and_relevant_passages() -> None:
    filler = [f"Filler sentence {n} talks about nothing in particular and goes on for a while." * 3 for n in range(300)]
    filler[250] = "The Halden bridge reopened in March 2024 after repairs costing 40 million euros."
    text = "\n".join(filler)
    passages = cut_passages(_article(text), "The Halden bridge reopened in March 2024")
    assert len(passages) == MAX_PASSAGES
    assert any("Halden" in passage.text for passage in passages)
    assert [passage.start for passage in passages] == sorted(passage.start for passage in passages)
    whole = cut_passages(_article("\n".join(filler[:40])), "")
    assert [passage.text for passage in passages[:LEAD]] == [passage.text for passage in whole[:LEAD]]


def test_reviews_come_first_with_their_own_kind() -> None:
    review = "snopes.com rates the claim “X” as “False”."
    passages = cut_passages(_article("One sentence of the article is here.", reviews=(review,)), "x")
    assert [(p.kind, p.start) for p in passages] == [(PassageKind.REVIEW, -1), (PassageKind.ARTICLE, 0)]
    assert passages[0].text == review


def test_passages_have_their_origin() -> None:
    article = _article("One sentence of the article is here.", published="2024-03-12", language="de")
    passage = cut_passages(article, "x", retrieved="2024-03-13T00:00:00+00:00")[0]
    assert (passage.domain, passage.source, passage.title) == ("bbc.co.uk", URL, "A title")
    assert (passage.published, passage.language, passage.retrieved) == ("2024-03-12", "de", "2024-03-13T00:00:00+00:00")


def test_passage_splitting_is_deterministic_and_drops_repeats() -> None:
    text = "\n".join(["The same four words."] * 30)
    first, second = cut_passages(_article(text), "same"), cut_passages(_article(text), "same")
    assert first == second
    assert len({passage.id for passage in first}) == len(first)


@pytest.mark.parametrize("text", ["", "one two three", " \n "])
def test_texts_of_fewer_than_four_words_give_no_passage(text: str) -> None:
    assert cut_passages(_article(text), "x") == ()


@pytest.mark.parametrize("cut", [cut_passages, cut_chunks])
def test_known_sentences_are_not_split_again(cut: Cut) -> None:
    text = "One two three four five. Six seven eight nine ten."
    assert [p.text for p in cut(_article(text, sentences=((0, 50),)), "", retrieved="")] == [text]
    assert cut(_article(text, sentences=()), "", retrieved="") == ()
    assert cut(_article(text), "", retrieved="") == cut(
        _article(text, sentences=sentence_spans(text)), "", retrieved=""
    )

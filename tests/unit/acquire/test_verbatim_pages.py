"""Every passage from a page occurs verbatim in the text that the page displays, whatever its markup."""

from __future__ import annotations

from html import escape

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from backend.acquire.parse import article
from backend.acquire.passages import cut_passages
from backend.domain.article import FetchedPage
from backend.stance.quotes import sentences
from tests.each_row import each_row

WORDS = st.sampled_from(
    "The bridge over Halden river opened in 1931 after two years of work, said Ana & José; it cost 4.5 million € (or £3m). "
    "“Nobody was hurt” 日本 – well-known isn't 5% CO2 a | b - c".split()
)
INLINE = st.sampled_from(("b", "i", "em", "a", "sup", "sub", "span", "code", "q", "mark", "small"))


@st.composite
def sentence(draw: st.DrawFn) -> str:
    words = [escape(word) for word in draw(st.lists(WORDS, min_size=7, max_size=14))]
    if draw(st.booleans()):
        at, tag = draw(st.integers(0, len(words) - 1)), draw(INLINE)
        words[at] = f"<{tag}>{words[at]}</{tag}>"
    if draw(st.integers(0, 5)) == 0:
        words.insert(draw(st.integers(0, len(words))), "<br>")
    return f"Then {draw(st.sampled_from((' ', '  ', '&nbsp;'))).join(words)} ended."


@st.composite
def block(draw: st.DrawFn) -> str:
    inner = draw(st.lists(sentence(), min_size=1, max_size=3))
    shape = draw(st.sampled_from(("p", "p", "ul", "ol", "table", "div", "blockquote", "dl")))
    if shape in ("ul", "ol"):
        return f"<{shape}>{''.join(f'<li>{item}</li>' for item in inner)}</{shape}>"
    if shape == "dl":
        return f"<dl><dt>A term of it</dt>{''.join(f'<dd>{item}</dd>' for item in inner)}</dl>"
    if shape == "table":
        rows = "".join(f"<tr><td>{item}</td><td>{len(item)} of them</td></tr>" for item in inner)
        return f"<table><tr><th>What was said</th><th>How many</th></tr>{rows}</table>"
    return f"<{shape}>{' '.join(inner)}</{shape}>"


@settings(max_examples=50, deadline=None)
@given(st.lists(block(), min_size=2, max_size=6))
def test_every_paragraph_of_a_passage_is_in_the_page(blocks: list[str]) -> None:
    body = f"<html><head><title>Page</title></head><body><article>{''.join(blocks)}</article></body></html>"
    found = article(FetchedPage(url="https://www.a.example/x", body=body.encode(), content_type="text/html"))
    shown = _without_spaces(html.document_fromstring(body).text_content())
    passages = cut_passages(found, "the bridge")
    assert passages
    for passage in passages:
        assert passage.verbatim
        for quote in (passage.text, *(one.text for one in sentences(passage.text))):
            for line in quote.split("\n"):
                assert _without_spaces(line) in shown, line


@each_row(
    ("written", "read"),
    [
        ("Haus&shy;halt", "Haushalt"),
        ("Haus&#8203;halt", "Haushalt"),
        ("begann&rlm;", "begann"),
        ("می&zwnj;خواهم", "خواهم"),
    ],
)
def test_invisible_characters_do_not_drop_a_paragraph(written: str, read: str) -> None:
    told = (
        f"<p>The bridge over the river at Halden opened on Monday, and {written} was heard by all who came there.</p>"
    )
    body = f"<html><head><title>Page</title></head><body><article>{told}<p>{'It rained a lot. ' * 9}</p></article></body></html>"
    found = article(FetchedPage(url="https://www.a.example/x", body=body.encode(), content_type="text/html"))
    assert "The bridge over the river at Halden" in found.text
    assert read in found.text


def _without_spaces(text: str) -> str:
    """Return the text without white space, because white space between two blocks depends on the browser."""
    return "".join(text.split())

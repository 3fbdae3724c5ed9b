from __future__ import annotations

import json

import pytest

from backend.acquire.extract import extract
from backend.acquire.parse import MAX_TEXT, decode
from backend.acquire.sentences import sentence_spans
from backend.domain.article import Article, FetchedPage
from backend.errors import FetchTimeout, UnreadablePage
from tests.frozen_web import documents

TEXT = "The Halden bridge reopened on Tuesday after two years of repairs, the road authority said. "
STORY = "".join(f"<p>{TEXT}Paragraph number {n} says something more about it.</p>" for n in range(4))


def _page(body: str, *, head: str = "", html: str = "<html lang='en'>", kind: str = "text/html") -> FetchedPage:
    text = f"<!DOCTYPE html>{html}<head><meta charset='utf-8'><title>A title</title>{head}</head><body>{body}</body></html>"
    return FetchedPage(url="https://news.example/story-1", body=text.encode(), content_type=kind)


def _story(extra: str, *, head: str = "") -> Article:
    return extract(_page(f"<article><h1>A title</h1>{STORY}{extra}</article>", head=head))


def _frozen(name: str) -> Article:
    document = next(document for document in documents() if name in document.url)
    return extract(FetchedPage(url=document.url, body=document.html, content_type="text/html", charset="utf-8"))


def test_page_that_lists_articles_is_not_an_article() -> None:
    section = next(document for document in documents() if document.url.endswith("/europe/"))
    with pytest.raises(UnreadablePage):
        extract(FetchedPage(url=section.url, body=section.html, content_type="text/html", charset="utf-8"))


@pytest.mark.parametrize(
    "document", [d for d in documents() if d.html and not d.url.endswith("/europe/")], ids=lambda d: d.url
)
def test_frozen_pages_give_their_article_without_boilerplate(document: object) -> None:
    article = extract(
        FetchedPage(url=document.url, body=document.html, content_type="text/html", charset="utf-8")  # type: ignore[attr-defined]
    )
    assert document.title in article.title  # type: ignore[attr-defined]
    assert article.published == document.published  # type: ignore[attr-defined]
    for furniture in (
        "cookies",
        "Newsletter",
        "Advertisement",
        "dataLayer",
        "Terms of use",
        "More stories",
        "Great post",
    ):
        assert furniture not in article.text


def test_news_page_text_is_complete() -> None:
    text = _frozen("reuters.com/world/europe/halden").text
    for sentence in (
        "The Halden bridge had been closed since April 2022, when inspectors found cracks in three of its steel cables.",
        "A second inspection is planned for 2027.",
    ):
        assert sentence in text


def test_hidden_text_and_comments_of_a_real_page_are_not_extracted() -> None:
    text = _frozen("truth-about-roads").text
    assert "counted eleven lorries" in text
    assert "sold" not in text


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>SECRET words that nobody sees on the page.</p>",
        "<p style='display:none'>SECRET words that nobody sees on the page.</p>",
        "<p style='DISPLAY : NONE !important'>SECRET words that nobody sees on the page.</p>",
        "<p style='color:red;visibility:hidden'>SECRET words that nobody sees on the page.</p>",
        "<p style='font-size:0'>SECRET words that nobody sees on the page.</p>",
        "<p style='font-size: 0px;'>SECRET words that nobody sees on the page.</p>",
        "<p style='opacity:0'>SECRET words that nobody sees on the page.</p>",
        "<div style='height:0;overflow:hidden'><p>SECRET words that nobody sees on the page.</p></div>",
        "<p style='position:absolute;left:-9999px'>SECRET words that nobody sees on the page.</p>",
        "<p style='text-indent:-5000px'>SECRET words that nobody sees on the page.</p>",
        "<p style='color: transparent'>SECRET words that nobody sees on the page.</p>",
        "<p aria-hidden='true'>SECRET words that nobody sees on the page.</p>",
        "<p class='x sr-only y'>SECRET words that nobody sees on the page.</p>",
        "<noscript><p>SECRET words that nobody sees on the page.</p></noscript>",
        "<template><p>SECRET words that nobody sees on the page.</p></template>",
        "<!-- <p>SECRET words that nobody sees on the page.</p> -->",
        "<p class='ghost'>SECRET words that nobody sees on the page.</p>",
        "<p id='wraith'>SECRET words that nobody sees on the page.</p>",
    ],
)
def test_invisible_text_is_not_extracted(hidden: str) -> None:
    head = "<style>/* x */ .other, .ghost { display: none } #wraith{visibility:hidden}</style>"
    text = _story(hidden, head=head).text
    assert "SECRET" not in text
    assert "Paragraph number 3" in text


@pytest.mark.parametrize(
    "shown",
    [
        "<p style='opacity:0.9'>VISIBLE words that everybody sees on the page.</p>",
        "<p style='line-height:1.5;max-width:100px'>VISIBLE words that everybody sees on the page.</p>",
        "<p style='font-size:10px'>VISIBLE words that everybody sees on the page.</p>",
        "<p style='margin-left:-5px;background-color:transparent'>VISIBLE words that everybody sees on the page.</p>",
        "<p class='print-only'>VISIBLE words that everybody sees on the page.</p>",
        "<p style='display:none'>x</p><p>VISIBLE words that everybody sees on the page.</p>",
    ],
)
def test_visible_text_is_extracted(shown: str) -> None:
    head = "<style>@media print { .print-only { display: none } }</style>"
    assert "VISIBLE" in _story(shown, head=head).text


def test_text_after_a_removed_element_stays() -> None:
    assert (
        "ends with these words"
        in _story("<p>This sentence <!-- no --><span hidden>x</span>ends with these words.</p>").text
    )


def test_invisible_characters_are_stripped() -> None:
    text = _story("<p>Re\u200bopen\u00aded \u202ebridge\u0000 with\ufeff care and much\u2060 joy.</p>").text
    assert "Reopened bridge with care and much joy." in text


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("<meta property='article:published_time' content='2024-03-12T23:30:00Z'>", "2024-03-12"),
        (
            '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2021-06-02"}</script>',
            "2021-06-02",
        ),
        ("", ""),
    ],
)
def test_date_is_the_declared_one_or_missing(head: str, expected: str) -> None:
    assert _story("", head=head).published == expected


def test_language_is_declared_or_detected() -> None:
    for html, language in (("<html lang='de-AT'>", "de"), ("<html lang=''>", "en"), ("<html lang='x1<'>", "en")):
        assert extract(_page(f"<article>{STORY}</article>", html=html)).language == language


def test_fact_check_is_attributed_to_the_domain_of_its_page() -> None:
    article = _frozen("snopes.com/fact-check/halden")
    assert article.reviews == ("snopes.com rates the claim “The Halden bridge collapsed in 2023” as “False”.",)


def test_page_cannot_claim_to_be_another_fact_checker() -> None:
    review = {
        "@context": "https://schema.org",
        "@graph": [
            {
                "@type": ["ClaimReview"],
                "claimReviewed": "The Earth is flat",
                "author": {"name": "Snopes"},
                "reviewRating": {"alternateName": "True"},
            },
            {"@type": "ClaimReview", "claimReviewed": "No rating"},
            {"@type": "ClaimReview", "reviewRating": {"alternateName": "no claim"}},
        ],
    }
    head = f'<script type="application/ld+json">{json.dumps(review)}</script><script type="application/ld+json">{{</script>'
    assert _story("", head=head).reviews == ("news.example rates the claim “The Earth is flat” as “True”.",)


@pytest.mark.parametrize(
    ("body", "charset", "expected"),
    [
        ("über".encode(), "", "über"),
        ("über".encode("latin-1"), "iso-8859-1", "über"),
        ("über".encode("latin-1"), "", "über"),
        ("über".encode(), "no-such-charset", "über"),
        (b'<meta charset="windows-1251">' + "мост".encode("cp1251"), "", '<meta charset="windows-1251">мост'),
        (b"\xff\xfe" + "über".encode("utf-16-le"), "utf-8", "über"),
        (b"\xef\xbb\xbf\xc3\xbc", "latin-1", "ü"),
    ],
)
def test_character_encodings_are_detected(body: bytes, charset: str, expected: str) -> None:
    page = FetchedPage(url="https://a.example/b", body=body, content_type="text/html", charset=charset)
    assert decode(page) == expected


def test_plain_text_is_unchanged() -> None:
    page = FetchedPage(
        url="https://a.example/b", body=b"First line\r\n\r\nSecond <b>line</b>", content_type="text/plain"
    )
    article = extract(page)
    assert (article.title, article.text, article.published) == ("First line", "First line\nSecond <b>line</b>", "")


@pytest.mark.parametrize("body", [b"", b"   ", b"<html></html>", b"<?xml version='1.0'?>", b"\x00\x00", b"<!-- -->"])
@pytest.mark.parametrize("kind", ["text/html", "text/plain"])
def test_page_without_text_is_unreadable(body: bytes, kind: str) -> None:
    if kind == "text/plain" and b"<" in body:
        return
    with pytest.raises(UnreadablePage):
        extract(FetchedPage(url="https://a.example/b", body=body, content_type=kind))


def test_excessively_complex_page_is_refused_before_parsing() -> None:
    with pytest.raises(UnreadablePage, match="too complicated"):
        extract(_page("<p>word</p>" * 60_000), seconds=60)


def test_too_deeply_nested_pages_are_unreadable() -> None:
    with pytest.raises(UnreadablePage):
        extract(_page("<div>" * 3000 + STORY + "</div>" * 3000))


def test_page_addresses_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(UnreadablePage):
        extract(_page("<div></div>"))
    assert "news.example" not in caplog.text


@pytest.mark.parametrize(
    ("kind", "paragraph", "length"),
    [
        ("text/html", TEXT * 40, 300_000),
        ("text/html", "w" * 9_000, 300_000),
        ("text/html", "桥在三月重新开放。" * 900, 300_000),
        ("text/plain", "w" * 9_000, 900_000),
        ("text/plain", "桥在三月重新开放。" * 900, 300_000),
    ],
)
def test_very_long_text_is_truncated(kind: str, paragraph: str, length: int) -> None:
    paragraphs = [f"{number} {paragraph}" for number in range(length // len(paragraph))]
    body = "".join(f"<p>{text}</p>" for text in paragraphs) if kind == "text/html" else "\n".join(paragraphs)
    page = FetchedPage(url="https://a.example/b", body=body.encode(), content_type=kind, charset="utf-8")
    article = extract(page, seconds=60)
    assert MAX_TEXT - 10_000 < len(article.text) <= MAX_TEXT
    assert article.text[:40] in f"{paragraphs[0]}\n"


@pytest.mark.parametrize("kind", ["text/html", "text/plain"])
def test_reader_process_splits_sentences(kind: str) -> None:
    body = STORY if kind == "text/html" else "\n".join([TEXT * 3] * 4)
    article = extract(FetchedPage(url="https://a.example/b", body=body.encode(), content_type=kind), seconds=60)
    assert len(article.sentences or ()) > 4
    assert article.sentences == sentence_spans(article.text, article.language)


def test_slow_sentence_splitting_ends_at_the_time_limit() -> None:
    page = FetchedPage(url="https://a.example/b", body=(b"1. " * 1_600 + b"\n") * 40, content_type="text/plain")
    with pytest.raises(FetchTimeout):
        extract(page, seconds=0.5)

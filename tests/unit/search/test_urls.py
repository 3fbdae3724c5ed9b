from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.search.urls import canonical, is_article, same_page


@pytest.mark.parametrize(
    "url",
    [
        "https://blog.example/?p=1234",
        "https://en.wikipedia.org/wiki/Earth",
        "https://site.example/halden-bridge-reopens",
        "https://www.snopes.com/fact-check/halden-bridge-collapse/",
        "https://site.example/2024/03/05/some-story",
        "https://site.example/news?id=77",
        "https://www.bbc.com/news/world-europe-61377842",
        "https://site.example/some/path/index.html",
    ],
)
def test_article_urls_are_recognised(url: str) -> None:
    assert is_article(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://site.example",
        "https://site.example/",
        "https://site.example/index.html",
        "https://site.example/news",
        "https://site.example/world/europe",
        "https://site.example/world/europe/",
        "https://site.example/2024/",
        "https://site.example/2024/03",
        "https://site.example/tag/bridges",
        "https://site.example/sports/nfl/",
        "https://site.example/world/index.php",
        "https://site.example/?utm_source=x",
        "https://[broken/",
    ],
)
def test_home_pages_sections_dates_and_lists_are_not_articles(url: str) -> None:
    assert not is_article(url)


def test_equivalent_urls_have_one_key() -> None:
    same = {
        "http://www.site.example/a/b/?utm_source=x&z=1&y=2#part",
        "https://site.example:443/a/b?y=2&z=1",
        "https://SITE.example/a/b/?z=1&y=2&fbclid=abc",
    }
    assert {canonical(url) for url in same} == {"https://site.example/a/b?y=2&z=1"}


def test_the_query_is_part_of_the_key() -> None:
    assert canonical("https://a.example/?p=1") != canonical("https://a.example/?p=2")


@given(st.text(max_size=80))
def test_any_address_has_a_key(text: str) -> None:
    assert is_article(f"https://a.example/{text}") in (True, False)


def test_archived_copy_has_the_key_of_its_page() -> None:
    page = "https://www.a.example/own?utm_source=feed"
    assert same_page("https://web.archive.org/web/2020/http:/a.example/own", page)
    assert same_page(page, "https://www-a-example.cdn.ampproject.org/c/s/www.a.example/own")
    assert not same_page("https://web.archive.org/web/2020/https://a.example/other", page)
    assert not same_page("https://web.archive.org/about", page)

"""The frozen web: each passage is the text of one page on its own host, is found by its words, and is returned unchanged."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from urllib.parse import urlsplit

import httpx
import pytest

from backend.acquire.extract import extract
from backend.acquire.fetch import SafeFetcher
from backend.acquire.resolve import ResolveMap
from backend.domain.article import FetchedPage
from backend.domain.search import SearchQuery, SearchTier
from backend.errors import FetchError, FetchRefused
from backend.evaluation.end_to_end_data import Case, LabelledPassage, plain_words
from backend.evaluation.frozen_hosts import KNOWN_HOSTS, host_for, path_for
from backend.evaluation.frozen_index import FrozenIndex, address
from backend.evaluation.frozen_pages import LONGEST, build_pages
from backend.evaluation.frozen_server import FrozenServer
from backend.search.engines.searxng import SearxNG
from backend.search.urls import is_article

TOWNS = "Arlen Brona Celmark Dunvale Estrey Farholt Gristow Hemmel Irwick Jolsby Kelda Lornby".split()


def case(number: int, *texts: str, title: str = "") -> Case:
    passages = tuple(LabelledPassage(text=text, label="NEI", title=title) for text in texts)
    return Case(id=f"c{number}", claim=f"Claim {number}", label="NEI", passages=passages)


def town(name: str, number: int) -> str:
    return f"{name} is a town with {number} bridges. Its ferry number {number * 7} crosses the river {name}water every {number} hours."


CASES = tuple(
    case(
        place,
        town(name, place + 2),
        f"The mayor of {name} opened school number {place + 40} beside the old mill of {name}.",
    )
    for place, name in enumerate(TOWNS)
)


def test_every_passage_is_on_exactly_one_page():
    pages = build_pages(CASES)
    held = Counter(text for page in pages for text in page.paragraphs)
    assert held == Counter(p.text for one in CASES for p in one.passages)
    assert len({page.url for page in pages}) == len(pages)


def test_passages_of_one_claim_are_on_different_pages_unless_from_one_document():
    pages = build_pages(CASES)
    for one in CASES:
        assert all(len({p.text for p in one.passages} & set(page.paragraphs)) <= 1 for page in pages)
    shared = "the bridge over the Welm was built in 1931 by a company from the north."
    together = case(0, f"In short, {shared}", f"As everybody says, {shared}")
    (page,) = build_pages((together,))
    assert len(page.paragraphs) == 2


def test_passages_with_one_title_share_pages_of_that_title():
    texts = [f"Sentence {n} about the lake, with its own word lake{n}." for n in range(LONGEST + 3)]
    pages = build_pages((case(1, *texts, title="Lake Orm"),))
    assert [len(page.paragraphs) for page in pages] == [LONGEST, 3]
    assert {page.title for page in pages} == {"Lake Orm"}


def test_the_same_passages_make_the_same_web():
    assert build_pages(CASES) == build_pages(CASES)
    assert host_for("a text") == host_for("a text")
    assert path_for("a text", "slug") != path_for("another text", "slug")


def test_host_kinds_have_the_documented_shares():
    hosts = [host_for(f"text number {n}") for n in range(5_000)]
    known = sum(share for _, share in KNOWN_HOSTS) / 1000
    assert sum(host.endswith(".example") for host in hosts) / len(hosts) == pytest.approx(1 - known, abs=0.03)
    assert {host for host, _ in KNOWN_HOSTS} <= set(hosts)
    assert len(set(hosts)) > 500
    assert all(is_article(f"https://{host}{path_for(host, 'some-page')}") for host in hosts[:200])


def test_page_text_is_extracted_unchanged():
    odd = "Prices rose by 5% & more — “so what?”, said <nobody>; see [3] the ‘notes’ of R. O'Hara."
    for page in build_pages(
        (*CASES, case(99, odd, "Another sentence about the prices of goods in the year after the war."))
    ):
        read = extract(FetchedPage(url=page.url, body=page.html, content_type="text/html"), seconds=60)
        assert read.title == page.title
        assert not read.published
        for text in page.paragraphs:
            assert plain_words(text) in plain_words(read.text)
        assert "All rights reserved" not in read.text


def test_page_that_states_the_claim_comes_first_with_a_matching_snippet():
    index = FrozenIndex(build_pages(CASES))
    for one in CASES:
        wanted = one.passages[0].text
        hits = index.search(" ".join(wanted.split()[:9]))
        assert wanted in hits[0].page.paragraphs
        assert "town with" in hits[0].snippet


def test_search_operators_narrow_the_results():
    index = FrozenIndex(build_pages(CASES))
    site = urlsplit(index.search("town bridges ferry")[-1].page.url).hostname
    assert {
        urlsplit(hit.page.url).hostname
        for hit in index.search(f"town bridges ferry (site:{site} OR site:nowhere.example)")
    } == {site}
    assert not index.search("town bridges ferry site:nowhere.example")
    exact = index.search('"school number 44" mayor')
    assert all(any("school number 44" in text for text in hit.page.paragraphs) for hit in exact)
    assert exact


def test_unknown_phrases_and_words_do_not_empty_the_results():
    index = FrozenIndex(build_pages(CASES))
    assert index.search('"town without bridges at all" ferry Celmarkwater')
    assert index.search("xyzzy Celmarkwater ferry")[0].page.paragraphs
    assert not index.search("xyzzy quux")


def test_server_provides_searxng_and_pages_to_the_product():
    index = FrozenIndex(build_pages(CASES))
    with FrozenServer(index) as web:
        query = SearchQuery(text="Celmark town bridges", tier=SearchTier.BROAD)
        results = SearxNG(base_url=web.url).search(query, timeout_s=10)
        assert address(results[0].url) in index.pages
        fetcher = SafeFetcher(ResolveMap.parse(web.settings["CLAIMLIGHT_RESOLVE"]))
        assert fetcher.fetch(results[0].url, timeout_s=10).body == index.pages[address(results[0].url)].html
        with pytest.raises(FetchRefused):
            fetcher.fetch("https://www.nowhere.example/articles/nothing", timeout_s=10)
        seen = web.visit()
        assert seen.questions == ("Celmark town bridges",)
        assert seen.found == {result.url for result in results}
        assert seen.read == (results[0].url,)
        assert web.visit().read == ()


def test_only_public_host_names_resolve_into_the_web():
    with FrozenServer(FrozenIndex(build_pages(CASES))) as web:
        fetcher = SafeFetcher(ResolveMap.parse(web.settings["CLAIMLIGHT_RESOLVE"]))
        with pytest.raises(FetchError):
            fetcher.fetch(f"{web.url}/search?q=town", timeout_s=5)
        with closing(httpx.Client(trust_env=False)) as client:
            assert client.get(f"{web.url}/unknown").status_code == 404

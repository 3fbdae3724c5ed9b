from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from backend.domain.search import SearchResult
from backend.search.found_urls import FoundUrls
from tests.fake_search import result


def _site(url: str) -> str:
    return urlsplit(url).hostname or ""


def _urls(pool: FoundUrls, likeness: dict[str, float] | None = None, admitted: str = "") -> list[str]:
    def like(results: Sequence[SearchResult]) -> list[float]:
        return [(likeness or {}).get(r.url, 0.0) for r in results]

    return [r.url for r in pool.ordered(lambda url: admitted in url, like)]


def test_url_variants_count_as_one() -> None:
    pool = FoundUrls(_site)
    assert pool.add([result("https://a.example/1?utm_source=x"), result("http://www.a.example/1/#top")]) == 1
    assert pool.add([result("https://a.example/1")]) == 0
    assert len(_urls(pool)) == 1


def test_page_of_the_claim_is_never_added() -> None:
    pool = FoundUrls(_site, excluded="https://a.example/own?utm_source=feed")
    assert pool.add([result("http://www.a.example/own/#selection"), result("https://a.example/1")]) == 1
    assert _urls(pool) == ["https://a.example/1"]


def test_archived_copy_of_the_claims_page_is_never_added() -> None:
    copy = "https://web.archive.org/web/20200101000000/http://a.example/own"
    pool = FoundUrls(_site, excluded="https://www.a.example/own")
    assert pool.add([result(copy), result("https://web.archive.org/web/2020/https://a.example/1")]) == 1
    assert FoundUrls(_site, excluded=copy).add([result("https://a.example/own")]) == 0


def test_read_urls_are_not_returned_again() -> None:
    pool = FoundUrls(_site)
    pool.add([result("https://a.example/1"), result("https://b.example/2")])
    pool.read(["https://a.example/1"])
    assert _urls(pool) == ["https://b.example/2"]
    assert pool.add([result("https://a.example/1")]) == 0
    assert pool.known() == {"https://a.example/1"}


def test_urls_found_by_several_queries_come_first() -> None:
    pool = FoundUrls(_site)
    pool.add([result("https://a.example/1"), result("https://b.example/2"), result("https://c.example/3")])
    pool.add([result("https://c.example/3"), result("https://d.example/4")])
    assert _urls(pool)[0] == "https://c.example/3"


def test_similarity_to_the_claim_counts_as_much_as_provider_order() -> None:
    pool = FoundUrls(_site)
    pool.add([result(f"https://{name}.example/1") for name in "abcd"])
    assert _urls(pool, {"https://d.example/1": 0.9, "https://a.example/1": 0.8})[:2] == [
        "https://a.example/1",
        "https://d.example/1",
    ]


def test_third_page_of_one_site_comes_after_other_sites() -> None:
    pool = FoundUrls(_site)
    pool.add([*(result(f"https://a.example/{n}") for n in range(4)), result("https://b.example/1")])
    assert _urls(pool)[:3] == ["https://a.example/0", "https://a.example/1", "https://b.example/1"]
    assert len(_urls(pool)) == 5


def test_url_not_admitted_by_a_phase_is_kept_for_a_later_one() -> None:
    pool = FoundUrls(_site)
    pool.add([result("https://forum.example/1"), result("https://news.example/1")])
    assert _urls(pool, admitted="news") == ["https://news.example/1"]
    pool.read(["https://news.example/1"])
    assert _urls(pool) == ["https://forum.example/1"]


def test_later_text_of_a_url_is_kept() -> None:
    pool = FoundUrls(_site)
    pool.add([result("https://doi.org/10.1/x")])
    pool.add([replace(result("https://doi.org/10.1/x"), text="The abstract.")])
    assert [r.text for r in pool.ordered(lambda _: True, lambda found: [0.0] * len(found))] == ["The abstract."]

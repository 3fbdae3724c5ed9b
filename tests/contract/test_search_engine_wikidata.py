"""Wikidata facts as sentences. The statements follow Wikidata's JSON (CC0); their values are from 2021 or invented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from backend.acquire.reader import Reader
from backend.domain.article import PassageKind
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineBlocked, EngineFailed
from backend.search.engines.wikidata import Wikidata
from backend.search.engines.wikidata_values import in_words, quantity_in_words, time_in_words
from tests.fake_search import FakePageFetcher
from tests.loopback import LoopbackReply, LoopbackServer, Request
from tests.source_formats import JULIAN, as_json, item, moment, quantity, statement

LABELS = {
    "P2044": "elevation above sea level", "P1082": "population", "P17": "country", "P569": "date of birth",
    "P26": "spouse", "P625": "coordinate location", "P274": "chemical formula", "P36": "capital", "P39": "position held",
    "Q11573": "metre", "Q837": "Nepal", "Q148": "People's Republic of China", "Q90": "Paris", "Q12097": "king",
}  # fmt: skip


class Wiki(LoopbackServer):
    """A Wikibase site that has one item for every name."""

    def __init__(self) -> None:
        super().__init__()
        self.claims: dict[str, Any] | list[Any] = {}
        self.hits: list[dict[str, str]] = [
            {"id": "Q513", "label": "Mount Everest", "description": "Earth's highest mountain"}
        ]

    def __enter__(self) -> Wiki:
        super().__enter__()
        return self

    def answer(self, request: Request) -> LoopbackReply:
        action = request.query["action"][0]
        if action == "wbsearchentities":
            return as_json({"search": self.hits, "success": 1})
        if action == "wbgetclaims":
            return as_json({"claims": self.claims})
        language = request.query["languages"][0]
        wanted = request.query["ids"][0].split("|")
        told = {
            i: {"id": i, "labels": {language: {"language": "en", "value": LABELS[i]}}} for i in wanted if i in LABELS
        }
        return as_json({"entities": {**told, **{i: {"id": i, "missing": ""} for i in wanted if i not in LABELS}}})

    def search(
        self, text: str = "Mount Everest is 9,000 metres high", language: str = "en"
    ) -> tuple[SearchResult, ...]:
        query = SearchQuery(text=text, tier=SearchTier.BROAD, language=language)
        return Wikidata(base_url=self.url).search(query, timeout_s=8)

    def lines(self) -> list[str]:
        return self.search()[0].text.split("\n")[1:]


@pytest.fixture
def wiki() -> Iterator[Wiki]:
    with Wiki() as running:
        yield running


def test_facts_are_sentences_with_labels_units_dates_and_precision(wiki: Wiki) -> None:
    wiki.claims = {
        "P2044": [statement(quantity("+8848.86", "Q11573"))],
        "P17": [statement(item("Q837")), statement(item("Q148"))],
        "P625": [statement({"type": "globecoordinate", "value": {"latitude": 27.988, "longitude": -86.925}})],
        "P3417": [statement({"type": "string", "value": "Mount-Everest"})],
    }
    found = wiki.search()
    assert [(r.url, r.title, r.record) for r in found] == [
        ("https://www.wikidata.org/wiki/Q513", "Mount Everest", True)
    ]
    assert found[0].text.split("\n") == [
        "Mount Everest: Earth's highest mountain",
        "Mount Everest: elevation above sea level 8,848.86 metre",
        "Mount Everest: country Nepal",
        "Mount Everest: country People's Republic of China",
        "Mount Everest: coordinate location 27.99° N, 86.92° W",
    ]


def test_best_ranked_statements_are_used_and_deprecated_ones_never(wiki: Wiki) -> None:
    wiki.claims = {
        "P36": [statement(item("Q148")), statement(item("Q90"), "preferred"), statement(item("Q837"), "deprecated")],
        "P26": [statement(item("Q12097"), "deprecated")],
    }
    assert wiki.lines() == ["Mount Everest: capital Paris"]


def test_changing_values_are_dated_and_newest_first(wiki: Wiki) -> None:
    years = [2001, 2011, 2021, 1991, 1981, 1971]
    wiki.claims = {
        "P1082": [statement(quantity(f"+{year}"), P585=moment(f"+{year}-00-00T00:00:00Z", 9)) for year in years],
        "P39": [
            statement(
                item("Q12097"), P580=moment("+1999-05-01T00:00:00Z", 11), P582=moment("+2004-00-00T00:00:00Z", 9)
            ),
            statement(item("Q12097"), P580=moment("+2010-05-00T00:00:00Z", 10)),
        ],
    }
    assert wiki.lines() == [
        *(f"Mount Everest: population {year:,} (as of {year})" for year in (2021, 2011, 2001, 1991, 1981)),
        "Mount Everest: position held king (since May 2010)",
        "Mount Everest: position held king (from 1 May 1999 to 2004)",
    ]


def test_unknown_values_and_values_without_a_label_are_omitted(wiki: Wiki) -> None:
    unknown = {"mainsnak": {"snaktype": "somevalue"}, "rank": "normal"}
    none = {"mainsnak": {"snaktype": "novalue"}, "rank": "normal"}
    wiki.claims = {
        "P569": [unknown],
        "P26": [none, statement(item("Q999999"))],
        "P2044": [statement(quantity("+3", "Q888888")), "rubbish", {"rank": "normal", "mainsnak": 7}],
        "P36": "rubbish",
    }
    assert wiki.lines() == []


def test_an_entity_without_statements_has_its_description(wiki: Wiki) -> None:
    wiki.claims = []
    assert wiki.search()[0].text == "Mount Everest: Earth's highest mountain"


def test_disambiguation_pages_are_omitted(wiki: Wiki) -> None:
    wiki.hits = [{"id": "Q1", "label": "Everest", "description": "Wikimedia disambiguation page"}, *wiki.hits]
    assert wiki.search()[0].url.endswith("/Q513")


def test_at_most_two_names_of_the_claim_are_looked_up_in_its_language(wiki: Wiki) -> None:
    wiki.search("Paris is the capital of Germany, says Olaf Scholz", "de-DE")
    looked_up = [r.query for r in wiki.requests if r.query["action"] == ["wbsearchentities"]]
    assert [(q["search"][0], q["language"][0]) for q in looked_up] == [("Paris", "de"), ("Germany", "de")]
    claims = [r.query for r in wiki.requests if r.query["action"] == ["wbgetclaims"]]
    assert [(q["entity"], q["props"]) for q in claims] == [(["Q513"], [""])]


def test_a_query_without_names_sends_no_request(wiki: Wiki) -> None:
    assert wiki.search("water is wet") == ()
    assert wiki.requests == []


@pytest.mark.parametrize("code", ["ratelimited", "maxlag"])
def test_wikidata_rate_limit_is_a_refusal(code: str) -> None:
    with LoopbackServer(lambda _: as_json({"error": {"code": code, "info": "Wait."}})) as server:
        with pytest.raises(EngineBlocked) as caught:
            Wikidata(base_url=server.url).search(SearchQuery(text="Paris", tier=SearchTier.BROAD), timeout_s=5)
        assert (caught.value.retry_after, len(server.requests)) == (60.0, 1)


def test_errors_in_a_200_are_failures() -> None:
    with (
        LoopbackServer(lambda _: as_json({"error": {"code": "no-such-entity"}})) as server,
        pytest.raises(EngineFailed, match="no-such-entity"),
    ):
        Wikidata(base_url=server.url).search(SearchQuery(text="Paris", tier=SearchTier.BROAD), timeout_s=5)


def test_a_fact_is_a_database_record_not_a_quotation(wiki: Wiki) -> None:
    wiki.claims = {"P2044": [statement(quantity("+8848.86", "Q11573"))]}
    fetcher = FakePageFetcher({})
    report = Reader(fetcher).read(wiki.search(), "Mount Everest is 9,000 metres high", Run(seconds=5), limit=4)
    assert fetcher.asked == []
    assert {p.kind for p in report.passages} == {PassageKind.RECORD}
    assert "elevation above sea level 8,848.86 metre" in report.passages[0].text


@pytest.mark.parametrize(
    ("time", "precision", "said"),
    [
        ("+1879-03-14T00:00:00Z", 11, "14 March 1879"),
        ("+1879-03-00T00:00:00Z", 10, "March 1879"),
        ("+1879-03-14T00:00:00Z", 9, "1879"),
        ("+1879-00-00T00:00:00Z", 11, "1879"),
        ("+1985-00-00T00:00:00Z", 8, "1980s"),
        ("+1801-00-00T00:00:00Z", 7, "19th century"),
        ("+1900-00-00T00:00:00Z", 7, "19th century"),
        ("+2001-00-00T00:00:00Z", 6, "3rd millennium"),
        ("-0044-03-15T00:00:00Z", 11, "15 March 44 BC"),
        ("-4540000000-00-00T00:00:00Z", 3, ""),
        ("soon", 9, ""),
    ],
)
def test_dates_keep_their_precision(time: str, precision: int, said: str) -> None:
    assert time_in_words(moment(time, precision)["value"]) == said


def test_julian_dates_are_marked() -> None:
    assert time_in_words(moment("+1564-02-15T00:00:00Z", 11, JULIAN)["value"]) == "15 February 1564 (Julian calendar)"
    assert time_in_words(moment("+1564-00-00T00:00:00Z", 9, JULIAN)["value"]) == "1564"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (quantity("+68373433"), "68,373,433"),
        (quantity("-273.15", "Q11573"), "-273.15 metre"),
        (quantity("+8848.86", "Q11573", upperBound="+8849.07", lowerBound="+8848.65"), "8,848.86 ± 0.21 metre"),
        (quantity("+5", upperBound="+9", lowerBound="+4"), "5 (4 to 9)"),
        (quantity("+5", upperBound="+5", lowerBound="+5"), "5"),
        (quantity("+5", "Q404"), ""),
        (quantity("many"), ""),
        (quantity("+1e999999"), ""),
        (quantity("NaN"), ""),
    ],
)
def test_quantities_have_their_unit_and_margin(value: dict[str, Any], said: str) -> None:
    assert quantity_in_words(value["value"], LABELS) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"type": "monolingualtext", "value": {"text": "Liberté,\n égalité", "language": "fr"}}, "Liberté, égalité"),
        ({"type": "string", "value": "H₂O"}, "H₂O"),
        ({"type": "globecoordinate", "value": {"latitude": "north"}}, ""),
        ({"type": "novel-type", "value": {}}, ""),
        ({"type": "time", "value": None}, ""),
        (None, ""),
    ],
)
def test_other_value_types_become_text(value: object, said: str) -> None:
    assert in_words(value, LABELS) == said

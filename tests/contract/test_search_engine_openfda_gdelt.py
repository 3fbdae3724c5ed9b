"""Drug labels, recalls and headlines: the requests, and the special response formats of these sources."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from backend.acquire.reader import Reader
from backend.domain.article import PassageKind
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchTier
from backend.errors import EngineBlocked, EngineFailed
from backend.search.engines.gdelt import Gdelt
from backend.search.engines.openfda import OpenFDA
from backend.search.urls import is_article
from tests.fake_search import FakePageFetcher
from tests.loopback import LoopbackReply
from tests.scripted_server import Scripted
from tests.source_formats import as_json

LABEL = {
    "set_id": "ab-12", "effective_time": "20230215", "openfda": {"brand_name": ["HALDOFEN"], "generic_name": ["HALDENOL"]},
    "indications_and_usage": ["Uses temporarily relieves minor pain."],
    "warnings": ["Warnings Stomach bleeding warning: this product may cause severe stomach bleeding."],
    "package_label_principal_display_panel": ["NDC 1-2-3"],
}  # fmt: skip
RECALL = {
    "event_id": "90121", "recalling_firm": "Halden Foods", "product_description": "Peanut butter, 16 oz",
    "reason_for_recall": "May be contaminated with Salmonella.", "recall_initiation_date": "20220520",
    "classification": "Class I", "status": "Terminated", "distribution_pattern": "Nationwide",
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[Scripted]:
    with Scripted() as running:
        yield running


def _query(text: str, language: str = "en") -> SearchQuery:
    return SearchQuery(text=text, tier=SearchTier.BROAD, limit=5, language=language)


def test_drug_label_has_its_sections_and_the_page_of_the_national_library(server: Scripted) -> None:
    server.reply = as_json({"meta": {}, "results": [LABEL]})
    query = _query("Haldofen causes stomach bleeding")
    found = OpenFDA(base_url=server.url).search(query, timeout_s=5)
    assert server.requests[0].path == "/drug/label.json"
    words = '"Haldofen" OR "causes" OR "stomach" OR "bleeding"'
    assert server.asked("search") == f"openfda.generic_name:({words}) OR openfda.brand_name:({words})"
    assert server.asked("limit") == "2"
    label = found[0]
    assert label.url == "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=ab-12"
    assert (label.title, label.published, label.record) == ("HALDOFEN (haldenol): label", "2023-02-15", False)
    assert label.text.split("\n")[0] == "Uses temporarily relieves minor pain."
    assert "NDC" not in label.text
    assert "severe stomach bleeding" in label.snippet
    report = Reader(FakePageFetcher({})).read(found, query.text, Run(seconds=5), limit=3)
    assert {p.kind for p in report.passages} == {PassageKind.HANDOUT}


@pytest.mark.parametrize(
    ("claim", "path"),
    [
        ("Halden Foods recalled peanut butter because of salmonella", "/food/enforcement.json"),
        ("Haldofen tablets were recalled in 2022", "/drug/enforcement.json"),
    ],
)
def test_recalls_are_searched_in_the_recall_endpoint(server: Scripted, claim: str, path: str) -> None:
    server.reply = as_json({"results": [RECALL]})
    found = OpenFDA(base_url=server.url).search(_query(claim), timeout_s=5)[0]
    assert server.requests[0].path == path
    assert "recalled" not in server.asked("search")
    assert found.url == "https://www.accessdata.fda.gov/scripts/ires/?Event=90121"
    assert is_article(found.url)
    assert found.record
    assert found.text.split("\n") == [
        "Halden Foods recalled Peanut butter, 16 oz on 20 May 2022.",
        "Reason for the recall: May be contaminated with Salmonella.",
        "Class of the recall: Class I.",
        "Status of the recall: Terminated.",
        "Area of the recall: Nationwide.",
    ]


def test_only_a_404_with_the_not_found_code_is_an_empty_result(server: Scripted) -> None:
    server.reply = as_json({"error": {"code": "NOT_FOUND", "message": "No matches found!"}}, 404)
    assert OpenFDA(base_url=server.url).search(_query("Haldofen helps"), timeout_s=5) == ()
    server.reply = as_json({"error": {"code": "ENDPOINT_GONE"}}, 404)
    with pytest.raises(EngineFailed, match="ENDPOINT_GONE"):
        OpenFDA(base_url=server.url).search(_query("Haldofen helps"), timeout_s=5)


def test_a_rate_limit_in_the_body_is_a_refusal(server: Scripted) -> None:
    server.reply = as_json({"error": {"code": "OVER_RATE_LIMIT", "message": "You have exceeded your rate limit."}})
    with pytest.raises(EngineBlocked):
        OpenFDA(base_url=server.url).search(_query("Haldofen helps"), timeout_s=5)


def test_long_drug_labels_are_truncated_at_a_word(server: Scripted) -> None:
    long = {
        **LABEL,
        "warnings": ["harmful " * 9_000],
        "adverse_reactions": ["nausea " * 9_000],
        "overdosage": ["x " * 20_000],
    }
    server.reply = as_json({"results": [long]})
    text = OpenFDA(base_url=server.url).search(_query("Haldofen is harmful"), timeout_s=5)[0].text
    assert len(text) <= 60_000
    assert set(text.split()) <= {"harmful", "nausea", "x", *LABEL["indications_and_usage"][0].split()}


def test_gdelt_query_has_words_language_and_period(server: Scripted) -> None:
    server.reply = as_json({})
    engine = Gdelt(base_url=server.url)
    assert engine.search(_query('The "Halden" bridge in EU reopened in March 2024'), timeout_s=5) == ()
    assert engine.search(_query("Die Brücke in Halden", "de"), timeout_s=5) == ()
    first, second = (request.query for request in server.requests)
    assert server.requests[0].path == "/api/v2/doc/doc"
    assert first["query"] == ["Halden bridge reopened March sourcelang:english"]
    assert (first["mode"], first["format"], first["maxrecords"]) == (["artlist"], ["json"], ["5"])
    assert (first["startdatetime"], first["enddatetime"]) == (["20240101000000"], ["20241231235959"])
    assert second["query"] == ["Brücke Halden sourcelang:german"]
    assert second["timespan"] == ["3months"]


@pytest.mark.parametrize("years", ["in 2015", "between 2019 and 2021", ""])
def test_years_outside_the_archive_and_several_years_set_no_period(server: Scripted, years: str) -> None:
    server.reply = as_json({})
    Gdelt(base_url=server.url).search(_query(f"The Halden bridge closed {years}"), timeout_s=5)
    assert server.asked("timespan") == "3months"


@pytest.mark.parametrize(
    ("text", "until", "period"),
    [
        ("The Halden bridge is closed", "2019-05-12", ("20190210000000", "20190512235959")),
        ("The Halden bridge closed in 2019", "2019-05-12", ("20190101000000", "20190512235959")),
        ("The Halden bridge closed in 2018", "2019-05-12", ("20180101000000", "20181231235959")),
    ],
)
def test_gdelt_query_ends_at_the_last_day_wanted(
    server: Scripted, text: str, until: str, period: tuple[str, str]
) -> None:
    server.reply = as_json({})
    Gdelt(base_url=server.url).search(replace(_query(text), until=until), timeout_s=5)
    assert (server.asked("startdatetime"), server.asked("enddatetime")) == period


def test_a_query_that_gdelt_would_refuse_is_not_sent(server: Scripted) -> None:
    assert Gdelt(base_url=server.url).search(_query("It is to be"), timeout_s=5) == ()
    assert len(server.requests) == 0


def test_gdelt_articles_have_a_date_and_still_have_to_be_fetched(server: Scripted) -> None:
    rows = [{"url": "https://news.example/a-story", "title": "Bridge &amp; dam", "seendate": "20240312T081500Z"},
            {"url": "https://news.example/b-story", "title": "No day", "seendate": "2024"}]  # fmt: skip
    server.reply = as_json({"articles": rows})
    found = Gdelt(base_url=server.url).search(_query("Halden bridge"), timeout_s=5)
    assert [(r.title, r.published, r.text) for r in found] == [("Bridge & dam", "2024-03-12", ""), ("No day", "", "")]


def test_headlines_with_stray_backslashes_and_control_characters_are_parsed(server: Scripted) -> None:
    body = json.dumps({"articles": [{"url": "https://news.example/a-story", "title": "BRIDGE"}]}).encode()
    server.reply = LoopbackReply(body=body.replace(b"BRIDGE", b"It\\'s a \\u0062ridge\x01 \\\\ \t dam"))
    assert Gdelt(base_url=server.url).search(_query("Halden bridge"), timeout_s=5)[0].title == "It\\'s a bridge \\ dam"


@pytest.mark.parametrize(
    "words", [b"Your query was too short or too long.\n", b"The specified phrase is too short.\n", b""]
)
def test_plain_text_error_messages_are_failures(server: Scripted, words: bytes) -> None:
    server.reply = LoopbackReply(body=words, content_type="text/html; charset=utf-8")
    with pytest.raises(EngineFailed, match="JSON"):
        Gdelt(base_url=server.url).search(_query("Halden bridge"), timeout_s=5)


def test_plain_text_rate_limit_is_a_refusal(server: Scripted) -> None:
    server.reply = LoopbackReply(status=429, body=b"Please limit requests to one every 5 seconds.")
    with pytest.raises(EngineBlocked) as caught:
        Gdelt(base_url=server.url).search(_query("Halden bridge"), timeout_s=5)
    assert not caught.value.captcha

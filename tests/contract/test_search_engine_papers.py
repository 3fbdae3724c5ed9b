"""The requests to the research indexes, and the indexes' special response formats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from backend.acquire.reader import Reader
from backend.domain.article import PassageKind
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.arxiv import ArXiv
from backend.search.engines.crossref import Crossref
from backend.search.engines.europe_pmc import EuropePMC
from backend.search.engines.openalex import OpenAlex
from backend.search.engines.semantic_scholar import SemanticScholar
from tests.fake_search import FakePageFetcher
from tests.loopback import LoopbackReply, Request
from tests.scripted_server import Scripted
from tests.source_formats import SourceRecord, as_json, atom, crossref, europe_pmc, inverted, openalex, semantic_scholar

QUERY = SearchQuery(text='The "Halden" vaccine does not cause COVID-19 in 2021', tier=SearchTier.BROAD, limit=8)
ANY = Request(method="GET", host="", path="/", query={}, headers={})
ENTRY = (
    "<entry><id>{id}</id><published>2020-02-01T00:00:00Z</published><title>{title}</title>"
    "<summary>{text}</summary>{more}</entry>"
)


@pytest.fixture
def server() -> Iterator[Scripted]:
    with Scripted() as running:
        yield running


def test_europe_pmc_query_searches_titles_and_abstracts(server: Scripted) -> None:
    server.reply = as_json({"resultList": {"result": []}})
    EuropePMC(base_url=server.url).search(QUERY, timeout_s=5)
    words = 'Halden OR vaccine OR cause OR "COVID-19" OR 2021'
    wanted = f'(TITLE:({words}) OR ABSTRACT:({words})) AND HAS_ABSTRACT:Y NOT PUB_TYPE:"retracted publication"'
    assert server.requests[0].path == "/search"
    assert server.asked("query") == wanted
    assert (server.asked("resultType"), server.asked("format"), server.asked("pageSize")) == ("core", "json", "8")


def test_europe_pmc_errors_in_a_200_are_failures(server: Scripted) -> None:
    server.reply = as_json({"version": "6.9", "errCode": 404, "errMsg": "Invalid query."})
    with pytest.raises(EngineFailed, match="error"):
        EuropePMC(base_url=server.url).search(QUERY, timeout_s=5)


def test_europe_pmc_papers_without_a_doi_link_to_europe_pmc(server: Scripted) -> None:
    row = {"id": "123", "source": "MED", "title": "On rivers.", "abstractText": "Rivers flow.", "pubYear": "1999"}
    server.reply = as_json({"resultList": {"result": [row]}})
    found = EuropePMC(base_url=server.url).search(QUERY, timeout_s=5)[0]
    assert (found.url, found.published) == ("https://europepmc.org/article/MED/123", "")


def test_structured_abstracts_become_sentences(server: Scripted) -> None:
    text = (
        "<h4>Background</h4>Air holds CO<sub>2</sub>.<h4>Results</h4><p>It rose &lt; 5 &#177; 1% (p &lt; .05).</p>"
        "<h4>Conclusions</h4>The Halden vaccine is safe."
    )
    server.reply = europe_pmc([SourceRecord(title="A <i>trial</i>", text=text, id="1")], ANY)
    found = EuropePMC(base_url=server.url).search(QUERY, timeout_s=5)[0]
    assert found.title == "A trial"
    assert found.text == (
        "Background: Air holds CO2. Results: It rose < 5 ± 1% (p < .05). Conclusions: The Halden vaccine is safe."
    )
    assert found.snippet == "Conclusions: The Halden vaccine is safe."


def test_an_abstract_becomes_a_passage_without_fetching_its_page(server: Scripted) -> None:
    text = "We studied 4,000 children. The Halden vaccine does not cause COVID-19. More work is needed."
    server.reply = europe_pmc([SourceRecord(title="Trial", text=text, id="7")], ANY)
    found = EuropePMC(base_url=server.url).search(QUERY, timeout_s=5)
    fetcher = FakePageFetcher({})
    report = Reader(fetcher).read(found, QUERY.text, Run(seconds=5), limit=4)
    assert fetcher.asked == []
    assert (report.pages_read, report.failed) == (0, 0)
    passage = report.passages[0]
    assert (passage.kind, passage.source, passage.published) == (
        PassageKind.HANDOUT, "https://doi.org/10.1234/7", "2021-04-09",
    )  # fmt: skip
    assert passage.text in found[0].text


def test_openalex_abstract_is_reassembled_and_retracted_works_are_omitted(server: Scripted) -> None:
    row = {
        "id": "https://openalex.org/W1",
        "display_name": "Safe",
        "abstract_inverted_index": inverted("to be or not to be"),
    }
    gone = {**row, "id": "https://openalex.org/W2", "is_retracted": True}
    marked = {**row, "id": "https://openalex.org/W3", "display_name": "RETRACTED: Unsafe"}
    server.reply = as_json({"meta": {}, "results": [row, gone, marked]})
    found = OpenAlex(base_url=server.url).search(QUERY, timeout_s=5)
    assert [(r.url, r.text) for r in found] == [("https://openalex.org/W1", "to be or not to be")]
    assert server.requests[0].path == "/works"
    assert server.asked("filter") == "has_abstract:true,is_retracted:false"
    assert server.asked("search") == 'Halden OR vaccine OR cause OR "COVID-19" OR 2021'
    assert "mailto" not in server.requests[0].query


def test_openalex_null_positions_are_ignored(server: Scripted) -> None:
    index = {"safe": [1, 10**9, -4, "x"], "is": [0], "it": 3}
    server.reply = as_json(
        {"results": [{"id": "https://openalex.org/W1", "display_name": "T", "abstract_inverted_index": index}]}
    )
    assert OpenAlex(base_url=server.url).search(QUERY, timeout_s=5)[0].text == "is safe"


def test_crossref_polite_pool_is_used_only_with_a_contact(server: Scripted) -> None:
    server.reply = as_json({"status": "ok", "message": {"items": []}})
    Crossref(base_url=server.url).search(QUERY, timeout_s=5)
    Crossref(base_url=server.url, contact="reader@site.example").search(QUERY, timeout_s=5)
    assert [r.query.get("mailto") for r in server.requests] == [None, ["reader@site.example"]]
    assert server.asked("query.bibliographic") == "Halden vaccine cause COVID-19 2021"
    assert server.asked("filter") == "has-abstract:true"


@pytest.mark.parametrize(
    ("parts", "day"), [([[2020, 3, 12]], "2020-03-12"), ([[2020, 3]], ""), ([[2020]], ""), ([[None]], ""), ([], "")]
)
def test_crossref_dates_are_never_guessed(server: Scripted, parts: object, day: str) -> None:
    item = {"DOI": "10.1/x", "title": ["T"], "abstract": "<jats:p>Words.</jats:p>", "published": {"date-parts": parts}}
    server.reply = as_json({"status": "ok", "message": {"items": [{**item, "DOI": "10.1234/x"}]}})
    assert Crossref(base_url=server.url).search(QUERY, timeout_s=5)[0].published == day


@pytest.mark.parametrize("relation", ["updated-by", "update-to"])
def test_crossref_omits_retracted_works_and_retraction_notices(server: Scripted, relation: str) -> None:
    item = {"DOI": "10.1234/x", "title": ["Harmless"], "abstract": "<jats:p>Vaccines cause harm.</jats:p>"}
    gone = {**item, relation: [{"DOI": "10.1234/y", "type": "retraction", "label": "Retraction"}]}
    corrected = {**item, "DOI": "10.1234/z", relation: [{"DOI": "10.1234/q", "type": "correction"}]}
    server.reply = as_json({"status": "ok", "message": {"items": [gone, corrected]}})
    assert [r.url for r in Crossref(base_url=server.url).search(QUERY, timeout_s=5)] == ["https://doi.org/10.1234/z"]


def test_crossref_rejecting_the_query_is_a_failure(server: Scripted) -> None:
    server.reply = as_json({"status": "failed", "message-type": "validation-failure", "message": [{"type": "x"}]}, 400)
    with pytest.raises(EngineFailed, match="400"):
        Crossref(base_url=server.url).search(QUERY, timeout_s=5)


def test_semantic_scholar_query_has_no_hyphens_and_requests_no_summaries(server: Scripted) -> None:
    server.reply = as_json({"total": 0, "offset": 0})
    assert SemanticScholar(base_url=server.url).search(QUERY, timeout_s=5) == ()
    assert server.requests[0].path == "/graph/v1/paper/search"
    assert server.asked("query") == "Halden vaccine cause COVID 19 2021"
    assert "tldr" not in server.asked("fields")


def test_semantic_scholar_papers_without_an_abstract_or_public_identifier_are_omitted(server: Scripted) -> None:
    hidden = {"paperId": "a", "title": "Hidden", "abstract": None, "externalIds": {"DOI": "10.1234/x"}}
    nobodys = {"paperId": "c", "title": "Somebody's", "abstract": "Words.", "externalIds": {"CorpusId": 7}}
    shown = {"paperId": "b", "title": "Shown", "abstract": "Words of it.", "externalIds": {"ArXiv": "2101.00001"}}
    server.reply = as_json({"total": 3, "offset": 0, "data": [hidden, nobodys, shown]})
    found = SemanticScholar(base_url=server.url).search(QUERY, timeout_s=5)
    assert [(r.title, r.url) for r in found] == [("Shown", "https://arxiv.org/abs/2101.00001")]


def test_arxiv_query_matches_any_word(server: Scripted) -> None:
    server.reply = atom("", total=0)
    assert ArXiv(base_url=server.url).search(QUERY, timeout_s=5) == ()
    assert server.requests[0].path == "/api/query"
    assert server.asked("search_query").startswith('all:"Halden" OR all:"vaccine" OR')
    assert (server.asked("max_results"), server.asked("sortBy")) == ("8", "relevance")


def test_published_arxiv_preprints_have_the_journals_doi(server: Scripted) -> None:
    printed = ENTRY.format(id="http://arxiv.org/abs/2101.00001v3", title="A\n  title", text="Some\n words.",
                           more="<arxiv:doi>10.1234/ABC</arxiv:doi>")  # fmt: skip
    old = ENTRY.format(id="http://arxiv.org/abs/hep-th/9901001v1", title="Old", text="Some words.", more="")
    server.reply = atom(printed + old)
    found = ArXiv(base_url=server.url).search(QUERY, timeout_s=5)
    assert [(r.url, r.title, r.text) for r in found] == [
        ("https://doi.org/10.1234/abc", "A title", "Some words."),
        ("https://arxiv.org/abs/hep-th/9901001", "Old", "Some words."),
    ]
    assert found[0].published == "2020-02-01"


def test_arxiv_errors_in_an_entry_are_failures(server: Scripted) -> None:
    text = "incorrect id format for 1234.1234"
    server.reply = atom(ENTRY.format(id="http://arxiv.org/api/errors#incorrect_id", title="Error", text=text, more=""))
    with pytest.raises(EngineFailed, match="error"):
        ArXiv(base_url=server.url).search(QUERY, timeout_s=5)


def test_arxiv_entities_are_not_expanded(server: Scripted) -> None:
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "boom"}">' for n in range(12))
    entry = ENTRY.format(id="http://arxiv.org/abs/1v1", title="&e11;", text="&e11;", more="")
    feed = atom(entry).body.replace(b"\n<feed", f"\n<!DOCTYPE feed [{bomb}]><feed".encode())
    server.reply = LoopbackReply(body=feed, content_type="application/atom+xml")
    with pytest.raises(EngineFailed):
        ArXiv(base_url=server.url).search(QUERY, timeout_s=5)


def test_a_paper_has_the_same_address_in_every_index(server: Scripted) -> None:
    row = [SourceRecord(title="Same", text="The same words.", id="Same.01")]
    engines = [
        (EuropePMC(base_url=server.url), europe_pmc),
        (OpenAlex(base_url=server.url), openalex),
        (Crossref(base_url=server.url), crossref),
        (SemanticScholar(base_url=server.url), semantic_scholar),
    ]
    addresses = set()
    for engine, answer in engines:
        server.reply = answer(row, ANY)
        addresses |= {result.url for result in engine.search(QUERY, timeout_s=5)}
    assert addresses == {"https://doi.org/10.1234/same.01"}

"""The user's own data through the real service: searching the history, viewing the knowledge base in every way, and deleting for good."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import jsonschema
import pytest

from backend.api.description import description
from backend.bootstrap import Services, build
from backend.domain.article import Passage, PassageKind, passage_id
from backend.knowledge.values import Provenance
from backend.settings import Settings
from tests.api_world import World, running
from tests.models import bundled_models

SOURCE = "https://news.example/zorblax"
TEXT = "The Zorblax river flows through the town of Quibblon."
CLAIM = "The Zorblax river flows through Quibblon"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("reader") / "data"
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with (
        closing(
            build(Settings(_env_file=None, data_dir=folder, port=port, offline=True), models=bundled_models())
        ) as services,
        running(services, listener),
    ):
        yield World(port=port, services=services)


@pytest.fixture
def services(served: World) -> Services:
    found: Services = served.services
    return found


def a_passage(n: int = 0, *, domain: str = "news.example") -> Passage:
    source, text = f"https://{domain}/zorblax-{n}", f"{TEXT} Report number {n}."
    return Passage(
        id=passage_id(source, text), text=text, source=source, title="Rivers", domain=domain,
        kind=PassageKind.ARTICLE, published="2026-11-01", retrieved="2026-11-22",
    )  # fmt: skip


def fits(name: str, value: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)
    assert value.keys() == description()["components"]["schemas"][name]["properties"].keys()


def listed(served: World, **wanted: Any) -> list[str]:
    found = served.post("/api/history/list", wanted).json()
    assert found["total"] >= len(found["entries"])
    return [entry["claim"] for entry in found["entries"]]


def test_history_is_searched_by_words_and_by_verdict(served: World) -> None:
    for claim in ("The Earth is flat", "Die STRASSE ist nass", "Pizza tastes better than burgers"):
        served.post("/api/verify", {"claim": claim})
    assert listed(served, query="FLAT earth") == ["The Earth is flat"]
    assert listed(served, query="straße") == ["Die STRASSE ist nass"]
    assert listed(served, verdict="Not Verifiable") == ["Pizza tastes better than burgers"]
    assert listed(served, query="earth", verdict="True") == []
    assert served.post("/api/history/list", {"query": "earth", "limit": 1}).json()["total"] == 1


def test_answers_are_kept_for_as_long_as_the_reader_says(served: World, services: Services) -> None:
    assert served.post("/api/history/keep", {}).json() == {"days": 0, "deleted": 0}
    assert served.post("/api/history/keep", {"days": 30}).json() == {"days": 30, "deleted": 0}
    assert services.history.kept_days() == 30
    assert served.post("/api/history/keep", {}).json() == {"days": 30, "deleted": 0}
    assert served.post("/api/history/keep", {"days": 0}).json()["days"] == 0


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("history/list", {"verdict": "Maybe"}),
        ("history/list", {"query": 3}),
        ("history/keep", {"days": -1}),
        ("history/keep", {"days": 3_651}),
        ("history/keep", {"days": "30"}),
        ("knowledge/list", {"held": "some"}),
        ("knowledge/list", {"skip": -1}),
        ("knowledge/list", {"order": "best"}),
        ("knowledge/list", {"limit": 101}),
        ("knowledge/passage", {}),
        ("knowledge/growth", {"by": "day"}),
        ("knowledge/forget", {"preview": True}),
        ("knowledge/forget", {"domain": "a.example", "preview": "yes"}),
    ],
)
def test_what_is_not_understood_is_refused_in_words(served: World, path: str, body: Any) -> None:
    reply = served.post(f"/api/{path}", body)
    assert reply.status == 400
    assert reply.json()["error"]["message"]


def test_passages_are_listed_page_by_page(served: World) -> None:
    first = served.post("/api/knowledge/list", {"limit": 3}).json()
    assert first["total"] == served.call("GET", "/api/health").json()["kb_size"]
    fits("StoredPassage", first["passages"][0])
    second = served.post("/api/knowledge/list", {"limit": 3, "skip": 3}).json()["passages"]
    assert not {p["id"] for p in first["passages"]} & {p["id"] for p in second}
    assert served.post("/api/knowledge/list", {"held": "quarantined"}).json() == {"passages": [], "total": 0}
    only = served.post("/api/knowledge/list", {"domain": "NASA.gov", "limit": 50}).json()["passages"]
    assert {p["domain"] for p in only} == {"nasa.gov"}
    served.post("/api/verify", {"claim": "The Earth is flat"})
    used = served.post("/api/knowledge/list", {"order": "used", "limit": 50}).json()["passages"]
    counts = [passage["access_count"] for passage in used]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 0
    assert used[0]["last_accessed"]


def test_a_passage_tells_how_it_was_learnt(served: World, services: Services) -> None:
    item = a_passage()
    services.knowledge.ingest([item], provenance=Provenance(engine="wikipedia", tier="trusted", claim=CLAIM))
    unknown = served.post("/api/knowledge/passage", {"passage_id": item.id}).json()
    fits("PassageOrigin", unknown)
    assert (unknown["quarantined"], unknown["access_count"], unknown["last_accessed"]) == (True, 0, "")
    assert [(o["engine"], o["claim"]) for o in unknown["origins"]] == [("wikipedia", "")]
    session = served.post("/api/verify", {"claim": CLAIM}).json()["session_id"]
    known = served.post("/api/knowledge/passage", {"passage_id": item.id}).json()["origins"]
    assert [(o["claim"], o["session_id"]) for o in known] == [(CLAIM, session)]
    served.post("/api/history/delete", {"session_id": session})
    gone = served.post("/api/knowledge/passage", {"passage_id": item.id}).json()["origins"]
    assert [o["claim"] for o in gone] == [""]
    assert served.post("/api/knowledge/passage", {"passage_id": "nobody"}).status == 404


def test_growth_adds_up_to_what_there_is(served: World) -> None:
    growth = served.post("/api/knowledge/growth", {}).json()["growth"]
    fits("Growth", growth[0])
    stats = served.post("/api/knowledge/stats", {}).json()
    assert sum(step["added"] for step in growth) == stats["passages"]
    assert sum(step["leads"] for step in growth) == stats["quarantined"]
    assert growth == sorted(growth, key=lambda step: step["time"])


def test_what_was_forgotten_is_in_no_file_and_in_no_index(served: World, services: Services) -> None:
    items = [a_passage(n, domain="canary-site.example") for n in (1, 2)]
    services.knowledge.ingest(items)
    name = {"domain": "canary-site.example"}
    assert served.post("/api/knowledge/forget", {**name, "preview": True}).json() == {"forgotten": 0, "matching": 2}
    assert served.post("/api/knowledge/forget", name).json() == {"forgotten": 2}
    assert served.post("/api/knowledge/forget", {**name, "preview": True}).json() == {"forgotten": 0, "matching": 0}
    assert served.post("/api/knowledge/list", name).json()["total"] == 0
    assert served.post("/api/knowledge/passage", {"passage_id": items[0].id}).status == 404
    again = served.post("/api/knowledge/search", {"query": items[0].text, "limit": 50}).json()["results"]
    assert not {item.id for item in items} & {found["id"] for found in again}
    assert not {item.id for item in items} & {name for name, _ in services.knowledge.full_text("Zorblax Quibblon", 50)}
    record = services.settings.data_dir / "knowledge.sqlite3"
    assert not any(b"canary-site" in file.read_bytes() for file in record.parent.glob("knowledge.sqlite3*"))


def test_the_history_is_searched_by_site_and_time(served: World) -> None:
    served.post("/api/history/delete", {"all": True})
    for number, url in enumerate(
        ("https://www.news.example/a", "https://eu.news.example/b", "https://badnews.example/c", "")
    ):
        served.post("/api/verify", {"claim": f"The Earth is flat {number}", "context": {"url": url}})

    def found(**sought: str) -> list[str]:
        return [entry["page_url"] for entry in served.post("/api/history/list", sought).json()["entries"]]

    assert found(site="news.example") == ["https://eu.news.example/b", "https://www.news.example/a"]
    assert found(site="www.News.example") == found(site="news.example")
    assert found(site="%") == found(site="_ews.example") == found(site="ews.example") == []
    assert len(found(since="2020-01-01")) == len(found(since="2020-01-01T00:00:00+05:00")) == 4
    assert found(since="2999-01-01T00:00:00Z") == []
    assert served.post("/api/history/list", {"site": "news.example", "query": "flat 1"}).json()["total"] == 1
    for wrong in ("soon", "0001-01-01T00:00:00+23:00", "2026-13-01"):
        assert served.post("/api/history/list", {"since": wrong}).status == 400


def test_what_stood_around_the_claim_is_kept_with_the_answer(served: World) -> None:
    context = {"url": "https://news.example/a", "surrounding": "Before. The Earth is flat. After."}
    answer = served.post("/api/verify", {"claim": "The Earth is flat.", "context": context}).json()
    assert answer["page"]["surrounding"] == context["surrounding"]
    kept = served.post("/api/history/get", {"session_id": answer["session_id"]}).json()
    assert kept["page"] == answer["page"]

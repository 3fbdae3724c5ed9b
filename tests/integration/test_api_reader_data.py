"""The user's own data through the real service: searching the history, browsing the knowledge base, deleting permanently."""

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
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
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
def services(running_service: World) -> Services:
    found: Services = running_service.services
    return found


def a_passage(n: int = 0, *, domain: str = "news.example") -> Passage:
    source, text = f"https://{domain}/zorblax-{n}", f"{TEXT} Report number {n}."
    return Passage(
        id=passage_id(source, text), text=text, source=source, title="Rivers", domain=domain,
        kind=PassageKind.ARTICLE, published="2026-11-01", retrieved="2026-11-22",
    )  # fmt: skip


def assert_matches_schema(name: str, value: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)
    assert value.keys() == description()["components"]["schemas"][name]["properties"].keys()


def listed(running_service: World, **wanted: Any) -> list[str]:
    found = running_service.post("/api/history/list", wanted).json()
    assert found["total"] >= len(found["entries"])
    return [entry["claim"] for entry in found["entries"]]


def test_history_can_be_searched_by_text_and_verdict(running_service: World) -> None:
    for claim in ("The Earth is flat", "Die STRASSE ist nass", "Pizza tastes better than burgers"):
        running_service.post("/api/verify", {"claim": claim})
    assert listed(running_service, query="FLAT earth") == ["The Earth is flat"]
    assert listed(running_service, query="straße") == ["Die STRASSE ist nass"]
    assert listed(running_service, verdict="Not Verifiable") == ["Pizza tastes better than burgers"]
    assert listed(running_service, query="earth", verdict="True") == []
    assert running_service.post("/api/history/list", {"query": "earth", "limit": 1}).json()["total"] == 1


def test_answers_are_kept_for_the_configured_time(running_service: World, services: Services) -> None:
    assert running_service.post("/api/history/keep", {}).json() == {"days": 0, "deleted": 0}
    assert running_service.post("/api/history/keep", {"days": 30}).json() == {"days": 30, "deleted": 0}
    assert services.history.kept_days() == 30
    assert running_service.post("/api/history/keep", {}).json() == {"days": 30, "deleted": 0}
    assert running_service.post("/api/history/keep", {"days": 0}).json()["days"] == 0


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
def test_invalid_requests_are_refused_with_a_message(running_service: World, path: str, body: Any) -> None:
    reply = running_service.post(f"/api/{path}", body)
    assert reply.status == 400
    assert reply.json()["error"]["message"]


def test_passages_are_listed_in_pages(running_service: World) -> None:
    first = running_service.post("/api/knowledge/list", {"limit": 3}).json()
    assert first["total"] == running_service.call("GET", "/api/health").json()["kb_size"]
    assert_matches_schema("StoredPassage", first["passages"][0])
    second = running_service.post("/api/knowledge/list", {"limit": 3, "skip": 3}).json()["passages"]
    assert not {p["id"] for p in first["passages"]} & {p["id"] for p in second}
    assert running_service.post("/api/knowledge/list", {"held": "quarantined"}).json() == {"passages": [], "total": 0}
    only = running_service.post("/api/knowledge/list", {"domain": "NASA.gov", "limit": 50}).json()["passages"]
    assert {p["domain"] for p in only} == {"nasa.gov"}
    running_service.post("/api/verify", {"claim": "The Earth is flat"})
    used = running_service.post("/api/knowledge/list", {"order": "used", "limit": 50}).json()["passages"]
    counts = [passage["access_count"] for passage in used]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 0
    assert used[0]["last_accessed"]


def test_passage_shows_its_provenance(running_service: World, services: Services) -> None:
    item = a_passage()
    services.knowledge.ingest([item], provenance=Provenance(engine="wikipedia", tier="trusted", claim=CLAIM))
    unknown = running_service.post("/api/knowledge/passage", {"passage_id": item.id}).json()
    assert_matches_schema("PassageOrigin", unknown)
    assert (unknown["quarantined"], unknown["access_count"], unknown["last_accessed"]) == (True, 0, "")
    assert [(o["engine"], o["claim"]) for o in unknown["origins"]] == [("wikipedia", "")]
    session = running_service.post("/api/verify", {"claim": CLAIM}).json()["session_id"]
    known = running_service.post("/api/knowledge/passage", {"passage_id": item.id}).json()["origins"]
    assert [(o["claim"], o["session_id"]) for o in known] == [(CLAIM, session)]
    running_service.post("/api/history/delete", {"session_id": session})
    gone = running_service.post("/api/knowledge/passage", {"passage_id": item.id}).json()["origins"]
    assert [o["claim"] for o in gone] == [""]
    assert running_service.post("/api/knowledge/passage", {"passage_id": "nobody"}).status == 404


def test_growth_adds_up_to_the_number_of_passages(running_service: World) -> None:
    growth = running_service.post("/api/knowledge/growth", {}).json()["growth"]
    assert_matches_schema("Growth", growth[0])
    stats = running_service.post("/api/knowledge/stats", {}).json()
    assert sum(step["added"] for step in growth) == stats["passages"]
    assert sum(step["leads"] for step in growth) == stats["quarantined"]
    assert growth == sorted(growth, key=lambda step: step["time"])


def test_deleted_passages_are_in_no_file_and_no_index(running_service: World, services: Services) -> None:
    items = [a_passage(n, domain="canary-site.example") for n in (1, 2)]
    services.knowledge.ingest(items)
    name = {"domain": "canary-site.example"}
    assert running_service.post("/api/knowledge/forget", {**name, "preview": True}).json() == {
        "forgotten": 0,
        "matching": 2,
    }
    assert running_service.post("/api/knowledge/forget", name).json() == {"forgotten": 2}
    assert running_service.post("/api/knowledge/forget", {**name, "preview": True}).json() == {
        "forgotten": 0,
        "matching": 0,
    }
    assert running_service.post("/api/knowledge/list", name).json()["total"] == 0
    assert running_service.post("/api/knowledge/passage", {"passage_id": items[0].id}).status == 404
    again = running_service.post("/api/knowledge/search", {"query": items[0].text, "limit": 50}).json()["results"]
    assert not {item.id for item in items} & {found["id"] for found in again}
    assert not {item.id for item in items} & {name for name, _ in services.knowledge.full_text("Zorblax Quibblon", 50)}
    record = services.settings.data_dir / "knowledge.sqlite3"
    assert not any(b"canary-site" in file.read_bytes() for file in record.parent.glob("knowledge.sqlite3*"))


def test_history_can_be_searched_by_site_and_time(running_service: World) -> None:
    running_service.post("/api/history/delete", {"all": True})
    for number, url in enumerate(
        ("https://www.news.example/a", "https://eu.news.example/b", "https://badnews.example/c", "")
    ):
        running_service.post("/api/verify", {"claim": f"The Earth is flat {number}", "context": {"url": url}})

    def found(**sought: str) -> list[str]:
        return [entry["page_url"] for entry in running_service.post("/api/history/list", sought).json()["entries"]]

    assert found(site="news.example") == ["https://eu.news.example/b", "https://www.news.example/a"]
    assert found(site="www.News.example") == found(site="news.example")
    assert found(site="%") == found(site="_ews.example") == found(site="ews.example") == []
    assert len(found(since="2020-01-01")) == len(found(since="2020-01-01T00:00:00+05:00")) == 4
    assert found(since="2999-01-01T00:00:00Z") == []
    assert running_service.post("/api/history/list", {"site": "news.example", "query": "flat 1"}).json()["total"] == 1
    for wrong in ("soon", "0001-01-01T00:00:00+23:00", "2026-13-01"):
        assert running_service.post("/api/history/list", {"since": wrong}).status == 400


def test_context_of_the_claim_is_stored_with_the_answer(running_service: World) -> None:
    context = {"url": "https://news.example/a", "surrounding": "Before. The Earth is flat. After."}
    answer = running_service.post("/api/verify", {"claim": "The Earth is flat.", "context": context}).json()
    assert answer["page"]["surrounding"] == context["surrounding"]
    kept = running_service.post("/api/history/get", {"session_id": answer["session_id"]}).json()
    assert kept["page"] == answer["page"]

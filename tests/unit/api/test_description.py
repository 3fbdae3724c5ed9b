"""The OpenAPI description lists the routes of the service and the fields of its responses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from backend import __version__
from backend.api.description import description
from backend.app import create_app
from backend.domain.verdict import Label
from tests.api_world import World, answer_false, make_evidence, make_part, make_verdict, world
from tests.each_row import each_row

CLAIM = {"claim": "The Earth is flat"}
PAGE = {"blocks": ["The bridge cost 3.2 billion euros and took six years to build."], "url": "https://news.example/a"}
NOT_DATA = frozenset({"static"})


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    def script(request: Any, run: Any) -> Any:
        if "parts" not in request.claim:
            return answer_false(request, run)
        item = make_evidence()
        parts = tuple(make_part(Label.FALSE, (item,), text=f"part {n}", n=n) for n in (1, 2))
        whole = make_verdict(request, evidence=(item,))
        return type(whole)(**{name: getattr(whole, name) for name in whole.__slots__} | {"parts": parts})

    with world(tmp_path_factory.mktemp("data"), script) as running:
        yield running


def routes(running_service: World) -> set[tuple[str, str]]:
    """Return (path in OpenAPI's format, method) for every route of the service."""
    rules = create_app(running_service.services).url_map.iter_rules()
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in rules
        if rule.endpoint not in NOT_DATA
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def schema(name: str) -> dict[str, Any]:
    """Return a named schema together with all others, so that references resolve."""
    return {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}


def test_description_lists_exactly_the_routes(running_service: World) -> None:
    described = {(path, method) for path, item in description()["paths"].items() for method in item}
    assert described == routes(running_service)


def test_description_is_served_with_the_version(running_service: World) -> None:
    reply = running_service.call("GET", "/api/openapi.json")
    assert reply.status == 200
    assert reply.json()["info"]["version"] == __version__
    assert reply.json()["paths"].keys() == description()["paths"].keys()
    assert running_service.call("GET", "/api/openapi.json", headers={"Origin": "https://evil.example"}).status == 403


def test_operation_ids_are_unique() -> None:
    names = [operation["operationId"] for item in description()["paths"].values() for operation in item.values()]
    assert len(names) == len(set(names))


@each_row(
    ("method", "path", "body", "name"),
    [
        ("POST", "/api/verify", CLAIM, "Result"),
        ("POST", "/api/verify", {"claim": "A claim of two parts"}, "Result"),
        ("POST", "/verify", CLAIM, "NewsResult"),
        ("POST", "/verify", {"claim": "A claim of two parts"}, "NewsResult"),
        ("POST", "/worker/verify", {**CLAIM, "job_id": "j"}, "WorkerResult"),
        ("POST", "/api/verify", {"claim": ""}, "Error"),
        ("POST", "/api/verify/unknown", {}, "Error"),
        ("GET", "/api/health", None, "Health"),
        ("GET", "/api/status", None, "Status"),
        ("POST", "/api/knowledge/refresh", {}, "Refresh"),
        ("POST", "/api/knowledge/stats", {}, "Knowledge"),
        ("POST", "/api/scan", PAGE, "Scan"),
        ("POST", "/api/citation", {**CLAIM, "url": "https://news.example/a"}, "CitationCheck"),
        ("POST", "/api/sources/rate", {"source": "https://climate.nasa.gov/evidence"}, "Rating"),
        ("POST", "/api/sources/set", {"site": "bbc.co.uk", "tier": "C", "note": "as an experiment"}, "OwnRating"),
    ],
)
def test_answers_match_the_description(running_service: World, method: str, path: str, body: Any, name: str) -> None:
    answer = (running_service.post(path, body) if method == "POST" else running_service.call(method, path)).json()
    jsonschema.Draft202012Validator(schema(name)).validate(answer)
    assert answer.keys() <= description()["components"]["schemas"][name]["properties"].keys()


@each_row(
    ("path", "body", "field", "name"),
    [
        ("/api/verify", CLAIM, "evidence", "Evidence"),
        ("/api/verify", CLAIM, "citations", "Citation"),
        ("/api/knowledge/search", {"query": "Earth"}, "results", "Passage"),
        ("/api/history/list", {}, "entries", "HistoryEntry"),
        ("/api/sources/list", {}, "sources", "OwnRating"),
        ("/api/scan", PAGE, "claims", "ScannedClaim"),
    ],
)
def test_rows_of_answers_match_the_description(
    running_service: World, path: str, body: Any, field: str, name: str
) -> None:
    running_service.post("/api/verify", CLAIM)
    running_service.post("/api/sources/set", {"site": "a.example", "tier": "B"})
    rows = running_service.post(path, body).json()[field]
    assert rows
    for row in rows:
        jsonschema.Draft202012Validator(schema(name)).validate(row)
        assert row.keys() == description()["components"]["schemas"][name]["properties"].keys()


def test_api_document_names_the_same_routes() -> None:
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    known = {path for path in description()["paths"] if path.startswith("/api/")}
    named = {path.replace("<", "{").replace(">", "}") for path in re.findall(r"/api/[a-z_/<>.]+[a-z>]", text)}
    short = {f"/api/{room}{tail}" for room, tail in re.findall(r"`POST /api/(\w+)/\w+`[^|]*?`(/\w+)`", text)}
    assert {path for path in named | short if path not in known} == set()
    assert {path for path in known if path.rsplit("/", 1)[-1].strip("{}") not in text} == set()

"""The user's ratings over HTTP: looked up, added, changed and removed, and refused if invalid."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from backend.bootstrap import build
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Label
from backend.errors import ConfigurationError
from backend.settings import Settings
from backend.sources.overrides import read_override
from tests.api_world import EXTENSION, World, world
from tests.models import bundled_models

FILE = "sources.json"


@pytest.fixture
def running_service(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as running:
        yield running


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("https://climate.nasa.gov/evidence", ("nasa.gov", "A", 0.95, "authoritative", "support_ok", "government", "listed")),
        ("en.wikipedia.org", ("wikipedia.org", "B", 0.8, "reputable_news", "support_ok", "reference", "listed")),
        ("nist.gov", ("nist.gov", "A", 0.95, "authoritative", "support_ok", "government", "suffix")),
        ("m.facebook.com", ("facebook.com", "D", 0.3, "social", "lead_only", "social", "listed")),
        ("my-blog.example", ("my-blog.example", "C", 0.5, "ordinary", "support_ok", "unknown", "unlisted")),
        ("javascript:alert(1)", ("", "C", 0.5, "ordinary", "support_ok", "unknown", "unlisted")),
    ],
)  # fmt: skip
def test_any_source_can_be_looked_up(running_service: World, source: str, expected: tuple[object, ...]) -> None:
    said = running_service.post("/api/sources/rate", {"source": source}).json()
    keys = ("domain", "tier", "credibility", "channel", "use", "source_type", "rule")
    assert tuple(said[key] for key in keys) == expected


def test_source_is_shown_with_the_rating_of_each_document(running_service: World) -> None:
    assert running_service.post("/api/sources/rate", {"source": "https://pubmed.ncbi.nlm.nih.gov/1/"}).json()[
        "views"
    ] == {
        "000": {"ranking": 0.95, "trust": 0.75},
        "001": {"credible": False},
        "002": {"tier": "A", "channel": "authoritative"},
        "004": {"credibility": 0.95, "source_type": "government"},
    }
    assert running_service.post("/api/sources/rate", {"source": "en.wikipedia.org"}).json()["views"] == {
        "000": {"ranking": 0.5, "trust": 0.5},
        "001": {"credible": True},
        "002": {"tier": "B", "channel": "reputable_news"},
        "004": {"credibility": 0.8, "source_type": "unknown"},
    }
    unknown = running_service.post("/api/sources/rate", {"source": "my-blog.example"}).json()["views"]
    assert (unknown["002"]["channel"], unknown["004"]["credibility"]) == ("low_reliability", 0.5)


def test_rating_can_be_added_listed_changed_and_removed(running_service: World, tmp_path: Path) -> None:
    assert running_service.post("/api/sources/list", {}).json() == {"sources": []}
    wanted = {"site": "https://www.BBC.co.uk/", "tier": "D", "note": "as an experiment"}
    kept = running_service.post("/api/sources/set", wanted).json()
    assert (kept["site"], kept["tier"], kept["use"], kept["rule"]) == ("bbc.com", "D", "lead_only", "reader")
    assert kept["because"] == "as an experiment"
    assert json.loads((tmp_path / FILE).read_text()) == {"bbc.com": {"tier": "D", "note": "as an experiment"}}
    running_service.post("/api/sources/set", {"site": "bbc.com", "tier": "B", "credibility": 0.7})
    running_service.post("/api/sources/set", {"site": "a.example", "tier": "A'", "type": "news"})
    listed = running_service.post("/api/sources/list", {}).json()["sources"]
    assert [(entry["site"], entry["tier"], entry["credibility"]) for entry in listed] == [
        ("a.example", "A'", 0.85),
        ("bbc.com", "B", 0.7),
    ]
    removed = running_service.post("/api/sources/remove", {"site": "news.bbc.co.uk"}).json()
    assert removed["removed"] == 0
    removed = running_service.post("/api/sources/remove", {"site": "www.bbc.co.uk"}).json()
    assert (removed["removed"], removed["now"]["tier"], removed["now"]["rule"]) == (1, "A'", "listed")


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("set", {"site": "a.example"}, "tier: Field required."),
        ("set", {"tier": "A"}, "site must be a text."),
        ("set", {"site": "a.example", "tier": "Z"}, "tier: Input should be"),
        ("set", {"site": "a.example", "tier": "A", "credibility": 2}, "less than or equal to 1."),
        ("set", {"site": "a.example", "tier": "A", "credibility": "1"}, "credibility: Input should be a valid number."),
        ("set", {"site": "a.example", "tier": "A", "credibility": 0.2}, "does not fit tier A"),
        ("set", {"site": "a.example", "tier": "A", "stars": 5}, "stars: Extra inputs are not permitted."),
        ("set", {"site": "a.example", "tier": ["A"]}, "tier: Input should be"),
        ("set", {"site": "a.example", "tier": "A", "note": 5}, "note: Input should be a valid string."),
        ("set", {"site": "co.uk", "tier": "A"}, "'co.uk' is a public suffix; name a domain below it."),
        ("set", {"site": "https://a.example/page", "tier": "A"}, "names one page"),
        ("set", {"site": "x" * 301, "tier": "A"}, "longer than 300"),
        ("remove", {"site": "not a domain"}, "'not a domain' is no domain."),
        ("remove", {}, "site must be a text."),
        ("rate", {"source": 5}, "source must be a text."),
        ("list", {"all": True}, "no field called all"),
    ],
)
def test_invalid_rating_is_refused_with_a_message_and_changes_nothing(
    running_service: World, tmp_path: Path, path: str, body: dict[str, object], said: str
) -> None:
    answer = running_service.post(f"/api/sources/{path}", body)
    assert answer.status == 400
    assert answer.json()["error"]["code"] == "invalid_request"
    assert said in answer.json()["error"]["message"]
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("route", ["rate", "list", "set", "remove"])
def test_source_routes_are_protected_from_other_origins(tmp_path: Path, route: str) -> None:
    with world(tmp_path, token="secret") as running_service:
        path = f"/api/sources/{route}"
        assert running_service.post(path, {"site": "a.example", "tier": "A"}).status == 401
        assert running_service.call("GET", path, headers={"Authorization": "Bearer secret"}).status == 405
        assert running_service.call("PUT", path, b"{}", {"Authorization": "Bearer secret"}).status == 405
        strange = {"Authorization": "Bearer secret", "Origin": "https://evil.example"}
        assert running_service.post(path, {"site": "a.example", "tier": "A"}, strange).status == 403
        own = {"Authorization": "Bearer secret", "Origin": EXTENSION}
        assert running_service.post(path, {}, own).status in (200, 400)
    assert not (tmp_path / FILE).exists()


def test_invalid_ratings_file_is_reported_and_kept(running_service: World, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"a.example": {"tier": "Q"}}')
    answer = running_service.post("/api/sources/set", {"site": "b.example", "tier": "B"})
    assert (answer.status, answer.json()["error"]["code"]) == (500, "configuration")
    assert "a.example.tier" in answer.json()["error"]["message"]
    assert (tmp_path / FILE).read_text() == '{"a.example": {"tier": "Q"}}'


def test_new_rating_applies_to_the_next_verdict_and_its_fingerprint(tmp_path: Path) -> None:
    """Real models and knowledge: a claim decided by nasa.gov alone becomes undecided once the user rates nasa.gov as lead only."""
    request = VerifyRequest(claim="Apollo 11 landed humans on the Moon in 1969", options=VerifyOptions(remember=False))
    with closing(build(Settings(_env_file=None, data_dir=tmp_path, offline=True), models=bundled_models())) as services:
        first = services.pipeline.verify(request, Run(seconds=60))
        for site in {item.rating.domain for item in first.evidence}:
            services.sources.put(site, read_override({"tier": "D"}))
        second = services.pipeline.verify(request, Run(seconds=60))
        for site in tuple(services.sources.registry.overrides):
            services.sources.remove(site)
        third = services.pipeline.verify(request, Run(seconds=60))
    assert first.label is Label.TRUE
    assert second.label is Label.NOT_ENOUGH_EVIDENCE
    assert all(item.rating.lead_only for item in second.evidence)
    assert third.label is Label.TRUE
    assert first.fingerprint == third.fingerprint != second.fingerprint


def test_invalid_ratings_file_prevents_the_start(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"a.example": {"tier": "D", "credibility": 0.9}}')
    with pytest.raises(ConfigurationError, match="does not fit tier D"):
        build(Settings(_env_file=None, data_dir=tmp_path, offline=True))

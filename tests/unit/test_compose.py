"""The compose file does what docs/scaling.md promises, as far as can be checked without running the file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from backend.api.guard import LARGEST_BODY
from backend.cli import variables
from backend.knowledge.postgres import CONNECTIONS
from backend.settings import Settings


@pytest.fixture
def compose(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((root / "docker-compose.yml").read_text(encoding="utf-8"))
    return found


def test_every_setting_in_the_compose_file_exists(compose: dict[str, Any]) -> None:
    known = {name for field in Settings.model_fields for name in variables(field)}
    assert compose["services"]["backend"]["environment"].keys() <= known


def test_only_the_balancer_is_published_and_only_on_loopback(compose: dict[str, Any]) -> None:
    published = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}
    assert published == {"balancer": ["127.0.0.1:8737:8737"]}
    assert compose["networks"]["inside"] == {"internal": True}
    assert {name for name, s in compose["services"].items() if s["networks"] == ["inside"]} == {"postgres", "chroma"}


def test_no_secret_has_a_default(compose: dict[str, Any]) -> None:
    environment = compose["services"]["backend"]["environment"]
    assert environment["CLAIMLIGHT_TOKEN"].startswith("${CLAIMLIGHT_TOKEN:?")
    assert compose["services"]["postgres"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")


def test_images_are_pinned_and_services_and_volumes_known(compose: dict[str, Any], root: Path) -> None:
    services = compose["services"]
    assert services["chroma"]["image"] == "chromadb/chroma:" + next(
        line.partition("==")[2]
        for line in (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("chromadb==")
    )
    assert all(":" in service["image"] for service in services.values())
    assert all(needed in services for service in services.values() for needed in service.get("depends_on", ()))
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert mounted == compose["volumes"].keys()


def test_balancer_forwards_the_host_header(compose: dict[str, Any]) -> None:
    """Without this header, every host name would pass the guard, even that of a hostile page that resolves to 127.0.0.1 (S2)."""
    (server,) = (config["content"] for config in compose["configs"].values())
    assert re.findall(r"proxy_set_header Host (.*);", server) == ["$$http_host"]


def test_postgresql_allows_the_connections_of_three_backends(compose: dict[str, Any]) -> None:
    command = compose["services"]["postgres"]["command"]
    (most,) = (int(found[1]) for word in command if (found := re.fullmatch(r"max_connections=(\d+)", word)))
    assert most >= 3 * CONNECTIONS + 20


def test_balancer_fails_over_and_its_errors_look_like_claimlights(
    compose: dict[str, Any],
) -> None:
    (server,) = (config["content"] for config in compose["configs"].values())
    assert "proxy_next_upstream error timeout non_idempotent;" in server
    (body,) = re.findall(r"return 503 '(.*)';", server)
    assert json.loads(body)["error"].keys() == {"code", "message", "hint"}
    (largest,) = re.findall(r"client_max_body_size (\d+)m;", server)
    assert int(largest) * 2**20 > LARGEST_BODY

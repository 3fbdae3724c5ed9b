"""Scanning a page over HTTP: offsets as browsers count them, size limits, invalid input, and no storage or outgoing requests."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backend.api.scan import AT_ONCE, MOST_BLOCKS
from tests.api_world import World, world

BRIDGE = "The bridge cost 3.2 billion euros and took six years to build."
NAUGHTY = Path(__file__).parents[1] / "fixtures" / "attacks" / "strings.json"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("data")) as running:
        yield running


def claims(running_service: World, *blocks: str, **more: Any) -> list[dict[str, Any]]:
    reply = running_service.post("/api/scan", {"blocks": blocks, **more})
    assert reply.status == 200, reply.body
    found: list[dict[str, Any]] = reply.json()["claims"]
    return found


def slice_utf_16(block: str, start: int, end: int) -> str:
    return block.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_spans_are_in_utf_16_code_units(running_service: World) -> None:
    block = f"Party time 🎉🎊 for 𝔘𝔫𝔦! {BRIDGE} 🎈"
    [claim] = claims(running_service, "Hi.", block)
    assert claim["block"] == 1
    assert slice_utf_16(block, claim["start"], claim["end"]) == BRIDGE
    assert block[claim["start"] : claim["end"]] != BRIDGE


def test_scan_returns_the_address_and_stores_nothing(running_service: World) -> None:
    before = running_service.services.history.count()
    reply = running_service.post(
        "/api/scan", {"blocks": [BRIDGE], "url": "https://news.example/a", "title": "T", "language": "en-GB"}
    )
    assert reply.json()["url"] == "https://news.example/a"
    assert running_service.services.history.count() == before


def test_scan_of_ten_thousand_words_ends_in_time(running_service: World) -> None:
    words = "harbour station mountain council library factory airport village".split()
    blocks = [
        f"The {words[n % 8]} near gate {n} was opened in {1900 + n % 100} and cost {n} million euros. People like it there. "
        f"In {1950 + n % 70} the {words[(n + 3) % 8]} burned down, and {n} workers lost their jobs."
        for n in range(340)
    ]
    assert sum(len(block.split()) for block in blocks) > 10_000
    connection = running_service.connect(timeout=120)
    connection.request("POST", "/api/scan", json.dumps({"blocks": blocks}).encode(), JSON)
    found = json.loads(connection.getresponse().read())["claims"]
    connection.close()
    assert len(found) == 60
    assert sorted(claim["rank"] for claim in found if claim["rank"]) == [1, 2, 3, 4, 5]
    for claim in found:
        assert blocks[claim["block"]][claim["start"] : claim["end"]] == claim["text"]


def test_scan_body_is_limited_to_one_mebibyte(running_service: World) -> None:
    frame = len(json.dumps({"blocks": [""]}))
    body = json.dumps({"blocks": ["a" * (1024 * 1024 - frame)]}).encode()
    assert len(body) == 1024 * 1024
    assert running_service.call("POST", "/api/scan", body, JSON).status == 200
    refused = running_service.call("POST", "/api/scan", body + b" ", JSON)
    assert refused.status == 413
    assert "1,024 KiB" in refused.json()["error"]["hint"]


def test_other_routes_are_limited_to_64_kib(running_service: World) -> None:
    body = json.dumps({"claim": "a" * 70_000}).encode()
    assert running_service.call("POST", "/api/verify", body, JSON).status == 413


@pytest.mark.parametrize(
    "body",
    [
        b"{}", b'{"blocks": "text"}', b'{"blocks": [1]}', b'{"blocks": [null]}', b'{"blocks": [["a"]]}', b'{"blocks": {}}',
        b'{"blocks": ["\\ud83d"]}', b'{"blocks": ["a"], "url": 1}', b'{"blocks": ["a"], "unknown": 1}',
        b'{"blocks": ["a"], "language": ["en"]}', b'{"blocks": ["a"], "blocks": []}', b'{"blocks": [' + b"[" * 40,
        json.dumps({"blocks": ["a"] * (MOST_BLOCKS + 1)}).encode(),
    ],
)  # fmt: skip
def test_invalid_pages_are_refused_with_a_message(running_service: World, body: bytes) -> None:
    reply = running_service.call("POST", "/api/scan", body, JSON)
    assert reply.status == 400
    assert reply.json()["error"]["message"]


def test_hostile_strings_are_treated_as_text(running_service: World) -> None:
    texts = json.loads(NAUGHTY.read_text(encoding="utf-8"))
    assert len(texts) > 40
    whole = [text.encode("utf-8", "replace").decode() for text in texts]
    found = claims(running_service, *whole, BRIDGE, language="\u202exx", title=whole[0][:900])
    assert BRIDGE in {claim["text"] for claim in found}
    for text in whole[::7]:
        claims(running_service, text, url=text[:4000])


@pytest.mark.parametrize("mark", ['"', "(", ".", "a. ", "Dr. ", "1.2.", "?!", "😀", "\u200b", "«“", "。", "a\n"])
def test_page_of_punctuation_only_is_answered(running_service: World, mark: str) -> None:
    assert claims(running_service, mark * (60_000 // len(mark)), *[mark * 100] * 50) == []


def test_empty_pages_are_accepted(running_service: World) -> None:
    assert claims(running_service) == []
    assert claims(running_service, "", " ", "\n") == []


def test_scan_is_refused_to_other_origins(running_service: World) -> None:
    body = json.dumps({"blocks": [BRIDGE]}).encode()
    assert running_service.call("POST", "/api/scan", body, {**JSON, "Origin": "https://evil.example"}).status == 403
    assert running_service.call("POST", "/api/scan", body, {"Content-Type": "text/plain"}).status == 415
    assert running_service.call("GET", "/api/scan").status == 405


def test_excess_scans_are_told_to_retry_later(running_service: World) -> None:
    body = {"blocks": [f"The county built {n} bridges in {1000 + n} for {n} euros." for n in range(300)]}
    replies: list[Any] = []
    threads = [
        threading.Thread(target=lambda: replies.append(running_service.post("/api/scan", body)))
        for _ in range(AT_ONCE + 6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = {reply.status for reply in replies}
    assert statuses == {200, 503}
    assert all(reply.headers["retry-after"] == "2" for reply in replies if reply.status == 503)
    assert claims(running_service, BRIDGE)

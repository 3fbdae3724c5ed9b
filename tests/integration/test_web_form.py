"""The page's form without scripts: only from the page itself (S4), only its own fields (S5), and the whole answer at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlencode

import pytest
from pydantic import SecretStr

from tests.api_world import ApiResponse, World, world

CLAIM = {"claim": "The Earth is flat"}


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("data")) as running:
        yield running


def send(running_service: World, fields: object, headers: Mapping[str, str] | None = None) -> ApiResponse:
    """Send the form as a browser does from our own page, unless the headers say otherwise."""
    own = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Host": f"127.0.0.1:{running_service.port}",
        "Origin": f"http://127.0.0.1:{running_service.port}",
        "Sec-Fetch-Site": "same-origin",
        "Sec-Fetch-Mode": "navigate",
    }
    wanted = {name: value for name, value in {**own, **(headers or {})}.items() if value}
    return running_service.call("POST", "/", urlencode(fields).encode(), wanted)  # type: ignore[arg-type]


def test_form_response_is_a_page_with_the_whole_answer(running_service: World) -> None:
    reply = send(running_service, {**CLAIM, "mode": "deep", "offline": "on"})
    text = reply.body.decode()
    assert reply.status == 200
    assert "<title>False: The Earth is flat · Claimlight</title>" in text
    assert "The Earth is an oblate spheroid, not flat." in text
    assert "script-src 'self'" in reply.headers["content-security-policy"]
    assert "style=" not in text


def test_form_response_is_in_the_chosen_language(running_service: World) -> None:
    text = send(running_service, CLAIM, {"Accept-Language": "ar, en;q=0.5"}).body.decode()
    assert '<article class="result" lang="ar" dir="rtl"' in text
    assert "<title>خاطئ: The Earth is flat · Claimlight</title>" in text
    assert "يناقض الادعاء: \u2068NASA\u2069." in text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "", "Sec-Fetch-Site": "none"},
        {"Origin": "", "Sec-Fetch-Site": ""},
        {"Host": "evil.example"},
    ],
)
def test_form_from_other_origins_is_refused(running_service: World, headers: Mapping[str, str]) -> None:
    before = running_service.services.history.count()
    reply = send(running_service, {"claim": "Sent by a stranger"}, headers)
    assert reply.status == 403
    assert running_service.services.history.count() == before


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "claim"),
        ({"claim": "  "}, ""),
        ({**CLAIM, "mode": "fast"}, "mode must be one of: main, deep."),
        ({**CLAIM, "top_k": "3"}, "This form was not sent by"),
        ([("claim", "a"), ("claim", "b")], "This form was not sent by"),
        ({"claim": "x" * 2_001}, "2,000"),
    ],
)
def test_invalid_form_is_explained_on_the_page(running_service: World, fields: object, said: str) -> None:
    reply = send(running_service, fields)
    assert 400 <= reply.status < 500
    assert reply.headers["content-type"].startswith("text/html")
    assert said in reply.body.decode()
    assert 'role="alert" hidden' not in reply.body.decode()


def test_page_and_errors_are_in_the_chosen_language(running_service: World) -> None:
    text = send(running_service, {"claim": "x" * 2_001}, {"Accept-Language": "de-AT, en;q=0.5"}).body.decode()
    assert '<html lang="de" dir="ltr">' in text
    assert '<strong id="error-message">Dieser Text ist zu lang, um auf einmal geprüft zu werden.</strong>' in text
    assert '<span lang="en" dir="ltr">The claim has 2,001 characters' in text
    welcome = running_service.call("GET", "/welcome", headers={"Accept-Language": "ar"}).body.decode()
    assert '<html lang="ar" dir="rtl">' in welcome
    assert "يرد على هذا الحاسوب، على العنوان <code" in welcome


@pytest.mark.parametrize(
    "sent", [b"claim=%ff%fe%00", b"claim=%ED%A0%80", b"%00", b"claim" * 2_000, b"&" * 10_000, b"=&=&claim=a=b"]
)
def test_no_form_body_causes_a_server_error(running_service: World, sent: bytes) -> None:
    own = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": f"http://127.0.0.1:{running_service.port}",
        "Sec-Fetch-Site": "same-origin",
    }
    assert running_service.call("POST", "/", sent, own).status < 500


def test_form_is_disabled_with_an_explanation_when_a_token_is_set(tmp_path: Path) -> None:
    with world(tmp_path, token=SecretStr("s3cret")) as guarded:
        assert send(guarded, CLAIM).status == 401
        assert "a plain form cannot send" in guarded.call("GET", "/").body.decode()

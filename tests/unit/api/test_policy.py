"""Requests are accepted or refused by their headers alone."""

from __future__ import annotations

from dataclasses import replace

from pydantic import SecretStr

from backend.api.policy import AccessPolicy, Caller
from backend.settings import EXTENSION_ID, Settings
from tests.each_row import each_row

EXTENSION = f"chrome-extension://{EXTENSION_ID}"
POLICY = AccessPolicy.of(Settings(_env_file=None, port=8737, allowed_origins="https://mine.example/"))
CALL = Caller(
    method="POST", path="/api/verify", host="127.0.0.1:8737", origin="", site="", mode="", authorization=""
)  # fmt: skip
PAGE = replace(CALL, path="/", method="GET")


def code(caller: Caller, policy: AccessPolicy = POLICY) -> str:
    refusal = policy.refuse(caller)
    return refusal.code if refusal else ""


@each_row("host", ["127.0.0.1:8737", "localhost:8737", "[::1]:8737", "LOCALHOST:8737"])
@each_row("path", ["/api/verify", "/", "/static/layout.css", "/nothing"])
def test_local_host_names_with_the_port_are_served(host: str, path: str) -> None:
    assert code(replace(CALL, method="GET", path=path, host=host)) == ""


@each_row(
    "host", ["", "evil.example", "evil.example:8737", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8737", "127.0.0.1:8737.",
             "0.0.0.0:8737", "127.1:8737", "127.0.0.1:8737@evil.example"],
)  # fmt: skip
@each_row("path", ["/api/health", "/", "/static/layout.css", "/nothing"])
def test_other_host_names_are_refused_on_every_route(host: str, path: str) -> None:
    assert code(replace(CALL, method="GET", path=path, host=host)) == "wrong_host"


@each_row("origin", [EXTENSION, "https://mine.example", "http://127.0.0.1:8737"])
def test_known_origins_may_call(origin: str) -> None:
    assert code(replace(CALL, origin=origin)) == ""


@each_row(
    "origin",
    ["null", "https://evil.example", "http://127.0.0.1:9999", "http://localhost:8737", "https://127.0.0.1:8737",
     "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", EXTENSION + "/", EXTENSION.upper(), "https://mine.example.evil.example",
     f"{EXTENSION}, https://evil.example"],
)  # fmt: skip
@each_row("path", ["/api/verify", "/api/health", "/", "/static/layout.css"])
def test_other_origins_are_refused_on_every_route(origin: str, path: str) -> None:
    assert code(replace(CALL, path=path, origin=origin)) == "wrong_origin"


@each_row("site", ["cross-site", "same-site"])
def test_requests_from_other_sites_are_refused(site: str) -> None:
    for path in ("/api/verify", "/verify", "/api/health", "/static/layout.css"):
        assert code(replace(CALL, path=path, site=site, mode="no-cors")) == "cross_site"
    assert code(replace(PAGE, method="POST", site=site, mode="navigate")) == "cross_site"


def test_extension_is_recognised_by_its_origin() -> None:
    assert code(replace(CALL, origin=EXTENSION, site="cross-site", mode="cors")) == ""
    assert code(replace(CALL, origin=EXTENSION, site="none", mode="cors")) == ""


def test_external_link_can_open_the_page_but_not_a_data_route() -> None:
    assert code(replace(PAGE, site="cross-site", mode="navigate")) == ""
    assert code(replace(PAGE, site="cross-site", mode="no-cors")) == "cross_site"
    assert code(replace(CALL, method="GET", path="/api/status", site="none", mode="navigate")) == "navigation"


def test_form_is_accepted_only_from_the_page_itself() -> None:
    form = replace(PAGE, method="POST")
    assert code(replace(form, site="same-origin", mode="navigate", origin="http://127.0.0.1:8737")) == ""
    assert code(replace(form, origin="http://127.0.0.1:8737")) == ""
    assert code(form) == "cross_site"
    assert code(replace(form, site="none", mode="navigate")) == "cross_site"


def test_token_is_required_on_every_data_route() -> None:
    policy = AccessPolicy.of(Settings(_env_file=None, token=SecretStr("s3cret-ü")))
    for path in ("/api/verify", "/api/status", "/verify", "/worker/verify", "/api/history/list"):
        assert code(replace(CALL, path=path), policy) == "token"
        assert code(replace(CALL, path=path, authorization="Bearer wrong"), policy) == "token"
        assert code(replace(CALL, path=path, authorization="Bearer s3cret-ü"), policy) == ""
    assert code(replace(CALL, method="GET", path="/api/health"), policy) == ""
    assert code(PAGE, policy) == ""
    assert code(replace(PAGE, method="POST", site="same-origin"), policy) == "token"


def test_remote_address_is_served_only_under_its_own_name() -> None:
    policy = AccessPolicy.of(Settings(_env_file=None, host="192.0.2.7", allow_remote=True, token=SecretStr("t")))
    assert code(replace(PAGE, host="192.0.2.7:8737"), policy) == ""
    assert code(replace(PAGE, host="192.0.2.8:8737"), policy) == "wrong_host"


def test_blank_origin_is_refused_and_a_missing_one_accepted() -> None:
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/api/verify", "HTTP_HOST": "127.0.0.1:8737"}
    assert code(Caller.of(environ)) == ""
    for blank in ("", " ", "\t"):
        assert code(Caller.of({**environ, "HTTP_ORIGIN": blank})) == "wrong_origin"

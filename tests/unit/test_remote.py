"""When another Claimlight service holds the data folder, --claim sends the claim to that service, over real sockets."""

from __future__ import annotations

import io
import json
import socket
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from pydantic import SecretStr

from backend.api import wire
from backend.domain.claim import VerifyRequest
from backend.errors import UserError
from backend.remote import ask_running
from backend.settings import Settings
from backend.terminal import show
from tests.api_world import make_verdict, world
from tests.e2e.backend_process import free_port
from tests.e2e.local_servers import Stranger, serving

SETTINGS = Settings(_env_file=None)


def test_running_service_answers_the_command(tmp_path: Path) -> None:
    with world(tmp_path) as served:
        found = ask_running("The Earth is flat", SETTINGS, f"http://127.0.0.1:{served.port}")
    assert found is not None
    assert found["verdict"] == "False"


def test_the_answer_of_an_earlier_version_is_shown() -> None:
    older = wire.result(make_verdict(VerifyRequest(claim="The Earth is flat")), job_id="j")
    del older["leaning"]
    for item in (*older["evidence"], *older["citations"]):
        del item["verbatim"]

    class Older(Stranger):
        def do_GET(self) -> None:  # noqa: N802
            self.send(older if self.command == "POST" else {"service": "claimlight"})

        def send(self, answer: object) -> None:
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with serving(Older) as port:
        found = ask_running("The Earth is flat", SETTINGS, f"http://127.0.0.1:{port}")
    assert found is not None
    stream = io.StringIO()
    show(found, as_json=False, stream=stream)
    assert "“The Earth is an oblate spheroid, not flat.”" in stream.getvalue()


def test_refusal_of_the_service_is_shown_unchanged(tmp_path: Path) -> None:
    with world(tmp_path) as served, pytest.raises(UserError, match="empty"):
        ask_running(" ", SETTINGS, f"http://127.0.0.1:{served.port}")


@pytest.mark.parametrize("url", ["http://127.0.0.1:{free}", "http://[::1]:{free}", "http://::1:{free}", "", "rubbish"])
def test_missing_service_is_not_an_error(url: str) -> None:
    assert ask_running("The Earth is flat", SETTINGS, url.format(free=free_port())) is None


def test_another_program_receives_neither_claim_nor_token() -> None:
    heard: list[str] = []

    class Curious(Stranger):
        def do_GET(self) -> None:  # noqa: N802
            heard.append(f"{self.command} {self.headers}")
            super().do_GET()

    with serving(Curious) as port:
        known = Settings(_env_file=None, token=SecretStr("canary"))
        assert ask_running("canary claim", known, f"http://127.0.0.1:{port}") is None
    assert len(heard) == 1
    assert "canary" not in heard[0]


def test_slow_service_is_not_treated_as_missing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(UserError, match="did not answer in time") as told:
            ask_running("The Earth is flat", SETTINGS, url, patience_s=0.2)
    assert url in told.value.message


def test_invalid_answer_counts_as_no_service() -> None:
    class Liar(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(["claimlight"]).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Suppress the request log."""

    with serving(Liar) as port:
        assert ask_running("The Earth is flat", SETTINGS, f"http://127.0.0.1:{port}") is None

"""Searches all logs and files for canaries, which are unique words in claims, page addresses, titles and keys (S7, S17).

A real service runs twice at its most verbose log level. The first run has keys and a search engine on this machine; the
second is offline under a guard that refuses every socket except loopback sockets. The exit code is 1 if a canary occurs
in a forbidden place.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from scripts.scaling.servers import free_port

ROOT = Path(__file__).resolve().parent.parent
SAID = {
    "claim": "quibblezanzibar", "quiet claim": "hushedmarmoset", "page address": "canarypagepath", "page title": "canarytitlewords",
    "sentence around": "canarysentence", "bad request": "canarymalformed",
}  # fmt: skip
KEYS = {
    "CLAIMLIGHT_TOKEN": "canary-token-7d1f", "OPENAI_API_KEY": "sk-canary-5a77", "TAVILY_API_KEY": "tvly-canary-90c2",
    "GOOGLE_FACT_CHECK_API_KEY": "gfc-canary-3b1e",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CanaryRow:
    """One check and the number of failures.

    `searched` is the number of bytes searched or, for the socket check, the number of requests.
    """

    what: str
    hits: int
    searched: int
    where: str = ""


def run() -> tuple[CanaryRow, ...]:
    """Run all checks and return a row for each. The `hits` of every row must be 0."""
    with tempfile.TemporaryDirectory(prefix="claimlight-canaries-") as scratch:
        return (*_with_keys(Path(scratch) / "keys"), *_offline(Path(scratch) / "offline"))


def _with_keys(folder: Path) -> Iterator[CanaryRow]:
    with _echo_server() as engine:
        settings = KEYS | {
            "CLAIMLIGHT_ENGINES": "tavily,google_fact_check", "CLAIMLIGHT_TAVILY_URL": engine,
            "CLAIMLIGHT_GOOGLE_FACT_CHECK_URL": engine, "OPENAI_BASE_URL": f"{engine}/v1", "CLAIMLIGHT_LOG_LEVEL": "DEBUG",
        }  # fmt: skip
        with _service(folder, settings) as service:
            statuses = _send_canaries(service)
            files = _files(folder)
            if not any(SAID["claim"].encode() in files[name] for name in files if name.startswith("history.sqlite3")):
                raise SystemExit(f"nothing was measured: the history holds no answer (statuses {statuses})")
            service.post("/api/history/delete", {"all": True})
            service.post("/api/knowledge/forget", {"claim": _claim("claim")})
        after = _files(folder)
        log = {"service's log": service.log.read_bytes()}
    yield _row("claims, addresses and titles in the log", SAID.values(), log)
    yield _row("keys and token in the log", KEYS.values(), log)
    yield _row("keys and token in files", KEYS.values(), files)
    others = {name: content for name, content in files.items() if not name.startswith("history.sqlite3")}
    yield _row("claims, addresses and titles in files but the history", SAID.values(), others)
    yield _row("a claim not to be remembered, in all files", [SAID["quiet claim"]], files)
    yield _row("anything in files after deleting the history", SAID.values(), after)


def _offline(folder: Path) -> Iterator[CanaryRow]:
    folder.mkdir()
    reached = folder.parent / "reached"
    guard = {"PYTHONPATH": str(ROOT / "tests" / "guarded"), "PYTHON_SOCKET_GUARD_LOG": str(reached)}
    with _service(
        folder, guard | {"CLAIMLIGHT_LOG_LEVEL": "DEBUG", "CLAIMLIGHT_REFRESH_HOURS": "1"}, "--offline"
    ) as service:
        asked = _send_canaries(service)
        asked += [service.post("/api/knowledge/refresh", {}), service.get("/api/status"), service.get("/")]
    found = reached.read_text(encoding="utf-8").splitlines() if reached.exists() else []
    yield CanaryRow(
        what="sockets beyond loopback in offline mode",
        hits=len(found),
        searched=len(asked),
        where="; ".join(found)[:300],
    )


def _send_canaries(service: RunningService) -> list[int]:
    page = {
        "url": f"https://news.example/{SAID['page address']}?q=1",
        "title": SAID["page title"],
        "text": SAID["sentence around"],
    }
    context = {"url": page["url"], "title": page["title"], "text": f"{SAID['sentence around']} {_claim('claim')}"}
    quiet = {"claim": _claim("quiet claim"), "options": {"remember": False}}
    bad = SAID["bad request"]
    return [
        service.post("/api/verify", {"claim": _claim("claim"), "context": context}),
        service.post("/api/verify", {"claim": _claim("claim")}),
        service.post("/api/verify", {"claim": "The Earth is flat.", "context": context}),
        service.post("/api/verify", quiet),
        service.post("/api/knowledge/search", {"query": _claim("quiet claim")}),
        service.post("/api/scan", {"url": page["url"], "blocks": [_claim("claim")]}),
        service.post("/api/verify", {"claim": bad * 400, bad: bad}),
        service.post(f"/api/verify/{bad}", {bad: 1}),
        service.post("/api/history/delete", {"session_id": bad}),
        service.get(f"/{bad}?{bad}={bad}"),
    ]


def _claim(name: str) -> str:
    return f"The {SAID[name]} bridge was opened in 1931."


class RunningService:
    """A running service. `get` and `post` return the HTTP status."""

    def __init__(self, port: int, log: Path) -> None:
        self.port = port
        self.log = log

    def post(self, path: str, value: object) -> int:
        """Send a POST request with a JSON body and the token."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {KEYS['CLAIMLIGHT_TOKEN']}"}
        return self._call("POST", path, json.dumps(value).encode(), headers)

    def get(self, path: str) -> int:
        """Send a GET request without the token."""
        return self._call("GET", path, None, {})

    def _call(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body=body, headers=dict(headers))
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()


@contextmanager
def _service(folder: Path, settings: Mapping[str, str], *options: str) -> Iterator[RunningService]:
    port, log = free_port(), folder.with_suffix(".log")
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CLAIMLIGHT_", "OPENAI_", "TAVILY_"))
    }
    command = [sys.executable, "-m", "backend", "--data-dir", str(folder), "--port", str(port), *options]
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env={**kept, **settings}, stdout=out, stderr=out)
    try:
        _wait(process, log)
        yield RunningService(port, log)
    finally:
        process.terminate()
        process.wait(30)


def _wait(process: subprocess.Popen[bytes], log: Path) -> None:
    pause = threading.Event()
    for _ in range(600):
        if b"is ready on" in log.read_bytes():
            return
        if process.poll() is not None:
            break
        pause.wait(0.2)
    raise SystemExit(f"the service did not start: {log.read_text(encoding='utf-8')[-2_000:]}")


@contextmanager
def _echo_server() -> Iterator[str]:
    """Run a local server in place of the search engines and the language model. Its error responses repeat the request."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


class _Echo(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the base class
        """Suppress the request log."""

    def _answer(self, question: bytes) -> None:
        body = b"cannot answer " + self.path.encode() + question + str(self.headers).encode()
        self.send_response(500)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def _row(what: str, words: Sequence[str] | Iterator[str], places: Mapping[str, bytes]) -> CanaryRow:
    wanted = [word.lower().encode() for word in words]
    found = [name for name, content in places.items() for word in wanted if word in content.lower()]
    return CanaryRow(
        what=what, hits=len(found), searched=sum(map(len, places.values())), where=", ".join(sorted(set(found)))
    )


def main() -> int:
    """Run the checks, print the rows as a table or as JSON, and return the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/canaries", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    rows = run()
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print("\n".join(f"{row.hits:>4} hits  {row.what} ({row.searched:,} searched) {row.where}" for row in rows))
    return int(any(row.hits for row in rows))


if __name__ == "__main__":
    sys.exit(main())

"""Cross-site requests from real pages in Chromium.

The pages come from public sites, other local ports, files, frames without an origin, and DNS-rebound host names.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from playwright.sync_api import Browser, Error, Frame, sync_playwright

from scripts.attacks import AttackOptions
from scripts.attacks.report import AttackRow, Tally
from scripts.attacks.target import DATA_ROUTES, READ_ROUTES, AttackedService
from tests.e2e.browser import CHROMIUM
from tests.e2e.local_servers import serving

GROUP = "crosssite"
SCRIPT = Path(__file__).with_name("crosssite.js").read_text(encoding="utf-8").split("\n", 1)[1].rstrip().rstrip(";")
_NAMES = (
    "MAP news.example 127.0.0.1, MAP rebound.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
)
_QUIET = ("image", "script", "style sheet")
"""Ways of sending a request that reveal only whether a resource of the right type exists."""
_WRONG_NAME = '{"error":{"code":"wrong_host"'
"""Start of the error response that a page under a rebound host name can read, because the page shares the service's origin.

The response contains no user data.
"""


def rows(victim: AttackedService, options: AttackOptions) -> Iterator[AttackRow]:
    """Yield one report row per kind of page, covering every way of sending a request and every route."""
    with serving(_Page) as site, sync_playwright() as playwright:
        for kind, address, base in _attacker_pages(site, victim.served.port):
            with _browser(playwright.chromium.launch, site) as browser:
                tally = _tried(victim, browser, (address, base), options)
                yield tally.row(GROUP, "Chromium", kind)


def _attacker_pages(site: int, port: int) -> Iterator[tuple[str, str, str]]:
    """Yield (kind, URL of the page, base URL of its requests)."""
    for name in ("127.0.0.1", "localhost"):
        yield f"public site to {name}", f"http://news.example:{site}/", f"http://{name}:{port}"
    yield "another port of this machine", f"http://localhost:{site}/", f"http://127.0.0.1:{port}"
    yield "another port, same name", f"http://127.0.0.1:{site}/", f"http://127.0.0.1:{port}"
    yield "file", "file:", f"http://127.0.0.1:{port}"
    yield "frame without origin", f"http://news.example:{site}/sandboxed", f"http://127.0.0.1:{port}"
    yield "rebound name", f"http://rebound.example:{port}/nothing", f"http://rebound.example:{port}"


@contextmanager
def _browser(launch: object, site: int) -> Iterator[Browser]:
    opened = launch(  # type: ignore[operator]
        executable_path=CHROMIUM,
        chromium_sandbox=False,
        args=[
            "--disable-quic",
            f"--host-resolver-rules={_NAMES}",
            f"--ip-address-space-overrides=127.0.0.1:{site}=public",
        ],
    )
    try:
        yield opened
    finally:
        opened.close()


def _tried(victim: AttackedService, browser: Browser, stranger: tuple[str, str], options: AttackOptions) -> Tally:
    tally, (address, base) = Tally(), stranger
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text("<!doctype html><title>A file</title><p>Hello", encoding="utf-8")
        page = browser.new_page()
        ways: list[str] = page.evaluate(SCRIPT, {})
        targets = [*DATA_ROUTES.items(), *((path, "") for path in READ_ROUTES)]
        for way in ways[: options.suites.rows]:
            # Reload the page for each way of sending a request, because the previous one may have navigated away.
            page.goto(file.as_uri() if address == "file:" else address)
            frame = page.frames[-1]
            for path, body in targets:
                read = _send(frame, {"way": way, "base": base, "path": path, "body": body})
                effects = victim.effects()
                told = read and way not in _QUIET and not (base in address and read.startswith(_WRONG_NAME))
                tally.attempt(bool(told or effects), f"{way} {path}: {'read ' + read[:80] if told else ''} {effects}")
        page.close()
    late = victim.effects()
    tally.attempt(bool(late), f"afterwards: {late}")
    return tally


def _send(frame: Frame, attempt: dict[str, str]) -> str:
    try:
        return str(frame.evaluate(SCRIPT, attempt))
    except Error:
        # The page navigated away or the frame was removed, so nothing was read.
        return ""


class _Page(BaseHTTPRequestHandler):
    """A foreign page; /sandboxed contains a frame without an origin."""

    def do_GET(self) -> None:
        inner = (
            '<iframe sandbox="allow-scripts allow-forms allow-popups" srcdoc="<p>No origin"></iframe>'
            * self.path.startswith("/sandboxed")
        )
        body = f"<!doctype html><title>News</title><p>Hello {inner}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the base class
        """Suppress the request log."""

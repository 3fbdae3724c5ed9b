"""Cross-site requests from other websites, other local pages, files, and frames without an origin.

The first part imitates a browser and requests every route with every combination of headers that browsers send for
foreign pages and for DNS-rebound host names. The second part uses real pages in Chromium. An attack succeeds if a
script can read a response or if the request changes the state of the service in any way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from scripts.attacks import AttackOptions
from scripts.attacks.report import AttackRow, Tally
from scripts.attacks.target import DATA_ROUTES, READ_ROUTES, AttackedService, target

GROUP = "crosssite"
TYPES = ("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "")
ORIGINS = (
    "https://evil.example", "http://evil.example", "null", "http://localhost:9999", "http://127.0.0.1:9999", "https://127.0.0.1:{port}",
    "http://127.0.0.1", "http://evil.example:{port}", "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "moz-extension://x", "file://",
    "http://127.0.0.1:{port}.evil.example", "http://127.0.0.1:{port}@evil.example", "HTTP://127.0.0.1:{port}/", " ",
)  # fmt: skip
SITES = tuple(product(("cross-site", "same-site"), ("no-cors", "cors", "navigate")))
METHODS = ("POST", "GET", "PUT")
BRIEF = 4
"""A brief run requests every fourth combination of a header, a route, a type and a method.

Each header still meets every route, type and method, because the numbers of routes, types and methods are odd.
"""
HOSTS = (
    "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "127.0.0.1:{port}.evil.example",
    "127.0.0.1.:{port}", "0.0.0.0:{port}", "127.1:{port}", "2130706433:{port}", "[::ffff:127.0.0.1]:{port}",
    "evil.example#127.0.0.1:{port}", "evil.example, 127.0.0.1:{port}", "",
)  # fmt: skip


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Yield the report rows for imitated browser requests, then those for real pages in Chromium."""
    with target() as victim:
        yield from _by_headers(victim, BRIEF if options.brief else 1)
        if options.browser:
            from scripts.attacks.crosssite_browser import rows

            yield from rows(victim, options)


def _by_headers(victim: AttackedService, step: int) -> Iterator[AttackRow]:
    port = str(victim.served.port)
    origins = [{"Origin": origin.replace("{port}", port)} for origin in ORIGINS]
    yield _row(victim, "foreign Origin", origins, step)
    sites = [{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode} for site, mode in SITES]
    yield _row(victim, "foreign Sec-Fetch-Site", sites, step)
    yield _row(victim, "rebound Host", [{"Host": host.replace("{port}", port)} for host in HOSTS], step)
    both = [
        {
            "Host": f"evil.example:{port}",
            "Origin": f"http://evil.example:{port}",
            "Sec-Fetch-Site": "same-origin",
            "Sec-Fetch-Mode": mode,
        }
        for mode in ("cors", "same-origin", "navigate", "no-cors")
    ]
    yield _row(victim, "rebound name that calls itself same-origin", both, step)


def _row(victim: AttackedService, variant: str, headers: list[dict[str, str]], step: int) -> AttackRow:
    tally = Tally()
    combinations = product(headers, DATA_ROUTES.items(), TYPES, METHODS)
    for stranger, (path, body), kind, method in islice(combinations, 0, None, step):
        if path == "/" and method == "GET":
            # Any site may open the service's page, because the page is empty until its own script sends a request.
            continue
        _attempt(victim, tally, (method, path), {**stranger, **({"Content-Type": kind} if kind else {})}, body.encode())
    for stranger, path, method in product(headers, READ_ROUTES, ("GET", "OPTIONS", "POST")):
        _attempt(victim, tally, (method, path), stranger, None)
    return tally.row(GROUP, "headers", variant)


def _attempt(
    victim: AttackedService, tally: Tally, call: tuple[str, str], headers: dict[str, str], body: bytes | None
) -> None:
    method, path = call
    reply = victim.served.call(method, path, body if method != "GET" else None, headers)
    allowed = reply.headers.get("access-control-allow-origin", "")
    effects = victim.effects()
    tally.attempt(
        reply.status < 400 or bool(allowed) or bool(effects),
        f"{method} {path} {headers}: {reply.status} {allowed} {effects}",
    )

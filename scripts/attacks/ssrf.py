"""SSRF: requests to every forbidden address, as written, in other spellings, by redirect and by changing DNS answers.

No connection to a forbidden address may be opened. The fetcher uses a network backend that records all connections. In
the last test, the whole service reads search results that point to the addresses, while every socket of the process is
monitored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

from backend.acquire.fetch import SafeFetcher
from backend.errors import FetchError
from scripts.attacks import AttackOptions
from scripts.attacks.network import Flipping, RecordingNetwork, SocketWatch
from scripts.attacks.report import AttackRow, Tally
from scripts.attacks.service import real_service
from scripts.attacks.spellings import plain, spellings
from tests.loopback import LoopbackReply, LoopbackServer, Request

GROUP = "ssrf"
PUBLIC = "93.184.215.14"
LOOPBACK = "127.0.0.1"
REDIRECTS = (301, 302, 303, 307, 308)
_PAGE = b"<html><body><p>The Halden bridge reopened in March after long repairs.</p></body></html>"
_PAGES_A_CLAIM = 6
_TIMEOUT_S = 3.0


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Yield report rows that count the attempts that connected to an address other than the public one."""
    addresses, others = sorted_out(options.suites.texts("addresses"))
    with LoopbackServer(_answer) as server:
        yield from _rows(addresses, server.port) if addresses else ()
        if others:
            yield _tally_attempts(
                "direct", "other entries as written", server.port, ((url, [(LOOPBACK,)], url) for url in others)
            )
            yield _tally_attempts(
                "redirect", "to other entries as written", server.port,
                ((f"http://news.example/to?url={quote(url, safe='')}", [(PUBLIC,), (LOOPBACK,)], url) for url in others),
            )  # fmt: skip
    yield _whole_service_row(addresses, others)


def sorted_out(entries: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the entries of a suite into (IP addresses, URLs). Other entries are host names, which are returned as URLs."""
    numbers, urls = list[str](), list[str]()
    for entry in entries:
        try:
            numbers.append(str(ip_address(entry.strip().strip("[]"))))
        except ValueError:
            urls.append(entry if ":/" in entry else f"http://{entry}/")
    return tuple(numbers), tuple(urls)


def _answer(request: Request) -> LoopbackReply:
    """Return a page, or a redirect for /to?url=…&status=… and /hop?n=…&url=….

    /hop first redirects to itself n times.
    """
    url = request.query.get("url", [""])[0]
    if request.path == "/hop" and (left := int(request.query["n"][0])):
        return LoopbackReply(status=302, headers={"Location": f"/hop?n={left - 1}&url={url}"})
    if request.path in ("/to", "/hop"):
        return LoopbackReply(status=int(request.query.get("status", ["302"])[0]), headers={"Location": url})
    return LoopbackReply(body=_PAGE)


def _rows(addresses: Sequence[str], port: int) -> Iterator[AttackRow]:
    yield _tally_attempts("direct", "as written", port, ((plain(a), [(a,)], a) for a in addresses))
    yield _tally_attempts(
        "direct", "other spellings", port, ((url, [(a,)], a) for a in addresses for url in spellings(a))
    )
    yield _tally_attempts(
        "redirect", f"{', '.join(map(str, REDIRECTS))}", port,
        ((f"http://news.example/to?status={s}&url={plain(a)}", [(PUBLIC,)], a) for a in addresses for s in REDIRECTS),
    )  # fmt: skip
    yield _tally_attempts(
        "redirect", "after 1 to 5 hops, without a scheme, other spellings", port,
        ((f"http://news.example/{path}", [(PUBLIC,)], a) for a in addresses for path in _detours(a)),
    )  # fmt: skip
    yield _tally_attempts("DNS", "the name leads there", port, (("http://news.example/", [(a,)], a) for a in addresses))
    yield _tally_attempts(
        "DNS", "one address among public ones", port,
        (("http://news.example/", [mixed], a) for a in addresses for mixed in ((PUBLIC, a), (a, PUBLIC), (PUBLIC, PUBLIC, a))),
    )  # fmt: skip
    yield _tally_attempts(
        "DNS", "flips between check and connect", port, (("http://news.example/", [(PUBLIC,), (a,)], a) for a in addresses)
    )  # fmt: skip
    yield _tally_attempts(
        "DNS", "flips between two hops", port, (("http://news.example/hop?n=1&url=/", [(PUBLIC,), (a,)], a) for a in addresses)
    )  # fmt: skip


def _detours(address: str) -> Iterator[str]:
    yield from (f"hop?n={n}&url={plain(address)}" for n in range(1, 6))
    yield f"to?url={plain(address).removeprefix('http:')}"
    yield from (f"to?url={url}" for url in spellings(address) if not set(url) & set("#&%\t ") and url.isascii())


def _tally_attempts(
    attack: str, variant: str, port: int, attempts: Iterable[tuple[str, list[tuple[str, ...]], str]]
) -> AttackRow:
    """Fetch every page and return the report row.

    An attempt is (URL of the page, successive DNS answers, address that must not be reached).
    """
    tally = Tally()
    for url, answers, address in attempts:
        network = RecordingNetwork(port)
        with suppress(FetchError):
            SafeFetcher(resolver=Flipping(*answers), network=network).fetch(url, timeout_s=_TIMEOUT_S)
        tally.attempt(any(where != PUBLIC for where in network.connected), f"{url} for {address}: {network.connected}")
    return tally.row(GROUP, attack, variant)


def _whole_service_row(addresses: Sequence[str], others: Sequence[str]) -> AttackRow:
    """Return the report row for the whole service, whose search engine returns pages at these addresses."""
    urls = [url for a in addresses for url in (f"{plain(a)}halden-bridge", *list(spellings(a))[:4])]
    # Host names are left out, because they would test this machine's name server.
    urls += [url for url in others if not url.isascii() or not _has_host_name(url)]
    tally, announced = Tally(), list[str]()
    with (
        LoopbackServer(lambda request: _results(request, announced)) as web,
        real_service(offline=False, engines="searxng", searxng_url=web.url, seed_facts=False) as served,
    ):
        for start in range(0, len(urls), _PAGES_A_CLAIM):
            announced[:] = urls[start : start + _PAGES_A_CLAIM]
            asked = len(web.requests)
            with SocketWatch(served.port, web.port) as watch:
                served.post("/api/verify", {"claim": f"The Halden bridge reopened in March {2000 + start}"})
            searched = len(web.requests) > asked
            for url in announced:
                tally.attempt(
                    bool(watch.connected) or not searched, f"{url}: {watch.connected or 'nothing was searched'}"
                )
    return tally.row(GROUP, "whole service", "search results that point there")


def _has_host_name(url: str) -> bool:
    try:
        return any(sign.isalpha() for sign in (urlsplit(url).hostname or "").rpartition(".")[2])
    except ValueError:
        return False


def _results(request: Request, urls: Sequence[str]) -> LoopbackReply:
    rows = [
        {
            "url": url, "title": "The Halden bridge", "content": "The Halden bridge reopened in March after long repairs.",
            "publishedDate": None, "engine": "x", "engines": ["x"], "category": "general",
        }
        for url in urls
    ]  # fmt: skip
    body = {
        "query": request.query.get("q", [""])[0],
        "number_of_results": len(rows),
        "results": rows,
        "unresponsive_engines": [],
    }
    return LoopbackReply(body=json.dumps(body).encode(), content_type="application/json")

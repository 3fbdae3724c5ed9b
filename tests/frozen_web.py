"""A small web that never changes: a search endpoint in SearXNG's format and pages of many hosts, on one loopback port.

    with FrozenWeb() as web:
        engine = SearxNG(base_url=web.url)
        fetcher = SafeFetcher(ResolveMap.parse(f"*=127.0.0.1:{web.port}"))

`python -m tests.frozen_web --port N` serves the frozen web until interrupted.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import threading
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

from tests.loopback import Fault, LoopbackReply, LoopbackServer, Request

FOLDER = Path(__file__).parent / "fixtures" / "frozen_web"
ENOUGH = 0.45
"""Minimum share of the query's weight that a page must contain to be found."""

_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*")
_SITE = re.compile(r"site:([\w.\-]+)")
_IGNORED = frozenset(
    "a an the of in on at by for from with to is are was were be has have had and or not did does do its it that this"
    " as after one fact check debunked".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebDocument:
    """One page; `status` is the HTTP status of its response."""

    url: str
    title: str
    published: str
    html: bytes
    text: str
    snippet: str = ""
    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenClaim:
    """A claim that this web can decide. `tier` is the search stage, `domains` are the sources."""

    claim: str
    expected: str
    tier: int
    domains: tuple[str, ...]


def frozen_claims() -> tuple[FrozenClaim, ...]:
    """Return the claims with the answers that follow from the pages."""
    rows = json.loads((FOLDER / "claims.json").read_text(encoding="utf-8"))
    return tuple(FrozenClaim(**{**row, "domains": tuple(row["domains"])}) for row in rows)


@lru_cache(maxsize=1)
def documents() -> tuple[WebDocument, ...]:
    """Return all pages of the frozen web."""
    rows = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    return tuple(_document(row) for row in rows)


class FrozenWeb(LoopbackServer):
    """The running web. `requests` records all requests; `search_fault` and `break_page` make the web misbehave."""

    def __init__(self, *, port: int = 0) -> None:
        super().__init__(port=port)
        self.search_fault: Fault | None = None
        self._broken: dict[str, Fault] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> FrozenWeb:
        super().__enter__()
        return self

    @property
    def resolve(self) -> str:
        """The value for CLAIMLIGHT_RESOLVE."""
        return f"*=127.0.0.1:{self.port}"

    @property
    def searches(self) -> tuple[str, ...]:
        """The queries received so far."""
        return tuple(r.query["q"][0] for r in self.requests if r.path == "/search" and "q" in r.query)

    @property
    def pages(self) -> tuple[str, ...]:
        """Host and path of the pages fetched so far."""
        return tuple(r.host + r.target for r in self.requests if r.path != "/search")

    def break_page(self, url: str, fault: Fault) -> None:
        """Make this page fail from now on. "https://host/" stands for every page of the host."""
        with self._lock:
            self._broken[_key(url)] = fault

    def answer(self, request: Request) -> LoopbackReply | Fault:
        """Respond with the page, or with search results, which are available on every host."""
        if request.path == "/search" and "q" in request.query:
            return self.search_fault or _search_reply(request)
        key = f"{request.host}{request.target}"
        with self._lock:
            fault = self._broken.get(key) or self._broken.get(f"{request.host}/")
        return fault or _page_reply(key)


def search(question: str, limit: int = 10) -> list[tuple[WebDocument, str]]:
    """Return (document, snippet) pairs sorted by the weight of shared words; `site:` operators are honoured."""
    sites = _SITE.findall(question)
    wanted = Counter(_words(_SITE.sub(" ", question).replace(" OR ", " ")))
    weights = {word: _rarity(word) for word in wanted}
    total = sum(weights.values()) or 1.0
    scored: list[tuple[float, str, WebDocument]] = []
    for document in documents():
        if sites and not any(_on_site(document.url, site) for site in sites):
            continue
        have = _vocabulary(document)
        score = sum(weight for word, weight in weights.items() if word in have) / total
        if score >= ENOUGH:
            scored.append((-score, document.url, document))
    scored.sort(key=lambda row: row[:2])
    return [(document, document.snippet or _snippet(document.text, weights)) for _, _, document in scored[:limit]]


def _document(row: dict[str, object]) -> WebDocument:
    page = (FOLDER / str(row["file"])).read_bytes() if row["file"] else b""
    return WebDocument(
        url=str(row["url"]),
        title=str(row["title"]),
        published=str(row["published"]),
        html=page,
        text=_visible(page.decode("utf-8")),
        snippet=str(row.get("snippet", "")),
        status=int(str(row.get("status", 200))),
    )


def _visible(page: str) -> str:
    """Return the text that an indexer sees: all paragraphs, including hidden ones."""
    paragraphs = re.findall(r"<p(?: [^>]*)?>(.*?)</p>", page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", paragraph)) for paragraph in paragraphs)


def _words(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text.lower()) if word not in _IGNORED]


def _stem(word: str) -> str:
    return word.replace("colour", "color").removesuffix("'s").removesuffix("s")


@lru_cache(maxsize=64)
def _vocabulary(document: WebDocument) -> frozenset[str]:
    return frozenset(_words(f"{document.title} {document.text} {document.snippet}"))


@lru_cache(maxsize=4096)
def _rarity(word: str) -> float:
    holders = sum(word in _vocabulary(document) for document in documents())
    return math.log(1 + len(documents()) / (holders + 0.5))


def _on_site(url: str, site: str) -> bool:
    host = urlsplit(url).hostname or ""
    return host == site or host.endswith(f".{site}")


def _snippet(text: str, weights: dict[str, float]) -> str:
    sentences = re.split(r"(?<=[.!?]) ", text)
    return max(sentences, key=lambda s: (sum(weights.get(word, 0.0) for word in set(_words(s))), -len(s)))


def _search_reply(request: Request) -> LoopbackReply:
    question = request.query["q"][0]
    rows = [
        {
            "url": document.url,
            "title": document.title,
            "content": snippet,
            "publishedDate": f"{document.published}T00:00:00" if document.published else None,
            "engine": "frozen",
            "engines": ["frozen"],
            "category": "general",
        }
        for document, snippet in search(question)
    ]
    answer = {"query": question, "number_of_results": len(rows), "results": rows, "unresponsive_engines": []}
    return LoopbackReply(body=json.dumps(answer).encode(), content_type="application/json")


def _page_reply(key: str) -> LoopbackReply:
    for document in documents():
        if _key(document.url) == key and document.html:
            return LoopbackReply(status=document.status, body=document.html)
    return LoopbackReply(status=404, body=b"<h1>Not found</h1>")


def _key(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname}{parts.path}{'?' + parts.query if parts.query else ''}"


def main() -> None:
    """Serve the frozen web until interrupted."""
    parser = argparse.ArgumentParser(description="Serve the frozen web on a loopback port.")
    parser.add_argument("--port", type=int, default=0)
    with FrozenWeb(port=parser.parse_args().port) as web:
        print(
            f"CLAIMLIGHT_ENGINES=searxng CLAIMLIGHT_SEARXNG_URL={web.url} CLAIMLIGHT_RESOLVE='{web.resolve}'",
            flush=True,
        )
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()

"""Poisoned passages: measures how often planted passages, from one site or several, change the verdict on a false claim.

Passages are planted in the knowledge base (in quarantine, as if an earlier search had stored them) or on pages that the
search finds and the service reads. For the rows "without quarantine", the planted passages are trusted. The rows
"without independence" count the claims that a single passage would have decided.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from backend.domain.article import Passage, PassageKind, passage_id
from scripts.attacks import AttackOptions
from scripts.attacks.report import AttackRow, Tally
from scripts.attacks.service import UNCAPPED, real_service, verified
from scripts.attacks.suites import FIXTURES, Poison
from tests.api_world import World
from tests.loopback import LoopbackReply, LoopbackServer, Request

GROUP = "poison"
COUNTS = (1, 2, 5)
"""Numbers of passages to plant. A brief run plants the smallest and the largest, and only where the verdict must not change."""
OWN = FIXTURES / "attacks" / "known.json"
"""Claims that the built-in facts refute."""
SITES = (
    "dailyledger.example", "citywire.example", "openchronicle.example", "northpost.example", "factsnow.example", "theobserver.example",
    "worldbrief.example", "morninggazette.example",
)  # fmt: skip
TURNED = ("True", "Partially True", "Misleading")
SPREADS = ("one site", "several sites")


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The place where the passages are planted, and the defence that is disabled."""

    name: str
    web: bool = False
    trusted: bool = False

    def bounds(self, spread: str) -> bool:
        """Return whether passages with this spread may change no verdict.

        Neither one site nor passages in quarantine may decide a claim. Under S17, several agreeing sites count as
        independent.
        """
        return not self.trusted and (spread == "one site" or not self.web)


WAYS = (
    Way(name="knowledge base, in quarantine"),
    Way(name="knowledge base, without quarantine", trusted=True),
    Way(name="pages found and read", web=True),
)


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Yield the report rows for unknown claims (--poison), then those for claims that the built-in facts refute."""
    with ExitStack() as stack:
        web = stack.enter_context(_Web())
        online = {"engines": "searxng", "searxng_url": web.url, "resolve": f"*=127.0.0.1:{web.port}", **UNCAPPED}
        offline = stack.enter_context(real_service())
        searching = stack.enter_context(real_service(offline=False, **online))
        fields = [_Field(way=way, web=web, served=searching if way.web else offline) for way in WAYS]
        yield from _rows("unknown claim", options.suites.poison(), fields, options)
        yield from _rows("known to be false", _read_known(OWN)[: options.suites.rows], fields, options)


def _read_known(path: Path) -> tuple[Poison, ...]:
    rows = json.loads(path.read_text(encoding="utf-8"))
    return tuple(Poison(claim=row["claim"], passages=tuple(row["adv_texts"])) for row in rows)


def _rows(
    what: str, poisons: Sequence[Poison], fields: Sequence[_Field], options: AttackOptions
) -> Iterator[AttackRow]:
    counts = (COUNTS[0], COUNTS[-1]) if options.brief else COUNTS
    plans = [(spread, count) for spread in SPREADS for count in counts if spread == "one site" or count > 1]
    for field in fields:
        for plan in plans:
            if options.brief and not field.way.bounds(plan[0]):
                continue
            yield from _measured(what, poisons, field, plan)
            options.tell(f"  {what}, {field.way.name}, {plan[1]} from {plan[0]}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """The service and the web for one way of planting passages."""

    way: Way
    web: _Web
    served: World

    def verdict(self, claim: str, planted: Sequence[Passage]) -> dict[str, Any]:
        """Verify the claim with these passages planted and return the answer. The passages are removed afterwards."""
        knowledge = self.served.services.knowledge
        if self.way.web:
            self.web.pages = {p.source: p for p in planted}
        else:
            knowledge.ingest(planted, quarantined=not self.way.trusted)
        found = verified(self.served, claim, top_k=20)
        for passage in planted:
            knowledge.forget(passage_id=passage.id)
        return found


def _measured(what: str, poisons: Sequence[Poison], field: _Field, plan: tuple[str, int]) -> Iterator[AttackRow]:
    spread, count = plan
    flipped, alone = Tally(), Tally()
    for poison in poisons:
        found = field.verdict(poison.claim, tuple(_passages_to_plant(poison, spread, count)))
        flipped.attempt(found["verdict"] in TURNED, f"{poison.claim}: {found['verdict']}")
        alone.attempt(_one_passage_suffices(found), poison.claim)
    allowed = 0 if field.way.bounds(spread) else None
    variant = f"{count} from {spread}, {field.way.name}"
    yield flipped.row(GROUP, what, variant, allowed=allowed)
    yield alone.row(GROUP, what, f"{variant}, without independence", allowed=None)


def _one_passage_suffices(found: dict[str, Any]) -> bool:
    """Return whether a single passage would have decided the claim.

    That is the case if the verdict changed or all usable passages support the claim.
    """
    if found["verdict"] in TURNED:
        return True
    decisive = [e for e in found["evidence"] if e["quote"] and not e["lead_only"] and e["kind"] != "snippet"]
    usable = [e for e in decisive if not (e["quarantined"] and e["origin"] == "kb")]
    stances = {e["stance"] for e in usable}
    return stances == {"supports"}


def _passages_to_plant(poison: Poison, spread: str, count: int) -> Iterator[Passage]:
    texts = [poison.passages[n % len(poison.passages)] for n in range(count)]
    for n, text in enumerate(texts):
        site = SITES[0] if spread == "one site" else SITES[n % len(SITES)]
        source = f"https://{site}/story-{n}-{passage_id(site, poison.claim)[:8]}"
        yield Passage(
            id=passage_id(source, text), text=text, source=source, title=poison.claim.rstrip("."), domain=site, kind=PassageKind.ARTICLE,
            retrieved="2026-11-20T08:00:00+00:00",
        )  # fmt: skip


class _Web(LoopbackServer):
    """A web whose search results and pages contain only the planted passages."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: dict[str, Passage] = {}

    def answer(self, request: Request) -> LoopbackReply:
        """Return search results in SearXNG's JSON format for /search, and pages for other requests."""
        if request.path == "/search" and "q" in request.query:
            rows = [
                {
                    "url": url, "title": page.title, "content": page.text[:280], "engine": "x", "engines": ["x"], "category": "general",
                    "publishedDate": None,
                }
                for url, page in self.pages.items()
            ]  # fmt: skip
            body = {"query": "", "number_of_results": len(rows), "results": rows, "unresponsive_engines": []}
            return LoopbackReply(body=json.dumps(body).encode(), content_type="application/json")
        page = self.pages.get(f"https://{request.host}{request.target}")
        if page is None:
            return LoopbackReply(status=404)
        text = f"<article><h1>{escape(page.title)}</h1><p>{escape(page.text)}</p></article>"
        return LoopbackReply(
            body=f"<!doctype html><html lang=en><title>{escape(page.title)}</title><body>{text}</body></html>".encode()
        )

"""Tests every search engine in every failure mode.

The other engines must continue, and the results of the web search must be used. Afterwards, /api/status must show that
the engine is paused, for how long, and why.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scripts.attacks.service import real_service
from scripts.outages import OutageOptions
from scripts.outages.claims import LIMITS, UNDECIDED, OutageClaim, Seen, asked, problems
from scripts.outages.report import OutageRow
from scripts.outages.wrong import Wrong, WrongServer, wrong_server
from tests.api_world import World
from tests.frozen_web import FrozenWeb

GROUP = "engines"
HOUR_S = 3_600.0
_BRIDGE = ("The Halden bridge reopened in March 2024 after repairs costing 40 million euros", "True")
_FACT_CHECK = ("The city of Norwick has banned bicycles from its city center", "False")
_BROAD = ("The Orsava observatory discovered a comet named Telka-9 in 2022", "True")
_HEALTH = ("Talosin tablets cause asthma in children", UNDECIDED)
_PHYSICS = ("Physicists of the Orsava observatory measured the mass of the neutrino", UNDECIDED)
_EVENT = ("Protests closed the Velbrook dam in March 2024", UNDECIDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCheck:
    """The test of one engine: its name, a claim with the expected verdict, and settings.

    The engine is queried for the claim, and the settings direct it to the failing server (`WRONG`).
    """

    name: str
    claim: tuple[str, str]
    settings: dict[str, str]
    alone: bool = False


WRONG = "{wrong}"
PARTS = (
    EngineCheck(name="searxng", claim=(_BRIDGE[0], UNDECIDED), settings={"searxng_url": WRONG}, alone=True),
    EngineCheck(name="tavily", claim=_BRIDGE, settings={"tavily_url": WRONG, "tavily_api_key": "k"}),
    EngineCheck(
        name="google_fact_check",
        claim=_FACT_CHECK,
        settings={"google_fact_check_url": WRONG, "google_fact_check_api_key": "k"},
    ),
    EngineCheck(name="ddgs:duckduckgo", claim=_BRIDGE, settings={"sources_url": WRONG}),
    EngineCheck(name="wikipedia", claim=_BROAD, settings={"wikipedia_url": WRONG}),
    EngineCheck(name="wikidata", claim=_BROAD, settings={"sources_url": WRONG}),
    EngineCheck(name="europepmc", claim=_HEALTH, settings={"sources_url": WRONG}),
    EngineCheck(name="openalex", claim=_HEALTH, settings={"sources_url": WRONG}),
    EngineCheck(name="crossref", claim=_HEALTH, settings={"sources_url": WRONG}),
    EngineCheck(name="semantic_scholar", claim=_PHYSICS, settings={"sources_url": WRONG}),
    EngineCheck(name="arxiv", claim=_PHYSICS, settings={"sources_url": WRONG}),
    EngineCheck(
        name="openfda", claim=("The FDA recalled talosin tablets in 2020", UNDECIDED), settings={"sources_url": WRONG}
    ),
    EngineCheck(name="gdelt", claim=_EVENT, settings={"sources_url": WRONG}),
    EngineCheck(name="feeds", claim=_EVENT, settings={"sources_url": WRONG}),
)


def run(options: OutageOptions) -> Iterable[OutageRow]:
    """Yield a report row for each engine and failure mode."""
    for part in PARTS:
        for way in Wrong:
            if options.wants(f"{GROUP} {part.name} {way}"):
                yield _row(part, way, options.grace_s)


def _row(part: EngineCheck, way: Wrong, grace_s: float) -> OutageRow:
    claim, expected = part.claim
    case = OutageClaim(claim=claim, expected=expected, named=(part.name,))
    with FrozenWeb() as web, wrong_server(way) as wrong, real_service(**_settings(part, web, wrong)) as served:
        begin = time.time()
        seen = asked(served, case)
        found = [*problems(seen, case, grace_s), *_status(served, part.name, way, begin)]
        if not wrong.asked:
            found.append("it was never asked")
    return row_of(GROUP, part.name, way, seen, found)


def row_of(group: str, part: str, way: str, seen: Seen, found: list[str]) -> OutageRow:
    """Return the report row for one answer."""
    return OutageRow(group=group, part=part, way=way, problem="; ".join(found), told=seen.codes(), seconds=seen.seconds)


def _settings(part: EngineCheck, web: FrozenWeb, wrong: WrongServer) -> dict[str, Any]:
    own = {name: wrong.url if value == WRONG else value for name, value in part.settings.items()}
    engines = part.name if part.alone else f"{part.name},searxng"
    return {"offline": False, "engines": engines, "searxng_url": web.url, "resolve": web.resolve, **LIMITS, **own}


def _status(served: World, name: str, way: Wrong, begin: float) -> list[str]:
    """Return the problems with the state of the engine in /api/status."""
    engines = served.call("GET", "/api/status").json()["engines"]
    state = next(engine for engine in engines if engine["engine"] == name)
    pause = state["until"] - begin
    found = []
    if not state["failures"] or not state["reason"]:
        found.append(f"the status knows of no failure: {state}")
    if way is Wrong.TOO_MANY and pause < HOUR_S - 1:
        found.append(f"after a 429 it is left alone for {pause:.0f} s only")
    if way is not Wrong.TOO_MANY and not 0 < pause < HOUR_S:
        found.append(f"it is left alone for {pause:.0f} s")
    return found

"""Tests page fetching in every failure mode. No page can be read, so no verdict may be firm."""

from __future__ import annotations

from collections.abc import Iterable

from scripts.attacks.service import real_service
from scripts.outages import OutageOptions
from scripts.outages.claims import LIMITS, UNDECIDED, OutageClaim, asked, problems
from scripts.outages.engines import row_of
from scripts.outages.report import OutageRow
from scripts.outages.wrong import Wrong, wrong_server
from tests.frozen_web import FrozenWeb

GROUP = "pages"
CASE = OutageClaim(
    claim="The Halden bridge reopened in March 2024 after repairs costing 40 million euros",
    expected=UNDECIDED,
    named=("page_unreadable",),
)


def run(options: OutageOptions) -> Iterable[OutageRow]:
    """Yield a report row for each failure mode."""
    for way in Wrong:
        if options.wants(f"{GROUP} {way}"):
            with FrozenWeb() as web, wrong_server(way) as wrong:
                place = f"*=127.0.0.1:{wrong.port}"
                settings = {"engines": "searxng", "searxng_url": web.url, "resolve": place, **LIMITS}
                with real_service(offline=False, **settings) as served:
                    seen = asked(served, CASE)
            found = problems(seen, CASE, options.grace_s) + ([] if wrong.asked else ["no page was asked for"])
            yield row_of(GROUP, "page fetch", way, seen, found)

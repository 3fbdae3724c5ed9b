"""Tests the optional language model in every failure mode. The verdict must not change, and an issue must report the failure."""

from __future__ import annotations

from collections.abc import Iterable

from scripts.attacks.service import real_service
from scripts.outages import OutageOptions
from scripts.outages.claims import LIMITS, OutageClaim, asked, problems
from scripts.outages.engines import row_of
from scripts.outages.report import OutageRow
from scripts.outages.wrong import Wrong, wrong_server
from tests.frozen_web import FrozenWeb

GROUP = "llm"
CASE = OutageClaim(
    claim="An Arctic tern tagged at Lisvik flew 96,000 kilometers in one year",
    expected="True",
    named=("llm_failed",),
)


def run(options: OutageOptions) -> Iterable[OutageRow]:
    """Yield a report row for each failure mode."""
    for way in Wrong:
        if options.wants(f"{GROUP} {way}"):
            with FrozenWeb() as web, wrong_server(way) as wrong:
                settings = {"engines": "searxng", "searxng_url": web.url, "resolve": web.resolve, **LIMITS}
                with real_service(offline=False, openai_base_url=f"{wrong.url}/v1", **settings) as served:
                    seen = asked(served, CASE)
            found = problems(seen, CASE, options.grace_s) + ([] if wrong.asked else ["it was never asked"])
            # A busy machine may reach the deadline first. The answer then reports the deadline.
            if seen.found.get("verdict") != CASE.expected and "deadline" not in seen.codes():
                found.append(f"without its help it came out {seen.found.get('verdict')}")
            yield row_of(GROUP, "language model", way, seen, found)

"""Start the real service with an empty data folder and a frozen web of invented facts, and measure it with many clients."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backend.errors import UserError  # noqa: E402 - sys.path is extended first
from backend.evaluation.end_to_end_service import running  # noqa: E402
from backend.evaluation.frozen_server import FrozenServer  # noqa: E402
from scripts.loading import soak, table, world  # noqa: E402

MOST = 10_000
"""Maximum number of facts in the frozen web of a soak test. Two cores cannot check more claims during one test."""
AT_ONCE = 32
PAUSE_S = 15.0


def parser() -> argparse.ArgumentParser:
    """Return the command-line parser."""
    found = argparse.ArgumentParser(prog="scripts/load", description=__doc__)
    found.add_argument("--readers", default="1,8,32,64", metavar="N,N", help="readers at the same time, one row each")
    found.add_argument("--seconds", type=float, default=60.0, metavar="S", help="for each row (default 60)")
    found.add_argument("--facts", type=int, default=2_000, metavar="N", help="facts of the frozen web (default 2,000)")
    found.add_argument("--soak", type=int, default=0, metavar="N", help="instead: N claims, and what they leave behind")
    found.add_argument("--minutes", type=float, default=600.0, metavar="M", help="with --soak: end after so long")
    found.add_argument(
        "--pages", type=int, default=6, metavar="N", help="pages read per search tier (default 6, as shipped)"
    )
    found.add_argument(
        "--offline", action="store_true", help="with --soak: no web, so that many more claims fit into the time"
    )
    found.add_argument("--cap-mb", type=int, default=2_048, metavar="MB", help="with --soak: the knowledge base's cap")
    found.add_argument("--json", action="store_true", help="print JSON and nothing else")
    return found


def tell(text: str) -> None:
    """Print progress to standard error."""
    print(text, file=sys.stderr, flush=True)


def unasked(claims: Iterator[str]) -> Iterator[str]:
    """Yield every claim once, then repeat the claims endlessly with added words that make them new claims."""
    seen = []
    for claim in claims:
        seen.append(claim)
        yield claim
    for again in count(2):
        yield from (f"{claim.rstrip('.')}, as guide number {again} says." for claim in seen)


def run_table(options: argparse.Namespace) -> int:
    """Measure latency and errors. Return 1 if there was an error or identical claims were processed more than once, else 0."""
    chosen = world.cases(options.facts)
    claims = unasked(case.claim for case in chosen[1:])
    with (
        FrozenServer(world.web(chosen)) as web,
        running(web.settings | {"CLAIMLIGHT_PAGES_PER_TIER": str(options.pages)}) as served,
    ):
        tell("warming up")
        table.measure(served.url, claims, 2, 5.0)
        same = table.same_claim(served.url, web, chosen[0].claim, AT_ONCE)
        if not same.searches:
            # The search engine was paused after the warm-up, so the result would prove nothing.
            time.sleep(PAUSE_S)
            same = table.same_claim(served.url, web, next(claims), AT_ONCE)
        rows = []
        for readers in (int(part) for part in options.readers.split(",")):
            tell(f"{readers} readers for {options.seconds:.0f} s")
            rows.append(table.measure(served.url, claims, readers, options.seconds))
    if options.json:
        print(json.dumps(table.as_json(rows, same), indent=2))
    else:
        table.tell_table(rows, same, print)
    return int(
        any(row.errors or row.unnamed for row in rows) or same.jobs != 1 or not 0 < same.searches == same.distinct
    )


def run_soak(options: argparse.Namespace) -> int:
    """Measure memory and disk usage. Return 1 if there was an error or the cap was exceeded, else 0."""
    chosen = world.cases(min(options.soak, MOST))
    tell(f"building a web of {len(chosen)} facts")
    with FrozenServer(world.web(chosen)) as web:
        caps = {"CLAIMLIGHT_KNOWLEDGE_CAP_MB": str(options.cap_mb), "CLAIMLIGHT_PAGES_PER_TIER": str(options.pages)}
        settings = web.settings | caps | ({"CLAIMLIGHT_OFFLINE": "true"} if options.offline else {})
        with running(settings) as served:
            found = soak.soak(served, [case.claim for case in chosen], options.minutes, tell)
    if options.json:
        print(json.dumps(asdict(found), indent=2))
    else:
        soak.tell_soak(found, print)
    return int(found.errors > 0 or not found.held)


def main() -> int:
    """Run the measurement and return the exit status: 0 for success, otherwise 1."""
    options = parser().parse_args()
    try:
        return run_soak(options) if options.soak else run_table(options)
    except UserError as error:
        tell(f"{error.message}\n{error.hint}".strip())
        return 1


if __name__ == "__main__":
    sys.exit(main())

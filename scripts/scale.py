"""Measure the knowledge base at a given size.

The results are the ingest rate, query times, memory, disk usage, start time, and the recall of the vector index.

The passages are generated (scripts/scaling/world.py). Everything else (database, full-text search, index and retrieval)
is the product's own.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from scripts.scaling.filling import Unfinished
from scripts.scaling.measure import Figures, Places, measure
from scripts.scaling.servers import Unavailable, chroma, postgres


def main() -> int:
    """Run the measurement and return exit status 0, or 1 if a requested server cannot run or the index does not become ready."""
    options = _options()
    with ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="claimlight-scale-")))
        try:
            database = stack.enter_context(postgres()) if options.servers else options.database_url
            server = stack.enter_context(chroma()) if options.servers else options.chroma_url
        except Unavailable as reason:
            print(f"A server cannot be started: {reason}", file=sys.stderr)
            return 1
        places = Places(folder=folder, database_url=database, chroma_url=server)
        try:
            found = measure(places, options.passages, questions=options.questions, say=_say)
        except Unfinished as reason:
            print(f"Nothing was measured: {reason}", file=sys.stderr)
            return 1
    print(json.dumps(found.json(), indent=2) if options.json else _table(found))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/scale", description=__doc__)
    parser.add_argument("--passages", type=int, default=10_000, metavar="N", help="how many (default 10,000)")
    parser.add_argument(
        "--questions", type=int, default=200, metavar="N", help="claims that are looked up (default 200)"
    )
    parser.add_argument("--servers", action="store_true", help="start a PostgreSQL and a Chroma server and use them")
    parser.add_argument("--database-url", default="", help="use this PostgreSQL (an empty database) instead of SQLite")
    parser.add_argument("--chroma-url", default="", help="use this Chroma server instead of the embedded index")
    parser.add_argument(
        "--folder", type=Path, help="where to keep the data and go on with what is there (default: a temporary folder)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser.parse_args()


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _table(found: Figures) -> str:
    return "\n".join(f"{name:32} {value}" for name, value in found.json().items())


if __name__ == "__main__":
    sys.exit(main())

"""Kill Claimlight in the middle of its work, damage its files and fill its disk, and report any lost data.

Results go to standard output, progress to standard error. The exit code is 1 if an acknowledged write was lost.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.benches import collected, tell, write_json
from scripts.crashes import GROUPS, CrashOptions
from scripts.crashes.report import shown


def main(arguments: Sequence[str]) -> int:
    """Run the tests and return the exit status: 0 if nothing was lost, otherwise 1. Invalid options exit with status 2."""
    parser = argparse.ArgumentParser(prog="scripts/crash", description=__doc__)
    names = f"{', '.join(GROUPS)}; all when none"
    parser.add_argument("groups", nargs="*", choices=[[], *GROUPS], metavar="GROUP", help=names)
    parser.add_argument(
        "--kills", type=int, default=200, metavar="N", help="processes killed, all activities together (200)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every row here, too")
    chosen = parser.parse_args(arguments)
    rows = collected(GROUPS, chosen.groups, CrashOptions(kills=chosen.kills, tell=tell))
    print(shown(rows))
    write_json(chosen.json, rows)
    return int(any(row.bad for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

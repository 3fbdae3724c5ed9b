"""Make every dependency of Claimlight fail in every way while a claim is checked, and report the answers.

Results go to standard output, progress to standard error. The exit code is 1 if an answer was late or wrong, or did not
name the failed part.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.benches import collected, write_json
from scripts.outages import GROUPS, OutageOptions
from scripts.outages.report import shown


def main(arguments: Sequence[str]) -> int:
    """Run the cases and return the exit status: 0 if all passed, otherwise 1. Invalid options exit with status 2."""
    parser = argparse.ArgumentParser(prog="scripts/faults", description=__doc__)
    names = f"{', '.join(GROUPS)}; all when none"
    parser.add_argument("groups", nargs="*", choices=[[], *GROUPS], metavar="GROUP", help=names)
    parser.add_argument("--only", action="append", default=[], metavar="WORD", help="only cases whose name holds it")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every row here, too")
    chosen = parser.parse_args(arguments)
    rows = collected(GROUPS, chosen.groups, OutageOptions(only=tuple(chosen.only)), lambda row: row.line)
    print(shown(rows))
    write_json(chosen.json, rows)
    return int(not rows or any(row.problem for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Compare the decisions of four earlier designs and of Claimlight on the same evidence, with perfect and imperfect stances."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from backend.evaluation.design_claims import Gold, labelled_claims
from backend.evaluation.designs import DESIGNS, DesignScore, score

FLIPS = (0.0, 0.1, 0.2)
CLAIMS = 200


def share(text: str) -> float:
    """Parse a number from 0 to 1. Raises ValueError, which argparse reports to the user, for any other input."""
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def whole(text: str) -> int:
    """Parse an integer of at least 4 (one claim of each kind). Raises ValueError, which argparse reports, for any other input."""
    value = int(text)
    if value < len(Gold):
        raise ValueError(text)
    return value


def parser() -> argparse.ArgumentParser:
    """Return the command-line parser."""
    made = argparse.ArgumentParser(prog="scripts/compare_designs", description=__doc__)
    made.add_argument("--claims", type=whole, default=CLAIMS, metavar="N", help=f"claims, balanced (default: {CLAIMS})")
    made.add_argument(
        "--flip", type=share, nargs="+", default=FLIPS, metavar="RATE", help="shares of stances turned round"
    )
    made.add_argument("--json", action="store_true", help="print only JSON, one object per line")
    return made


def line(found: DesignScore) -> str:
    """Return one line of the table, with values in percent."""
    classes = "".join(f"{100 * found.per_class[kind]:>11.0f}" for kind in Gold)
    return f"{found.design:<14}{100 * found.flip:>5.0f}{100 * found.accuracy:>9.0f}{classes}"


def main(arguments: Sequence[str]) -> int:
    """Print the comparison and return exit status 0. Invalid options exit with status 2."""
    options = parser().parse_args(arguments)
    claims = labelled_claims(options.claims)
    if not options.json:
        print(
            f"{options.claims} claims; % right\n{'design':<14}{'flip':>5}{'all':>9}{''.join(f'{k:>11}' for k in Gold)}"
        )
    for flip in options.flip:
        for design in DESIGNS:
            found = score(design, claims, flip)
            print(json.dumps(asdict(found)) if options.json else line(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

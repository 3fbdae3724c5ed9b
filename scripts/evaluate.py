"""Measure the stages of Claimlight on files of labelled rows (JSON Lines, plain or gzipped).

Results go to standard output, progress to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from backend.errors import ClaimlightError, UserError
from backend.evaluation.scores import SubCommand, table

COMMANDS = {
    "verifier": ("backend.evaluation.verifier", "pairs of claim and passage: SUPPORTS, REFUTES, NEI"),
    "two-pass": ("backend.evaluation.two_pass", "pairs of claim and passage, judged once and, as in deep mode, twice"),
    "stages": (
        "backend.evaluation.stages",
        "claims with the built-in fact that decides them: the stage at which each is lost",
    ),
    "claim-type": (
        "backend.evaluation.claim_type",
        "texts: FACTUAL, OPINION, MIXED, AMBIGUOUS, or CHECKWORTHY, NOT_CHECKWORTHY",
    ),
    "decompose": ("backend.evaluation.decompose", "sentences and their atomic facts"),
    "retrieve": ("backend.evaluation.retrieval", "claims, candidate passages and which of them matter"),
    "end-to-end": (
        "backend.evaluation.end_to_end",
        "claims and their passages, through the real HTTP API over a frozen web",
    ),
    "web": (
        "backend.evaluation.web",
        "claims in ordinary words, through the real HTTP API over pages written for them",
    ),
    "all": ("scripts.evaluation.suite", "every set of a data folder; writes docs/evaluation.md with plots"),
}
WHOLE_FOLDER = "all"


def tell(line: str) -> None:
    """Print one line of progress."""
    print(line, file=sys.stderr, flush=True)


def positive(text: str) -> int:
    """Parse a positive integer. Raises ValueError, which argparse reports to the user, for any other input."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def parser(chosen: str) -> argparse.ArgumentParser:
    """Return the command-line parser.

    Only the module of the chosen sub-command is loaded, because each module imports the stages that it measures.
    """
    whole = argparse.ArgumentParser(prog="scripts/evaluate", description=__doc__)
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, what) in COMMANDS.items():
        one = commands.add_parser(name, help=what, description=f"Measures {what}.")
        one.add_argument("--rows", type=positive, help="size of a seeded sample of each file (default: all rows)")
        one.add_argument("--json", action="store_true", help="print only one line of JSON per file")
        if name != WHOLE_FOLDER:
            one.add_argument("--data", type=Path, nargs="+", required=True, metavar="FILE")
        if name == chosen:
            loaded(module).add_options(one)
    return whole


def loaded(module: str) -> SubCommand:
    """Import and return the module of a sub-command."""
    return cast(SubCommand, import_module(module))


def main(arguments: Sequence[str]) -> int:
    """Run a sub-command and return the exit status: 0 for success, 1 after a reported error, 130 if interrupted.

    Invalid options exit with status 2.
    """
    options = parser(next((word for word in arguments if word in COMMANDS), "")).parse_args(arguments)
    figures = []
    try:
        for measured in loaded(COMMANDS[options.command][0]).measure(getattr(options, "data", []), options, tell):
            figures.append(measured.figures)
            if options.json:
                print(json.dumps(measured.figures.as_json(), ensure_ascii=False), flush=True)
    except UserError as error:
        tell(f"{error.message}\n{error.hint}".strip())
        return 1
    except ClaimlightError as error:
        tell(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    if not options.json:
        print(table(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

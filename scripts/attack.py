"""Attack Claimlight in every way that docs/security.md lists, and report how often each attack succeeds.

Results go to standard output, progress to standard error. The exit code is 1 if an attack that must fail succeeds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from backend.errors import UserError
from scripts.attacks import GROUPS, AttackOptions
from scripts.attacks.report import table
from scripts.attacks.suites import SHIPPED, Suites
from scripts.benches import collected, tell, write_json

SUITE_HELP = {
    "xss": "strings that try to become code: JSON list, JSON object of lists, or one a line",
    "strings": "awkward strings, in the same shapes",
    "parsing": "JSON parsing cases: an object of base64 texts named y_…, n_…, i_…",
    "injections": "instructions that pages may hold, in the shapes of --xss",
    "poison": 'planted passages: objects with "adv_texts", "incorrect answer" and perhaps "claim"',
    "addresses": "IP addresses that must never be connected to, in the shapes of --xss",
}


def positive(text: str) -> int:
    """Parse a positive integer. Raises ValueError, which argparse reports to the user, for any other input."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def parser(named: Sequence[str], groups: Mapping[str, str]) -> argparse.ArgumentParser:
    """Return the command-line parser. Its description explains the named groups, or the whole command if none is named."""
    explained = [f"{name}: {import_module(groups[name]).__doc__}" for name in named] or [__doc__ or ""]
    whole = argparse.ArgumentParser(
        prog="scripts/attack", description="\n\n".join(explained), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    whole.add_argument(
        "groups", nargs="*", choices=[[], *groups], metavar="GROUP", help=f"{', '.join(groups)}; all when none"
    )
    for name, what in SUITE_HELP.items():
        whole.add_argument(f"--{name}", type=Path, metavar="FILE", help=f"{what} (shipped: {SHIPPED[name].name})")
    whole.add_argument("--rows", type=positive, help="a seeded sample of so many rows of every suite")
    whole.add_argument("--no-browser", action="store_true", help="leave out what needs Chromium")
    whole.add_argument(
        "--llm", default="", metavar="URL", help="base address of an OpenAI-compatible LLM to ask as well (injection)"
    )
    whole.add_argument("--llm-model", default="local", metavar="NAME", help="its name there")
    whole.add_argument("--json", type=Path, metavar="FILE", help="write every row here, too")
    return whole


def main(arguments: Sequence[str], groups: Mapping[str, str] = GROUPS) -> int:
    """Run the attacks and return the exit status: 0 without regressions, 1 after a regression or a reported error.

    Invalid options exit with status 2.
    """
    chosen = parser([word for word in arguments if word in groups], groups).parse_args(arguments)
    paths = {name: path for name in SUITE_HELP if (path := getattr(chosen, name)) is not None}
    options = AttackOptions(
        suites=Suites(paths, chosen.rows),
        browser=not chosen.no_browser,
        llm=chosen.llm,
        llm_model=chosen.llm_model,
        tell=tell,
    )
    try:
        rows = collected(groups, chosen.groups, options)
    except UserError as error:
        tell(f"{error.message}\n{error.hint}".strip())
        return 1
    print(table(rows))
    write_json(chosen.json, rows)
    return int(any(row.regression for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

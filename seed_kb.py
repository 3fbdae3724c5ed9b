"""Fill the knowledge base with facts about which people are most often misled: `python seed_kb.py [--data-dir DIR]`.

The backend does the same at every start. Repeated runs add nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from backend.bootstrap import load_embedder
from backend.cli import read_settings
from backend.errors import ClaimlightError
from backend.knowledge.seeds import seed
from backend.knowledge.startup import open_knowledge
from backend.sources.reader import ReaderSources


def main(arguments: Sequence[str] | None = None) -> int:
    """Seed the knowledge base of a data folder and print what was added. On failure, print the reason and return 1."""
    parser = argparse.ArgumentParser(prog="seed_kb.py", description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir", type=Path, help="where the knowledge base lives (default: CLAIMLIGHT_DATA_DIR)")
    chosen = parser.parse_args(arguments).data_dir
    try:
        settings = read_settings({"data_dir": chosen} if chosen else {})
        registry = ReaderSources.open(settings.sources_file, settings.data_dir).registry
        knowledge = open_knowledge(settings.data_dir, load_embedder(settings), registry)
        try:
            report = seed(knowledge)
        finally:
            knowledge.close()
    except ClaimlightError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{report.new} facts added, {report.unchanged} were there already ({settings.data_dir}).\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

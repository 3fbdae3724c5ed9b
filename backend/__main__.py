"""Runs the program as `python -m backend`. In a clone, `scripts/start` uses this command."""

import os
import sys
from pathlib import Path

from backend.cli import Launch, main

if __name__ == "__main__":
    started_in = Path(os.environ.get("CLAIMLIGHT_STARTED_IN", ""))
    clone = Path(__file__).resolve().parent.parent
    launch = Launch(program="scripts/start", env_file=Path(".env"), folder=started_in, clone=clone)
    sys.exit(main(launch=launch))

"""`python -m backend`, which `scripts/start` runs in the clone."""

import os
import sys
from pathlib import Path

from backend.cli import Launch, main

if __name__ == "__main__":
    started_in = Path(os.environ.get("CLAIMLIGHT_STARTED_IN", ""))
    sys.exit(main(launch=Launch(program="scripts/start", env_file=Path(".env"), folder=started_in)))

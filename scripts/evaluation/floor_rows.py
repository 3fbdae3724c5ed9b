"""Select the rows of tests/fixtures/verifier_floor.jsonl.gz.

.venv/bin/python scripts/evaluation/floor_rows.py --data-folder DATA --out tests/fixtures/verifier_floor.jsonl.gz

The rows are permissively licensed and are not used for training or calibration.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from backend.evaluation import datasets
from backend.evaluation.calibration import fitting_half
from backend.evaluation.datasets import Row
from scripts.training.held_out import held_out

SETS = {"scifact_dev": 150, "check_covid_dev": 150, "factcheck_bench_a": 200}
"""Number of rows from each evaluation set."""
WEB = "factcheck_bench"


def may_be_used(name: str, row: Row) -> bool:
    """Return whether the claim was used for neither training nor calibration.

    Two thirds of the claims of Factcheck-Bench are used for training, and half of the rest for calibration.
    """
    claim = row.text("claim")
    return not name.startswith(WEB) or (held_out(WEB, claim) and not fitting_half(claim))


def chosen(folder: Path) -> list[dict[str, str]]:
    """Return a seeded sample of rows from each set, in the order of the set."""
    found = []
    for name, count in SETS.items():
        rows = tuple(datasets.rows(folder / "verifier" / "eval" / f"{name}.jsonl.gz"))
        for row in datasets.sample([row for row in rows if may_be_used(name, row)], count):
            kept = {field: row.text(field) for field in ("id", "claim", "evidence", "label")}
            found.append({"src": name, **kept})
    return found


def main() -> None:
    """Write the file. The bytes are the same on every run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data-folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    a = parser.parse_args()
    body = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in chosen(a.data_folder))
    a.out.write_bytes(gzip.compress(body.encode("utf-8"), mtime=0))


if __name__ == "__main__":
    main()

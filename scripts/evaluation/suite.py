"""`scripts/evaluate all`: measures every set in the data folder and writes the report.

The report consists of docs/evaluation.md with plots, and of the reliability data for the web page.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import cast

from backend.errors import ConfigurationError
from backend.evaluation import datasets
from backend.evaluation.scores import Measurement, SubCommand, Tell
from scripts.evaluation.document import write_report
from scripts.evaluation.plots import require_matplotlib
from scripts.evaluation.reliability import write_reliability
from scripts.evaluation.sets import SETS, Set
from scripts.evaluation.store import MeasurementStore

ROOT = Path(__file__).resolve().parents[2]
REPORT = ROOT / "docs" / "evaluation.md"
RELIABILITY = ROOT / "backend" / "web" / "static" / "data" / "reliability.json"
"""The file that the web page shows. A report written elsewhere gets its own file with this name next to it."""
MODULES = {
    "verifier": "backend.evaluation.verifier",
    "claim-type": "backend.evaluation.claim_type",
    "decompose": "backend.evaluation.decompose",
    "retrieve": "backend.evaluation.retrieval",
    "end-to-end": "backend.evaluation.end_to_end",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add --data-folder, --out, --skip and --keep."""
    parser.add_argument("--data-folder", type=Path, required=True, metavar="FOLDER", help="the folder of all data sets")
    parser.add_argument("--out", type=Path, default=REPORT, help="default: docs/evaluation.md")
    parser.add_argument("--skip", nargs="*", default=[], choices=sorted(MODULES), help="sub-commands to skip")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="store measurements in this file, and skip those that it has"
    )


def measure(_paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Measure every set in the folder and write the report at the end. Raises UserError."""
    require_matplotlib()
    wanted = [one for one in SETS if one.command not in options.skip]
    present = [one for one in wanted if (options.data_folder / one.file).is_file()]
    for one in wanted:
        if one not in present:
            tell(f"skipped, not found: {one.file}")
    if not present:
        raise ConfigurationError(f"{options.data_folder} has none of the data sets.", hint="See docs/evaluation.md.")
    store, found = MeasurementStore(options.keep), {}
    for one in present:
        known = store.get(one.name)
        if known is None:
            tell(f"== {one.command}: {one.name}")
            known = measure_set(one, options.data_folder, options.rows, tell)
            store.put(one.name, known)
        found[one.name] = known
        yield known
    measured = {one: found[one.name] for one in present}
    write_report(options.out, measured, rows=options.rows)
    data = RELIABILITY if options.out == REPORT else options.out.with_name(RELIABILITY.name)
    write_reliability(data, measured)
    tell(f"wrote {options.out} and {data}")


def measure_set(one: Set, folder: Path, rows: int | None, tell: Tell) -> Measurement:
    """Run the set's sub-command on its file, or on a temporary file with the rows that the set keeps."""
    module = cast(SubCommand, import_module(MODULES[one.command]))
    parser = argparse.ArgumentParser()
    module.add_options(parser)
    options = parser.parse_args(["--repeat", "--risk", one.risk] if one.command == "end-to-end" else [])
    options.rows = min((n for n in (rows, one.rows) if n), default=None)
    with tempfile.TemporaryDirectory(prefix="claimlight-evaluate-") as scratch:
        path = folder / one.file
        if one.keep:
            path = _part(path, one, Path(scratch))
        (measured,) = module.measure([path], options, tell)
    return replace(measured, figures=replace(measured.figures, file=one.file))


def _part(path: Path, one: Set, scratch: Path) -> Path:
    """Write the rows that the set keeps to a file of the same name. Raises DatasetError if there are no such rows."""
    part = scratch / path.name.removesuffix(".gz")
    keep = one.keep or (lambda _row: True)
    with part.open("w", encoding="utf-8") as file:
        for row in datasets.rows(path):
            if keep(row):
                file.write(json.dumps(dict(row.fields), ensure_ascii=False) + "\n")
    if not part.stat().st_size:
        raise datasets.DatasetError(path, f"it has no row for “{one.name}”")
    return part

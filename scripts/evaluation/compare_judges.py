"""Compare two judges on the same rows and print Markdown tables.

The tables show the metrics by set and by phenomenon, and how often the screen spoils or corrects the new judge's
result.

    .venv/bin/python scripts/evaluation/compare_judges.py --data-folder DATA --old backend/models/judge-8 --new backend/models/judge-9

Each model judges every row. The probabilities are stored in the --keep folder, so an interrupted run can continue.
Each table cell is "old → new".
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from backend.bootstrap import MODELS  # noqa: E402
from backend.domain.evidence import StanceThresholds  # noqa: E402
from backend.evaluation import datasets, metrics  # noqa: E402
from backend.evaluation.datasets import Row  # noqa: E402
from backend.evaluation.firm import decide, firm_figures  # noqa: E402
from backend.evaluation.metrics import Labels, Probabilities  # noqa: E402
from backend.evaluation.verifier import judge  # noqa: E402
from backend.providers.cascade import MAX_NEUTRAL  # noqa: E402
from backend.providers.onnx_model import JUDGE  # noqa: E402
from backend.providers.verifier import OnnxVerifier  # noqa: E402
from scripts.evaluation.sets import SETS, Set  # noqa: E402

WRITTEN = ROOT / "scripts" / "evaluation" / "data" / "written_pairs.jsonl.gz"
TWINS = Set(
    command="verifier",
    name="written twins, dev split",
    file="verifier/phenomena_train_2.jsonl.gz",
    keep=lambda row: row.fields.get("split") == "dev",
)
MODEL_NAMES = ("screen", "old", "new")
FIGURES = ("accuracy", "macro-F1", "S against R", "right when firm", "turned round per 1,000", "ECE")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSet:
    """The models' results on one set. `probabilities` are keyed by model name. `phenomena` has one entry per row, "" if unknown."""

    name: str
    gold: Labels
    phenomena: tuple[str, ...]
    probabilities: dict[str, Probabilities]

    @property
    def ruled_out(self) -> metrics.Flags:
        """Return the mask of the rows that the screen rules out and therefore does not pass to the judge."""
        return np.asarray(self.probabilities["screen"][:, metrics.NEI] > MAX_NEUTRAL)

    def paired(self, model: str) -> Probabilities:
        """Return the combined probabilities of the screen and the named judge, as in the product."""
        return np.where(self.ruled_out[:, np.newaxis], self.probabilities["screen"], self.probabilities[model])


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-folder", type=Path, required=True, metavar="FOLDER", help="the folder of all data sets")
    parser.add_argument("--old", type=Path, default=MODELS / JUDGE)
    parser.add_argument("--new", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=200, help="a seeded sample of each set; the twins are read in full")
    parser.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="where readings are kept")
    return parser.parse_args()


def chosen_rows(a: argparse.Namespace) -> dict[str, list[Row]]:
    """Return the rows to judge, keyed by set name."""
    found: dict[str, list[Row]] = {}
    for one in (TWINS, *(one for one in SETS if one.command == "verifier")):
        rows = [row for row in datasets.rows(a.data_folder / one.file) if one.keep is None or one.keep(row)]
        found[one.name] = list(datasets.sample(rows, None if one is TWINS else a.rows))
    found["written_pairs"] = list(datasets.sample(list(datasets.rows(WRITTEN)), a.rows))
    return found


def read(name: str, rows: Sequence[Row], models: dict[str, OnnxVerifier], keep: Path) -> JudgedSet:
    """Judge one set with every model, or load the stored results."""
    pairs = list(datasets.pairs(rows))
    phenomena = tuple(str(row.fields.get("phenomenon") or "") for row in rows)
    probabilities, gold = {}, np.array([datasets.VERIFIER_LABELS.index(pair.label) for pair in pairs])
    for model, verifier in models.items():
        file = keep / f"{name.replace(' ', '_').replace(',', '')}-{len(pairs)}-{verifier.model_id}.npy"
        if not file.is_file():
            print(f"{name}: {len(pairs)} pairs, {model}", file=sys.stderr, flush=True)
            np.save(file, judge(pairs, verifier).probabilities)
        probabilities[model] = np.load(file)
    return JudgedSet(name=name, gold=gold, phenomena=phenomena, probabilities=probabilities)


def figures(gold: Labels, probabilities: Probabilities, thresholds: StanceThresholds) -> tuple[str, ...]:
    """Return the formatted metrics in the order of FIGURES."""
    best = probabilities.argmax(axis=1)
    firm = firm_figures(gold, decide(probabilities, thresholds))
    shares = (
        metrics.accuracy(gold, best),
        metrics.macro_f1(gold, best),
        metrics.binary_accuracy(gold, probabilities),
        firm.precision,
    )
    return (*map(share, shares), f"{1000 * firm.turned_round:.0f}", share(metrics.ece_of(gold, probabilities)))


def share(value: float | None) -> str:
    """Format a share with three decimals and without the leading 0."""
    return "–" if value is None else f"{value:.3f}".replace("0.", ".", 1)


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    rule = "|".join("---" for _ in head)
    return "\n".join((f"| {' | '.join(head)} |", f"|{rule}|", *(f"| {' | '.join(line)} |" for line in lines)))


def by_set(readings: Sequence[JudgedSet], models: dict[str, OnnxVerifier]) -> str:
    """Return a table that compares the two judges on each set, without the screen."""
    lines = []
    for one in readings:
        old, new = (figures(one.gold, one.probabilities[m], models[m].thresholds) for m in ("old", "new"))
        lines.append((one.name, str(len(one.gold)), *(f"{a} → {b}" for a, b in zip(old, new, strict=True))))
    return table(("set", "rows", *FIGURES), lines)


def by_phenomenon(twins: JudgedSet, models: dict[str, OnnxVerifier]) -> str:
    """Return a table that compares the two judges on each phenomenon of the contrastive pairs."""
    lines = []
    names = np.array(twins.phenomena)
    for name in sorted(set(twins.phenomena)):
        rows = names == name
        old, new = (
            figures(twins.gold[rows], twins.probabilities[m][rows], models[m].thresholds) for m in ("old", "new")
        )
        lines.append((name.replace("_", " "), str(rows.sum()), *(f"{a} → {b}" for a, b in zip(old, new, strict=True))))
    return table(("phenomenon", "rows", *FIGURES), lines)


def screened(readings: Sequence[JudgedSet]) -> str:
    """Return a table with the numbers of pairs that the screen rules out, and of results that it spoils or corrects."""
    lines = []
    for one in readings:
        alone, both = (p.argmax(axis=1) == one.gold for p in (one.probabilities["new"], one.paired("new")))
        decided = one.gold != metrics.NEI
        counts = [
            one.ruled_out, one.ruled_out & decided, alone & one.ruled_out & ~both, both & ~alone
        ]  # fmt: skip
        lines.append(
            (
                one.name,
                str(len(one.gold)),
                *(str(int(c.sum())) for c in counts),
                share(alone.mean()),
                share(both.mean()),
            )
        )
    head = ("set", "rows", "ruled out", "of these decided", "lost", "gained", "judge alone", "screen and judge")
    return table(head, lines)


def main() -> None:
    """Judge all sets and print the three tables."""
    a = options()
    a.keep.mkdir(parents=True, exist_ok=True)
    folders = dict(zip(MODEL_NAMES, (MODELS / "verifier", a.old, a.new), strict=True))
    models = {name: OnnxVerifier(folder, 2) for name, folder in folders.items()}
    readings = [read(name, rows, models, a.keep) for name, rows in chosen_rows(a).items()]
    print(by_set(readings, models), by_phenomenon(readings[0], models), screened(readings), sep="\n\n")


if __name__ == "__main__":
    main()

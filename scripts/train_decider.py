"""Train the decider: judge labelled claims with the shipped models, fit the weights to the results, and show the decisions.

`facts` fits the weights for built-in facts and leaves the other weights unchanged.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from backend.bootstrap import MODELS, load_embedder, load_verifier
from backend.evaluation.end_to_end_data import CLAIM_LABELS
from backend.ports import Verifier
from backend.providers.cascade import CascadeVerifier
from backend.providers.verifier import OnnxVerifier
from backend.settings import Settings
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from backend.verdict.decider import SHIPPED, Weights
from scripts.training.decider_compare import table
from scripts.training.decider_facts import as_json, claims_of, fact_thresholds, held_out, read_facts, report, with_facts
from scripts.training.decider_fit import CLASSES, FOLDS, fitted, fold_of, role_of, row_of
from scripts.training.decider_readings import as_labelled, load, read, rows
from scripts.training.web_claims import SOURCE, web_claims

PUBLIC, PUBLIC_CLAIMS = "factcheck_bench", "e2e/factcheck_bench_a.jsonl.gz"
DATA = Path(__file__).parent / "training" / "data"
PLAIN_WORDS, FACT_CLAIMS, OPEN_CLAIMS = (
    DATA / f"{name}.jsonl" for name in ("plain_words", "fact_claims", "open_claims")
)
"""The judge was trained on the first file. No judge may be trained on the others, because half of each is used for evaluation."""


def parser() -> argparse.ArgumentParser:
    """Return the command-line parser."""
    command_parser = argparse.ArgumentParser(prog="scripts/train_decider", description=__doc__)
    steps = command_parser.add_subparsers(dest="step", required=True)
    reading = steps.add_parser("read", help="judge the passages of all claims (ten minutes; resumes where it stopped)")
    reading.add_argument("--data", type=Path, required=True, help="folder with e2e/")
    fitting = steps.add_parser("fit", help="fit and write the weights (a minute)")
    fitting.add_argument("--out", type=Path, default=SHIPPED, help="file for the weights")
    comparing = steps.add_parser("compare", help="what the weights decide at each risk setting, as Markdown")
    comparing.add_argument(
        "--reader",
        choices=("models", "labels"),
        default="models",
        help="labels: a perfect verifier for the sets whose passages have labels",
    )
    facts = steps.add_parser(
        "facts", help="judge claims about built-in facts, fit the weights of the facts and write them (minutes)"
    )
    facts.add_argument("--out", type=Path, default=SHIPPED, help="file of weights to add them to")
    for step in (reading, facts):
        step.add_argument("--judge", type=Path, help="folder of a judge other than the shipped one")
    for step in (reading, fitting, comparing):
        step.add_argument("--readings", type=Path, required=True, help="file of readings")
    return command_parser


def read_all(data: Path, readings: Path, judge_folder: Path | None) -> None:
    """Judge the passages of every set, and store the results in the file `readings`."""
    settings = Settings(_env_file=None)
    embedder, judge = load_embedder(settings), Judge(verifier_of(settings, judge_folder))
    sets = [web_claims(), load(data / PUBLIC_CLAIMS, PUBLIC)]
    for chosen in sets:
        print(f"{read(chosen, judge, embedder, readings)} of {len(chosen)} claims read", flush=True)


def fit_all(readings: Path, out_file: Path) -> None:
    """Fit the weights and write them to `out_file`, with a note about the data used."""
    source_registry = SourceRegistry()
    found, note = fitted([row_of(row, source_registry) for row in rows(readings) if row["label"] in CLAIM_LABELS])
    out_file.write_text(json.dumps({**asdict(found), "fitted_on": note}, indent=1) + "\n", encoding="utf-8")
    print(out_file.read_text(encoding="utf-8"))


def verifier_of(settings: Settings, judge: Path | None) -> Verifier:
    """Return the shipped verifier, or the shipped screen combined with the judge in the folder `judge` if given."""
    if judge is None:
        return load_verifier(settings)
    screen, other = (OnnxVerifier(folder, settings.threads) for folder in (MODELS / "verifier", judge))
    return CascadeVerifier(screen, other)


def fit_facts(out_file: Path, judge_folder: Path | None) -> None:
    """Fit the weights and thresholds for built-in facts, add them to `out_file`, and evaluate on held-out claims."""
    settings = Settings(_env_file=None)
    judge, embedder = Judge(verifier_of(settings, judge_folder)), load_embedder(settings)
    written_claims = [*claims_of(FACT_CLAIMS), *claims_of(OPEN_CLAIMS)]
    taught, written = (read_facts(claims, judge, embedder) for claims in (claims_of(PLAIN_WORDS), written_claims))
    unseen = [one for one in written if not held_out(one.claim)]
    stored_weights = json.loads(out_file.read_text(encoding="utf-8"))
    weights = with_facts([*taught, *unseen], Weights.parse(stored_weights))
    found = fact_thresholds(taught, unseen, weights)
    fitted, note = as_json(weights, found, {"plain_words": taught, "fact_and_open_claims": unseen})
    stored_weights |= fitted
    stored_weights["fitted_on"]["facts"] = note
    out_file.write_text(json.dumps(stored_weights, indent=1) + "\n", encoding="utf-8")
    kept_back = [one for one in written if held_out(one.claim)]
    print(f"{out_file.read_text(encoding='utf-8')}\n{report(kept_back, Weights.parse(stored_weights))}")


def compare(readings: Path, reader: str) -> None:
    """Print one table for each set of claims. Each claim is decided with weights that were calibrated without its fold."""
    source_registry = SourceRegistry()
    judged = [row for row in rows(readings) if row["label"] in CLAIM_LABELS]
    prepared = [row_of(row, source_registry) for row in judged]
    found = [row for row in judged if row["label"] in CLASSES]
    folds = [fitted(prepared, without=fold)[0] for fold in range(FOLDS)]
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in found:
        has_required_labels = reader == "models" or row["src"] != SOURCE
        if has_required_labels and role_of(row["src"], row["claim"]) == "calibrate":
            groups.setdefault(row["src"], []).append(as_labelled(row) if reader == "labels" else row)
    for name, claims in sorted(groups.items()):
        print(f"### {name}\n\n{table(claims, lambda claim: folds[fold_of(claim)])}\n")


def main(arguments: Sequence[str]) -> int:
    """Run one step and return exit status 0. Invalid options exit with status 2."""
    options = parser().parse_args(arguments)
    if options.step == "read":
        read_all(options.data, options.readings, options.judge)
    elif options.step == "facts":
        fit_facts(options.out, options.judge)
    elif options.step == "fit":
        fit_all(options.readings, options.out)
    else:
        compare(options.readings, options.reader)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Train a verifier: a cross-encoder that maps (passage, claim) to supports, refutes or not enough information.

    scripts/train_verifier --data DATA --start backend/models/judge-8 [--passes 4] [--minutes 600] [--export --version 9]
    scripts/train_verifier --data DATA [--recipe judge|screen]
    scripts/train_verifier --resume
    scripts/train_verifier --data DATA --start backend/models/judge-8 --stage FOLDER

DATA is the data folder. With --start, training continues from one of the project's own judges, whose int8 weights are
first converted to full precision. The training rows are contrastive pairs written for this project and a replay of all
other rows (`scripts/training/replay.py`). At the end, OUT/mean contains the weighted mean of the start weights and the
averaged weights that scores best on the development sets. This model is the one to ship. Without --start, training
starts from public weights, which come from Python packages and are verified by checksum, and makes one pass over the
mix of `scripts/training/mix.py`. In this case, OUT/average is the model to ship.

A checkpoint is written every ten minutes, and --resume continues from it after any interruption. OUT/log.jsonl contains
the loss and the development metrics at each checkpoint. --stage writes a folder for a machine with a GPU, with
instructions in a README.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.training import options  # noqa: E402
from scripts.training.replay import Replay, TrainingMix  # noqa: E402
from scripts.training.staging import stage  # noqa: E402


def starting_weights(a: argparse.Namespace) -> Path:
    """Return a folder with the start weights in full precision."""
    if not a.start:
        from scripts.training.public_weights import public_weights

        return public_weights(options.recipe(a).weights, a.out)
    if not (a.start / "manifest.json").is_file():
        return Path(a.start)
    from scripts.training.from_int8 import turn_back

    turned = Path(a.out / "start")
    return turned if a.resume else turn_back(a.start, turned)


def install(a: argparse.Namespace, weights: Path) -> None:
    """Export the int8 model to backend/models, and calibrate it on the development pairs."""
    name = options.recipe(a).folder
    folder, flag = (f"judge-{a.version}", "--judge") if name == "judge" else (name, "--verifier")
    export = [sys.executable, str(ROOT / "scripts" / "export_models"), flag, str(weights)]
    subprocess.run([*export, *(["--version", a.version] if a.version else [])], check=True)
    pairs, web = a.data / "verifier" / "dev.jsonl.gz", a.data / "verifier" / "eval" / "factcheck_bench_a.jsonl.gz"
    command = [sys.executable, str(ROOT / "scripts" / "calibrate_verifier"), "--data", str(pairs), "--web", str(web)]
    subprocess.run([*command, "--model", str(ROOT / "backend" / "models" / folder), "--keep-thresholds"], check=True)


def train(a: argparse.Namespace) -> Path:
    """Train until the maximum number of passes or minutes is reached. Return the folder of the model to ship."""
    import torch

    from scripts.training.development import development_sets
    from scripts.training.run import OnePass, Plan, TrainingRun

    if a.threads:
        torch.set_num_threads(a.threads)
    chosen = options.recipe(a)
    plan = Plan(
        start=starting_weights(a), out=a.out, layers=chosen.layers, frozen=a.frozen if a.frozen is not None else chosen.frozen,
        rate=a.rate or chosen.rate, passes=a.passes or chosen.passes, minutes=a.minutes,
        checkpoint_minutes=a.checkpoint_minutes, device=a.device, batch_tokens=a.batch_tokens, dropout=a.dropout, warm_up=a.warm_up,
    )  # fmt: skip
    one_pass: OnePass
    if a.start:
        mix = TrainingMix(
            twins=a.twins,
            replay=a.replay,
            own_words=a.own_words,
            other_pages=a.other_pages,
            focus=frozenset(a.focus),
        )
        one_pass = Replay(a.data, mix, a.seed).one_pass
    else:
        from scripts.training.mix import build

        def one_pass(number: int) -> list[tuple[str, str, int]]:
            return build(a.data, a.seed + number)

    run = TrainingRun(plan, development_sets(a.data, a.development), a.seed, resume=a.resume)
    run.train(lambda number: one_pass(number)[: a.rows or None])
    return run.blend() if a.start else a.out / "average"


def main() -> None:
    """Stage the files for a GPU machine, or train and export the model."""
    a = options.parse(sys.argv[1:], __doc__)
    if a.stage:
        stage(a.stage, a.data, a.start)
        return
    a.out.mkdir(parents=True, exist_ok=True)
    options.keep(a)
    weights = train(a)
    if a.export:
        install(a, weights)


if __name__ == "__main__":
    main()

"""Parses the command line of scripts/train_verifier. A run stores its options, which --resume restores."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.training.batching import BATCH_TOKENS
from scripts.training.replay import TrainingMix

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "claimlight" / "training"
"""Default folder of checkpoints, outside the repository because they take gigabytes."""
PATHS = ("data", "start", "out")
NOT_KEPT = ("out", "resume", "stage")


@dataclass(frozen=True)
class Recipe:
    """The settings that differ between the models.

    The model keeps its first `layers` layers (0: all). Word vectors and the first `frozen` layers are not trained (-1:
    everything is trained).

    `folder` is the model's folder in backend/models, without the version.
    """

    weights: str
    folder: str
    layers: int
    frozen: int
    rate: float
    passes: float


RECIPES = {
    "judge": Recipe("mpnet", "judge", layers=10, frozen=3, rate=4e-5, passes=1),
    "screen": Recipe("minilm", "verifier", layers=0, frozen=-1, rate=8e-5, passes=1),
}
"""Recipes that start from public weights.

The last two of the judge's twelve layers are removed, because they serve only the sentence vector.
"""
ONWARD = Recipe("", "judge", layers=0, frozen=3, rate=3e-5, passes=4)
"""The recipe for continued training of one of the project's own judges."""


def recipe(a: argparse.Namespace) -> Recipe:
    """Return the requested recipe."""
    return ONWARD if a.start else RECIPES[a.recipe]


def parser(description: str) -> argparse.ArgumentParser:
    """Return the parser with all options."""
    out = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    out.add_argument("--data", type=Path, help="the data folder, with verifier/ in it")
    out.add_argument("--recipe", choices=tuple(RECIPES), default="judge", help="model to train, without --start")
    out.add_argument("--start", type=Path, help="judge to continue from: a folder of backend/models, or a checkpoint")
    out.add_argument("--out", type=Path, default=CACHE, help=f"folder of checkpoints and log (default: {CACHE})")
    out.add_argument("--passes", type=float, help="passes over the training rows (default: 1, with --start 4)")
    out.add_argument("--minutes", type=float, default=600, help="maximum minutes of training, without pauses")
    out.add_argument("--checkpoint-minutes", type=float, default=10, help="minutes between two checkpoints")
    out.add_argument("--rate", type=float, help="the highest learning rate (default: the recipe's)")
    out.add_argument(
        "--frozen",
        type=int,
        help="lowest layers that are not trained; -1: train word vectors, too (default: the recipe's)",
    )
    out.add_argument("--batch-tokens", type=int, default=BATCH_TOKENS, help="maximum tokens of a batch, with padding")
    out.add_argument("--dropout", type=float, default=0.0, help="dropout, for many passes over the same rows")
    out.add_argument("--development", type=int, default=1, help="factor for the number of development rows")
    out.add_argument(
        "--twins", type=float, default=TrainingMix.twins, help="share of the written twins in a pass, with --start"
    )
    out.add_argument(
        "--focus", nargs="+", default=[], metavar="PHENOMENON", help="phenomena with all twins in every pass"
    )
    out.add_argument(
        "--replay", type=float, default=TrainingMix.replay, help="public rows for each written twin, with --start"
    )
    out.add_argument(
        "--own-words", type=float, default=TrainingMix.own_words, help="claims in their passage's words for each twin"
    )
    out.add_argument(
        "--other-pages",
        type=float,
        default=TrainingMix.other_pages,
        help="claims with a similar passage of another page for each twin",
    )
    out.add_argument("--warm-up", type=int, default=150, help="steps over which the rate rises")
    out.add_argument("--rows", type=int, default=0, help="use only this many rows of each pass, for experiments")
    out.add_argument("--seed", type=int, default=1)
    out.add_argument("--threads", type=int, default=0, help="number of threads; 0: PyTorch's default")
    out.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    out.add_argument("--resume", action="store_true", help="resume the run in --out, with its options")
    out.add_argument("--export", action="store_true", help="export and calibrate the int8 model at the end")
    out.add_argument("--version", help="version of the exported judge, in backend/models/judge-VERSION")
    out.add_argument("--stage", type=Path, metavar="FOLDER", help="write a folder for a GPU machine, and do not train")
    return out


def parse(arguments: Sequence[str], description: str = "") -> argparse.Namespace:
    """Parse the options, including the stored options of a resumed run. Exits with a message if an option is invalid."""
    option_parser = parser(description)
    a = option_parser.parse_args(arguments)
    if a.resume:
        if not (a.out / "state.pt").is_file():
            option_parser.error(f"--resume: there is no checkpoint in {a.out}")
        option_parser.set_defaults(**kept(a.out))
        a = option_parser.parse_args(arguments)
    _check(option_parser, a)
    return a


def _check(option_parser: argparse.ArgumentParser, a: argparse.Namespace) -> None:
    if not a.data or not (a.data / "verifier" / "train.jsonl.gz").is_file():
        option_parser.error(f"--data: there is no verifier/train.jsonl.gz in {a.data}")
    if a.start and not any((a.start / name).is_file() for name in ("manifest.json", "model.safetensors")):
        option_parser.error(f"--start: there is neither manifest.json nor model.safetensors in {a.start}")
    if a.minutes <= 0 or (a.passes is not None and a.passes <= 0):
        option_parser.error("--minutes and --passes must be above 0")
    if not a.stage and a.out.resolve().is_relative_to(ROOT):
        option_parser.error(f"--out: {a.out} is inside the repository")
    if a.stage and not a.start:
        option_parser.error("--stage needs --start")
    if a.export and recipe(a).folder == "judge" and not a.version:
        option_parser.error("--export needs --version")


def keep(a: argparse.Namespace) -> None:
    """Write the options to OUT/options.json."""
    stored = {name: str(value.resolve()) if isinstance(value, Path) else value for name, value in vars(a).items()}
    body = {name: value for name, value in stored.items() if name not in NOT_KEPT}
    (a.out / "options.json").write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")


def kept(out: Path) -> dict[str, Any]:
    """Return the options that `keep` wrote."""
    body: dict[str, Any] = json.loads((out / "options.json").read_text(encoding="utf-8"))
    return {name: Path(value) if name in PATHS and value else value for name, value in body.items()}

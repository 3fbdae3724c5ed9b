"""Writes the files of a training run atomically, and appends lines to the log of the run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(slots=True)
class TrainingProgress:
    """The progress of a run, including the time before the run was resumed.

    `batch` is the next batch of pass number `passes`, `loss` is a moving average, and `done` is the completed share of
    the run (0..1).
    """

    passes: int = 0
    batch: int = 0
    steps: int = 0
    pairs: int = 0
    seconds: float = 0.0
    loss: float = 0.0
    done: float = 0.0


def replace(path: Path, write: Callable[[Path], object]) -> None:
    """Replace `path` atomically with the file that `write` writes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f"{path.name}.part")
    write(scratch)
    scratch.replace(path)


def log(folder: Path, **fields: Any) -> None:
    """Print a line of JSON and append it to log.jsonl."""
    line = json.dumps(fields)
    print(line, flush=True)
    with (folder / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def about(progress: TrainingProgress) -> dict[str, float]:
    """Return the progress for the log, with rounded values and the time in minutes."""
    found = asdict(progress) | {"minutes": round(progress.seconds / 60, 1)}
    del found["seconds"]
    return found | {"loss": round(progress.loss, 4), "done": round(progress.done, 4)}

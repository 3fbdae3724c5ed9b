"""Train the time-frame model, which is the mean of a few networks with one hidden layer.

The inputs are the bundled embedder's vectors and the features of `backend/claims/features.py`. Each statement is used
with and without its full stop, because users select sentences with and without it.

Training takes seconds on one core. The script prints the accuracy and the F1 per time frame on the held-out fifth of
the data, and writes the weights and manifest.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "training"))

import numpy as np
from claims_data import is_held_out
from claims_fit import Array, scaling
from weights_file import write_weights

from backend.claims.features import NAMES, features
from backend.claims.time_model import CLASSES, CLIP, probabilities, softmax
from backend.domain.time_frame import Frame
from backend.providers.embedder import OnnxEmbedder

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = "weights-3.npz"
DATA = ROOT / "scripts/training/data/time_frame.jsonl"
HIDDEN, DROPPED, DECAY, STEPS, RATE = 64, 0.3, 0.003, 200, 0.005
"""Width, dropout rate, L2 decay, number of full-batch Adam steps, learning rate (from five-fold cross-validation)."""
NETWORKS = 5
"""Number of networks, trained from different random weights, whose logits are averaged."""


def rows(path: Path) -> tuple[list[str], Array]:
    """Return the texts, and the class of each text as an index into `CLASSES`."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    places = [CLASSES.index((Frame(row["frame"]), row.get("kind", "slow"))) for row in found]
    return [row["text"] for row in found], np.array(places)


def with_other_ending(texts: list[str]) -> list[str]:
    """Return each text without its full stop, or with one if it ends with a letter or digit."""
    return [text[:-1] if text.endswith(".") else f"{text}." if text[-1].isalnum() else text for text in texts]


def inputs(texts: list[str], embedder: OnnxEmbedder) -> Array:
    """Return the vectors and features of the texts, shape (texts, inputs)."""
    return np.hstack([embedder.embed(texts), np.stack([features(text) for text in texts])])


def fit(x: Array, y: Array, seed: int) -> dict[str, Array]:
    """Fit a hidden layer and a softmax layer with full-batch Adam and dropout. All classes have the same total weight."""
    chance = np.random.default_rng(seed)
    target = np.eye(len(CLASSES))[y]
    share = (len(y) / (len(CLASSES) * np.bincount(y)))[y][:, None] / len(y)
    width = x.shape[1]
    weights = {
        "hidden": chance.normal(0, width**-0.5, (width, HIDDEN)),
        "hidden_offset": np.zeros(HIDDEN),
        "w": chance.normal(0, HIDDEN**-0.5, (HIDDEN, len(CLASSES))),
        "b": np.zeros(len(CLASSES)),
    }
    first, second = ({name: np.zeros_like(value) for name, value in weights.items()} for _ in range(2))
    for step in range(1, STEPS + 1):
        for name, gradient in _gradients(x, target, share, weights, chance).items():
            first[name] += 0.1 * (gradient - first[name])
            second[name] += 0.01 * (gradient * gradient - second[name])
            size = np.sqrt(second[name] / (1 - 0.99**step)) + 1e-8
            weights[name] -= RATE * (first[name] / (1 - 0.9**step)) / size
    return {name: value.astype(np.float32) for name, value in weights.items()}


def _gradients(
    x: Array, target: Array, share: Array, weights: dict[str, Array], chance: np.random.Generator
) -> dict[str, Array]:
    """Return the gradients of the weighted cross-entropy and the decay, with a new dropout mask on each call."""
    inputs = x * _dropout_mask(x.shape, chance)
    reached = inputs @ weights["hidden"] + weights["hidden_offset"]
    kept = _dropout_mask(reached.shape, chance) * (reached > 0)
    error = (softmax((reached * kept) @ weights["w"] + weights["b"]) - target) * share
    back = error @ weights["w"].T * kept
    return {
        "hidden": inputs.T @ back + DECAY * weights["hidden"],
        "hidden_offset": back.sum(axis=0),
        "w": (reached * kept).T @ error + DECAY * weights["w"],
        "b": error.sum(axis=0),
    }


def _dropout_mask(shape: tuple[int, ...], chance: np.random.Generator) -> Array:
    return (chance.random(shape) > DROPPED) / (1 - DROPPED)


def train(x: Array, y: Array, dimensions: int) -> dict[str, Array]:
    """Fit the networks and return their weights as one network, with the scaling of the inputs."""
    mean, scale = scaling(x, dimensions)
    scaled = np.clip((x - mean) * scale, -CLIP, CLIP)
    fitted = [fit(scaled, y, seed) for seed in range(NETWORKS)]
    hidden, offset, w, b = ([one[name] for one in fitted] for name in ("hidden", "hidden_offset", "w", "b"))
    joined = {"hidden": np.hstack(hidden), "hidden_offset": np.concatenate(offset)}
    return {"mean": mean, "scale": scale, **joined, "w": np.vstack(w) / NETWORKS, "b": np.mean(b, axis=0)}


def figures(found: Array, y: Array) -> list[str]:
    """Return lines of text with the accuracy over the three frames, the F1 of each frame, and the accuracy of the rate of change."""
    frame = np.array([list(Frame).index(own) for own, _ in CLASSES])
    sums = np.stack([found[:, frame == place].sum(axis=1) for place in range(len(Frame))], axis=1)
    predicted, gold = sums.argmax(axis=1), frame[y]
    lines = [f"n {len(y)}  accuracy {np.mean(predicted == gold):.3f}"]
    for place, name in enumerate(Frame):
        both = int(((predicted == place) & (gold == place)).sum())
        lines.append(f"{name:7} F1 {2 * both / ((predicted == place).sum() + (gold == place).sum()):.3f}")
    now = (gold == 0) & (predicted == 0)
    lines.append(f"speed of now right {np.mean((found[now, 0] > found[now, 1]) == (y[now] == 0)):.3f}")
    return lines


def main() -> None:
    """Train the model on four fifths of the data, evaluate it on the rest, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--out", type=Path, default=ROOT / "backend/models/time-frame")
    options = parser.parse_args()
    texts, y = rows(options.data)
    embedder = OnnxEmbedder(ROOT / "backend/models/embedder", 2)
    x, other_x = inputs(texts, embedder), inputs(with_other_ending(texts), embedder)
    unseen = np.array([is_held_out(text) for text in texts])
    weights = train(np.vstack([x[~unseen], other_x[~unseen]]), np.tile(y[~unseen], 2), embedder.dimensions)
    print("\n".join(["held out:", *figures(probabilities(x[unseen], weights), y[unseen])]))
    digest = write_weights(options.out / WEIGHTS, weights)
    manifest = {
        "name": "claimlight-time-frame-3",
        "task": "time frame of a claim",
        "licence": "Apache-2.0",
        "source": "trained by this project with scripts/train_time_frame over the bundled embedder",
        "embedder": embedder.model_id,
        "data": hashlib.sha256(options.data.read_bytes()).hexdigest(),
        "files": {WEIGHTS: digest},
        "features": list(NAMES),
    }
    (options.out / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

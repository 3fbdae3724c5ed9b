"""Train the time-frame model: a linear softmax over the bundled embedder's vectors and the figures of `backend/claims/features.py`.

Runs in seconds on one core. Prints accuracy and F1 per class on the held-out fifth and writes weights.npz and manifest.json.
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
from backend.claims.time_model import CLASSES, CLIP, probabilities
from backend.domain.time_frame import Frame
from backend.providers.embedder import OnnxEmbedder

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "scripts/training/data/time_frame.jsonl"
DECAY, STEPS, RATE = 0.01, 300, 0.02
"""L2 decay, steps of Adam over all rows, and its rate; chosen by five-fold cross-validation on the training rows."""


def rows(path: Path) -> tuple[list[str], Array]:
    """Texts, and the place of each text's class in `CLASSES`."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    places = [CLASSES.index((Frame(row["frame"]), row.get("kind", "slow"))) for row in found]
    return [row["text"] for row in found], np.array(places)


def fit(x: Array, y: Array) -> tuple[Array, Array]:
    """Weights of shape (width, 4) and offsets; every class weighs the same."""
    target = np.eye(len(CLASSES))[y]
    share = (len(y) / (len(CLASSES) * np.bincount(y)))[y][:, None] / len(y)
    state = np.zeros((x.shape[1] + 1, len(CLASSES)))
    extended = np.hstack([x, np.ones((len(x), 1))])
    first, second = np.zeros_like(state), np.zeros_like(state)
    for step in range(1, STEPS + 1):
        logits = extended @ state
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        gradient = extended.T @ ((shares - target) * share)
        gradient[:-1] += DECAY * state[:-1]
        first += 0.1 * (gradient - first)
        second += 0.01 * (gradient * gradient - second)
        state -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return state[:-1].astype(np.float32), state[-1].astype(np.float32)


def train(x: Array, y: Array, dimensions: int) -> dict[str, Array]:
    """All weights, the scaling included."""
    mean, scale = scaling(x, dimensions)
    w, b = fit(np.clip((x - mean) * scale, -CLIP, CLIP), y)
    return {"mean": mean, "scale": scale, "w": w, "b": b}


def figures(found: Array, y: Array) -> list[str]:
    """Accuracy over the three frames, F1 of each, and how often the speed of what changes is right."""
    frame = np.array([list(Frame).index(own) for own, _ in CLASSES])
    sums = np.stack([found[:, frame == place].sum(axis=1) for place in range(len(Frame))], axis=1)
    got, wanted = sums.argmax(axis=1), frame[y]
    lines = [f"n {len(y)}  accuracy {np.mean(got == wanted):.3f}"]
    for place, name in enumerate(Frame):
        both = int(((got == place) & (wanted == place)).sum())
        lines.append(f"{name:7} F1 {2 * both / ((got == place).sum() + (wanted == place).sum()):.3f}")
    now = (wanted == 0) & (got == 0)
    lines.append(f"speed of now right {np.mean((found[now, 0] > found[now, 1]) == (y[now] == 0)):.3f}")
    return lines


def main() -> None:
    """Train on four fifths, measure on the rest, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--out", type=Path, default=ROOT / "backend/models/time-frame")
    options = parser.parse_args()
    texts, y = rows(options.data)
    embedder = OnnxEmbedder(ROOT / "backend/models/embedder", 2)
    x = np.hstack([embedder.embed(texts), np.stack([features(text) for text in texts])])
    unseen = np.array([is_held_out(text) for text in texts])
    weights = train(x[~unseen], y[~unseen], embedder.dimensions)
    print("\n".join(["held out:", *figures(probabilities(x[unseen], weights), y[unseen])]))
    digest = write_weights(options.out / "weights.npz", weights)
    manifest = {
        "name": "claimlight-time-frame-1",
        "task": "time frame of a claim",
        "licence": "Apache-2.0",
        "source": "trained by this project with scripts/train_time_frame over the bundled embedder",
        "embedder": embedder.model_id,
        "data": hashlib.sha256(options.data.read_bytes()).hexdigest(),
        "files": {"weights.npz": digest},
        "features": list(NAMES),
    }
    (options.out / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Train the claim model, which has four small heads.

The inputs are the bundled embedder's vectors and the features of `backend/claims/features.py`.

Training takes about a minute on one core. The script prints the results on the held-out fifth of the data, and writes
the weights and manifest.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "training"))

import numpy as np
from claims_data import TrainingText, rows
from claims_fit import Array, HeadSettings, fit, predict, scaling
from weights_file import write_weights

from backend.claims.features import NAMES, features
from backend.providers.embedder import OnnxEmbedder

ROOT = Path(__file__).resolve().parent.parent
FILE = "weights-3.npz"
LABEL_OF = {"subjectivity": "subjective", "check_worthiness": "worth", "ambiguity": "ambiguous", "judging": "judging"}
LIGHT = HeadSettings(decay=1.0, drop=0.3, epochs=10)
RECIPES = {**dict.fromkeys(LABEL_OF, LIGHT), "check_worthiness": HeadSettings(epochs=10, batch=256, drop=0.1)}
WEIGHTS = {
    "subjectivity": {
        "prose": 3.0, "films": 0.5, "opinion": 2.5, "factual": 2.5, "bold": 2.0, "mixed": 1.6, "mixed claim": 0.5,
        "facts": 0.15, "passages": 0.2, "creak": 0.3,
    },
    "check_worthiness": {
        "debates": 1.0, "opinion": 2.0, "ambiguous": 2.0, "factual": 2.0, "bold": 10.0, "dull": 12.0, "facts": 0.2,
    },
    "ambiguity": {
        "ambiguous": 1.0, "opinion": 0.5, "factual": 1.5, "bold": 1.5, "mixed": 0.7, "mixed claim": 0.7, "facts": 0.3,
        "creak": 0.5,
    },
    "judging": {
        "opinion": 1.0, "prose": 0.5, "factual": 1.0, "bold": 1.0, "dull": 0.5, "factual segment": 1.0, "mixed segment": 2.0,
        "mixed claim": 1.0, "passage segment": 0.3, "facts": 0.1, "creak": 0.2,
    },
}  # fmt: skip
"""The weight of one row of each group, by head. A head is not trained on the groups that are missing from its entry."""
PLAIN = ("facts", "creak", "factual", "bold")
"""Groups of checkable claims on which the error rates of the thresholds are measured."""
COST = {"opinion": 0.015, "judging": 0.03}
"""Maximum share of plain held-out claims with a score above the threshold."""
UNCLEAR = {"ambiguous": 0.6, "pointing": 0.4, "clear": 0.1}
"""Minimum ambiguity of an unclear text, of an unclear text that begins with a pronoun, and of a text that may need its page."""


@dataclass(frozen=True, slots=True)
class Table:
    """All rows, and their inputs `x` (embedding followed by features), shape (n, width)."""

    rows: list[TrainingText]
    x: Array
    embedder: OnnxEmbedder

    def chosen(self, head: str, group_weights: dict[str, float]) -> tuple[Array, Array, Array]:
        """Return the indexes, labels and weights of the rows for training `head`.

        Both classes of prose have the same total weight.
        """
        label = LABEL_OF[head]
        at = np.array([i for i, r in enumerate(self.rows) if label in r.labels and r.group in group_weights])
        y = np.array([self.rows[i].labels[label] for i in at], dtype=np.float32)
        weight = np.array([group_weights[self.rows[i].group] * self.rows[i].weight for i in at], dtype=np.float32)
        prose = np.array([self.rows[i].group == "prose" for i in at])
        for value in (0, 1):
            weight[prose & (y == value)] *= prose.sum() / 2 / max(1, (prose & (y == value)).sum())
        return at, y, weight

    def is_held_out(self, at: Array) -> Array:
        """Return a mask of the held-out rows."""
        return np.array([self.rows[i].held_out for i in at])


def table(data: Path) -> Table:
    """Return all rows of the data folder with their vectors and features."""
    found = rows(data)
    embedder = OnnxEmbedder(ROOT / "backend/models/embedder", 2)
    vectors = []
    for start in range(0, len(found), 512):
        vectors.append(embedder.embed([row.text for row in found[start : start + 512]]))
        tell(f"embedded {min(start + 512, len(found))} of {len(found)}")
    figures = np.stack([features(row.text) for row in found])
    return Table(found, np.hstack([np.vstack(vectors), figures]), embedder)


def train(source: Table, weights: dict[str, dict[str, float]], seed: int) -> dict[str, Array]:
    """Fit every head without the held-out rows. Return the weights of the heads, and the shared `mean` and `scale` of the inputs."""
    learning = np.array([not row.held_out and row.group != "debates" for row in source.rows])
    mean, scale = scaling(source.x[learning], source.embedder.dimensions)
    found = {"mean": mean, "scale": scale}
    for head, group_weights in weights.items():
        at, y, weight = source.chosen(head, group_weights)
        seen = ~source.is_held_out(at)
        x = (source.x[at[seen]] - mean) * scale
        learnt = fit(x, y[seen], weight[seen] / weight[seen].mean(), RECIPES[head], seed)
        found.update({f"{head}.{name}": value for name, value in learnt.items()})
        tell(f"{head}: {int(seen.sum())} rows")
    return found


def scores(source: Table, weights: dict[str, Array], head: str) -> Array:
    """Return a head's probability for every row, shape (n,)."""
    x = (source.x - weights["mean"]) * weights["scale"]
    return predict(x, {name: weights[f"{head}.{name}"] for name in "wbvuc"})


def thresholds(source: Table, weights: dict[str, Array]) -> dict[str, float]:
    """Return all thresholds. Balanced thresholds are 0.5, and cautious thresholds are quantiles of the scores of held-out rows."""
    unseen = np.array([row.held_out for row in source.rows])
    groups = np.array([row.group for row in source.rows])
    subjective = scores(source, weights, "subjectivity")
    judging = scores(source, weights, "judging")

    def careful(values: Array, name: str, own: tuple[str, ...]) -> float:
        most = [np.quantile(values[unseen & (groups == group)], 1 - COST[name]) for group in own]
        return round(float(max(*most, 0.5)), 3)

    return {
        "subjective": 0.5,
        "opinion": careful(subjective, "opinion", PLAIN[:3]),
        "check_worthy": 0.5,
        **UNCLEAR,
        "judging": careful(judging, "judging", ("facts",)),
    }


def save(folder: Path, weights: dict[str, Array], limits: dict[str, float], embedder: str) -> None:
    """Write the weights (float16, byte for byte reproducible), and manifest.json with the checksum of the weights."""
    digest = write_weights(folder / FILE, weights)
    manifest = {
        "name": "claimlight-claims-3",
        "task": "claim type and check-worthiness",
        "licence": "Apache-2.0",
        "source": "trained by this project with scripts/train_claim_models over the bundled embedder",
        "embedder": embedder,
        "files": {FILE: digest},
        "thresholds": limits,
        "features": list(NAMES),
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def held_out_figures(source: Table, weights: dict[str, Array], limits: dict[str, float]) -> list[str]:
    """Return one line per head and group with the accuracy on held-out rows at a threshold of 0.5.

    Further lines show the share of plain claims that the cautious threshold classifies as opinions.
    """
    unseen = np.array([row.held_out for row in source.rows])
    groups = np.array([row.group for row in source.rows])
    lines = []
    for head, label in LABEL_OF.items():
        p = scores(source, weights, head)
        y = np.array([row.labels.get(label, -1) for row in source.rows])
        for group in sorted(set(groups)):
            mask = unseen & (groups == group) & (y >= 0)
            if mask.any():
                right = float(np.mean((p[mask] >= 0.5) == (y[mask] == 1)))
                lines.append(f"{head:18} {group:16} n {int(mask.sum()):5} right {right:.3f}")
    p = scores(source, weights, "subjectivity")
    for group in PLAIN:
        mask = unseen & (groups == group)
        lines.append(f"called opinion       {group:14} {float(np.mean(p[mask] >= limits['opinion'])):.3f}")
    return lines


def tell(line: str) -> None:
    """Print progress to standard error."""
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    """Train the model, evaluate it on the held-out rows, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--out", type=Path, default=ROOT / "backend/models/claims")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = table(options.data)
    weights = train(source, WEIGHTS, options.seed)
    limits = thresholds(source, weights)
    print("\n".join(held_out_figures(source, weights, limits)))
    print(json.dumps(limits))
    save(options.out, weights, limits, source.embedder.model_id)


if __name__ == "__main__":
    main()

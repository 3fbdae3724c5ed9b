"""Measure the contribution of each source of rows and each kind of input to the claim model.

Run with `python scripts/training/claims_ablate.py --data DATA`.

The subjectivity head is retrained without one source of rows or one kind of input. The results are the macro-F1 at a
threshold of 0.5 on held-out rows and, for information only, on the news sets (CC BY-NC, evaluation only).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np
from claims_data import read
from claims_fit import Array, predict
from claims_measure import macro_f1
from train_claim_models import WEIGHTS, Table, scores, table, train

from backend.claims.features import features

HEAD = "subjectivity"
WRITTEN = ("opinion", "factual", "mixed", "mixed claim")
WITHOUT = {
    "all": (), "without labelled prose": ("prose",), "without own sentences": WRITTEN, "without films": ("films",),
    "without facts": ("facts", "passages", "creak"),
}  # fmt: skip
NEWS = ("subj_news_dev_nc", "subj_news_train_nc")


def inputs(source: Table, kind: str) -> Table:
    """Return a copy of the table in which the features or the embedding are set to zero."""
    x = source.x.copy()
    width = source.embedder.dimensions
    if kind == "vector only":
        x[:, width:] = 0.0
    if kind == "figures only":
        x[:, :width] = 0.0
    return replace(source, x=x)


def news(data: Path, source: Table) -> list[tuple[Array, list[bool]]]:
    """Return the inputs and labels of each news set."""
    found = []
    for name in NEWS:
        rows = list(read(data / f"claim_type/{name}.jsonl.gz"))
        texts = [row["text"] for row in rows]
        x = np.hstack([source.embedder.embed(texts), np.stack([features(text) for text in texts])])
        found.append((x, [row["label"] == "OPINION" for row in rows]))
    return found


def held_out(source: Table, p: Array, groups: tuple[str, ...]) -> float:
    """Return the macro-F1 on the held-out rows of the groups."""
    at = [i for i, r in enumerate(source.rows) if r.held_out and r.group in groups and "subjective" in r.labels]
    return macro_f1([source.rows[i].labels["subjective"] == 1 for i in at], [bool(p[i] >= 0.5) for i in at])


def line(name: str, source: Table, sets: list[tuple[Array, list[bool]]], weights: dict[str, float]) -> str:
    """Train one variant and return its row of the results table."""
    head = train(source, {HEAD: weights}, 1)
    p = scores(source, head, HEAD)
    found = [held_out(source, p, groups) for groups in (("prose",), ("films",), ("opinion", "factual", "mixed"))]
    head_weights = {key: head[f"{HEAD}.{key}"] for key in "wbvuc"}
    for x, gold in sets:
        found.append(
            macro_f1(gold, [bool(v >= 0.5) for v in predict((x - head["mean"]) * head["scale"], head_weights)])
        )
    return f"| {name} | " + " | ".join(f"{value:.3f}" for value in found) + " |"


def main() -> None:
    """Print one table row per variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    source = table(data)
    sets = news(data, source)
    print("| variant | prose | films | own | news dev | news train |")
    for name, left_out_groups in WITHOUT.items():
        group_weights = {group: weight for group, weight in WEIGHTS[HEAD].items() if group not in left_out_groups}
        print(line(name, source, sets, group_weights), flush=True)
    for kind in ("vector only", "figures only"):
        blank = inputs(source, kind)
        cut = [(inputs(replace(source, x=x), kind).x, gold) for x, gold in sets]
        print(line(kind, blank, cut, WEIGHTS[HEAD]), flush=True)


if __name__ == "__main__":
    main()

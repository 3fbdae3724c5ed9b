"""Builds the training mix of public pairs, contrastive pairs, and passages that do not decide their claim."""

from __future__ import annotations

import collections
import random
import re
from pathlib import Path

from scripts.training.contrast import NEI, REFUTES, SUPPORTS, Row, corrections, negations, restatements, swap_number
from scripts.training.held_out import held_out, words_of
from scripts.training.twins import LABELS, rows_of
from scripts.training.undecided import look_alikes, same_abstract, surrounded

NLI = ("mnli", "taxinli", "cad_nli", "snli")
NLI_FIRST, NLI_REPLAYED = 30_000, 10_000
"""Number of general inference pairs before the fact pairs, and number of inference pairs mixed in again among the fact pairs."""

REPEATS = {"fm2": 3, "scifact": 4, "check_covid": 4, "feverous": 1, "fever": 1, "vitaminc": 1, "factcheck_bench": 4}
MAX_WORDS = 130


def read(folder: Path, rng: random.Random) -> dict[str, list[Row]]:
    """Return training rows by data set, shuffled.

    Held-out claims are left out, as are pairs of more than MAX_WORDS words, which would be truncated.
    """
    snippets = [
        row | {"src": "factcheck_bench"} for row in rows_of(folder / "verifier" / "eval" / "factcheck_bench_a.jsonl.gz")
    ]
    rows = rows_of(folder / "verifier" / "train.jsonl.gz") + snippets
    kept_back = {words_of(row["claim"]) for row in rows if held_out(row["src"], row["claim"])}
    rows_by_source: dict[str, list[Row]] = collections.defaultdict(list)
    for row in rows:
        short = len(row["evidence"].split()) + len(row["claim"].split()) <= MAX_WORDS
        if short and words_of(row["claim"]) not in kept_back:
            rows_by_source[row["src"]].append((row["evidence"], row["claim"], LABELS[row["label"]]))
    for name in sorted(rows_by_source):
        rng.shuffle(rows_by_source[name])
    return rows_by_source


def contrast(rows: list[Row], rng: random.Random) -> list[Row]:
    """Return contrastive rows generated from the supported claims of 4 to 30 words."""
    supported_claims = [c for _, c, label in rows if label == SUPPORTS and 3 < len(c.split()) <= 30]
    rng.shuffle(supported_claims)
    out: list[Row] = []
    for i, claim in enumerate(supported_claims):
        out += restatements(claim, rng)
        out += corrections(claim, supported_claims[-1 - i], rng)
    return out


def swaps(rows: list[Row], rng: random.Random) -> list[Row]:
    """Return rows in which one number of a supported claim is replaced by another, which makes the passage refute the claim."""
    out = []
    for passage, claim, label in rows:
        numbers = re.findall(r"\d+", claim)
        can_swap = label == SUPPORTS and bool(numbers) and all(n in passage for n in numbers)
        other = swap_number(claim, rng) if can_swap else None
        if other and not all(n in passage for n in re.findall(r"\d+", other)):
            out.append((passage, other, REFUTES))
    return out


def some(rows: list[Row], count: int, rng: random.Random) -> list[Row]:
    """Return a random sample of at most `count` rows."""
    return rng.sample(rows, min(len(rows), count))


def build(folder: Path, seed: int) -> list[Row]:
    """Return all rows in training order, first inference pairs and then fact pairs with replayed inference pairs.

    `folder` is the data folder.
    """
    rng = random.Random(seed)
    rows_by_source = read(folder, rng)
    nli = [row for name in NLI for row in rows_by_source[name]]
    rng.shuffle(nli)
    facts = [row for name, times in REPEATS.items() for row in rows_by_source[name] * times]
    statements = (
        rows_by_source["fever"]
        + rows_by_source["fm2"]
        + rows_by_source["scifact"]
        + rows_by_source["check_covid"] * 2
        + rows_by_source["vitaminc"][:16000]
        + rows_by_source["feverous"]
    )
    passages = [p for p, _, _ in facts]
    flips = [flip for passage, claim, label in facts + nli for flip in negations(claim, passage, label)]
    generated_rows = (
        some(flips, 6000, rng)
        + some(swaps(facts, rng), 6000, rng)
        + some(contrast(statements, rng), 16000, rng)
        + look_alikes([row for name in REPEATS for row in rows_by_source[name]], 9000, rng)
        + same_abstract(folder / "retrieval", rng)
        + surrounded(facts, 6000, rng)
        + [(rng.choice(passages), claim, NEI) for _, claim, _ in some(facts + nli, 4000, rng)]
    )
    second = facts + generated_rows + some(nli, NLI_REPLAYED, rng)
    rng.shuffle(second)
    return nli[:NLI_FIRST] + second

"""The training mix: public pairs, contrast pairs, hard and random "not enough information"."""

from __future__ import annotations

import collections
import gzip
import json
import random
import re
from pathlib import Path

from contrast import NEI, REFUTES, SUPPORTS, Row, corrections, negations, restatements, swap_number

LABELS = {"SUPPORTS": SUPPORTS, "REFUTES": REFUTES, "NEI": NEI}
NLI = ("mnli", "taxinli", "cad_nli", "snli")
REPEATS = {"fm2": 3, "scifact": 3, "check_covid": 3, "feverous": 1, "fever": 1, "vitaminc": 1}
MAX_WORDS = 130


def read(path: Path, rng: random.Random) -> dict[str, list[Row]]:
    """Rows by data set, shuffled; pairs over MAX_WORDS words are left out (they would be cut)."""
    by: dict[str, list[Row]] = collections.defaultdict(list)
    with gzip.open(path, "rt") as file:
        for line in file:
            row = json.loads(line)
            if len(row["evidence"].split()) + len(row["claim"].split()) <= MAX_WORDS:
                by[row["src"]].append((row["evidence"], row["claim"], LABELS[row["label"]]))
    for name in sorted(by):
        rng.shuffle(by[name])
    return by


def hard_unrelated(rows: list[Row], count: int, rng: random.Random) -> list[Row]:
    """Claims beside a passage about the same name that is not their own and shares no number or verb phrase with them."""
    by_name: dict[str, list[str]] = collections.defaultdict(list)
    for passage, claim, _ in rows:
        for name in set(re.findall(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+", claim)):
            by_name[name].append(passage)
    out: list[Row] = []
    for passage, claim, _ in rng.sample(rows, len(rows)):
        names = re.findall(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+", claim)
        words = set(re.findall(r"[a-z]{4,}", claim))
        for name in names:
            other = rng.choice(by_name[name])
            if other != passage and len(words & set(re.findall(r"[a-z]{4,}", other))) <= len(words) * 0.25:
                out.append((other, claim, NEI))
                break
        if len(out) >= count:
            break
    return out


def contrast(rows: list[Row], rng: random.Random, share: float) -> list[Row]:
    """Contrast rows from statements that stand alone (at most 30 words)."""
    held = [c for _, c, label in rows if label == SUPPORTS and 3 < len(c.split()) <= 30]
    rng.shuffle(held)
    out: list[Row] = []
    for i, claim in enumerate(held[: int(len(held) * share)]):
        out += restatements(claim, rng)
        out += corrections(claim, held[-1 - i], rng)
    return out


def build(path: Path, seed: int) -> list[Row]:
    """All training rows, shuffled."""
    rng = random.Random(seed)
    by = read(path, rng)
    facts = [row for name, times in REPEATS.items() for row in by[name] * times]
    nli = [row for name in NLI for row in by[name]]
    flips = [flip for passage, claim, label in facts + nli for flip in negations(claim, passage, label)]
    swaps = []
    for passage, claim, label in facts:
        numbers = re.findall(r"\d+", claim)
        held = label == SUPPORTS and bool(numbers) and all(n in passage for n in numbers)
        other = swap_number(claim, rng) if held else None
        if other and not all(n in passage for n in re.findall(r"\d+", other)):
            swaps.append((passage, other, REFUTES))
    passages = [p for p, _, _ in facts]
    unrelated = [(rng.choice(passages), claim, NEI) for _, claim, _ in rng.sample(facts + nli, 9000)]
    rows = (
        facts + nli + rng.sample(flips, min(len(flips), 10000)) + rng.sample(swaps, min(len(swaps), 9000)) + unrelated
    )
    rows += hard_unrelated(facts, 9000, rng)
    made = contrast(
        by["fever"] + by["fm2"] + by["scifact"] + by["check_covid"] * 2 + by["vitaminc"][:16000] + by["feverous"],
        rng,
        1.0,
    )
    rows += rng.sample(made, min(len(made), 45000))
    rng.shuffle(rows)
    return rows

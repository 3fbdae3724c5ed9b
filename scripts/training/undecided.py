"""Finds passages on the subject of a claim that do not decide the claim. Most results of a search engine are such passages."""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from scripts.training.contrast import NEI, REFUTES, SUPPORTS, Row

_NAME = re.compile(r"\b[A-Z][a-zA-Z]{2,}")
RANKS = 12
"""Number of passages, the most similar ones, that are considered for a claim."""


def names(text: str) -> set[str]:
    """Return the capitalised words of at least three letters."""
    return set(_NAME.findall(text))


def look_alikes(rows: list[Row], count: int, rng: random.Random) -> list[Row]:
    """Return rows that pair a claim with a similar passage (TF-IDF) that lacks a name of the claim and contains another name."""
    passages = sorted({p for p, _, _ in rows})
    claims = [c for _, c, _ in rng.sample(rows, min(len(rows), 2 * count)) if names(c[1:])]
    model = TfidfVectorizer(sublinear_tf=True, stop_words="english", max_df=0.02, dtype=np.float32)
    table = model.fit_transform(passages).T.tocsr()
    out: list[Row] = []
    for start in range(0, len(claims), 500):
        some = claims[start : start + 500]
        similar = model.transform(some) @ table
        for i, claim in enumerate(some):
            line = similar.getrow(i)
            best = line.indices[np.argsort(-line.data)[:RANKS]]
            claim_names = names(claim[1:])
            usable = [
                p
                for p in (passages[k] for k in best)
                if claim_names - names(p) and names(p[1:]) - claim_names - names(claim)
            ]
            if usable:
                out.append((rng.choice(usable[:3]), claim, NEI))
        if len(out) >= count:
            break
    return out[:count]


def same_abstract(folder: Path, rng: random.Random) -> list[Row]:
    """Return SciFact's training claims with sentences of their abstracts that are neither in nor next to an annotated rationale.

    Short rationales are also added, together with their neighbouring sentences and with the label of the claim.
    """
    with gzip.open(folder / "scifact_corpus.jsonl.gz", "rt") as file:
        abstracts = {row["doc_id"]: row["sentences"] for row in map(json.loads, file)}
    out: list[Row] = []
    with gzip.open(folder / "scifact_queries.jsonl.gz", "rt") as file:
        queries = [row for row in map(json.loads, file) if row["split"] == "train"]
    for query in queries:
        for document in query["relevant_docs"]:
            sentences = abstracts[document]
            rationale_indexes = {i for group in query["rationales"].get(document, []) for i in group}
            others = [
                s
                for i, s in enumerate(sentences)
                if i not in rationale_indexes and i - 1 not in rationale_indexes and i + 1 not in rationale_indexes
            ]
            out += [(s, query["claim"], NEI) for s in rng.sample(others, min(3, len(others)))]
            if rationale_indexes and query["label"] != "NEI":
                label = SUPPORTS if query["label"] == "SUPPORTS" else REFUTES
                low, high = max(0, min(rationale_indexes) - 1), min(len(sentences), max(rationale_indexes) + 2)
                if high - low <= 6:
                    out.append((" ".join(sentences[low:high]), query["claim"], label))
    return out


def surrounded(rows: list[Row], count: int, rng: random.Random) -> list[Row]:
    """Return pairs whose passage is surrounded by other passages, as on a page. The label does not change."""
    fillers = [p for p, _, _ in rows if 8 <= len(p.split()) <= 30]
    out = []
    for passage, claim, label in rng.sample(rows, min(count, len(rows))):
        before, after = rng.choice(fillers), rng.choice(fillers)
        out.append(
            (rng.choice([f"{before} {passage}", f"{passage} {after}", f"{before} {passage} {after}"]), claim, label)
        )
    return out

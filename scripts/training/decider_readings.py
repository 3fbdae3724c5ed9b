"""Judges claims with several labelled passages as the product does, and stores the results in a JSON Lines file.

Judging takes minutes to hours, while all later steps take seconds. An interrupted run continues where it stopped.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from backend.acquire.domains import registrable_domain
from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate, Evidence, Origin, Stance, StanceScores
from backend.pipeline.evidence_pool import JUDGED_AT_ONCE
from backend.ports import Embedder
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge

Claim = dict[str, Any]


def load(path: Path, source: str = "") -> list[Claim]:
    """Load all claims of a data set. `source` is used for rows that do not name their source."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [{"src": source, **json.loads(line)} for line in lines]


def candidates(claim: Claim, embedder: Embedder, registry: SourceRegistry) -> list[Candidate]:
    """Return the passages nearest to the claim, in document order. Each passage without a URL is assigned to a different site."""
    vectors = embedder.embed([claim["claim"], *(item["text"] for item in claim["evidence"])])
    likenesses = vectors[1:] @ vectors[0]
    near = sorted(np.argsort(-likenesses, kind="stable")[:JUDGED_AT_ONCE])
    nearest_candidates = []
    for place in near:
        item, likeness = claim["evidence"][place], likenesses[place]
        url = item.get("url") or f"https://site-{place + 1}.example/{claim['id']}"
        passage = Passage(
            id=passage_id(url, item["text"]),
            text=item["text"],
            source=url,
            title=item.get("title", ""),
            domain=registrable_domain(url),
            kind=PassageKind.ARTICLE,
            published=item.get("published", ""),
        )
        nearest_candidates.append(
            Candidate(
                passage=passage,
                rating=registry.rate(url),
                origin=Origin.WEB,
                similarity=float(likeness),
                recall_score=float(likeness),
            )
        )
    return nearest_candidates


def read(claims: Iterable[Claim], judge: Judge, embedder: Embedder, readings_file: Path) -> int:
    """Judge the claims that are not yet in `readings_file`, append the results, and return their number."""
    judged_ids = {row["id"] for row in rows(readings_file)} if readings_file.exists() else set()
    registry, done = SourceRegistry(), 0
    with readings_file.open("a", encoding="utf-8") as out:
        for claim in claims:
            if claim["id"] in judged_ids:
                continue
            found = judge.judge(claim["claim"], candidates(claim, embedder, registry))
            out.write(json.dumps(_stored_row(claim, found)) + "\n")
            out.flush()
            done += 1
    return done


def _stored_row(claim: Claim, found: Sequence[Evidence]) -> dict[str, Any]:
    labels = {passage["text"]: passage.get("label", "") for passage in claim["evidence"]}
    passages = [
        {
            "text": item.passage.text,
            "title": item.passage.title,
            "url": item.passage.source,
            "label": labels[item.passage.text],
            "similarity": round(item.candidate.similarity, 4),
            "scores": [round(value, 5) for value in (item.scores.supports, item.scores.refutes, item.scores.neutral)],
            "stance": item.stance.value,
            "quote": item.quote,
            "signals": dict(item.signals),
        }
        for item in found
    ]
    return {**{name: claim[name] for name in ("id", "src", "claim", "label")}, "passages": passages}


def rows(readings_file: Path) -> Iterator[dict[str, Any]]:
    """Yield all claims judged so far."""
    with readings_file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def evidence(row: dict[str, Any], registry: SourceRegistry, domains: Sequence[str] = ()) -> tuple[Evidence, ...]:
    """Return the judged passages of a stored claim, on the hosts `domains` if given, otherwise at their stored URLs."""
    judged_passages = []
    for place, item in enumerate(row["passages"]):
        url = f"https://{domains[place]}/{row['id']}" if domains else item["url"]
        passage = Passage(
            id=passage_id(url, item["text"]),
            text=item["text"],
            source=url,
            title=item["title"],
            domain=registrable_domain(url),
            kind=PassageKind.ARTICLE,
        )
        likeness = item["similarity"]
        candidate = Candidate(
            passage=passage, rating=registry.rate(url), origin=Origin.WEB, similarity=likeness, recall_score=likeness
        )
        supports, refutes, neutral = item["scores"]
        scores = StanceScores(supports=supports, refutes=refutes, neutral=neutral)
        judged_passages.append(
            Evidence(
                candidate=candidate,
                stance=Stance(item["stance"]),
                scores=scores,
                quote=item["quote"],
                relevance=scores.relevance,
                score=0.0,
                signals=item["signals"],
            )
        )
    return tuple(judged_passages)


def as_labelled(row: dict[str, Any]) -> dict[str, Any]:
    """Return the claim as an error-free verifier would judge it. All remaining errors are then the decider's."""
    scores = {"SUPPORTS": [0.97, 0.01, 0.02], "REFUTES": [0.01, 0.97, 0.02]}
    sides = {"SUPPORTS": Stance.SUPPORTS, "REFUTES": Stance.REFUTES}
    passages = [
        {
            **item,
            "scores": scores.get(item["label"], [0.01, 0.01, 0.98]),
            "stance": sides.get(item["label"], Stance.NEUTRAL).value,
            "quote": item["text"] if item["label"] in sides else "",
        }
        for item in row["passages"]
    ]
    return {**row, "passages": passages}


def share_of(claim: str) -> float:
    """Return a hash of the claim's words as a number (0..1), used to split the claims in the same way on every run."""
    digest = hashlib.sha256(" ".join(claim.lower().split()).encode()).digest()
    return int.from_bytes(digest[4:8], "big") / 2**32

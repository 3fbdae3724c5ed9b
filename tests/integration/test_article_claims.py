"""Claims checked against invented news articles with the bundled models: rarely undecided, almost never reversed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from backend.acquire.passages import cut_passages
from backend.domain.article import Article
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Candidate, Origin
from backend.pipeline.conclude import Gathered, conclude
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from tests.evidence_maker import BALANCED
from tests.models import bundled_models

ARTICLES = Path(__file__).parent.parent / "fixtures" / "claims" / "articles.json"


class Desk:
    """Judges claims against articles, without search or storage."""

    def __init__(self) -> None:
        self.embedder = OnnxEmbedder(BUNDLED / "embedder", 2)
        self.judge = Judge(bundled_models().verifier)
        self.registry = SourceRegistry.load(None)

    def verdict(self, article: dict[str, Any], claim: str) -> str:
        page = Article(url=article["url"], title=article["title"], text=article["text"], published=article["published"])
        passages = cut_passages(page, claim, retrieved="2026-11-01T00:00:00+00:00")
        vectors = self.embedder.embed([claim, *(p.text for p in passages)])
        candidates = [
            Candidate(
                passage=passage,
                rating=self.registry.rate(page.url),
                origin=Origin.WEB,
                similarity=float(cosine),
                recall_score=float(cosine),
                quarantined=True,
            )
            for passage, cosine in zip(passages, vectors[1:] @ vectors[0], strict=True)
        ]
        part = AtomicClaim(id="c1", text=claim)
        evidence = self.judge.judge(claim, candidates)
        return conclude(
            Gathered(part=part, evidence=evidence, found=(), searched=True), policy=BALANCED, top_k=5
        ).label.value


def test_articles_decide_most_claims_and_reverse_very_few() -> None:
    desk, found = Desk(), Counter[tuple[str, str]]()
    for article in json.loads(ARTICLES.read_text(encoding="utf-8")):
        for wanted in ("true", "false"):
            found.update((wanted.title(), desk.verdict(article, claim)) for claim in article[wanted])
    right = sum(n for (wanted, got), n in found.items() if wanted == got)
    print(f"right {right} of {found.total()}: {sorted(found.items())}")
    assert right / found.total() >= 0.65
    assert found["True", "False"] + found["False", "True"] <= 1

"""Fact-checkers' pages from HTML to verdict with the bundled models: the rating decides, and no reviewed claim supports itself."""

from __future__ import annotations

import pytest

from backend.acquire.extract import extract
from backend.acquire.passages import cut_passages
from backend.domain.article import Article, PassageKind
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Candidate, Evidence, Origin, Stance
from backend.domain.verdict import Label
from backend.pipeline.conclude import Gathered, conclude
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from tests.evidence_maker import BALANCED
from tests.fact_check_pages import FactCheckPage, fact_check_pages
from tests.models import bundled_models

ROWS = [(layout, claim, side) for layout in fact_check_pages() for claim, side in layout.readers.items()]
FIRM = {"supports": Label.TRUE, "refutes": Label.FALSE}


class Desk:
    """Judges claims against one page, without search or storage."""

    def __init__(self) -> None:
        models = bundled_models()
        self._embedder = models.embedder
        self._judge = Judge(models.verifier)
        self._registry = SourceRegistry.load(None)
        self._articles: dict[str, Article] = {}

    def judged(self, layout: FactCheckPage, claim: str) -> tuple[Evidence, ...]:
        if layout.name not in self._articles:
            self._articles[layout.name] = extract(layout.page, seconds=30)
        article = self._articles[layout.name]
        passages = cut_passages(article, claim)
        vectors = self._embedder.embed([claim, *(p.text for p in passages)])
        candidates = [
            Candidate(
                passage=passage,
                rating=self._registry.rate(article.url),
                origin=Origin.FACT_CHECK,
                similarity=float(cosine),
                recall_score=float(cosine),
            )
            for passage, cosine in zip(passages, vectors[1:] @ vectors[0], strict=True)
        ]
        return self._judge.judge(claim, candidates)


def _label(claim: str, evidence: tuple[Evidence, ...]) -> Label:
    part = AtomicClaim(id="c1", text=claim)
    return conclude(Gathered(part=part, evidence=evidence, found=(), searched=True), policy=BALANCED, top_k=5).label


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def _fits(stances: set[Stance], side: str) -> bool:
    if side == "not supports":
        return Stance.SUPPORTS not in stances
    return stances == ({Stance(side)} if side in FIRM else set())


def test_fact_check_pages_have_the_stance_of_their_rating(desk: Desk) -> None:
    wrong = [
        f"{layout.name}: {claim}"
        for layout, claim, side in ROWS
        if not _fits({item.stance for item in desk.judged(layout, claim) if item.decisive}, side)
    ]
    assert not wrong


def test_review_of_a_listed_fact_checker_alone_is_firm_and_never_reversed(desk: Desk) -> None:
    """The judge may fail to recognise that one review, about rain in Nairobi, is about the claim."""
    found = []
    for layout, claim, side in (row for row in ROWS if row[0].reviews and row[2] in FIRM):
        reviews = tuple(item for item in desk.judged(layout, claim) if item.passage.kind is PassageKind.REVIEW)
        if all(item.rating.type == "fact_checker" for item in reviews):
            found.append((_label(claim, reviews), FIRM[side], f"{layout.name}: {claim}"))
    assert [row for row in found if row[0] not in (row[1], Label.NOT_ENOUGH_EVIDENCE)] == []
    assert len([row for row in found if row[0] is not row[1]]) <= 1
    assert len(found) >= 10

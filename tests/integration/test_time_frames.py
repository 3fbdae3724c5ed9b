"""Claims about the present, the past and unchanging facts, checked against small dated pages with the bundled models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from backend.acquire.passages import cut_passages
from backend.claims.time_model import TimeFrameModel
from backend.domain.article import Article
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Candidate, Origin
from backend.domain.verdict import AtomicVerdict, Label, LeaningLabel
from backend.pipeline.conclude import Gathered, conclude
from backend.providers.onnx_model import BUNDLED
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from tests.evidence_maker import BALANCED
from tests.models import bundled_models

ROWS = json.loads((Path(__file__).parent.parent / "fixtures" / "claims" / "time_frames.json").read_text("utf-8"))
TODAY = date(2026, 11, 24)
MISREAD = frozenset(
    {"Jon Tveit holds the national record in the javelin", "The Bruun family owns the newspaper Morgenposten"}
)
"""The verifier classifies "which X had held" and "X sold it" as support. The cause is its training, not the dates."""
MOST_CHANGED = 7
MISFRAMED = "The Estervik zoo has two pandas"
"""The time-frame model classifies this claim as one that does not age."""

Page = tuple[str, str, str]


class Desk:
    """Judges claims against pages, without search or storage."""

    def __init__(self) -> None:
        models = bundled_models()
        self._embedder = models.embedder
        self._frames = TimeFrameModel(BUNDLED / "time-frame", self._embedder)
        self._judge = Judge(models.verifier)
        self._registry = SourceRegistry.load(None)

    def verdict(self, claim: str, pages: Sequence[Page], *, framed: bool = True) -> AtomicVerdict:
        evidence = self._judge.judge(claim, [c for page in pages for c in self._candidates(claim, *page)])
        part = AtomicClaim(id="c1", text=claim, time_frame=self._frames.read([claim])[0] if framed else None)
        return conclude(
            Gathered(part=part, evidence=evidence, found=(), searched=True), policy=BALANCED, top_k=5, today=TODAY
        )

    def _candidates(self, claim: str, domain: str, published: str, text: str) -> list[Candidate]:
        page = Article(url=f"https://www.{domain}/news/{published}", title="", text=text, published=published)
        passages = cut_passages(page, claim)
        vectors = self._embedder.embed([claim, *(p.text for p in passages)])
        return [
            Candidate(
                passage=passage,
                rating=self._registry.rate(page.url),
                origin=Origin.WEB,
                similarity=float(cosine),
                recall_score=float(cosine),
                quarantined=True,
            )
            for passage, cosine in zip(passages, vectors[1:] @ vectors[0], strict=True)
        ]


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def _verdict_report(rows: dict[str, AtomicVerdict]) -> str:
    return "\n".join(f"{claim}: {v.label} {v.leaning} {v.reasoning}" for claim, v in rows.items())


def _verdicts(desk: Desk, name: str, *, every: int = 1, **options: Any) -> dict[str, AtomicVerdict]:
    return {claim: desk.verdict(claim, pages, **options) for claim, *pages in ROWS[name][::every]}


def test_old_support_does_not_decide_a_claim_about_the_present(desk: Desk) -> None:
    found = _verdicts(desk, "old")
    print(_verdict_report(found))
    assert [claim for claim, verdict in found.items() if verdict.label is Label.TRUE] == []
    assert sum("It was true on" in verdict.reasoning for verdict in found.values()) >= 18


def test_later_page_that_replaces_an_old_one_is_reported_as_a_change(desk: Desk) -> None:
    found = _verdicts(desk, "changed")
    print(_verdict_report(found))
    assert {claim for claim, verdict in found.items() if verdict.label is Label.TRUE} <= MISREAD
    changed = [
        v
        for v in found.values()
        if v.label is Label.FALSE or (v.leaning and v.leaning.label is LeaningLabel.PROBABLY_FALSE)
    ]
    assert len(changed) >= MOST_CHANGED


def test_page_that_reports_the_end_of_a_state_overrides_earlier_support(desk: Desk) -> None:
    found = _verdicts(desk, "ended", every=2)
    print(_verdict_report(found))
    assert [claim for claim, verdict in found.items() if verdict.label is Label.TRUE] == [MISFRAMED]
    changed = [v for v in found.values() if v.label is Label.FALSE or "seems to have changed" in v.reasoning]
    assert len(changed) >= 13


def test_state_confirmed_by_a_later_page_stays_true(desk: Desk) -> None:
    found = _verdicts(desk, "lasting", every=2)
    print(_verdict_report(found))
    assert sum(verdict.label is Label.TRUE for verdict in found.values()) >= 9


def test_age_does_not_affect_unchanging_facts(desk: Desk) -> None:
    with_age, without = _verdicts(desk, "ageless"), _verdicts(desk, "ageless", framed=False)
    print(_verdict_report(with_age))
    assert {c: v.label for c, v in with_age.items()} == {c: v.label for c, v in without.items()}

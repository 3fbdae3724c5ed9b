"""Creates candidates and features for tests of ranking."""

from __future__ import annotations

from datetime import date

from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate, Origin
from backend.domain.features import Features
from backend.domain.trust import SourceRating, SourceTier, SourceType
from backend.rank.features import features

TODAY = date(2026, 11, 22)


def candidate(
    text: str,
    *,
    url: str = "https://paper.example/2024/05/story",
    title: str = "",
    published: str = "",
    credibility: float = 0.5,
    similarity: float = 0.5,
    kg_score: float = 0.0,
    bm25: float = 0.0,
    origin: Origin = Origin.WEB,
    kind: PassageKind = PassageKind.ARTICLE,
    domain: str = "paper.example",
) -> Candidate:
    """Return one passage as retrieved, without features."""
    passage = Passage(
        id=passage_id(url, text),
        text=text,
        source=url,
        title=title,
        domain=domain,
        kind=kind,
        published=published,
    )
    rating = SourceRating(domain=domain, tier=SourceTier.C, credibility=credibility, type=SourceType.UNKNOWN)
    return Candidate(
        passage=passage,
        rating=rating,
        origin=origin,
        similarity=similarity,
        recall_score=similarity,
        kg_score=kg_score,
        bm25=bm25,
    )


def features_of(claim: str, text: str, **more: object) -> Features:
    """Return the features of one passage, with the same keywords as `candidate`."""
    return features(claim, [candidate(text, **more)], TODAY)[0]  # type: ignore[arg-type]


PLAIN = Features(semantic=0.6, entity_overlap=0.5, claim_overlap=0.5, recency=0.0, credibility=0.5)
"""A passage to which no boost, penalty, floor or filter applies."""

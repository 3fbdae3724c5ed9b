"""Creates evidence for tests of ranking, trust and verdict."""

from __future__ import annotations

from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate, Evidence, Origin, Stance, StanceScores
from backend.domain.trust import SourceRating, SourceTier, SourceType
from backend.pipeline.policy import Policy
from backend.verdict.decider import shipped

BALANCED = Policy(weights=shipped(), risk="balanced")

RATINGS = {
    "A": SourceRating(domain="nasa.gov", tier=SourceTier.A, credibility=0.95, type=SourceType.GOVERNMENT),
    "checker": SourceRating(domain="snopes.com", tier=SourceTier.A, credibility=0.95, type=SourceType.FACT_CHECKER),
    "B": SourceRating(domain="example-paper.com", tier=SourceTier.B, credibility=0.8, type=SourceType.NEWS),
    "C": SourceRating(domain="blog.example", tier=SourceTier.C, credibility=0.5, type=SourceType.UNKNOWN),
    "lead": SourceRating(domain="x.com", tier=SourceTier.D, credibility=0.3, type=SourceType.SOCIAL, lead_only=True),
}


def rating(tier: str = "A", domain: str = "") -> SourceRating:
    """Return a rating of the given tier, for another domain if one is given."""
    base = RATINGS[tier]
    return SourceRating(
        domain=domain or base.domain,
        tier=base.tier,
        credibility=base.credibility,
        type=base.type,
        lead_only=base.lead_only,
    )


def scores(stance: Stance, strength: float = 0.9) -> StanceScores:
    """Return probabilities with `strength` for `stance`, and the rest shared by the other two stances."""
    rest = (1 - strength) / 2
    order = {
        Stance.SUPPORTS: (strength, rest, rest),
        Stance.REFUTES: (rest, strength, rest),
        Stance.NEUTRAL: (rest, rest, strength),
    }
    supports, refutes, neutral = order[stance]
    return StanceScores(supports=supports, refutes=refutes, neutral=neutral)


def evidence(
    stance: Stance = Stance.SUPPORTS,
    *,
    text: str = "The bridge reopened in March 2024 after repairs.",
    tier: str = "A",
    domain: str = "",
    strength: float = 0.9,
    relevance: float = 0.9,
    kind: PassageKind = PassageKind.ARTICLE,
    origin: Origin = Origin.WEB,
    quarantined: bool = False,
    retrieved: str = "",
) -> Evidence:
    """Return one judged passage, quoted in full unless it is neutral."""
    rated = rating(tier, domain)
    source = f"https://www.{rated.domain}/story"
    passage = Passage(
        id=passage_id(source, text),
        text=text,
        source=source,
        title="",
        domain=rated.domain,
        kind=kind,
        retrieved=retrieved,
    )
    candidate = Candidate(
        passage=passage, rating=rated, origin=origin, similarity=0.7, recall_score=0.7, quarantined=quarantined
    )
    return Evidence(
        candidate=candidate,
        stance=stance,
        scores=scores(stance, strength),
        quote="" if stance is Stance.NEUTRAL else text,
        relevance=relevance,
        score=0.0,
        signals={"topicality": relevance},
    )

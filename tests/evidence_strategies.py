"""Hypothesis strategies for evidence: every stance, tier, kind and origin, with real and invented quotes."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Origin, Stance, StanceScores
from tests.evidence_maker import evidence

OPPOSITE = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS, Stance.NEUTRAL: Stance.NEUTRAL}
DOMAINS = ("nasa.gov", "paper.example", "blog.example", "gazette.example", "observer.example", "institute.example")
NUMBERS = st.integers(0, 60)
ANY_KIND = st.sampled_from(PassageKind)
READ = st.sampled_from([PassageKind.SEED, PassageKind.ARTICLE])


def passage(
    n: int,
    stance: Stance,
    *,
    tier: str = "A",
    domain: str = "",
    strength: float = 0.9,
    relevance: float = 0.9,
    kind: PassageKind = PassageKind.ARTICLE,
    origin: Origin = Origin.WEB,
    quarantined: bool = False,
    broken: bool = False,
) -> Evidence:
    """Return passage `n`. Passages with different numbers are never near-copies."""
    made = evidence(
        stance,
        text=f"Passage number {n} tells of river crossing {n * 7} in town {n}.",
        tier=tier,
        domain=domain,
        strength=strength,
        relevance=relevance,
        kind=kind,
        origin=origin,
        quarantined=quarantined,
    )
    return replace(made, quote="words that stand in no source") if broken else made


def mirrored(item: Evidence) -> Evidence:
    """Return the same passage with the opposite stance."""
    scores = StanceScores(supports=item.scores.refutes, refutes=item.scores.supports, neutral=item.scores.neutral)
    return replace(item, stance=OPPOSITE[item.stance], scores=scores)


def passages(
    kinds: st.SearchStrategy[PassageKind] = READ, numbers: st.SearchStrategy[int] = NUMBERS
) -> st.SearchStrategy[Evidence]:
    """A strategy for passages of these kinds."""
    return st.builds(
        passage,
        numbers,
        st.sampled_from(Stance),
        tier=st.sampled_from(["A", "B", "C", "lead"]),
        domain=st.sampled_from(DOMAINS),
        strength=st.floats(0.34, 1.0),
        relevance=st.floats(0.0, 1.0),
        kind=kinds,
        origin=st.sampled_from(Origin),
        quarantined=st.booleans(),
        broken=st.booleans(),
    )


def different(most: int = 12, kinds: st.SearchStrategy[PassageKind] = ANY_KIND) -> st.SearchStrategy[list[Evidence]]:
    """A strategy for lists of up to `most` passages of these kinds, all with different numbers."""
    return st.lists(passages(kinds), max_size=most, unique_by=lambda item: item.passage.text)

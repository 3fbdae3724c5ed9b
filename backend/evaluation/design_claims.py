"""Generates claims with labelled evidence for comparing decision rules. The set is seeded, balanced and identical for every rule.

The passages of a claim come from different domains, and each has its true stance, which a perfect verifier would
predict. TRUE claims have six to twelve supporting passages, FALSE claims six to twelve refuting passages, and MIXED
claims three to six of each kind. UNSETTLED claims have only related neutral passages, but half of them also have one
ordinary page or one social post that supports or refutes the claim. Every claim has related neutral passages. A quarter
of the TRUE, FALSE and MIXED claims also have a social post with the opposite stance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate, Evidence, Origin, Stance, StanceScores
from backend.domain.trust import SourceRating, SourceTier, SourceType

SEED = 20_261_122


class Gold(StrEnum):
    """The correct outcome for a claim, given its evidence."""

    TRUE = "true"
    FALSE = "false"
    UNSETTLED = "unsettled"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledClaim:
    """A claim and its passages, whose stances are correct unless `flipped` has changed them."""

    text: str
    gold: Gold
    evidence: tuple[Evidence, ...]


_TIERS = (
    (SourceTier.A, 0.95, SourceType.GOVERNMENT),
    (SourceTier.A_PRIME, 0.85, SourceType.NEWS),
    (SourceTier.B, 0.75, SourceType.NEWS),
    (SourceTier.B, 0.70, SourceType.NEWS),
    (SourceTier.C, 0.50, SourceType.UNKNOWN),
)
_SOCIAL = (SourceTier.D, 0.20, SourceType.SOCIAL)
_CONTRARY = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS, Stance.NEUTRAL: Stance.NEUTRAL}


def labelled_claims(count: int = 200, seed: int = SEED) -> tuple[LabelledClaim, ...]:
    """Return `count` claims, a quarter of each kind. The result depends only on `count` and `seed`."""
    random = Random(seed)
    kinds = tuple(Gold)
    return tuple(_claim(n, kinds[n % len(kinds)], random) for n in range(count))


def flipped(claims: tuple[LabelledClaim, ...], rate: float, draw: int = 0) -> tuple[LabelledClaim, ...]:
    """Simulate a verifier that swaps the stance of each supporting or refuting passage with probability `rate`.

    A different `draw` places the errors on different passages.
    """
    random = Random(f"{SEED}-{rate}-{draw}")
    return tuple(
        replace(c, evidence=tuple(_contrary(e) if random.random() < rate else e for e in c.evidence)) for c in claims
    )


def _contrary(item: Evidence) -> Evidence:
    scores = StanceScores(supports=item.scores.refutes, refutes=item.scores.supports, neutral=item.scores.neutral)
    return replace(item, stance=_CONTRARY[item.stance], scores=scores)


def _claim(number: int, gold: Gold, random: Random) -> LabelledClaim:
    stances = list(_stances(gold, random))
    social = [Stance.NEUTRAL] * (number // 4 % 4 == 0)
    if gold is Gold.UNSETTLED:
        social = [random.choice((Stance.SUPPORTS, Stance.REFUTES))] * (number // 4 % 4 == 1)
        if number // 4 % 4 == 2:
            stances.append(random.choice((Stance.SUPPORTS, Stance.REFUTES)))
    elif social:
        social = [_CONTRARY[stances[0]]]
    lone = gold is Gold.UNSETTLED
    evidence = [_passage(number, n, stance, random, lone=lone) for n, stance in enumerate(stances)]
    evidence += [_passage(number, 50 + n, stance, random, social=True) for n, stance in enumerate(social)]
    evidence += [_passage(number, 100 + n, Stance.NEUTRAL, random) for n in range(random.randint(2, 6))]
    random.shuffle(evidence)
    return LabelledClaim(text=f"The works at site {number} were finished on time", gold=gold, evidence=tuple(evidence))


def _stances(gold: Gold, random: Random) -> Iterator[Stance]:
    """Yield the stances of the passages that support or refute the claim."""
    if gold is Gold.TRUE:
        yield from [Stance.SUPPORTS] * random.randint(6, 12)
    elif gold is Gold.FALSE:
        yield from [Stance.REFUTES] * random.randint(6, 12)
    elif gold is Gold.MIXED:
        each = random.randint(3, 6)
        yield from [Stance.SUPPORTS] * each
        yield from [Stance.REFUTES] * each


def _passage(
    claim: int, number: int, stance: Stance, random: Random, *, social: bool = False, lone: bool = False
) -> Evidence:
    """Return a passage with a unique domain and text. If `lone`, a passage that is not neutral comes from an ordinary page."""
    ordinary = lone and stance is not Stance.NEUTRAL
    tier, credibility, kind = _SOCIAL if social else _TIERS[-1] if ordinary else random.choice(_TIERS)
    rating = SourceRating(
        domain=f"host-{claim}-{number}.example", tier=tier, credibility=credibility, type=kind, lead_only=social
    )
    text = f"Report {claim * 1000 + number} by office {number + 7} covers matter {claim + 3 * number} of site {claim}."
    source = f"https://www.{rating.domain}/report"
    passage = Passage(
        id=passage_id(source, text), text=text, source=source, title="", domain=rating.domain, kind=PassageKind.ARTICLE
    )
    similarity = random.uniform(0.6, 0.9)
    candidate = Candidate(
        passage=passage, rating=rating, origin=Origin.WEB, similarity=similarity, recall_score=similarity
    )
    sides = stance is not Stance.NEUTRAL
    strength, topicality = random.uniform(0.75, 0.97), random.uniform(0.85, 1.0)
    scores = _scores(stance, strength)
    return Evidence(
        candidate=candidate,
        stance=stance,
        scores=scores,
        quote=text if sides else "",
        relevance=scores.relevance,
        score=0.0,
        signals={"topicality": topicality},
    )


def _scores(stance: Stance, strength: float) -> StanceScores:
    rest = (1 - strength) / 2
    return StanceScores(
        supports=strength if stance is Stance.SUPPORTS else rest,
        refutes=strength if stance is Stance.REFUTES else rest,
        neutral=strength if stance is Stance.NEUTRAL else rest,
    )

"""Admission, credibility boost, near-copies and diversity (document 004, steps 3 and 6; 001 §6.1)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.domain.text import content_stems, fold

MIN_RELEVANCE_LOGIT = {Stance.SUPPORTS: -0.2, Stance.NEUTRAL: 0.3, Stance.REFUTES: 0.3}
"""Document 004, MIN_RELEVANCE_SCORE: a logit there, the logit of our verifier's relevance here (0.574 as a probability).

Support may be less topical (0.45): it is said in other words more often than a refutation is (decision 0011).
"""
CREDIBILITY_BOOST = 0.3
"""Document 004, CREDIBILITY_BOOST_FACTOR."""
MAX_PER_DOMAIN = 2
"""Documents 001 and 004; S17."""
NEAR_COPY = 0.85
"""Jaccard similarity of content stems from which two passages are one."""
_EDGE = 1e-4


def logit(probability: float) -> float:
    """ln(p / (1 - p)), clipped to +-9.2."""
    p = min(1 - _EDGE, max(_EDGE, probability))
    return math.log(p / (1 - p))


def scored(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """`score` = logit(relevance) + (credibility - 0.5) x 0.3 (document 004 §6); best first, ties by id."""
    out = []
    for item in evidence:
        boost = (item.rating.credibility - 0.5) * CREDIBILITY_BOOST
        score = logit(item.relevance) + boost
        out.append(replace(item, score=round(score, 4), signals={**item.signals, "credibility_boost": round(boost, 4)}))
    return tuple(sorted(out, key=lambda e: (-e.score, e.passage.id)))


def admitted(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """What passes the gate on relevance alone, before credibility (document 004: filter on the raw score)."""
    return tuple(e for e in evidence if logit(e.relevance) >= MIN_RELEVANCE_LOGIT[e.stance])


def without_copies(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Near-copies once, the first (best) kept: equal first 100 characters (document 004), or nearly the same words."""
    kept: list[Evidence] = []
    heads: set[str] = set()
    bags: list[frozenset[str]] = []
    for item in evidence:
        head, bag = fold(item.passage.text)[:100], frozenset(content_stems(item.passage.text))
        if head in heads or any(_alike(bag, other) for other in bags):
            continue
        kept.append(item)
        heads.add(head)
        bags.append(bag)
    return tuple(kept)


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a | b) and len(a & b) / len(a | b) >= NEAR_COPY


def _rank(item: Evidence) -> tuple[int, float, str]:
    """Text that was read first, then published ratings, then leads; within each by score, ties by id."""
    lead = item.passage.kind is PassageKind.SNIPPET or item.rating.lead_only
    return (2 if lead else int(item.passage.kind is PassageKind.REVIEW), -item.score, item.passage.id)


def diverse(evidence: Sequence[Evidence], top_k: int) -> tuple[Evidence, ...]:
    """At most two per domain, at most `top_k`; both sides stay when both exist (contradictions are never dropped)."""
    per_domain: Counter[str] = Counter()
    kept: list[Evidence] = []
    for item in sorted(evidence, key=_rank):
        if per_domain[item.rating.domain] < MAX_PER_DOMAIN:
            per_domain[item.rating.domain] += 1
            kept.append(item)
    chosen = kept[:top_k]
    for stance in (Stance.SUPPORTS, Stance.REFUTES):
        rest = [e for e in kept[top_k:] if e.stance is stance]
        if rest and top_k > 1 and not any(e.stance is stance for e in chosen):
            chosen = [*chosen[:-1], rest[0]]
    return tuple(chosen)


def without_read_snippets(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """A snippet is superseded by passages of the page it announced."""
    read = {e.passage.source for e in evidence if e.passage.kind is not PassageKind.SNIPPET}
    return tuple(e for e in evidence if e.passage.kind is not PassageKind.SNIPPET or e.passage.source not in read)


def ranked(evidence: Iterable[Evidence], top_k: int) -> tuple[Evidence, ...]:
    """Decisive evidence first (admitted, copies once, diverse); then, if room is left, related passages that do not decide."""
    ordered = without_copies(without_read_snippets(scored(evidence)))
    siding = admitted([e for e in ordered if e.stance is not Stance.NEUTRAL])
    taken = {e.passage.id for e in siding}
    related = [
        replace(e, stance=Stance.NEUTRAL, quote="")
        for e in ordered
        if e.passage.id not in taken and e.signals.get("topicality", 0.0) >= 0.5
    ]
    deciding = diverse(siding, top_k)
    return (*deciding, *diverse(related, max(0, min(3, top_k - len(deciding)))))

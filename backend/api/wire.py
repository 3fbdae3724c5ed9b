"""Converts domain values to the JSON of docs/api.md. No other module does this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from backend.api.projections import stars
from backend.api.trust_shape import trust
from backend.domain.claim import ClaimEdge, PageContext
from backend.domain.evidence import Evidence, Stance
from backend.domain.explanation import VerdictExplanation
from backend.domain.issue import Issue
from backend.domain.verdict import AtomicVerdict, Belief, Leaning, Rgba, Verdict
from backend.sources.publishers import publisher_name
from backend.verdict.citations import resting
from backend.verdict.explain import renumbered

Json = dict[str, Any]

MAX_CITATIONS = 25
"""Maximum number of citations in one result (docs/design.md#citations)."""

_RELATION = {Stance.SUPPORTS: "SUPPORTS", Stance.REFUTES: "CONTRADICTS", Stance.NEUTRAL: "NEUTRAL"}


def result(verdict: Verdict, *, job_id: str) -> Json:
    """Return the complete result of a verification as JSON."""
    numbers = {item.passage.id: n for n, item in enumerate(verdict.evidence, start=1)}
    return {
        **_headline(verdict),
        "explanation": explanation(verdict.explanation),
        "page": _page_json(verdict.claim.context),
        "evidence": [evidence(item, n=n) for n, item in enumerate(verdict.evidence, start=1)],
        "citations": _citations(_resting_evidence(verdict), numbers),
        "sub_results": [_part_result(part, numbers) for part in verdict.parts] if len(verdict.parts) > 1 else [],
        "claim_breakdown": [_breakdown_row(part) for part in verdict.parts],
        "claim_graph": [edge(item) for item in verdict.edges],
        "evidence_map": [row for part in verdict.parts for row in _evidence_map_rows(part)],
        "trust": None if verdict.trust is None else trust(verdict.trust),
        "ranking": _ranking(verdict.evidence),
        "belief": belief(verdict.belief),
        "rgba": rgba(verdict.rgba),
        "steps": [step.message for step in verdict.steps],
        "trace": [asdict(step) for step in verdict.steps],
        "issues": [issue(item) for item in verdict.issues],
        "analysis_counts": counts(verdict.evidence),
        "timings_ms": dict(verdict.timings_ms),
        "data_source": str(verdict.data_source),
        "used_web_search": verdict.used_web_search,
        "check_worthiness": round(verdict.classification.check_worthiness, 4),
        "session_id": verdict.session_id,
        "job_id": job_id,
        "saved": verdict.saved,
        "fingerprint": {} if verdict.fingerprint is None else asdict(verdict.fingerprint),
    }


def leaning(value: Leaning | None) -> Json | None:
    """Return the leaning of a "Not Enough Evidence" verdict, or None if the evidence points in neither direction."""
    return None if value is None else {"label": str(value.label), "probability": round(value.probability, 4)}


def _page_json(context: PageContext) -> Json:
    return {"url": context.url, "title": context.title, "surrounding": context.surrounding}


def _headline(verdict: Verdict) -> Json:
    return {
        "claim": verdict.classification.factual_part or verdict.claim.text,
        "original_claim": verdict.claim.text,
        "read_as": verdict.classification.read_as,
        "claim_type": str(verdict.classification.type),
        "claim_type_reason": verdict.classification.reason,
        "verdict": str(verdict.label),
        "leaning": leaning(verdict.leaning),
        "confidence": round(verdict.confidence, 4),
        "truthfulness_percent": round(verdict.truthfulness_percent, 1),
        "evidence_quality_percent": round(verdict.evidence_quality_percent, 1),
        "reasoning": verdict.reasoning,
    }


def evidence(item: Evidence, *, n: int | None = None) -> Json:
    """Return one judged passage. `n` is the number of the passage in the reasoning, or None while the job is running."""
    passage, rating, candidate = item.passage, item.rating, item.candidate
    return {
        "n": n,
        "id": passage.id,
        "text": passage.text,
        "quote": item.quote,
        "source": passage.source,
        "title": passage.title,
        "domain": passage.domain,
        "publisher": publisher_name(rating.domain),
        "published": passage.published,
        "origin": str(candidate.origin),
        "tier": str(rating.tier),
        "credibility": rating.credibility,
        "stars": stars(rating.credibility),
        "source_type": str(rating.type),
        "channel": str(rating.channel),
        "score": round(item.score, 4),
        "relevance": round(item.relevance, 4),
        "stance": str(item.stance),
        "scores": {name: round(value, 4) for name, value in asdict(item.scores).items()},
        "similarity": round(candidate.similarity, 4),
        "kind": str(passage.kind),
        "verbatim": passage.verbatim,
        "lead_only": rating.lead_only,
        "quarantined": candidate.quarantined,
        "graph_path": candidate.kg_path,
        "signals": {name: round(value, 4) for name, value in item.signals.items()},
    }


def issue(item: Issue) -> Json:
    """Return a problem that did not stop the run."""
    return {
        "code": item.code, "stage": item.stage, "message": item.message,
        "severity": str(item.severity), "subject": item.subject,
    }  # fmt: skip


def belief(value: Belief) -> Json:
    """Return the belief (docs/design.md#belief).

    `voices` contains the terms of the sum, one per domain, with publisher names.
    """
    figures = {name: round(number, 4) for name, number in asdict(value).items() if name != "voices"}
    voices = [
        {**asdict(voice), "publisher": publisher_name(voice.domain), "log_odds": round(voice.log_odds, 4)}
        for voice in value.voices
    ]
    return {**figures, "voices": voices}


def rgba(value: Rgba) -> list[float]:
    """Return danger, veracity, honesty and explainability (docs/design.md#rgba)."""
    return [round(v, 4) for v in (value.danger, value.veracity, value.honesty, value.explainability)]


def edge(value: ClaimEdge) -> Json:
    """Return how one part of the claim affects another. `source` and `target` are ids of parts, as in `sub_results`."""
    return {"source": value.source, "target": value.target, "kind": str(value.kind), "weight": round(value.weight, 4)}


def counts(items: Sequence[Evidence]) -> Json:
    """Return counts of evidence. `domains` counts publishers, so mirrors do not increase it.

    `admissible_evidence_ratio` is the share of evidence that is neither lead-only nor quarantined.
    """
    stances = [item.stance for item in items]
    admissible = sum(not (item.rating.lead_only or item.candidate.quarantined) for item in items)
    return {
        "evidence": len(items),
        "supports": stances.count(Stance.SUPPORTS),
        "refutes": stances.count(Stance.REFUTES),
        "neutral": stances.count(Stance.NEUTRAL),
        "domains": len({item.rating.domain for item in items}),
        "admissible_evidence_ratio": round(admissible / len(items), 4) if items else 0.0,
    }


def _ranking(items: Sequence[Evidence]) -> Json:
    """Return the maximum and mean of the relevance and of each ranking order's score (docs/design.md#other-orders)."""
    scores: dict[str, list[float]] = {}
    for item in items:
        for name, value in item.signals.items():
            if name.startswith("rank_"):
                scores.setdefault(name, []).append(value)
    return {
        **_top_and_mean([item.relevance for item in items]),
        "scores": {name.removeprefix("rank_"): _top_and_mean(values) for name, values in sorted(scores.items())},
    }


def _top_and_mean(values: Sequence[float]) -> Json:
    return {
        "top": round(max(values, default=0.0), 4),
        "avg": round(sum(values) / len(values), 4) if values else 0.0,
    }


def _resting_evidence(verdict: Verdict) -> Sequence[Evidence]:
    """Return the evidence that the whole verdict rests on.

    For a claim with several parts, this is the evidence that the parts' verdicts rest on.
    """
    if len(verdict.parts) < 2:
        return resting(verdict.label, verdict.evidence)
    kept = {item.passage.id for part in verdict.parts for item in resting(part.label, part.evidence)}
    return [item for item in verdict.evidence if item.passage.id in kept]


def _citations(items: Sequence[Evidence], numbers: dict[str, int]) -> list[Json]:
    """Return the passages that support or refute the claim, one per address, in the order of the evidence."""
    cited: dict[str, Json] = {}
    for item in items:
        passage = item.passage
        if item.decisive and passage.source not in cited and len(cited) < MAX_CITATIONS:
            cited[passage.source] = {
                "n": numbers.get(passage.id),
                "title": passage.title or passage.domain,
                "url": passage.source,
                "quote": item.quote,
                "stance": str(item.stance),
                "domain": passage.domain,
                "verbatim": passage.verbatim,
            }
    return list(cited.values())


def explanation(value: VerdictExplanation | None, places: Mapping[int, int] | None = None) -> Json | None:
    """Return the explanation. `supporting` and `refuting` are numbers of independent sources.

    `places` renumbers citations.
    """
    if value is None:
        return None
    found = value.found if places is None else renumbered(value.found, places)
    return {
        "found": found,
        "sources": value.sources,
        "missing": list(value.missing),
        "change": list(value.change),
        "supporting": value.supporting,
        "refuting": value.refuting,
        "past": [
            {**asdict(item), "kind": str(item.kind), "publisher": publisher_name(item.domain)} for item in value.past
        ],
        "lacks": [{**asdict(lack), "kind": str(lack.kind)} for lack in value.lacks],
        "pillars": [{"domain": domain, "publisher": publisher_name(domain)} for domain in value.pillars],
    }


def _number_map(part: AtomicVerdict, numbers: Mapping[str, int]) -> dict[int, int]:
    """Map the evidence numbers of a part to the evidence numbers of the whole result."""
    known = {n: numbers.get(item.passage.id, 0) for n, item in enumerate(part.evidence, start=1)}
    return {n: place for n, place in known.items() if place}


def _part_result(part: AtomicVerdict, numbers: dict[str, int]) -> Json:
    places = _number_map(part, numbers)
    return {
        "id": part.claim.id,
        "claim": part.claim.text,
        "verdict": str(part.label),
        "leaning": leaning(part.leaning),
        "confidence": round(part.confidence, 4),
        "truthfulness_percent": round(part.truthfulness_percent, 1),
        "reasoning": renumbered(part.reasoning, places),
        "explanation": explanation(part.explanation, places),
        "belief": belief(part.belief),
        "citations": _citations(resting(part.label, part.evidence), numbers),
        "evidence_ids": [item.passage.id for item in part.evidence],
    }


def _breakdown_row(part: AtomicVerdict) -> Json:
    best = next((item for item in part.evidence if item.decisive), None)
    return {
        "claim_segment": part.claim.text,
        "status": str(part.status),
        "supporting_fact": best.quote if best else "",
        "source_url": best.passage.source if best else "",
    }


def _evidence_map_rows(part: AtomicVerdict) -> Iterator[Json]:
    for item in part.evidence:
        yield {
            "segment_id": part.claim.id,
            "segment": part.claim.text,
            "evidence_id": item.passage.id,
            "relation": _RELATION[item.stance],
            "relevance": round(item.relevance, 4),
        }

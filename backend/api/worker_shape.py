"""The requests and responses of the worker API, `POST /worker/verify` (docs/design.md#older-answers)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from backend.api import wire
from backend.api.fields import Fields
from backend.api.projections import worker_verdict
from backend.api.requests import claim_text
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.coverage import Gate, TrustState
from backend.domain.evidence import Evidence, Origin
from backend.domain.issue import Severity
from backend.domain.trust import TrustReport
from backend.domain.verdict import Verdict
from backend.errors import InvalidRequest
from backend.trust.settings import TRUST

FINDINGS = 5
"""Maximum number of quotes in `key_findings`."""
_SUMMED_SIGNALS = 5
_GRADES = ((0.90, "A+"), (0.80, "A"), (0.70, "B"), (0.60, "C"), (0.50, "D"))
"""Minimum relevance for each grade (docs/design.md#hybrid-ranking). Lower values get an F."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerCall:
    """Request fields that the response repeats unchanged. An absent field is ""."""

    job_id: str
    room_id: str = ""
    client_id: str = ""
    client_claim_id: str = ""
    source: str = ""


def worker_request(body: Mapping[str, Any]) -> tuple[WorkerCall, VerifyRequest]:
    """Parse the body described in docs/design.md#older-answers. Raises InvalidRequest or ClaimTooLong."""
    fields = Fields(body)
    call = WorkerCall(
        job_id=fields.text("job_id", limit=200, required=True),
        room_id=fields.text("room_id", limit=200),
        client_id=fields.text("client_id", limit=200),
        client_claim_id=fields.text("client_claim_id", limit=200),
        source=fields.text("source", limit=4_096),
    )
    if not call.job_id.strip():
        raise InvalidRequest("job_id is empty.")
    domain = fields.text("domain", limit=100) or "general"
    top_k = fields.integer("top_k", default=5, low=1, high=20)
    claim = claim_text(fields)
    fields.done()
    return call, VerifyRequest(claim=claim, options=VerifyOptions(domain=domain, top_k=top_k))


def worker_result(verdict: Verdict, *, job_id: str, call: WorkerCall, domain: str) -> wire.Json:
    """Return the response of the worker API.

    The status "completed_from_cache" means that the knowledge base alone passed the precheck.
    """
    full = wire.result(verdict, job_id=job_id)
    from_cache = verdict.trust is not None and verdict.trust.completed_from_cache
    status = "completed_from_cache" if from_cache else "completed"
    return {
        "status": status,
        "pipeline_status": status,
        "result_status": status,
        **asdict(call),
        "domain": domain,
        "claim": full["original_claim"],
        "verdict": worker_verdict(verdict.label),
        "verdict_confidence": full["confidence"],
        "confidence": full["confidence"],
        "verdict_rationale": full["reasoning"],
        "key_findings": [item.quote for item in verdict.evidence if item.decisive][:FINDINGS],
        **{name: full[name] for name in _SHARED},
        "evidence": [
            _evidence_fact(item, evidence_json)
            for item, evidence_json in zip(verdict.evidence, full["evidence"], strict=True)
        ],
        "num_subclaims": len(verdict.parts),
        **_ranking(full["ranking"]["scores"].get("hybrid", {"top": 0.0, "avg": 0.0})),
        **_signals(verdict.evidence),
        **_trust(verdict.trust),
        "degraded_mode": any(issue.severity is not Severity.INFO for issue in verdict.issues),
        "timestamp": datetime.now(UTC).isoformat(),
        "worker_service": "claimlight",
    }


_SHARED = (
    "truthfulness_percent", "evidence_quality_percent", "evidence_map", "claim_breakdown", "data_source", "used_web_search",
    "analysis_counts", "issues",
)  # fmt: skip


def _ranking(hybrid: wire.Json) -> wire.Json:
    """Return the scores of docs/design.md#hybrid-ranking, regardless of the ranking that orders the evidence."""
    return {"top_ranking_score": hybrid["top"], "avg_ranking_score": hybrid["avg"]}


def _evidence_fact(item: Evidence, evidence_json: wire.Json) -> wire.Json:
    """Return one piece of evidence with the additional fields of the worker API."""
    return {
        **evidence_json,
        "statement": item.quote or item.passage.text,
        "source_url": item.passage.source,
        "sem_score": evidence_json["similarity"],
        "kg_score": round(item.candidate.kg_score, 4),
        "grade": grade(item.relevance),
    }


def grade(score: float) -> str:
    """Return the letter grade for a score of 0..1 (docs/design.md#hybrid-ranking)."""
    return next((letter for least, letter in _GRADES if score >= least), "F")


def _signals(items: Sequence[Evidence]) -> wire.Json:
    """Return the counts of positive similarity and graph scores, and the sum of the five best scores of each kind."""
    signals: wire.Json = {
        "evidence_count": len(items),
        "facts_extracted": sum(i.candidate.origin is not Origin.KNOWLEDGE for i in items),
    }
    scores = {"vdb": [i.candidate.similarity for i in items], "kg": [i.candidate.kg_score for i in items]}
    for store, values in scores.items():
        positive = sorted((v for v in values if v > 0), reverse=True)
        signals[f"{store}_signal_count"] = len(positive)
        signals[f"{store}_signal_sum_top5"] = round(sum(positive[:_SUMMED_SIGNALS]), 4)
    return signals | {
        "semantic_candidates_count": signals["vdb_signal_count"],
        "kg_candidates_count": signals["kg_signal_count"],
    }


def _trust(report: TrustReport | None) -> wire.Json:
    """Return the adaptive trust, which decides whether the threshold is met, and the fixed trust."""
    adaptive, fixed = (round(report.trust_post, 4), round(report.fixed, 4)) if report else (0.0, 0.0)
    return {
        "trust_policy_mode": report.mode if report else "normal",
        "trust_metric_name": "adaptive_trust_post",
        "trust_metric_value": adaptive,
        "trust_threshold": "adaptive",
        "trust_threshold_met": report.threshold_met if report else False,
        "trust_post": adaptive,
        "trust_post_adaptive": adaptive,
        "trust_post_fixed": fixed,
        "trust_state": report.state if report else TrustState.INSUFFICIENT,
        "trust_gate": report.gate if report else Gate.NOTHING,
        "trust_grade": report.fixed_grade if report else TRUST.trust.grade_last,
        "coverage": round(report.coverage, 4) if report else 0.0,
        "diversity": round(report.diversity, 4) if report else 0.0,
        "agreement": round(report.agreement, 4) if report else 0.0,
    }

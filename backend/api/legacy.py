"""Requests and answers in the shapes of documents 000 (worker) and 001 (news verification)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend.api import wire
from backend.api.fields import Fields
from backend.api.projections import news_verdict, worker_verdict
from backend.api.requests import claim_text
from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.evidence import Evidence
from backend.domain.verdict import DataSource, Verdict
from backend.errors import InvalidRequest
from backend.sources.documents import citations_001


def news_request(body: Mapping[str, Any]) -> VerifyRequest:
    """`{claim}` of document 001. Raises InvalidRequest or ClaimTooLong."""
    fields = Fields(body)
    claim = claim_text(fields)
    fields.done()
    return VerifyRequest(claim=claim)


def news_result(verdict: Verdict) -> wire.Json:
    """Document 001 §1 and §8: verdict, reasoning, citations, and `sub_results` for a claim of several parts."""
    answer: wire.Json = {
        "verdict": news_verdict(verdict.label),
        "reasoning": verdict.reasoning,
        "citations": _news_citations(verdict.evidence),
    }
    if len(verdict.parts) > 1:
        answer["sub_results"] = [
            {
                "claim": part.claim.text,
                "verdict": news_verdict(part.label),
                "reasoning": part.reasoning,
                "citations": _news_citations(part.evidence),
            }
            for part in verdict.parts
        ]
    return answer


def _news_citations(items: Sequence[Evidence]) -> list[wire.Json]:
    cited: dict[str, wire.Json] = {}
    for passage, quote in ((item.passage, item.quote) for item in citations_001(items)):
        shown = {"title": passage.title or passage.domain, "url": passage.source, "snippet": quote}
        cited.setdefault(passage.source, shown)
    return list(cited.values())[: wire.MAX_CITATIONS]


def worker_request(body: Mapping[str, Any]) -> tuple[str, VerifyRequest]:
    """`{job_id, claim, room_id?, source?, domain?, top_k?}` of document 000 §2: the caller's job id and the request."""
    fields = Fields(body)
    job_id = fields.text("job_id", limit=200, required=True)
    if not job_id.strip():
        raise InvalidRequest("job_id is empty.")
    fields.text("room_id", limit=200)
    fields.text("source", limit=4_096)
    domain = fields.text("domain", limit=100) or "general"
    top_k = fields.whole("top_k", default=5, low=1, high=20)
    claim = claim_text(fields)
    fields.done()
    return job_id, VerifyRequest(claim=claim, options=VerifyOptions(domain=domain, top_k=top_k))


def worker_result(verdict: Verdict, *, job_id: str, caller_job_id: str) -> wire.Json:
    """Document 000 §2, response signals. "completed_from_cache" means that the knowledge base alone decided."""
    full = wire.result(verdict, job_id=job_id)
    from_cache = verdict.data_source is DataSource.KNOWLEDGE_BASE and not verdict.used_web_search
    report = verdict.trust
    return {
        "status": "completed_from_cache" if from_cache else "completed",
        "job_id": caller_job_id,
        "claim": full["original_claim"],
        "verdict": worker_verdict(verdict.label),
        "verdict_confidence": full["confidence"],
        "verdict_rationale": full["reasoning"],
        "truthfulness_percent": full["truthfulness_percent"],
        "evidence_quality_percent": full["evidence_quality_percent"],
        "evidence": full["evidence"],
        "evidence_map": full["evidence_map"],
        "claim_breakdown": full["claim_breakdown"],
        "top_ranking_score": full["ranking"]["top"],
        "avg_ranking_score": full["ranking"]["avg"],
        "trust_policy_mode": report.mode if report else "normal",
        "trust_metric_value": round(report.trust_post, 4) if report else 0.0,
        "trust_threshold_met": report.threshold_met if report else False,
        "coverage": round(report.coverage, 4) if report else 0.0,
        "diversity": round(report.diversity, 4) if report else 0.0,
        "agreement": round(report.agreement, 4) if report else 0.0,
        "data_source": full["data_source"],
        "used_web_search": full["used_web_search"],
        "analysis_counts": full["analysis_counts"],
        "issues": full["issues"],
    }

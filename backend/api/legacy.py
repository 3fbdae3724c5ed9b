"""The requests and responses of news verification (docs/design.md#older-answers).

The requests and responses of the worker API are in worker_shape.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend.api import wire
from backend.api.fields import Fields
from backend.api.projections import news_headline, news_verdict
from backend.api.requests import claim_text
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence
from backend.domain.verdict import Label, Verdict
from backend.sources.documents import citations_001
from backend.verdict.explain import renumbered


def news_request(body: Mapping[str, Any]) -> VerifyRequest:
    """Parse `{claim}`. Raises InvalidRequest or ClaimTooLong."""
    fields = Fields(body)
    claim = claim_text(fields)
    fields.done()
    return VerifyRequest(claim=claim)


def news_result(verdict: Verdict) -> wire.Json:
    """Return the verdict, the reasoning and the citations, with `sub_results` if the claim has several parts."""
    answer = _claim_answer(verdict.label, verdict.reasoning, verdict.evidence)
    if len(verdict.parts) > 1:
        answer["verdict"] = news_headline([part.label for part in verdict.parts])
        answer["sub_results"] = [
            {"claim": part.claim.text, **_claim_answer(part.label, part.reasoning, part.evidence)}
            for part in verdict.parts
        ]
    return answer


def _claim_answer(label: Label, reasoning: str, items: Sequence[Evidence]) -> wire.Json:
    """Return the result for one claim. `[n]` in its reasoning refers to citations[n-1].

    Neutral passages are not cited, nor are less credible passages if there are enough credible ones.
    """
    credible = {item.passage.id for item in citations_001(items)}
    cited: dict[str, wire.Json] = {}
    places: dict[int, int] = {}
    for n, item in enumerate(items, 1):
        passage = item.passage
        if passage.id in credible and (passage.source in cited or len(cited) < wire.MAX_CITATIONS):
            citation = {"title": passage.title or passage.domain, "url": passage.source, "snippet": item.quote}
            cited.setdefault(passage.source, citation)
            places[n] = list(cited).index(passage.source) + 1
    return {
        "verdict": news_verdict(label),
        "reasoning": renumbered(reasoning, places),
        "citations": list(cited.values()),
    }


def news_status(report: wire.Json, *, tavily: bool) -> wire.Json:
    """Return the older status response: the report, the first available engine, and whether a Tavily key is set."""
    ready = [state["engine"] for state in report["engines"] if state["state"] != "open"]
    return {
        **report,
        "search_provider": "tavily" if tavily else next(iter(ready), "none"),
        "tavily_api_key": "configured" if tavily else "not configured",
    }

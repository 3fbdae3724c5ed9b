"""Worker and news answers contain the same outcome under their own labels and field names (docs/design.md#older-answers)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from backend.api.legacy import news_request, news_result, news_status
from backend.api.strict_json import dump, parse_object
from backend.api.worker_shape import WorkerCall, grade, worker_request, worker_result
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.issue import Issue, Severity
from backend.domain.verdict import Label, Verdict
from backend.errors import InvalidRequest
from tests.api_world import make_evidence, make_part, make_verdict
from tests.each_row import each_row

REQUEST = VerifyRequest(claim="The Earth is flat")
CALL = WorkerCall(job_id="theirs", room_id="r1")


def _worker(verdict: Verdict, domain: str = "general"):
    return worker_result(verdict, job_id="ours", call=CALL, domain=domain)


def _two_parts() -> Verdict:
    one, two = make_evidence(), make_evidence(Stance.SUPPORTS, "Water is wet.", domain="who.int")
    parts = (
        make_part(Label.FALSE, (one,), text="The Earth is flat"),
        make_part(Label.TRUE, (two,), text="Water is wet", n=2),
    )
    return replace(make_verdict(REQUEST, label=Label.PARTIALLY_TRUE, evidence=(one, two)), parts=parts)


@each_row(
    ("label", "news", "worker"),
    [
        (Label.TRUE, "Supported", "TRUE"),
        (Label.FALSE, "Refuted", "FALSE"),
        (Label.PARTIALLY_TRUE, "Mixed/Disputed", "PARTIALLY_TRUE"),
        (Label.MISLEADING, "Mixed/Disputed", "PARTIALLY_TRUE"),
        (Label.NOT_ENOUGH_EVIDENCE, "Not Enough Evidence", "UNVERIFIABLE"),
        (Label.NOT_VERIFIABLE, "Unverifiable", "UNVERIFIABLE"),
    ],
)
def test_labels_map_to_news_and_worker_verdicts(label: Label, news: str, worker: str) -> None:
    verdict = make_verdict(REQUEST, label=label)
    assert news_result(verdict)["verdict"] == news
    shown = _worker(verdict)
    assert (shown["verdict"], shown["job_id"], shown["status"]) == (worker, "theirs", "completed_from_cache")


def test_worker_status_is_cached_only_after_a_passed_precheck() -> None:
    verdict = make_verdict(REQUEST)
    trust = verdict.trust
    assert trust is not None
    shown = _worker(replace(verdict, trust=replace(trust, completed_from_cache=False)))
    assert (shown["status"], shown["data_source"]) == ("completed", "knowledge_base")
    assert _worker(replace(verdict, trust=None))["status"] == "completed"


def test_worker_answer_has_state_gate_and_grade_of_trust() -> None:
    shown = _worker(make_verdict(REQUEST))
    assert (shown["trust_state"], shown["trust_gate"], shown["trust_grade"]) == ("confirmed", "adaptive_override", "A")
    none = _worker(replace(make_verdict(REQUEST), trust=None))
    assert (none["trust_state"], none["trust_grade"]) == ("evidence_insufficiency", "F")


def test_news_answer_has_exactly_the_documented_fields() -> None:
    assert set(news_result(make_verdict(REQUEST))) == {"verdict", "reasoning", "citations"}
    shown = news_result(_two_parts())
    assert set(shown["citations"][0]) == {"title", "url", "snippet"}
    assert [set(part) for part in shown["sub_results"]] == [{"claim", "verdict", "reasoning", "citations"}] * 2
    assert [part["verdict"] for part in shown["sub_results"]] == ["Refuted", "Supported"]
    assert shown["verdict"] == "Refuted", "any refuted part refutes the whole"


def test_news_answer_cites_an_address_once_with_its_first_quote() -> None:
    items = (make_evidence(text="First sentence."), make_evidence(text="Second sentence."))
    shown = news_result(make_verdict(REQUEST, evidence=items))
    assert [c["snippet"] for c in shown["citations"]] == ["First sentence."]


def test_news_reasoning_refers_to_its_own_citations() -> None:
    """Citations omit neutral passages and merge passages from the same URL, so their numbers differ from the evidence's."""
    items = (
        make_evidence(Stance.NEUTRAL, "So so."), make_evidence(text="One."), make_evidence(text="Two."),
        make_evidence(text="Three.", domain="nist.gov"),
    )  # fmt: skip
    verdict = replace(make_verdict(REQUEST, evidence=items), reasoning="Off [1]. By [2][3] and [4].")
    shown = news_result(verdict)
    assert shown["reasoning"] == "Off. By [1][1] and [2]."
    assert [c["url"] for c in shown["citations"]] == ["https://www.nasa.gov/earth", "https://www.nist.gov/earth"]


def test_news_status_names_a_search_provider() -> None:
    report = {"status": "ok", "engines": [{"engine": "a", "state": "open"}, {"engine": "b", "state": "closed"}]}
    shown = news_status(report, tavily=False)
    assert (shown["status"], shown["search_provider"], shown["tavily_api_key"]) == ("ok", "b", "not configured")
    assert news_status(report, tavily=True)["search_provider"] == "tavily"
    assert news_status({"engines": []}, tavily=False)["search_provider"] == "none"


def test_news_request_accepts_a_claim_only() -> None:
    assert news_request({"claim": "The Earth is flat"}) == REQUEST
    with pytest.raises(InvalidRequest):
        news_request({"claim": "The Earth is flat", "top_k": 3})


def test_worker_answer_has_every_documented_signal() -> None:
    shown = _worker(make_verdict(REQUEST))
    named = {
        "verdict", "verdict_confidence", "truthfulness_percent", "confidence", "evidence", "evidence_map", "claim_breakdown",
        "top_ranking_score", "avg_ranking_score", "trust_policy_mode", "trust_metric_value", "trust_threshold_met",
        "coverage", "diversity", "data_source", "used_web_search", "analysis_counts", "evidence_quality_percent",
        "vdb_signal_count", "kg_signal_count", "vdb_signal_sum_top5", "kg_signal_sum_top5", "trust_post_adaptive",
        "trust_post_fixed", "num_subclaims",
    }  # fmt: skip
    assert named - set(shown) == set()
    assert parse_object(dump(shown).encode()) == shown


def test_worker_ranking_scores_are_those_of_the_hybrid_ranking() -> None:
    items = [replace(make_evidence(), signals={"rank_hybrid": value, "rank_mix": 1.0}) for value in (0.6, 0.4)]
    shown = _worker(make_verdict(REQUEST, evidence=tuple(items)))
    assert (shown["top_ranking_score"], shown["avg_ranking_score"]) == (0.6, 0.5)
    assert _worker(make_verdict(REQUEST, evidence=()))["top_ranking_score"] == 0.0


def test_documented_worker_fields_match_the_answer(root: Path) -> None:
    documented = re.search(
        r"`POST /worker/verify` `\{job_id.*?```\n(.*?)```", (root / "docs/api.md").read_text(), re.DOTALL
    )
    assert documented
    flat = re.sub(r"\[[^\[\]]*\]|\{[^{}]*\}|\([^()]*\)", "", documented.group(1))
    names = {name.strip() for name in flat.replace("\n", " ").split(",") if name.strip()}
    assert names == set(_worker(make_verdict(REQUEST)))


def test_worker_answer_repeats_the_callers_fields() -> None:
    call, wanted = worker_request(
        {"job_id": "j", "claim": "The Earth is flat", "room_id": "r", "client_id": "c", "source": "app", "domain": "health",
         "top_k": 20}
    )  # fmt: skip
    shown = worker_result(make_verdict(wanted), job_id="x", call=call, domain=wanted.options.domain)
    assert [shown[name] for name in ("job_id", "room_id", "client_id", "source", "domain")] == [
        "j", "r", "c", "app", "health",
    ]  # fmt: skip
    assert wanted.options.top_k == 20


@each_row("changed", [{"job_id": " "}, {"job_id": None}, {"top_k": 0}, {"top_k": 21}, {"claim": " "}])
def test_invalid_worker_requests_are_refused(changed: dict[str, object]) -> None:
    with pytest.raises(InvalidRequest):
        worker_request({"job_id": "j", "claim": "The Earth is flat", **changed})


def test_worker_evidence_has_the_workers_field_names() -> None:
    item = make_evidence()
    graph = replace(item, candidate=replace(item.candidate, kg_score=0.4))
    shown = _worker(make_verdict(REQUEST, evidence=(graph,)))
    fact = shown["evidence"][0]
    assert (fact["statement"], fact["source_url"], fact["kg_score"], fact["sem_score"]) == (
        item.quote, item.passage.source, 0.4, 0.81,
    )  # fmt: skip
    assert (shown["kg_signal_count"], shown["kg_signal_sum_top5"], shown["vdb_signal_sum_top5"]) == (1, 0.4, 0.81)


def test_signal_sum_covers_the_five_best() -> None:
    items = tuple(make_evidence(text=f"Sentence {n}.") for n in range(7))
    assert _worker(make_verdict(REQUEST, evidence=items))["vdb_signal_sum_top5"] == pytest.approx(5 * 0.81)


@each_row(("score", "letter"), [(1.0, "A+"), (0.9, "A+"), (0.89, "A"), (0.7, "B"), (0.6, "C"), (0.5, "D"), (0.49, "F")])
def test_scores_map_to_the_documented_grades(score: float, letter: str) -> None:
    assert grade(score) == letter


def test_no_gate_is_passed_without_a_trust_report() -> None:
    shown = _worker(replace(make_verdict(REQUEST), trust=None, used_web_search=True))
    assert (shown["trust_threshold_met"], shown["coverage"], shown["status"]) == (False, 0.0, "completed")


def test_incomplete_answer_is_marked_as_degraded() -> None:
    lost = Issue(code="search_blocked", stage="search", message="Blocked.")
    mild = Issue(code="llm_failed", stage="stance", message="Late.", severity=Severity.INFO)
    assert _worker(replace(make_verdict(REQUEST), issues=(lost,)))["degraded_mode"]
    assert not _worker(replace(make_verdict(REQUEST), issues=(mild,)))["degraded_mode"]
